/** Italian. */
import { anywhere, opening, phrase, type Speech, words } from './speech.ts';

const LEAD = String.raw`(?:(?:e|anche|ma|ok|okay|sì|si|no|bene|ottimo|perfetto|ora|adesso|poi|allora|quindi|grazie|per favore|alla fine)[,.:;!]*\s+){0,4}`;

export const ITALIAN: Speech = {
  language: 'Italian',
  known: words(
    "il lo la i gli le un uno una di del dello della dei degli delle al alla ai alle da dal dalla nel nella nei è sono era erano io tu mi mio mia ti tuo noi nostro si non né mai sempre e o ma con per su in senza ogni tutti tutte se quando che perché come dove chi qui questo questa questi quello lo ha hanno abbiamo più molto c'è deve devono già grazie prima poi ora poi d'ora invece niente così fare troppo abbiamo ha quanti quante quale",
  ),
  letters: /[ìò]|(?<![a-z])(?:dell|nell|all|un)'/iu,
  rules: [
    {
      name: 'italian-procedure',
      type: 'runbook',
      pattern: anywhere(
        String.raw`^(?:per|se|quando|ogni volta che|in caso di)\s.{3,120}?[:,]\s?.{0,300}?(?<!\p{L})(?:poi|dopo|infine|quindi|2[.)]\s)`,
      ),
      unless: /\?\s*$|quando hai finito/iu,
      finds: [
        'per fare il deploy: prima il merge, poi aspetta la CI',
        'se la coda si blocca: riavvia il worker e poi rielabora i messaggi',
      ],
      leaves: ['prima correggi i test, poi fai commit'],
    },
    {
      name: 'italian-cause',
      type: 'insight',
      pattern: phrase(
        String.raw`il (?:vero )?(?:problema|bug|motivo) (?:era|è|stava|veniva)|l'errore (?:era|è|veniva)|la (?:causa|ragione) (?:era|è)|a causa d\p{L}*|per colpa d\p{L}*|a quanto pare|si è scoperto|viene fuori|per informazione|tra l'altro|l'ultima volta`,
      ),
      unless: /\?\s*$|(?<!\p{L})(?:sempre|mai|deciso)(?!\p{L})/iu,
      finds: ['la CI era rossa a causa di Node 18', 'il problema era il fuso orario'],
      leaves: ['qual è il problema?'],
    },
    {
      name: 'italian-of-the-talk',
      type: 'preference',
      pattern: phrase(
        'rispondimi|rispondi|risposte|spiegazioni|parlami|chiedimi|chiedi (?:prima|sempre)|avvisami prima|mostrami (?:sempre|prima)|senza (?:chiedermelo|chiedermi|chiedere|il mio|la mia|avvisarmi)|scusarti|niente emoji|passo (?:per|dopo) passo|piccoli passi|sii (?:breve|conciso|diretto)|riassunti',
      ),
      unless: phrase("risposte (?:http|dell'api|json)|l'api|endpoint"),
      finds: [
        'rispondimi sempre in italiano',
        'chiedimi prima di cancellare qualcosa',
        'non fare mai commit senza chiedermelo',
      ],
      leaves: ["le risposte dell'api sono json"],
    },
    {
      name: 'italian-prefer',
      type: 'preference',
      pattern: phrase(
        String.raw`preferisco|preferirei|odio|detesto|(?:non )?mi (?:piace|piacciono|piacerebbe|dà fastidio)|adoro|non sopporto|non voglio (?:che|mai|vedere)|io (?:sempre|non) \p{L}+ mai|uso sempre`,
      ),
      unless: /\?\s*$/,
      finds: ['preferisco commit piccoli', 'non mi piacciono le spiegazioni lunghe'],
      leaves: ['ti piace?'],
    },
    {
      name: 'italian-from-now-on',
      type: 'convention',
      pattern: phrase("d'ora in (?:poi|avanti)|da (?:ora|adesso|oggi) in (?:poi|avanti)|in futuro"),
      finds: ["d'ora in poi tutte le date sono in UTC"],
      leaves: ['ora funziona'],
    },
    {
      name: 'italian-decided',
      type: 'decision',
      pattern: phrase(
        String.raw`abbiamo (?:deciso|scelto|optato|concordato)|ho (?:deciso|scelto)|è deciso|(?:passiamo|restiamo|rimaniamo|teniamo|migriamo|cambiamo|abbandoniamo|adottiamo|andiamo con|manteniamo|prendiamo|togliamo|lasciamo perdere|eliminiamo)|invece (?:di|che|del|della)|al posto d\p{L}*|alla fine (?:niente|non|usiamo)`,
      ),
      unless: /\?\s*$|(?<!\p{L})(?:sempre|mai|ogni|deve|devono)(?!\p{L})|in questo (?:repo|progetto)/iu,
      finds: [
        'passiamo a Postgres perché Redis perde i job',
        'abbiamo deciso di tenere il monolite',
        'usiamo Fastify invece di Express',
      ],
      leaves: ['teniamo sempre i test'],
    },
    {
      name: 'italian-rule',
      type: 'convention',
      pattern: phrase(
        String.raw`sempre|mai|ogni|tutt[ie] (?:i|gli|le)|deve|devono|bisogna|vietat[oaie]|obbligatori[oaie]?|in questo (?:repo|repository|progetto)|qui (?:usiamo|si usa|non|scriviamo)|(?:usiamo|non usiamo|scriviamo)|(?:vanno|va|sono|è|si salvano) in (?:utc|kebab|snake|camel|inglese|centesimi)\S*|solo|soltanto`,
      ),
      unless:
        /\?\s*$|(?:ha|ci sono|c'è) solo|solo \d|ogni (?:notte|giorno|ora|settimana)|tutt[ie] (?:i|le) (?:giorni|notti|test (?:passano|sono))|sempre (?:rosso|rotto)/iu,
      finds: ['non toccare mai i file generati', 'ogni migrazione deve essere reversibile', 'qui usiamo pnpm, non npm'],
      leaves: ['il database viene azzerato ogni notte'],
    },
    {
      name: 'italian-do-not',
      type: 'convention',
      pattern: opening(
        String.raw`${LEAD}(?:non (?:usare|toccare|mettere|scrivere|aggiungere|modificare|cambiare|fare|creare)|evita|usa|utilizza|niente|nessun[oa]?)(?! (?:la|il|lo|questa|questo|quella|quello|problema)(?!\p{L})) \S+`,
      ),
      finds: ['niente export di default in questo progetto', 'non usare any', 'usa zod per il parsing'],
      leaves: ['usa la funzione di prima', 'nessun problema'],
    },
  ],
  noise: [
    {
      name: 'italian-errand',
      kind: 'errand',
      pattern: opening(
        `${LEAD}(?:puoi|potresti|mi puoi|possiamo|voglio che|vorrei che|ho bisogno che|aiutami|torna|riparti|mettilo|fallo|termina|pulisci|risolvi|ottimizza|esegui|lancia|rilancia|correggi|sistema|ripara|aggiungi|cancella|elimina|togli|rimuovi|scrivi|crea|mostrami|mostra|fammi (?:vedere|sapere)|guarda|controlla|verifica|spiega|spiegami|cerca|trova|metti|rinomina|rifai|fai|committa|pusha|testa|installa|apri|leggi|confronta|implementa|continua|prosegui|vai|prova|riprova|annulla|ripristina|sposta|copia|cambia|modifica|genera|riassumi|dammi|dimmi|aggiorna|rifattorizza|vediamo|proviamo)`,
      ),
      finds: ['esegui di nuovo i test', 'correggi gli errori di tipo', 'aggiungi un test per questo'],
      leaves: ['il pool era troppo piccolo'],
    },
    {
      name: 'italian-question',
      kind: 'question',
      pattern: opening(
        `${LEAD}(?:perché (?:è|non|si|la|il|ci|questo|questa|fallisce|abbiamo)|come (?:mai|si|funziona|faccio)|che cosa|cosa|dove|dov'è|cos'è|com'è|chi|quando (?:si|è)|qual(?:e|i)?|quant[oaie]|c'è|hai|sei sicuro|dovremmo)`,
      ),
      finds: ['perché è così lento', 'cosa fa questa funzione'],
      leaves: ['Redis perde i job'],
    },
    {
      name: 'italian-status',
      kind: 'status',
      pattern: opening(
        `${LEAD}(?:(?:ancora|sempre) (?:non|rosso|lo stesso|rotto)|non (?:funziona|va|era quello|è quello)|funziona|stesso errore|l'altro|l'altra|aspetta|ciao|buongiorno|va bene|sembra (?:buono|ok)|tutto ok)`,
      ),
      finds: ['non funziona', 'stesso errore'],
      leaves: ['il problema era il fuso'],
    },
  ],
  lasting: phrase(
    String.raw`perché|poiché|dato che|siccome|sempre|mai|d'ora in (?:poi|avanti)|ogni volta|invece (?:di|che)|deve|devono|bisogna|in questo (?:repo|progetto)|senza chieder\p{L}*|chied\p{L}+|vietato|(?:usiamo|abbiamo deciso|passiamo)`,
  ),
  acknowledges: words(
    'ok okay sì si no grazie mille molto bene buono perfetto ottimo va certo esatto giusto continua prosegui avanti prossimo ciao fallo così è tutto fatto di nuovo ancora per favore e ora bello fantastico',
  ),
  narration: opening(
    '(?:vado a|fammi|lasciami|ora|adesso|prima|poi|sto|eseguo|controllo|leggo|fatto|ho (?:aggiornato|aggiunto|corretto|creato|rimosso|modificato))',
  ),
  finding: phrase(
    'perché|causa|ragione|il problema (?:è|era)|a quanto pare|decisione|deciso|sempre|mai|deve|invece (?:di|che)',
  ),
};
