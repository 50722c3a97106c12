/** Dutch. */
import { anywhere, opening, phrase, type Speech, words } from './speech.ts';

const LEAD = String.raw`(?:(?:en|ook|maar|ok|oké|okay|ja|nee|goed|prima|mooi|perfect|nu|dan|dus|bedankt|dank je|alsjeblieft|graag)[,.:;!]*\s+){0,4}`;

export const DUTCH: Speech = {
  language: 'Dutch',
  known: words(
    'de het een is zijn was waren wij we ik jij je hij zij ze mij me mijn jouw ons onze niet geen nooit altijd en of maar met van voor op bij naar in aan uit om te ten door over zonder elke elk alle als wanneer dat die deze dit omdat want hier daar wat waarom hoe wie waar welke moet moeten kan kun kunt wordt worden vanaf nu ook nog eens liever bedankt eerst dan daarna toe bleek plaats hebben heeft had hoeveel hebt ben bent doe doet gaat',
  ),
  rules: [
    {
      name: 'dutch-procedure',
      type: 'runbook',
      pattern: anywhere(
        String.raw`^(?:om|als|wanneer|bij|voor|telkens als|elke keer dat)\s.{3,120}?[:,]\s?.{0,300}?(?<!\p{L})(?:daarna|vervolgens|tot slot|dan|2[.)]\s)`,
      ),
      unless: /\?\s*$|als je klaar/iu,
      finds: [
        'om te deployen: eerst mergen, dan wachten op CI',
        'als de wachtrij vastloopt: herstart de worker en speel daarna de berichten af',
      ],
      leaves: ['als je klaar bent, commit en push dan'],
    },
    {
      name: 'dutch-cause',
      type: 'insight',
      pattern: phrase(
        'het (?:echte )?(?:probleem|lek) (?:was|is|zat|lag|kwam)|de (?:oorzaak|reden|fout|bug) (?:was|is|zat|lag|kwam)|het bleek|blijkt dat|bleek (?:dat|te)|(?:was|is|faalde|rood|kapot) (?:rood |kapot )?door|ter info|trouwens|de vorige keer',
      ),
      unless: /\?\s*$|(?<!\p{L})(?:altijd|nooit|besloten)(?!\p{L})/iu,
      finds: ['de CI was rood door Node 18', 'het bleek dat de pool te klein was'],
      leaves: ['wat is het probleem?'],
    },
    {
      name: 'dutch-of-the-talk',
      type: 'preference',
      pattern: phrase(
        "antwoord(?:en)?|uitleg|leg .{1,30} uit|praat|vraag (?:het )?(?:me|mij|eerst|altijd)|laat me (?:altijd|eerst)|zonder (?:mij|me|mijn|te vragen|overleg)|excuses|geen emoji's?|samenvattingen|kleine stappen|stap voor stap|wees (?:kort|direct|eerlijk)|hou het kort",
      ),
      unless: opening(`${LEAD}leg (?:me )?(?:dit|dat|de|het|eens|uit)`),
      finds: [
        'antwoord altijd in het nederlands',
        'vraag het me voordat je iets verwijdert',
        'commit nooit zonder mij te vragen',
      ],
      leaves: ['leg dit eens uit'],
    },
    {
      name: 'dutch-prefer',
      type: 'preference',
      pattern: phrase(
        'ik (?:heb (?:liever|graag)|zie (?:liever|graag)|hou (?:niet )?(?:van|er)|haat|wil (?:nooit|altijd|liever|geen)|werk (?:liever|graag|altijd)|gebruik (?:altijd|nooit)|geef de voorkeur|vind .{1,40} (?:fijner|beter|vervelend))|mijn voorkeur',
      ),
      finds: ['ik heb liever kleine commits', 'ik hou niet van lange uitleg'],
      leaves: ['ik zie de fout'],
    },
    {
      name: 'dutch-from-now-on',
      type: 'convention',
      pattern: phrase('vanaf nu|voortaan|in het vervolg|in de toekomst'),
      finds: ['vanaf nu zijn alle datums in UTC'],
      leaves: ['nu werkt het'],
    },
    {
      name: 'dutch-decided',
      type: 'decision',
      pattern: phrase(
        String.raw`(?:we|wij|ik) (?:hebben|heb) .{0,60}?(?:besloten|gekozen|afgesproken)|(?:we|wij) (?:stappen|gaan|blijven|houden|nemen|kiezen|migreren|stoppen|schrappen|laten|zetten)|laten we (?!de|het|eens|verder|beginnen)\p{L}+|in plaats van|het wordt \p{L}+|toch (?:geen|niet|maar)`,
      ),
      unless: /\?\s*$|(?<!\p{L})(?:altijd|nooit|elke|elk|moet|moeten)(?!\p{L})/iu,
      finds: [
        'we stappen over op Postgres omdat Redis jobs verliest',
        'we hebben besloten de monoliet te houden',
        'we blijven bij React 18',
      ],
      leaves: ['laten we de tests draaien'],
    },
    {
      name: 'dutch-rule',
      type: 'convention',
      pattern: phrase(
        String.raw`altijd|nooit|elke|elk|alle \p{L}+ (?:moeten|zijn|staan)|moet|moeten|mag|mogen|verboten|verplicht|in (?:deze|dit) (?:repo|project|codebase)|hier (?:gebruiken|schrijven|geen)|(?:we|wij) (?:gebruiken|schrijven)|(?:zijn|is|staan|staat) in (?:utc|kebab|snake|camel|het engels|centen)\S*|alleen`,
      ),
      unless: /\?\s*$|alleen \d|(?:elke|elk) (?:nacht|dag|uur|week)|nog altijd|dat moet|het moet/iu,
      finds: [
        'raak gegenereerde bestanden nooit aan',
        'elke migratie moet omkeerbaar zijn',
        'hier gebruiken we pnpm, geen npm',
      ],
      leaves: ['de database wordt elke nacht gereset'],
    },
    {
      name: 'dutch-do-not',
      type: 'convention',
      pattern: opening(
        String.raw`${LEAD}(?:geen|gebruik|vermijd|stop met|niet)(?! (?:de|het|die|deze|dit|dat|idee|probleem|zorgen)(?!\p{L})) \S+`,
      ),
      finds: ['geen default exports in deze repo', 'gebruik zod voor parsing'],
      leaves: ['geen idee', 'gebruik de andere functie'],
    },
  ],
  noise: [
    {
      name: 'dutch-errand',
      kind: 'errand',
      pattern: opening(
        `${LEAD}(?:kun je|kan je|kunt u|zou je|kunnen we|wil je|ik wil dat je|help me|ga terug|ruim|rond|optimaliseer|onderzoek|draai|start|fix|los|repareer|voeg|verwijder|haal|schrijf|maak|toon|laat (?:me )?(?:.{1,30} )?(?:zien|weten)|laat eens|kijk|bekijk|check|controleer|leg (?:me )?(?:dit|dat|de|het|eens|uit)|zoek|vind|zet|hernoem|doe|commit|push|merge|test|bouw|installeer|open|lees|vergelijk|implementeer|ga (?:door|verder)|probeer|verplaats|kopieer|wijzig|verander|pas|genereer|geef|update|werk .{1,20} bij|refactor|laten we (?:de|het|eens|verder|beginnen))`,
      ),
      finds: ['draai de tests nog een keer', 'los de typefouten op', 'ga door'],
      leaves: ['de pool was te klein'],
    },
    {
      name: 'dutch-question',
      kind: 'question',
      pattern: opening(
        `${LEAD}(?:waarom|wat|hoe (?!we)|waar|wie|wanneer (?:is|moet)|welke?|hoeveel|is (?:er|dit|dat|het)|heb je|ben je|moeten we|werkt (?:dit|dat|het))`,
      ),
      finds: ['waarom is dit zo traag', 'wat doet deze functie'],
      leaves: ['hoe we deployen: mergen, daarna taggen'],
    },
    {
      name: 'dutch-status',
      kind: 'status',
      pattern: opening(
        `${LEAD}(?:ziet er (?:goed|beter)|werkt (?:nog )?(?:niet|nu)|nog steeds|zelfde fout|dezelfde|de andere|wacht|hallo|goedemorgen|niet die|dat is (?:goed|niet))`,
      ),
      finds: ['ziet er goed uit', 'werkt nog niet'],
      leaves: ['het probleem was de tijdzone'],
    },
  ],
  lasting: phrase(
    'omdat|want|altijd|nooit|vanaf nu|voortaan|elke keer|telkens|in plaats van|moet|moeten|in (?:deze|dit) (?:repo|project)|zonder te vragen|vraag(?:t)?|eerst vraagt|verboten|(?:we|wij) (?:gebruiken|hebben besloten|stappen)',
  ),
  acknowledges: words(
    'ok oké okay ja nee bedankt dank je wel dankjewel heel goed prima mooi perfect top super precies klopt ga door verder doe maar graag volgende hallo hoi nog een keer opnieuw alsjeblieft ziet er uit dat is het klaar',
  ),
  narration: opening(
    '(?:ik (?:ga|zal|kijk|draai|lees|controleer|begin|heb .{1,60} (?:bijgewerkt|toegevoegd|gemaakt|verwijderd|aangepast))|laat me|nu|eerst|daarna|klaar|gedaan)',
  ),
  finding: phrase(
    'omdat|oorzaak|reden|het probleem (?:is|was|zit)|het blijkt|blijkt|besluit|besloten|altijd|nooit|moet|in plaats van',
  ),
};
