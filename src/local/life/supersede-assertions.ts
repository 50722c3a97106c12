/**
 * How a statement asserts something, as data: patterns with sentences that they must and must not take, and the words that
 * the patterns of giving up (`supersede-patterns.ts`) share. Tests run every example; `<…>` in one marks the name that is
 * looked for. English only; ours [?]. Out of scope: how they are applied (`supersede.ts`).
 */

/** A cue, and what it must and must not take. `yes` says what is taken; `no` are near-misses. */
export interface Pattern<Yes = string> {
  readonly id: string;
  readonly cue: RegExp;
  readonly yes: readonly Yes[];
  readonly no: readonly string[];
}

export const pattern = (source: string, flags = 'i'): RegExp => new RegExp(source, flags);

/**
 * A name of one to five words: `Fly.io`, `the old queue`, `@scope/pkg`. It ends before a word that goes on. A word is told by
 * what is not in it: \p{L} without regard to case takes tens of ms to compile.
 */
const NOT_IN_WORDS = String.raw`\s!$%&()*,:;<=>?[\\\]^{|}~–—…“”«»`;
export const WORD = `[^${NOT_IN_WORDS}+./_’-][^${NOT_IN_WORDS}]*`;
const GOES_ON =
  'to|for|because|since|and|or|as|in|on|at|by|with|now|but|so|over|instead|is|are|was|were|has|have|gets?|will|when|where|which|that|within|inside|outside|during|across|under|throughout|per|via|until|except|before|after|alongside|besides';
/** "not only X", "instead of just X" and "not in X" name no X that is given up. */
const NO_NAME = 'only|just|merely|solely|exclusively|simply|even|yet|necessarily|if|from|of|than|not';
export const NAME = `(?!(?:${GOES_ON}|${NO_NAME})(?![\\w-]))${WORD}(?: (?!(?:${GOES_ON})(?![\\w-]))${WORD}){0,4}`;

/** Verbs by which we, I or an imperative asserts what follows within five words. */
export const ASSERTING =
  '(?:use|uses|using|deploy|deploys|deploying|host|hosts|hosting|run|runs|running|ship|ships|publish|store|stores|keep|keeps|build|builds|prefer|prefers|choose|chose|pick|picked|adopt|adopted|decided|go|going|went|move|moves|moving|moved|switch|switching|switched|migrate|migrating|migrated|stay|stick|settle|settled|standardi[sz]e|rely|depend|set|support|target|change|changed)\\b(?! (?:into|out of|through|track|an eye)\\b)';
const WITHIN_FIVE_WORDS = '(?: (?!that\\b)\\S+){0,5} ?$';
const SUBJECT = "\\b(?:we|i|let's|let us|everyone|please)\\b";
/** What has one value only in a story: the next problem does not put an end to the last. */
const NO_ROLE =
  '(?! (?:[\\w-]+ ){0,3}(?:problem|issue|bug|cause|culprit|reason|answer|question|example|point|catch|difference|exception|fix|risk|alternative)s?\\b)';

/** Matched against the words before the name. */
export const ASSERTED_BEFORE: readonly Pattern[] = [
  {
    id: 'somebody-uses',
    // The first subject decides: with any, a row of them would take the square of the time.
    cue: pattern(`^(?:(?!${SUBJECT}).)*${SUBJECT}.*\\b${ASSERTING}${WITHIN_FIVE_WORDS}`),
    yes: ['We deploy to <Fly.io>, region fra.', "Let's keep the job queue in <Redis>."],
    no: ['We looked at <Fly.io> and Render.', 'We run into restarts on <Fly.io>.'],
  },
  {
    id: 'imperative',
    cue: pattern(`^(?:(?:always|now|only|still) )*${ASSERTING}${WITHIN_FIVE_WORDS}`),
    yes: ['Always use <npm>.', 'Deploy the API to <Fly.io>.'],
    no: ['Useful: <npm>.', 'Users of <npm> complain.', 'Keep track of <Redis> versions.'],
  },
  {
    id: 'replaced-by',
    cue: pattern('\\breplaced (?:by|with) (?:the |our )?$'),
    yes: ['Heroku is replaced by <Fly.io>.', 'Cron was replaced with the <queue>.'],
    no: ['It was replaced because of <Fly.io>.', 'We replace <Fly.io> by Railway.'],
  },
  {
    id: 'our-role-is',
    cue: pattern(
      `^(?:our|my|the|default)\\b${NO_ROLE}[\\w -]{1,40}\\b(?:is|are|runs? on|lives? (?:on|in)|(?:is|are) (?:hosted|deployed|stored) (?:on|in|to))(?: the| our)? $`,
    ),
    yes: ['The API is hosted on <Fly.io>.', 'Our database is <Postgres>.', 'The worker runs on <Heroku>.'],
    no: ['The problem is <Fly.io>.', 'The API is slower on <Fly.io>.', 'This is <Fly.io>.'],
  },
];
/** Matched against what follows a name at the start of its clause. */
export const ASSERTED_AFTER: Pattern = {
  id: 'is-ours',
  cue: /^ (?:is|are|will be|stays|remains) (?:our|my)\b/i,
  yes: ['<Fly.io> is our host.', '<Tabs> are my default.'],
  no: ['<Fly.io> is cheaper than our host.', '<Fly.io> was our host.'],
};

/** Words before a name that keep a statement from asserting it. */
export const DISTANCE: Pattern = {
  id: 'distance',
  cue: /\b(?:not|no|never|off|from|than|instead|rather|without|unlike|over|away|against|don't|won't|longer|stop|drop|replace|avoid|before|after|until|compare|compared|comparing|between|whether|if|when|would|could|might|considered|evaluate|evaluated)\b/i,
  yes: ["We don't deploy to <Fly.io>.", 'We picked Railway over <Fly.io>.', 'We might use <Redis>.'],
  no: ['Our notebook host is <Fly.io>.', 'We now use <Redis>.', 'We use <Redis> rather than Kafka.'],
};
/** One of several named together: giving up one leaves the others, so such a statement is kept. */
export const AMONG_OTHERS_BEFORE: Pattern = {
  id: 'among-others-before',
  cue: /\b(?:and|or|plus|both) $/i,
  yes: ['We use Postgres and <Redis>.', 'We use both <Redis> and Kafka.'],
  no: ['We build and run on <Fly.io>.', 'We sort and store jobs in <Redis>.'],
};
/** Matched against what follows, to the end of the main clause: "Redis, Postgres and Kafka" too. */
export const AMONG_OTHERS_AFTER: Pattern = {
  id: 'among-others-after',
  cue: /^(?:,(?: (?!(?:and|or|plus)\b)[^\s,;:]+){1,2}){0,6},? (?:and|or|plus)\b/i,
  yes: ['We use <Redis> and Kafka.', 'We use <Redis>, Postgres 16 and Kafka.', 'We use <Redis>, or Kafka.'],
  no: ['We deploy to <Fly.io>, region fra.', 'We use <Redis> orderly.', 'We use <Redis> for jobs and mails.'],
};
/** What an older move left behind: it says nothing against where it went. */
export const LEFT_BEHIND: Pattern<readonly [sentence: string, left: string]> = {
  id: 'left-behind',
  cue: pattern(`\\b(?:off(?: of)?|away from|from) ${NAME} (?=to )`, 'gi'),
  yes: [
    ["Let's move off Fly.io to Railway.", "Let's move to Railway."],
    ['We moved the queue away from Redis to SQS.', 'We moved the queue to SQS.'],
  ],
  no: ['We moved off Fly.io.', 'We deploy from main and tag to release.'],
};

export const SENTENCE_BORDER: Pattern<readonly [text: string, sentence: string]> = {
  id: 'sentence-border',
  cue: /(?<=[.!?]["')\]]?) /,
  yes: [
    ['We use Redis. We like it.', 'We use Redis.'],
    ['He said "Use Redis!" We do.', 'He said "Use Redis!"'],
  ],
  no: ['We deploy to Fly.io in v2.0.', 'We use Redis, not Kafka.'],
};
/** A question states nothing: a sentence that is one neither gives up nor asserts. */
export const QUESTION: Pattern = {
  id: 'question',
  cue: /[?？]["')\]]{0,2}$/,
  yes: ['Should we move off Fly.io?', 'He asks "why not move off Fly.io?"'],
  no: ['Move off Fly.io.', 'We answered the ? on the wall.'],
};
/** Where the main clause ends. */
export const SUBORDINATE: Pattern<readonly [sentence: string, main: string]> = {
  id: 'subordinate',
  cue: /\b(?:because|since|although|though|but|while|whereas|which|so that|unless|until|in favou?r of)\b/i,
  yes: [
    ['We use Railway because it is cheaper than Fly.io.', 'We use Railway '],
    ['We use Redis, which is fast.', 'We use Redis, '],
  ],
  no: ['We use Redis so as to be fast.', 'We keep butter in Redis.'],
};
export const CLAUSE_BORDER: Pattern<readonly [sentence: string, clause: string]> = {
  id: 'clause-border',
  cue: /[;:!?—()]|\.(?=\s)|,(?=\s)/g,
  yes: [
    ['Decision: use Redis.', 'Decision'],
    ['We deploy to Fly.io, region fra.', 'We deploy to Fly.io'],
  ],
  no: ['We deploy to Fly.io', 'At most 1,000 rows in v2.0'],
};

/** What is said about a change after it: it limits nothing. */
export const NEXT_CLAUSE: Pattern<readonly [sentence: string, clause: string]> = {
  id: 'next-clause',
  cue: /[,;—] ?(?:and |as )?(?:it|its|they)(?:'s)? (?!only\b)/,
  yes: [
    ['We moved off Redis; it was slow.', 'We moved off Redis'],
    ['We moved off Redis, and it pays.', 'We moved off Redis'],
  ],
  no: ['We moved off Redis, in tests.', 'We moved it off Redis.'],
};
/** A value that is evidently a name: it begins with a capital or a digit, or is quoted as code. Case matters here. */
const VALUE = String.raw`(?<value>[\p{Lu}\p{N}\x60][\p{L}\p{N}._/@+\x60-]*(?: [\p{Lu}\p{N}][\p{L}\p{N}._-]*)*)`;
/** Roles with one value at a time; a status, a decision, a customer or a file has many. */
const ONE_AT_A_TIME =
  '(?:(?:[\\w-]+ ){0,2}?(?:branch|database|host|hosting|package manager|region|time ?zone|domain|licen[cs]e|deploy(?:ment)? target|indent(?:ation)?|line length|cloud|linter|formatter|editor|shell)|(?:[\\w-]+ ){1,2}?(?:limit|timeout)|(?:(?:project|product|app) )?name)';
/** Subjects that have one value at a time; `subject` and `rest` must be the same words for two values to exclude each other. */
export const SINGLE_VALUED: readonly Pattern<readonly [sentence: string, subject: string, value: string]>[] = [
  {
    id: 'role-is',
    cue: pattern(
      `^(?:[Oo]ur|[Tt]he|[Mm]y) (?<subject>${ONE_AT_A_TIME}) (?:is|becomes)(?: now| called| named)? ${VALUE}(?<rest>.*)$`,
      'u',
    ),
    yes: [
      ['Our database is Postgres 16.', 'database', 'postgres 16'],
      ['The retry limit is now 5 per minute.', 'retry limit per minute', '5'],
      ['Our hosting is `Fly.io`', 'hosting', 'fly.io'],
    ],
    no: ['The database is backed up nightly.', 'The root cause is DNS.', 'The decision is Vitest.'],
  },
  {
    id: 'used-for',
    cue: pattern(
      `^[Ww]e(?: now| only)? use ${VALUE} for (?!(?:the|our|an?|my) |(?:local )?(?:development|work|everything|all|most|some|many|this|that|it|these|those)\\b)(?<rest>.+)$`,
      'u',
    ),
    yes: [
      ['We use Biome for linting.', 'linting', 'biome'],
      ['We now use Stripe Checkout for payments.', 'payments', 'stripe checkout'],
    ],
    no: ['We use Docker for development.', 'We use Redis and Kafka for jobs.', 'We use it for linting.'],
  },
  {
    id: 'deployed-to',
    cue: pattern(
      `^[Ww]e(?: now| only)? (?<subject>deploy|host) (?:to|on) (?!(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?|Production|Prod|Staging|Preview|Test|QA|Dev)\\b)${VALUE}(?<rest>.*)$`,
      'u',
    ),
    yes: [
      ['We deploy to Railway.', 'deploy', 'railway'],
      ['We now host on Fly.io in Paris', 'host in paris', 'fly.io'],
    ],
    no: ['We deploy on Fridays.', 'We deploy to Staging.', 'We run on Node 20.', 'We deploy to Fly.io or Railway.'],
  },
];
/** A newer statement with one of these adds a value or gives one for a time, it does not replace one. */
export const ADDS: Pattern = {
  id: 'adds',
  cue: /\b(?:also|too|as well|both|additionally|besides|another|second|or|alongside|in addition|together with|on top of|next to|while|until|unless|during|temporarily|for now)\b/i,
  yes: ['We also deploy to Railway.', 'We use Biome for linting as well.'],
  no: ['We deploy to Railway.', 'We use Orbit for seconds and well-being.'],
};

/** Times, and words that stand for all there is: they limit nothing. */
export const UNLIMITED: Pattern<readonly [sentence: string, left: string]> = {
  id: 'unlimited',
  cue: /\b(?:(?:in|on|for|at|by|since|from|as of|starting) )?(?:(?:last|this|past) (?:week|month|year|quarter|sprint|time)|yesterday|today|now on|(?:this|these|any|all|every) (?:projects?|repo|repository|codebase|cases?|services?)|(?:january|february|march|april|june|july|august|september|october|november|december|(?:mon|tues|wednes|thurs|fri|satur|sun)day|20\d\d|q[1-4])(?![\w-]))|\b(?:in may|for (?:good|consistency|simplicity|everything)|in (?:general|practice|future|principle|order|the (?:end|future))|on (?:principle|the whole))\b/gi,
  yes: [
    ['We no longer use Redis in 2026.', 'We no longer use Redis .'],
    ['From now on, use Vitest.', ', use Vitest.'],
  ],
  no: ['We no longer use Redis in tests.', 'For all tests use Vitest.'],
};

const words = (all: string): ReadonlySet<string> => new Set(all.split(' '));
/** Words that name nothing by themselves. */
export const EMPTY_NAMES: ReadonlySet<string> = words(
  'it that this them these those one ones there here everything anything nothing something all what now because just only',
);
/** Words that neither belong to a name nor limit anything. */
export const FILLERS: ReadonlySet<string> = words(
  'the our a an my your its their all whole entire old current existing everything stuff things us now also back over away completely finally entirely fully officially always only still just already then so instead again therefore first next better sure decided agreed everyone please any more of and everywhere anywhere immediately anymore today altogether here again too every',
);
/** Fillers too, but in a phrase of place or purpose they limit: "in production". */
export const SCOPES: ReadonlySet<string> = words(
  'team support time app application project service site hosting deployment deployments production',
);
/** Words that begin a phrase of place or purpose. */
export const PLACING: ReadonlySet<string> = words(
  'in on for at as within inside outside across under throughout per via during before after when where which that',
);
/** Words that two statements share without speaking of the same, and that end a phrase. */
export const LINKING: ReadonlySet<string> = words(
  "is are was were be been being has have had do does did will to by with from it this these those there we i you let's we're i'm we've i've let , ; : ( ) — ! ?",
);
/** Verbs whose object is what is used. */
export const CHOOSING: ReadonlySet<string> = words(
  'use uses using prefer prefers preferred need needs want wants choose chose chosen pick picked adopt adopted require requires',
);
/** Verbs that say where something is done; in a phrase of place they are nouns. */
export const DOING: ReadonlySet<string> = words(
  'deploy deploys deploying host hosts run runs running ship ships publish store stores keep keeps put write make build builds go going went move moves moving moved switch switching switched migrate migrating migrated stay stick settle settled rely depend set target change changed replaced standardise standardize standardised standardized',
);
export const TRAILING: ReadonlySet<string> = words(
  'everywhere anywhere immediately anymore any more today completely entirely altogether please here again too',
);
