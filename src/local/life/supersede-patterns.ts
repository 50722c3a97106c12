/**
 * How a statement gives something up, as data: patterns with sentences that they must and must not take. Tests run every
 * example. English only; ours [?]. Out of scope: how a statement asserts something (`supersede-assertions.ts`) and how both
 * are applied (`supersede.ts`).
 */
import { ASSERTING, NAME, type Pattern, pattern, WORD } from './supersede-assertions.ts';

const X = `(?<x>${NAME})`;

const CHANGE =
  '(?:move|moving|moved|switch|switching|switched|migrate|migrating|migrated|change|changing|changed|go|going|port|ported|convert|converted|upgrade|upgraded)';
const MOVED = `(?<about>(?: ${WORD}){0,5}?)`;

/** "in March", "for now", "in this repo" and "in favour of" limit nothing. */
const UNLIMITED =
  '(?! (?:favou?r|order|this|these|any|all|general|practice|future|good|now|principle|purpose|consistency|simplicity|the (?:end|future|whole)|\\d{4}|q\\d|january|february|march|april|may|june|july|august|september|october|november|december|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\\b)';
const WORDS = '(?: [^\\s.,;:!?()]+(?:[.:/][^\\s.,;:!?()]+)*){1,4}';
/** Where, what for or how, when it is said: an older statement must speak of the same. */
const limited = (by: string) => `(?: (?:${by})${UNLIMITED}(?<limit>${WORDS}))?`;
const PLACE = limited('in|on');
const PURPOSE = limited('for|in|on|when|where|as (?=an? |the |our )');
const ANYHOW = limited('for|in|on|at(?! all)|by|with|to|as|when|where|which|that|over');

/** Group `x`: what is given up. Groups `about` and `limit`: what is moved and where or what for, when it is said. */
export const GIVES_UP: readonly Pattern<readonly [sentence: string, name: string]>[] = [
  {
    id: 'moved-off',
    cue: pattern(`\\b${CHANGE}\\b${MOVED} (?:off(?: of)?|away from) ${X}(?: to ${NAME})?${PLACE}`),
    yes: [
      ["Let's move off Fly.io to Railway because its volumes pin us.", 'Fly.io'],
      ['We migrated the job queue away from the in-memory store.', 'in-memory store'],
      ['Decision: moving off of `Heroku` in March.', 'Heroku'],
    ],
    no: ['We never moved off Fly.io.', 'The alarms go off at night.', "Let's move off it."],
  },
  {
    id: 'moved-from-to',
    cue: pattern(`\\b${CHANGE}\\b${MOVED} from ${X} to (?:${NAME}${PLACE})?`),
    yes: [
      ['We switched from Fly.io to Railway.', 'Fly.io'],
      ['Change the timeout from 5s to 10s.', '5s'],
    ],
    no: [
      'The migration copies rows from users to accounts.',
      'We moved the tests from there to here.',
      'If it grows, we switch from SQLite to Postgres.',
    ],
  },
  {
    id: 'instead-of',
    cue: pattern(`\\b(?:instead of|rather than|in place of)(?: using)? ${X}${PURPOSE}`),
    yes: [
      ['Use Vitest instead of Jest for unit tests.', 'Jest'],
      ['Rather than using Redis, we keep jobs in SQS.', 'Redis'],
    ],
    no: [
      'Use Vitest too instead of only Jest.',
      "Don't use Jest instead of Vitest.",
      'The fault is that it read Redis instead of Postgres.',
      'We added a lock because the worker wrote to Redis rather than Postgres.',
      'Let us deploy nightly instead of when it is asked for.',
    ],
  },
  {
    id: 'prefers-over',
    cue: pattern(
      `(?<!\\b(?:the|our|my) )\\bprefer(?:red|s)? (?!to (?!use ))(?:[^.;:!?]|\\.(?=\\S)){1,60}? over ${X}${PURPOSE}`,
    ),
    yes: [
      ['I prefer spaces over tabs.', 'tabs'],
      ['We prefer to use Fly.io over Heroku for staging.', 'Heroku'],
    ],
    no: [
      'I prefer to send webhooks over HTTPS.',
      'The preferred way is over HTTPS.',
      'I prefer tabs. We went over Redis yesterday.',
      "I don't prefer tabs over spaces.",
    ],
  },
  {
    id: 'not-that-one',
    cue: pattern(`, (?:and )?not (?!(?:all|every|each|always|entirely)\\b)${X}${PURPOSE}`),
    yes: [
      ['We use Railway, not Fly.io.', 'Fly.io'],
      ['Convention: named exports, not default exports.', 'default exports'],
    ],
    no: [
      'We use Railway, not only Fly.io.',
      'Use tabs in Makefiles, not in TypeScript.',
      'We test every service, not all services.',
      'The bug is in Redis, not Postgres.',
    ],
  },
  {
    id: 'no-longer',
    cue: pattern(
      `\\b(?:we|i)(?: no longer|(?: do|'ll| will)? not| don't| won't) (?:use|deploy to|deploy on|host on|run on|run|rely on|depend on|support|want|prefer|need) ${X}${ANYHOW}`,
    ),
    yes: [
      ['We no longer deploy to Fly.io.', 'Fly.io'],
      ["I don't use Jest anymore in tests.", 'Jest'],
    ],
    no: [
      'We no longer use Redis only in tests.',
      "We don't just use Redis.",
      "We don't use it.",
      'If we no longer need Redis, we say so.',
    ],
  },
  {
    id: 'stops-using',
    cue: pattern(`\\b(?:stop|stopped|stopping) (?:using|deploying to|hosting on|running on) ${X}${ANYHOW}`),
    yes: [
      ['Stop using Heroku immediately.', 'Heroku'],
      ['We stopped deploying to Fly.io.', 'Fly.io'],
    ],
    no: ["We can't stop using Redis.", 'We stopped using only Heroku.', 'Once we stop using Redis, we save money.'],
  },
  {
    id: 'drops',
    // Case matters: "for Valkey" is what comes instead, "for unit tests" is where.
    cue: pattern(
      `\\b(?:[Dd]rop|[Dd]ropped|[Dd]ropping|[Aa]bandon|[Aa]bandoned|[Dd]itch|[Dd]itched)(?: support for)? ${X}(?: for(?! [\\p{Lu}\\p{N}\\x60])(?<limit>${WORDS})|(?= (?:in favou?r of|for|because|as|since|now)\\b|[.,;!](?!\\S)|$))`,
      'u',
    ),
    yes: [
      ["Let's drop Redis in favour of Valkey.", 'Redis'],
      ['We dropped support for Node 18 because nobody runs it.', 'Node 18'],
      ['We ditched Jest for Vitest.', 'Jest'],
    ],
    no: [
      'Drop Fly.io support when the contract ends.',
      'Migrations must not drop columns.',
      'We might drop Redis.',
      'We talked about the drop.',
    ],
  },
  {
    id: 'replaces',
    cue: pattern(`\\b(?:replace|replaced|replacing|swap|swapped) ${X} (?:with|by|for) (?:${NAME}${PLACE})?`),
    yes: [
      ["Let's replace Fly.io with Railway.", 'Fly.io'],
      ['We swapped Moment for date-fns.', 'Moment'],
    ],
    no: ['Never replace tabs with spaces.', 'Replace the batteries yearly.', 'It would replace Fly.io with Railway.'],
  },
  {
    id: 'is-replaced',
    cue: pattern(
      `(?:^|[:;,] )${X} (?:is|are|was|were|has been|have been|gets?|will be) replaced (?:by|with) (?:${NAME}${PLACE})?`,
    ),
    yes: [
      ['Decision: Fly.io is replaced by Railway.', 'Fly.io'],
      ['The old queue will be replaced with SQS.', 'queue'],
    ],
    no: [
      'Fly.io is not replaced by Railway.',
      'It was replaced by Railway.',
      'Fly.io is replaced by Railway if it fails.',
    ],
  },
];

/**
 * What keeps a sentence from giving up what it names, whichever pattern takes it. `around`: anywhere before the reason is
 * given; `before`: in the clause up to the pattern. `yes` and `no` are whole sentences.
 */
export const HELD_BACK: readonly (Pattern & { readonly where: 'around' | 'before' })[] = [
  {
    id: 'condition',
    where: 'around',
    cue: /\b(?:if|unless|whether|in case|might|could|maybe|perhaps|would(?! (?:rather|prefer|like)\b))\b/i,
    yes: ['If it fails again, we move off Fly.io.', 'We could drop Redis.', "Let's move off Fly.io if it fails again."],
    no: ['I would prefer pnpm over npm.', "Let's move off Fly.io because it might fail."],
  },
  {
    id: 'negation',
    where: 'before',
    cue: /\b(?:not|never|nobody|avoid|against|without|no (?:one|need|reason|plans?|intention))\b|n't\b/i,
    yes: [
      'We decided not to drop Redis.',
      "We didn't move off Fly.io.",
      'There is no need to replace Jest with Vitest.',
    ],
    no: ['It is not stable, so we move off Fly.io.', 'Move off Fly.io to something that does not fail.'],
  },
  {
    id: 'only-weighed',
    where: 'before',
    cue: /\b(?:consider|evaluat|compar|discuss|propos)\w*|\b(?:tempted|tried|trying)\b|\b(?:when|once|until|before|after) (?:we|i)\b/i,
    yes: [
      'We considered Vitest instead of Jest.',
      'Once we move off Fly.io we save money.',
      'We tried to move off Redis.',
    ],
    no: ['When the volumes broke we moved off Fly.io.', 'After two weeks we moved off Fly.io.'],
  },
  {
    id: 'account-of-a-fault',
    where: 'before',
    cue: /\b(?:bug|cause|fault|culprit|problem|issue|error)s? (?:is|was|are|were|lies|lay|came|comes)\b|\bturn(?:s|ed) out\b|\bmistake|(?<=\S )(?:because|since|although|though|whereas|which)\b/i,
    yes: [
      'I think the bug is in Redis, not Postgres.',
      'It turned out we read Redis instead of Postgres.',
      'We were paged because we wrote to Redis instead of Postgres.',
    ],
    no: ['After the bug we moved off Fly.io.', 'Since Friday we no longer use Redis.'],
  },
];

/** The clause before a pattern speaks for us or tells somebody to; any other subject limits what is given up. */
export const SPEAKS_FOR_US: Pattern = {
  id: 'speaks-for-us',
  cue: pattern(
    `\\b(?:we|i|us|let's|everyone|please|decided|agreed|time to)\\b|^(?:(?:then|so|and|or|but|also|just|instead|again|therefore|first|next|now|finally|always|today|only|still|from now on|going forward)\\b ?)*(?:(?:${ASSERTING}|(?:put|write|make)\\b).*)?$`,
  ),
  yes: ['we', 'Use Vitest', 'From now on', ''],
  no: ['Customers', 'The queue', 'Users'],
};
/** A sentence that begins so is ours, whatever its subject. */
export const LABELLED: Pattern = {
  id: 'labelled',
  cue: /^(?:(?:it|that)'s )?(?:decision|decided|convention|rule|preference|agreed)\b/i,
  yes: ['Decision: tabs, not spaces.', "It's decided: Railway, not Fly.io."],
  no: ['Tabs, not spaces.', 'The rule read Redis, not Postgres.'],
};
/** What a sentence limits itself to from its first words. */
export const OPENING: Pattern<readonly [sentence: string, limit: string]> = {
  id: 'opening',
  cue: pattern(`^(?:in|for|on|within|during|inside)${UNLIMITED} (?<limit>[^,;:]{1,60}), `),
  yes: [
    ['For unit tests, use Vitest instead of Jest.', 'unit tests'],
    ['In packages/web, we no longer use Redux.', 'packages/web'],
  ],
  no: ['In future, use Vitest instead of Jest.', 'For unit tests we use Vitest instead of Jest.'],
};
/** A name that ends so is not given up as a whole: "we no longer use Jest only". */
export const IN_PART: Pattern = {
  id: 'in-part',
  cue: /\s(?:only|alone|just|exclusively|solely|merely)$/i,
  yes: ['Jest only', 'the queue alone'],
  no: ['Jest', 'read-only'],
};
