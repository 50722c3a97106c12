/** German. */
import { anywhere, opening, phrase, type Speech, words } from './speech.ts';

const LEAD = String.raw`(?:(?:und|auch|aber|ok|okay|ja|nein|nee|gut|super|bitte|also|dann|jetzt|nun|danke|perfekt|so)[,.:;!]*\s+){0,4}`;
const VERBS =
  'geh zurück|kehr|beende?|räume? auf|optimiere?|untersuche?|mach rückgängig|kürze?|formuliere?|führ|führe|starte?|zeige?|schau|guck|sieh|prüfe?|behebe?|fixe?|korrigiere?|repariere?|schreibe?|füge?|erstelle?|lege?|lösche?|entferne?|benenne?|committe?|pushe?|merge|erkläre?|finde?|suche?|vergleiche?|implementiere?|refaktoriere?|teste?|baue?|installiere?|mach|mache|weiter|aktualisiere?|update|ändere?|hilf|gib|lies|öffne|versuche?|probiere?|verschiebe?|kopiere?|setze?|ergänze?|formatiere?|nimm|räum|lass uns (?:die|den|das|mal|weiter|anfangen)|hol|sag mir|stell';

export const GERMAN: Speech = {
  language: 'German',
  known: words(
    'der die das den dem des ein eine einen einem einer ist sind war waren wir ich du er sie es uns mir mich dir dich nicht kein keine keinen und oder aber mit von für auf bei zu zum zur im in am an aus nach vor wenn weil dass ob ab jetzt immer nie niemals nur auch noch mal bitte wie was warum wer wo wann welche muss müssen soll sollen kann kannst wird werden statt als so sich hier jede jeder jedes alle lass danke mach gut erst dann danach habe hast hat haben hatte viele wie viel bin bist müsste nochmal',
  ),
  letters: /[äöüß]/iu,
  rules: [
    {
      name: 'german-procedure',
      type: 'runbook',
      pattern: anywhere(
        String.raw`^(?:zum|um|wenn|falls|so|für|bei|beim|vor|nach|jedes mal)\s.{3,120}[:,]\s?.{0,300}?(?<!\p{L})(?:dann|danach|anschließend|zuletzt|zum schluss|2[.)]\s)`,
      ),
      unless: /\?\s*$|wenn du fertig|weil|entschieden/iu,
      finds: [
        'zum Deployen: erst mergen, dann auf CI warten, dann make deploy',
        'wenn die Queue hängt: Worker neu starten, danach neu einspielen',
      ],
      leaves: ['wenn du fertig bist, committe und dann push'],
    },
    {
      name: 'german-cause',
      type: 'insight',
      pattern: phrase(
        '(?:das|der|die) (?:eigentliche )?(?:problem|ursache|grund|fehler) (?:war|ist|lag|liegt|kam|kommt)|lag an|liegt an|lag daran|liegt daran|stellt sich heraus|hat sich herausgestellt|wegen (?:des|der|eines|einer|node)|(?:war|ist|wird|schlägt|schlug|bricht|brach) .{1,60}, (?:weil|da)|zur info|übrigens|letztes mal',
      ),
      unless: /\?\s*$|(?<!\p{L})(?:immer|nie|niemals|beschlossen|entschieden)(?!\p{L})/iu,
      finds: ['der Test war rot, weil Node 18 installiert ist', 'das Problem war die Zeitzone im Container'],
      leaves: ['was war das Problem?'],
    },
    {
      name: 'german-of-the-talk',
      type: 'preference',
      pattern: phrase(
        String.raw`antworte\p{L}*|antworten|erklär\p{L}*|erkläre\p{L}*|erklärungen|entschuldig\p{L}*|fass\p{L}* .{0,30}zusammen|zusammenfassung(?:en)?|sprich|rede|duz\p{L}*|frag\p{L}* (?:mich|immer|erst|nach|vorher)|zeig mir (?:immer|erst|zuerst)|ohne (?:meine|mich|zu fragen|rückfrage|nachfrage|vorher)|(?:kleinen|kleine) schritten|keine emojis|sei (?:kurz|direkt|ehrlich)|halt\p{L}* dich kurz|nicht raten`,
      ),
      unless: opening(
        String.raw`${LEAD}(?:erklär\p{L}*|fass) (?:mir )?(?:mal |bitte |kurz )?(?:das|die|den|der|dieses|diese|diesen|was|wie|warum|zusammen|es)`,
      ),
      finds: [
        'antworte mir bitte immer auf deutsch',
        'frag mich, bevor du etwas löschst',
        'niemals ohne meine Zustimmung committen',
      ],
      leaves: ['erklär mir das mal', 'wir fragen die API'],
    },
    {
      name: 'german-prefer',
      type: 'preference',
      pattern: phrase(
        String.raw`ich (?:bevorzuge|mag|hasse|liebe|hätte (?:lieber|gerne?)|sehe (?:lieber|gerne?)|arbeite (?:lieber|am liebsten|gern)|will (?:nur|nie|immer|kein\p{L}*)|möchte (?:nur|nie|immer|lieber|kein\p{L}*)|nutze (?:immer|nie)|finde .{1,40} (?:besser|schlecht))|mir (?:ist|sind) .{1,40} lieber|mir gefällt|mir gefallen|stört mich|am liebsten`,
      ),
      finds: ['ich mag kurze Antworten', 'ich bevorzuge kleine Commits', 'mir sind kleine Commits lieber'],
      leaves: ['ich sehe den Fehler'],
    },
    {
      name: 'german-from-now-on',
      type: 'convention',
      pattern: phrase('ab (?:jetzt|sofort|heute)|von nun an|künftig|in zukunft|zukünftig|grundsätzlich'),
      finds: ['ab jetzt heißen alle Branches feat/xyz', 'Ab jetzt sind alle Daten UTC.'],
      leaves: ['jetzt geht es'],
    },
    {
      name: 'german-decided',
      type: 'decision',
      pattern: phrase(
        String.raw`(?:wir|ich) (?:haben?|hab) (?:uns |mich )?(?:.{1,60} )?(?:beschlossen|entschieden|geeinigt|festgelegt)|wir (?:nehmen|steigen|wechseln|bleiben|gehen|migrieren|ziehen um|behalten|lassen|verzichten|streichen|bauen|setzen (?:jetzt |künftig |nun )?auf|werden|stellen um|stellen)|lass uns (?!die|den|das|mal|weiter|anfangen)\p{L}+|lasst uns|bleiben wir|nehmen wir|es bleibt bei|doch (?:lieber )?(?:kein|keine|nicht)|stattdessen|(?:ok|okay|nein|ja|gut), (?:kein|keine|wir|nimm|lieber|dann|behalte|bleib)|statt \p{Lu}\p{L}+`,
      ),
      unless: /\?\s*$|(?<!\p{L})(?:immer|nie|niemals|jede[rsnm]?|muss|müssen)(?!\p{L})/iu,
      finds: [
        'wir nehmen Postgres statt Redis',
        'wir haben uns für Fastify entschieden',
        'lass uns bei React 18 bleiben',
      ],
      leaves: ['lass uns die Tests laufen lassen', 'wir nehmen immer pnpm'],
    },
    {
      name: 'german-rule',
      type: 'convention',
      pattern: phrase(
        String.raw`immer|nie|niemals|nirgends|stets|jede[rsnm]?|alle \p{L}+ (?:müssen|sollen|sind|heißen|werden|gehören)|muss|müssen|sollen|soll|darf|dürfen|verboten|pflicht|in (?:diesem|unserem) (?:repo|projekt|code)|hier (?:nutzen|verwenden|nehmen|schreiben|benutzen)|wir (?:nutzen|verwenden|benutzen|schreiben|nennen)|nur (?:noch|auf)|auf (?:englisch|deutsch)|(?:sind|ist|werden|wird) (?:in|auf|im) (?:utc|kebab|snake|camel|englisch|cent)\p{L}*|\S*case|(?:utc|nicht \p{L}+en)$`,
      ),
      unless:
        /\?\s*$|jede(?:n|r|s)? (?:nacht|tag|stunde|woche|monat)|immer noch|noch immer|immer wieder|das muss|es muss/iu,
      finds: [
        'Preise immer in Cent speichern',
        'in diesem Repo verwenden wir pnpm',
        'jede Migration muss umkehrbar sein',
      ],
      leaves: ['die Datenbank wird jede Nacht zurückgesetzt', 'der Test ist immer noch rot'],
    },
    {
      name: 'german-do-not',
      type: 'convention',
      pattern: opening(
        String.raw`${LEAD}(?:kein|keine|keinen|nutze|verwende|benutze|vermeide|hör auf|schreib tests mit|nicht)(?! (?:die|den|das|dieses|diese|diesen|ahnung|problem|sorge|panik)(?!\p{L})) \S+`,
      ),
      finds: ['keine Default-Exports', 'verwende zod fürs Parsen'],
      leaves: ['keine Ahnung', 'nutze die andere Funktion'],
    },
  ],
  noise: [
    {
      name: 'german-errand',
      kind: 'errand',
      pattern: opening(
        `${LEAD}(?:bitte|kannst du|könntest du|könnten wir|können wir|würdest du|magst du|ich (?:möchte|will|brauche),? (?:dass du|von dir)|${VERBS})`,
      ),
      unless: opening(
        String.raw`${LEAD}(?:(?:erklär|erkläre|schreib|mach|fass|fasse|gib|zeig|zeige|lösch|lösche|ändere|committe|pushe?) (?:mir |das |mich )?(?:nicht|nie|kein\p{L}*|immer|keine)|bitte (?:kein\p{L}*|nie\p{L}*|immer|nur|antworte|frag)|nimm (?!die|den|das)\p{L}+ (?:statt|für))`,
      ),
      finds: ['führ die Tests nochmal aus', 'schreib einen Test dafür', 'bitte weiter'],
      leaves: ['bitte keine Klassen'],
    },
    {
      name: 'german-question',
      kind: 'question',
      pattern: opening(
        `${LEAD}(?:warum|wieso|weshalb|was|wo|wer|wie|wann|welche[rsnm]?|gibt es|gibt's|ist (?:das|es|der|die)|sind (?:die|das|wir)|hast du|bist du|sollen wir|sollten wir|geht das|funktioniert das|läuft das)`,
      ),
      unless: /^(?:was|wie) wir|^was .{1,40} (?:angeht|betrifft)/i,
      finds: ['warum ist das so langsam', 'was macht diese Funktion'],
      leaves: ['wie wir deployen: erst mergen'],
    },
    {
      name: 'german-status',
      kind: 'status',
      pattern: opening(
        `${LEAD}(?:sieht (?:gut|besser)|geht (?:immer noch )?nicht|funktioniert (?:immer noch )?nicht|immer noch|klappt|passt|läuft (?:jetzt|nicht)|das war('s| es)?|moment|warte|nicht das|das andere|die andere|derselbe|gleicher fehler|guten (?:morgen|tag|abend)|hallo)`,
      ),
      finds: ['sieht gut aus', 'geht immer noch nicht'],
      leaves: ['der Rate-Limiter erlaubt 100 Anfragen'],
    },
  ],
  lasting: phrase(
    String.raw`weil|denn|immer(?! noch)|nie|niemals|ab (?:jetzt|sofort)|künftig|in zukunft|jedes mal|statt|anstatt|muss|müssen|grundsätzlich|in diesem (?:repo|projekt)|wir (?:haben|nehmen|nutzen|verwenden|steigen|wechseln)|ohne (?:meine|zu fragen)|verboten|frag\p{L}*|vorher|bevor du`,
  ),
  acknowledges: words(
    'ok okay ja nein jo jep nö danke dir vielen schön sehr gut super perfekt prima toll klasse passt genau richtig stimmt weiter mach bitte gerne los klar alles so das sieht aus ist nochmal noch mal noch einmal warte moment hallo hi guten morgen läuft jetzt es und dann fertig weitermachen machen',
  ),
  narration: opening(
    '(?:ich (?:werde|schaue|prüfe|führe|lese|sehe|starte|mache|aktualisiere|füge|schreibe|suche|habe .{1,60} (?:aktualisiert|hinzugefügt|behoben|erstellt|geändert|committet))|lass mich|jetzt|als nächstes|zuerst|fertig|erledigt)',
  ),
  finding: phrase(
    'weil|ursache|grund|problem (?:war|ist|lag)|stellt sich heraus|liegt an|lag an|deshalb|entscheidung|entschieden|immer|niemals|muss|statt',
  ),
};
