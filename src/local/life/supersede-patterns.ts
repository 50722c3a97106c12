/**
 * The patterns of `supersede.ts`, as data: how a statement gives something up, and how it asserts something. English only.
 */

/** A name of one to five words: `Fly.io`, `the old queue`, `@scope/pkg`. It ends before a word that goes on. */
const WORD = String.raw`[\p{L}\p{N}@#\x60"'][\p{L}\p{N}._/@#+\x60"'’-]*`;
const GOES_ON =
  '(?:to|for|because|since|and|or|as|in|on|at|by|with|now|but|so|over|instead|is|are|was|were|has|have|gets?|will|when|where|which|that)\\b';
const NAME = `${WORD}(?: (?!${GOES_ON})${WORD}){0,4}`;
const CHANGE =
  '(?:move|moving|moved|switch|switching|switched|migrate|migrating|migrated|change|changing|changed|go|going|port|ported|convert|converted|upgrade|upgraded)';
const MOVED = "(?<about>(?: [\\p{L}\\p{N}'-]+){0,5}?)";
const PURPOSE = "(?: for(?<about>(?: [\\p{L}\\p{N}'-]+){1,4}))?";
const X = `(?<x>${NAME})`;

const pattern = (source: string, flags = 'iu') => new RegExp(source, flags);

/** Group `x`: what is given up. Group `about`: what is moved, or the purpose, when it is said. */
export const GIVES_UP: readonly RegExp[] = [
  pattern(`\\b${CHANGE}\\b${MOVED} (?:off(?: of)?|away from) ${X}`),
  pattern(`\\b${CHANGE}\\b${MOVED} from ${X} to `),
  pattern(`\\b(?:instead of|rather than|in place of)(?: using)? ${X}${PURPOSE}`),
  pattern(`\\bprefer(?:red|s)? .{1,60}? over ${X}${PURPOSE}`),
  pattern(`, not ${X}${PURPOSE}`),
  pattern(
    `\\b(?:we|i)(?: no longer|(?: do|'ll| will)? not| don't| won't) (?:use|deploy to|deploy on|host on|run on|run|rely on|depend on|support|want|prefer|need) ${X}${PURPOSE}`,
  ),
  pattern(`\\b(?:stop|stopped|stopping) (?:using|deploying to|hosting on|running on) ${X}${PURPOSE}`),
  pattern(
    `\\b(?:drop|dropped|dropping|abandon|abandoned|ditch|ditched) ${X}(?= (?:in favou?r of|for|because|as|since|now)\\b|[.,;]|$)`,
  ),
  pattern(`\\b(?:replace|replaced|replacing|swap|swapped) ${X} (?:with|by|for) `),
  pattern(`(?:^|[:;,] )${X} (?:is|are|was|were|has been|have been|gets?|will be) replaced (?:by|with) `),
];

/** What an older move left behind: it says nothing against where it went. */
export const LEFT_BEHIND: RegExp = pattern(`\\b(?:off(?: of)?|away from|from) ${NAME} (?=to )`, 'giu');

/** A verb by which we, I or an imperative asserts what follows within five words; matched against the words before it. */
const ASSERTING =
  '(?:use|uses|using|deploy|deploys|deploying|host|hosts|hosting|run|runs|running|ship|ships|publish|store|stores|keep|keeps|build|builds|prefer|prefers|choose|chose|pick|picked|adopt|adopted|decided|go|going|went|move|moves|moving|moved|switch|switching|switched|migrate|migrating|migrated|stay|stick|settle|settled|standardi[sz]e|rely|depend|set|support|target|change|changed)';
export const ASSERTED_BEFORE: readonly RegExp[] = [
  pattern(`^.*\\b(?:we|i|let's|let us|everyone|please)\\b.*?\\b${ASSERTING}\\b(?: \\S+){0,5} ?$`),
  pattern(`^(?:(?:always|now|only|still) )*${ASSERTING}\\b(?: \\S+){0,5} ?$`),
  pattern('\\breplaced (?:by|with) (?:the |our )?$'),
  pattern(
    '^(?:our|my|the|default)\\b[\\w -]{1,40}\\b(?:is|are|runs? on|lives? (?:on|in)|(?:is|are) (?:hosted|deployed|stored) (?:on|in|to))(?: the| our)? $',
  ),
];
/** "X is our host": what follows a name at the start of its clause. */
export const ASSERTED_AFTER: RegExp = /^ (?:is|are|will be|stays|remains) (?:our|my)\b/i;

/** Words before a name that keep a statement from asserting it. */
export const DISTANCE: RegExp =
  /\b(?:not|no|never|off|from|than|instead|rather|without|unlike|over|away|against|don't|won't|longer|stop|drop|replace|avoid|before|after|until|compare|compared|comparing|between|whether|if|when|would|could|might|considered|evaluate|evaluated)\b/i;
/** One of several named together: giving up one leaves the others, so such a statement is kept. */
export const AMONG_OTHERS_BEFORE: RegExp = /\b(?:and|or|plus|both) $/i;
export const AMONG_OTHERS_AFTER: RegExp = /^,? (?:and|or|plus)\b/i;

/** Where the main clause ends. */
export const SUBORDINATE: RegExp =
  /\b(?:because|since|although|though|but|while|whereas|which|so that|unless|until|in favou?r of)\b/i;
export const CLAUSE_BORDER: RegExp = /[;:!?—()]|\.(?=\s)|,(?=\s)/;

/** A value that is evidently a name: it begins with a capital or a digit, or is quoted as code. Case matters here. */
const VALUE = String.raw`(?<value>[\p{Lu}\p{N}\x60][\p{L}\p{N}._/@+\x60-]*(?: [\p{Lu}\p{N}][\p{L}\p{N}._-]*)*)`;
/** Subjects that have one value at a time; `subject` and `rest` must be the same words for two values to exclude each other. */
export const SINGLE_VALUED: readonly RegExp[] = [
  pattern(
    `^(?:[Oo]ur|[Tt]he|[Mm]y) (?<subject>[\\w -]{2,40}?) (?:is|will be|becomes)(?: now| called| named)? ${VALUE}(?<rest>.*)$`,
    'u',
  ),
  pattern(`^[Ww]e(?: now| only)? use ${VALUE} for (?<rest>.+)$`, 'u'),
  pattern(`^[Ww]e(?: now| only)? (?<subject>deploy|host|run) (?:to|on) ${VALUE}(?<rest>.*)$`, 'u'),
];
/** A newer statement with one of these adds a value, it does not replace one. */
export const ADDS: RegExp = /\b(?:also|too|as well|both|additionally|besides|another|second|or)\b/i;

/** Words that name nothing by themselves. */
export const EMPTY_NAMES: ReadonlySet<string> = new Set(
  'it that this them these those one ones there here everything anything nothing something all what now because just only'.split(
    ' ',
  ),
);
/** Words that neither belong to a name nor limit what is moved. */
export const FILLERS: ReadonlySet<string> = new Set(
  'the our a an my your its their all whole entire old current existing app application project service site everything hosting deployment deployments production stuff things us now also back over away completely finally'.split(
    ' ',
  ),
);
export const TRAILING: ReadonlySet<string> = new Set(
  'everywhere anywhere immediately anymore any more today completely entirely altogether please here again too'.split(
    ' ',
  ),
);
