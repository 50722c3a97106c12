/** Portuguese. */
import { anywhere, opening, phrase, type Speech, words } from './speech.ts';

const LEAD = String.raw`(?:(?:e|também|mas|ok|okay|sim|não|bom|beleza|ótimo|perfeito|agora|depois|então|obrigad[oa]|valeu|por favor|no fim)[,.:;!]*\s+){0,4}`;

export const PORTUGUESE: Speech = {
  language: 'Portuguese',
  known: words(
    'o a os as um uma uns umas de do da dos das ao à no na nos nas em é são era eram está estão foi eu tu você me meu minha te seu sua nosso nossa se não nem nunca sempre e ou mas com por para sem sobre cada todo toda todos todas quando que quê porque como onde quem aqui isso isto este esta esse essa vamos mais muito há deve devem já obrigado primeiro depois agora partir vez pelo pela ficamos demais temos tem tenho quantos quantas qual',
  ),
  letters: /[ãõ]/iu,
  rules: [
    {
      name: 'portuguese-procedure',
      type: 'runbook',
      pattern: anywhere(
        String.raw`^(?:para|se|quando|toda vez que|em caso de)\s.{3,120}?[:,]\s?.{0,300}?(?<!\p{L})(?:depois|em seguida|por fim|por último|finalmente|2[.)]\s)|^(?:se|quando)\s.{3,60} (?:travar|falhar|cair|parar|expirar)[:,]?\s.{5,200}?(?<!\p{L})(?:depois|e)(?!\p{L})`,
      ),
      unless: /\?\s*$|quando (?:acabar|terminar)/iu,
      finds: [
        'para fazer deploy: primeiro o merge, depois espere o CI',
        'se a fila travar: reinicie o worker e depois reprocesse as mensagens',
      ],
      leaves: ['primeiro corrija os testes, depois faça commit'],
    },
    {
      name: 'portuguese-cause',
      type: 'insight',
      pattern: phrase(
        'o (?:verdadeiro )?(?:problema|erro|bug|motivo) (?:era|é|foi|estava|está|vinha)|a (?:causa|razão) (?:era|é|foi)|por causa d[aeo]s?|por culpa d[aeo]s?|acontece que|descobri que|acabou que|para sua informação|a propósito|da última vez',
      ),
      unless: /\?\s*$|(?<!\p{L})(?:sempre|nunca|decidido|decidimos)(?!\p{L})/iu,
      finds: ['o CI estava vermelho por causa do Node 18', 'acontece que o pool era pequeno demais'],
      leaves: ['qual é o problema?'],
    },
    {
      name: 'portuguese-of-the-talk',
      type: 'preference',
      pattern: phrase(
        'responda|responde|respostas?|explicações|fale comigo|fala comigo|me pergunt[ea]|pergunte(?:-me)? antes|me avise antes|me mostre (?:sempre|primeiro)|sem (?:me|minha|meu|perguntar)|peça desculpas|sem emojis|passo a passo|passos pequenos|seja (?:breve|conciso|direto)|resumos',
      ),
      unless: phrase('respostas? (?:http|da api|json)|a api|endpoints?'),
      finds: [
        'responda sempre em português',
        'me pergunte antes de apagar qualquer coisa',
        'nunca faça commit sem me perguntar',
      ],
      leaves: ['as respostas da api são json'],
    },
    {
      name: 'portuguese-prefer',
      type: 'preference',
      pattern: phrase(
        String.raw`prefiro|preferiria|odeio|detesto|(?:não )?gosto (?:de|do|da|quando|muito)|adoro|não suporto|não quero (?:que|nunca|ver)|eu (?:sempre|nunca) \p{L}+|me incomoda`,
      ),
      unless: /\?\s*$/,
      finds: ['prefiro commits pequenos', 'não gosto de explicações longas'],
      leaves: ['gosto?'],
    },
    {
      name: 'portuguese-from-now-on',
      type: 'convention',
      pattern: phrase('a partir de agora|de agora em diante|daqui (?:em|pra|para a) (?:diante|frente)|no futuro'),
      finds: ['a partir de agora todas as datas ficam em UTC'],
      leaves: ['agora funciona'],
    },
    {
      name: 'portuguese-decided',
      type: 'decision',
      pattern: phrase(
        'decidimos|decidi|escolhemos|optamos|combinamos|está decidido|vamos (?:usar|passar|migrar|trocar|manter|tirar|remover|adotar|ficar|abandonar|com|de)|ficamos|fica decidido|mantemos|trocamos|passamos|migramos|mudamos|abandonamos|largamos|em vez d[aeo]|ao invés d[aeo]|no fim (?:não|nada|vamos)|nada de',
      ),
      unless: /\?\s*$|(?<!\p{L})(?:sempre|nunca|cada|deve|devem)(?!\p{L})|neste (?:repo|repositório|projeto)/iu,
      finds: ['vamos usar Postgres em vez de Redis', 'decidimos manter o monolito', 'ficamos com o React 18'],
      leaves: ['nunca vamos usar any'],
    },
    {
      name: 'portuguese-rule',
      type: 'convention',
      pattern: phrase(
        String.raw`sempre|nunca|jamais|cada|tod[oa]s? (?:os|as|\p{L}+ (?:deve|tem|precisa))|deve|devem|é preciso|proibid[oa]s?|obrigatóri[oa]s?|neste (?:repo|repositório|projeto)|aqui (?:usamos|a gente usa|não|escrevemos)|(?:usamos|não usamos|escrevemos)|(?:vão|vai|são|ficam|é) em (?:utc|kebab|snake|camel|inglês|centavos)\S*|somente|apenas`,
      ),
      unless:
        /\?\s*$|(?:só|apenas|somente) \d|(?:cada|toda) (?:noite|dia|hora|semana)|tod[oa]s [oa]s (?:noites|dias|semanas|testes (?:passam|passaram))|sempre falha/iu,
      finds: ['nunca mexa nos arquivos gerados', 'toda migração deve ser reversível', 'aqui usamos pnpm, não npm'],
      leaves: ['o banco é resetado toda noite'],
    },
    {
      name: 'portuguese-do-not',
      type: 'convention',
      pattern: opening(
        String.raw`${LEAD}(?:não (?:use|usa|utilize|mexa|mexe|ponha|coloque|escreva|adicione|faça|edite|modifique|altere|crie)|evite|evita|use|utilize|nada de|sem)(?! (?:a|o|esta|este|essa|esse|isso|isto)(?!\p{L})) \S+`,
      ),
      finds: ['não use export default neste projeto', 'use zod para parsing'],
      leaves: ['use a outra função'],
    },
  ],
  noise: [
    {
      name: 'portuguese-errand',
      kind: 'errand',
      pattern: opening(
        `${LEAD}(?:você pode|pode|poderia|podemos|quero que|preciso que|gostaria que|me ajuda|me ajude|volte|volta|termine|termina|limpe|limpa|resolva|resolve|otimize|otimiza|rode|roda|execute|executa|corrija|corrige|conserta|conserte|arruma|adicione|adiciona|apague|apaga|remova|remove|tira|escreva|escreve|crie|cria|mostre|mostra|me mostra|me mostre|olha|olhe|veja|verifique|verifica|explique|explica|procure|procura|encontre|coloque|coloca|renomeie|renomeia|refaça|refaz|faça|faz|suba|sobe|teste|testa|instale|instala|abra|abre|leia|compare|implemente|implementa|continue|continua|siga|tente|tenta|desfaça|desfaz|reverta|reverte|mova|copie|mude|muda|altere|altera|gere|gera|resuma|resume|me dá|me diga|me diz|atualize|atualiza|refatore|refatora|vamos (?:ver|testar|começar|continuar|rodar|corrigir))`,
      ),
      finds: ['rode os testes de novo', 'corrige os erros de tipo', 'adiciona um teste para isso'],
      leaves: ['o pool era pequeno demais'],
    },
    {
      name: 'portuguese-question',
      kind: 'question',
      pattern: opening(
        `${LEAD}(?:por que|por quê|porquê|o que|que (?:faz|é)|como (?!fazemos)|onde|quem|quando é|qual|quais|quant[oa]s?|tem (?:algum|alguma)|existe|deveríamos|você (?:rodou|fez|acha|tem))`,
      ),
      finds: ['por que isso é tão lento', 'o que essa função faz'],
      leaves: ['como fazemos deploy: merge, depois tag'],
    },
    {
      name: 'portuguese-status',
      kind: 'status',
      pattern: opening(
        `${LEAD}(?:ainda (?:não|falha|está|com)|não (?:funciona|funcionou|era isso|é isso|deu)|(?:já )?funciona|funcionou|mesmo erro|o outro|a outra|espera|olá|oi|bom dia|ficou (?:ótimo|bom)|está (?:bom|ótimo)|parece bom)`,
      ),
      finds: ['não funcionou', 'mesmo erro'],
      leaves: ['o problema era o fuso horário'],
    },
  ],
  lasting: phrase(
    String.raw`porque|já que|pois|sempre|nunca|a partir de agora|de agora em diante|toda vez|em vez d[aeo]|ao invés|deve|devem|é preciso|neste (?:repo|projeto)|sem (?:me )?perguntar|pergunt\p{L}+|proibido|(?:usamos|decidimos|trocamos)`,
  ),
  acknowledges: words(
    'ok okay sim não obrigado obrigada valeu muito bem bom boa perfeito ótimo legal beleza certo exato isso continua continue segue próximo oi olá pode ficou está tudo pronto já de novo por favor vai em frente manda ver show maravilha',
  ),
  narration: opening(
    '(?:vou|deixe-me|deixa eu|agora|primeiro|em seguida|estou|executando|rodando|verificando|lendo|pronto|feito|(?:atualizei|adicionei|corrigi|criei|removi|alterei))',
  ),
  finding: phrase(
    'porque|causa|razão|o problema (?:é|era|está|estava)|acontece que|decisão|decidimos|sempre|nunca|deve|em vez d[aeo]',
  ),
};
