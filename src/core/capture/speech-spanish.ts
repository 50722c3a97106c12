/** Spanish. */
import { anywhere, opening, phrase, type Speech, words } from './speech.ts';

const LEAD = String.raw`(?:[¡¿]?(?:y|también|pero|ok|okay|vale|sí|no|bien|bueno|genial|perfecto|ahora|luego|entonces|gracias|por favor|al final)[,.:;!]*\s+){0,4}`;

export const SPANISH: Speech = {
  language: 'Spanish',
  known: words(
    'el la los las un una unos unas de del al es son era eran está están fue yo tú me mi mis te tu tus nos nuestro se su sus no ni nunca siempre y o pero con por para en sin sobre cada todo todos todas si cuando que qué porque cómo dónde quién aquí esto este esta estos ese esa lo le ha han hemos vamos más muy hay debe deben ya gracias primero luego después ahora partir vez nada resulta tenemos tiene tengo cuántos cuántas cuál',
  ),
  letters: /[ñ¿¡]/iu,
  rules: [
    {
      name: 'spanish-procedure',
      type: 'runbook',
      pattern: anywhere(
        String.raw`^(?:para|si|cuando|cada vez que|en caso de)\s.{3,120}?[:,]\s?.{0,300}?(?<!\p{L})(?:luego|después|por último|finalmente|y entonces|2[.)]\s)`,
      ),
      unless: /\?\s*$|cuando (?:acabes|termines)/iu,
      finds: [
        'para desplegar: primero haz merge, luego espera la CI',
        'si la cola se atasca: reinicia el worker y después reprocesa los mensajes',
      ],
      leaves: ['primero arregla los tests, luego haz commit'],
    },
    {
      name: 'spanish-cause',
      type: 'insight',
      pattern: phrase(
        String.raw`el (?:verdadero )?(?:problema|error|fallo|bug|motivo) (?:era|es|fue|estaba|está|venía)|la (?:causa|razón) (?:era|es|fue)|por culpa de\S*|a causa de\S*|resulta que|resultó que|se debía a|se debe a|para que sepas|por cierto|la última vez`,
      ),
      unless: /\?\s*$|(?<!\p{L})(?:siempre|nunca|decidido)(?!\p{L})/iu,
      finds: ['la CI fallaba por culpa de Node 18', 'resulta que el pool era demasiado pequeño'],
      leaves: ['¿cuál es el problema?'],
    },
    {
      name: 'spanish-of-the-talk',
      type: 'preference',
      pattern: phrase(
        'respóndeme|responde|respuestas?|contéstame|contesta|explicaciones|háblame|pregúntame|pregunta antes|avísame antes|muéstrame (?:siempre|primero)|sin (?:preguntarme|preguntar|mi|avisarme|consultarme)|te disculpes|sin emojis|nada de emojis|paso a paso|pasos pequeños|sé (?:breve|conciso|directo)|resúmenes',
      ),
      unless: phrase('respuestas? (?:http|de la api|json)|la api|endpoints?'),
      finds: ['respóndeme siempre en español', 'pregúntame antes de borrar algo', 'nunca hagas commit sin preguntarme'],
      leaves: ['las respuestas de la api son json'],
    },
    {
      name: 'spanish-prefer',
      type: 'preference',
      pattern: phrase(
        'prefiero|preferiría|odio|(?:no )?me (?:gusta|gustan|encanta|encantan|molesta|molestan)|no soporto|no quiero (?:que|nunca|ver)|(?:yo )?siempre (?:uso|trabajo|quiero)|yo nunca',
      ),
      unless: /\?\s*$/,
      finds: ['prefiero los commits pequeños', 'no me gustan las explicaciones largas'],
      leaves: ['¿prefiero esto?'],
    },
    {
      name: 'spanish-from-now-on',
      type: 'convention',
      pattern: phrase('a partir de ahora|de ahora en adelante|desde ahora|en adelante|en el futuro'),
      finds: ['a partir de ahora todas las fechas van en UTC'],
      leaves: ['ahora funciona'],
    },
    {
      name: 'spanish-decided',
      type: 'decision',
      pattern: phrase(
        '(?:hemos|he) (?:decidido|elegido|acordado|optado)|decidimos|acordamos|elegimos|vamos a (?:usar|pasar|migrar|cambiar|mantener|quitar|dejar|eliminar|quedarnos|hacer|adoptar)|vamos con|(?:nos )?(?:quedamos|quedémonos)|mantenemos|dejamos de|dejamos|pasamos|migramos|cambiamos|abandonamos|usemos|optamos|está decidido|nada de|en (?:vez|lugar) de|al final (?:no|nada|sí|vamos)',
      ),
      unless:
        /\?\s*$|(?<!\p{L})(?:siempre|nunca|cada|debe|deben)(?!\p{L})|en este (?:repo|proyecto)|vamos a hacer (?:el|los|las|un)/iu,
      finds: [
        'vamos a usar Postgres en vez de Redis',
        'hemos decidido mantener el monolito',
        'nos quedamos con React 18',
      ],
      leaves: ['nada de exports por defecto en este repo'],
    },
    {
      name: 'spanish-rule',
      type: 'convention',
      pattern: phrase(
        String.raw`siempre|nunca|jamás|cada|tod[oa]s (?:los|las)|debe|deben|hay que|prohibid[oa]s?|obligatori[oa]s?|(?:en|de) este (?:repo|repositorio|proyecto)|aquí (?:usamos|se usa|no|escribimos)|(?:aquí )?(?:usamos|no usamos|escribimos)|(?:van|va|son|están|se guardan|se escriben) en (?:utc|kebab|snake|camel|inglés|céntimos)\S*|solo se|únicamente`,
      ),
      unless:
        /\?\s*$|solo (?:tiene|hay|\d)|cada (?:noche|día|hora|semana|\d+)|tod[oa]s l[oa]s (?:noches|días|semanas|tests (?:pasan|están))|siempre falla/iu,
      finds: ['nunca toques los archivos generados', 'cada migración debe ser reversible', 'aquí usamos pnpm, no npm'],
      leaves: ['la base de datos se reinicia cada noche'],
    },
    {
      name: 'spanish-do-not',
      type: 'convention',
      pattern: opening(
        String.raw`${LEAD}(?:no (?:uses|utilices|toques|pongas|escribas|añadas|agregues|hagas|edites|modifiques|cambies)|evita|usa|utiliza|nada de|sin)(?! (?:la|el|esta|este|esa|ese|eso|esto)(?!\p{L})) \S+`,
      ),
      finds: ['nada de exports por defecto en este repo', 'no uses any', 'usa zod para parsear'],
      leaves: ['usa la otra función'],
    },
  ],
  noise: [
    {
      name: 'spanish-errand',
      kind: 'errand',
      pattern: opening(
        `[¿¡]?${LEAD}[¿¡]?(?:puedes|podrías|me puedes|puede|podemos|quiero que|necesito que|me gustaría que|ayúdame|vuelve|regresa|ponlo|quítalo|hazlo|déjalo|cámbialo|termina|limpia|resuelve|depura|investiga|optimiza|ejecuta|corre|lanza|arregla|corrige|añade|agrega|borra|elimina|quita|escribe|crea|muéstrame|muestra|enséñame|mira|revisa|comprueba|verifica|explica|explícame|busca|encuentra|pon|renombra|rehaz|haz|sube|prueba|despliega|instala|abre|lee|compara|implementa|sigue|continúa|continua|intenta|deshaz|revierte|mueve|copia|cambia|modifica|genera|resume|dame|dime|actualiza|refactoriza|vamos a (?:ver|probar|empezar|seguir|ejecutar|arreglar|revisar))`,
      ),
      finds: ['ejecuta los tests otra vez', 'arregla los errores de tipos', '¿puedes mirar el test que falla'],
      leaves: ['el pool era pequeño'],
    },
    {
      name: 'spanish-question',
      kind: 'question',
      pattern: opening(
        `[¿¡]?${LEAD}[¿¡]?(?:por qué|qué|cómo|dónde|quién|cuándo|cuál(?:es)?|cuánt[oa]s?|hay (?:algún|alguna)|has|deberíamos|estás|está (?:bien|listo))`,
      ),
      unless: /^cómo (?:desplegamos|lo hacemos|hacemos)/i,
      finds: ['por qué es tan lento', 'qué hace esta función'],
      leaves: ['porque Redis pierde jobs'],
    },
    {
      name: 'spanish-status',
      kind: 'status',
      pattern: opening(
        `${LEAD}(?:(?:sigue|todavía|aún) (?:sin|no|falla|fallando|igual)|no (?:funciona|va|era eso|es eso)|(?:ya )?funciona|mismo error|el otro|la otra|espera|hola|buenos días|está (?:bien|perfecto)|se ve bien|me parece bien)`,
      ),
      finds: ['todavía no funciona', 'mismo error'],
      leaves: ['el problema era la zona horaria'],
    },
  ],
  lasting: phrase(
    String.raw`porque|ya que|siempre|nunca|a partir de ahora|de ahora en adelante|en adelante|cada vez|en (?:vez|lugar) de|debe|deben|hay que|en este (?:repo|proyecto)|sin preguntar\S*|pregunt\p{L}+|antes de|prohibido|(?:usamos|decidimos|hemos decidido|cambiamos)`,
  ),
  acknowledges: words(
    'ok okay sí si no gracias muchas muy bien bueno perfecto genial vale claro exacto correcto sigue continúa continua adelante siguiente hola hazlo eso es está todo listo ya otra vez por favor de nuevo y ahora dale estupendo excelente',
  ),
  narration: opening(
    '(?:voy a|déjame|ahora|primero|a continuación|estoy|ejecutando|revisando|leyendo|listo|hecho|he (?:actualizado|añadido|corregido|creado|eliminado|cambiado))',
  ),
  finding: phrase(
    'porque|causa|razón|el problema (?:es|era|está|estaba)|resulta que|se debe|decisión|decidido|siempre|nunca|debe|en (?:vez|lugar) de',
  ),
};
