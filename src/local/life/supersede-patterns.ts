/**
 * How a statement gives something up, as data: patterns with sentences that they must and must not take. Tests run every
 * example. English only; ours [?]. Out of scope: how a statement asserts something (`supersede-assertions.ts`), how words
 * belong together (`phrases.ts`) and how all are applied (`supersede.ts`).
 */
import { NAME, type Pattern, pattern, WORD } from './supersede-assertions.ts';

const X = `(?<x>${NAME})`;

const CHANGE =
  '(?:move|moving|moved|switch|switching|switched|migrate|migrating|migrated|change|changing|changed|port|ported|convert|converted|upgrade|upgraded)';
const MOVED = `(?<about>(?: ${WORD}){0,5}?)`;

/** "a mock" is nothing that comes instead for good. */
const Y = `(?!an? |another )(?<y>${NAME})`;

interface GivesUp extends Pattern<readonly [sentence: string, name: string]> {
  /** What comes instead stands elsewhere in the sentence, without a group. */
  readonly alternative?: true;
}

/** Groups: `x` is given up, `y` comes instead, `about` is moved. Whatever else a sentence says is read as a limit. */
export const GIVES_UP: readonly GivesUp[] = [
  {
    id: 'moved-off',
    cue: pattern(`\\b${CHANGE}\\b${MOVED} (?:off(?: of)?|away from) ${X}(?: to ${Y})?`),
    yes: [
      ["Let's move off Fly.io to Railway because its volumes pin us.", 'Fly.io'],
      ['We migrated the job queue away from the in-memory store.', 'in-memory store'],
      ['Decision: moving off of `Heroku` in March.', 'Heroku'],
    ],
    no: ['We never moved off Fly.io.', 'The alarms go off at night.', "Let's move off it."],
  },
  {
    id: 'moved-from-to',
    cue: pattern(`\\b${CHANGE}\\b${MOVED} from ${X} to ${Y}`),
    yes: [
      ['We switched from Fly.io to Railway.', 'Fly.io'],
      ['Change the timeout from 5s to 10s.', '5s'],
    ],
    no: ['The migration copies rows from users to accounts.', 'We moved the tests from there to here.'],
  },
  {
    id: 'instead-of',
    alternative: true,
    cue: pattern(`\\b(?:instead of|rather than|in place of)(?: using)? ${X}`),
    yes: [
      ['Use Vitest instead of Jest for unit tests.', 'Jest'],
      ['Rather than using Redis, we keep jobs in SQS.', 'Redis'],
    ],
    no: ['Use Vitest too instead of only Jest.', "Don't use Jest instead of Vitest."],
  },
  {
    id: 'prefers-over',
    cue: pattern(
      `(?<!\\b(?:the|our|my) )\\bprefer(?:red|s)? (?!to (?!use ))(?<y>(?:[^.;:!?]|\\.(?=\\S)){1,60}?) over ${X}`,
    ),
    yes: [
      ['I prefer spaces over tabs.', 'tabs'],
      ['We prefer to use Fly.io over Heroku for staging.', 'Heroku'],
    ],
    no: ['I prefer to send webhooks over HTTPS.', 'The preferred way is over HTTPS.'],
  },
  {
    id: 'not-that-one',
    alternative: true,
    cue: pattern(`, (?:and )?not (?!(?:all|every|each|always|entirely)\\b)${X}`),
    yes: [
      ['We use Railway, not Fly.io.', 'Fly.io'],
      ['Convention: named exports, not default exports.', 'default exports'],
    ],
    no: ['We use Railway, not only Fly.io.', 'Use tabs in Makefiles, not in TypeScript.'],
  },
  {
    id: 'no-longer',
    cue: pattern(
      `\\b(?:we|i)(?: no longer|(?: do|'ll| will)? not| don't| won't) (?:use|deploy to|deploy on|host on|run on|run|rely on|depend on|support|want|prefer|need) ${X}`,
    ),
    yes: [
      ['We no longer deploy to Fly.io.', 'Fly.io'],
      ["I don't use Jest anymore in tests.", 'Jest'],
    ],
    no: ['We no longer use Redis only in tests.', "We don't just use Redis.", "We don't use it."],
  },
  {
    id: 'stops-using',
    cue: pattern(`\\b(?:stop|stopped|stopping) (?:using|deploying to|hosting on|running on) ${X}`),
    yes: [
      ['Stop using Heroku immediately.', 'Heroku'],
      ['We stopped deploying to Fly.io.', 'Fly.io'],
    ],
    no: ["We can't stop using Redis.", 'We stopped using only Heroku.', 'Once we stop using Redis, we save money.'],
  },
  {
    id: 'drops',
    cue: pattern(
      `\\b(?:drop|dropped|dropping|abandon|abandoned|ditch|ditched)(?: support for)? ${X}(?= (?:in|on|at|for|because|as|since|now)\\b|[.,;!](?!\\S)|$)`,
    ),
    yes: [
      ["Let's drop Redis in favour of Valkey.", 'Redis'],
      ['We dropped support for Node 18 because nobody runs it.', 'Node 18'],
      ['We ditched Jest for unit tests.', 'Jest'],
    ],
    no: ['Drop Fly.io support when the contract ends.', 'Migrations must not drop columns.', 'We might drop Redis.'],
  },
  {
    id: 'replaces',
    cue: pattern(
      `\\b(?:replace|replaced|replacing|swap|swapped) ${X} (?:with|by|(?<=\\bswap(?:ped)? [^,;:]{1,100})for) ${Y}`,
    ),
    yes: [
      ["Let's replace Fly.io with Railway.", 'Fly.io'],
      ['We swapped Moment for date-fns.', 'Moment'],
    ],
    no: ['Never replace tabs with spaces.', 'Replace the batteries yearly.', 'It would replace Fly.io with Railway.'],
  },
  {
    id: 'is-replaced',
    cue: pattern(`(?<=^|[:;,] )${X} (?:is|are|was|were|has been|have been|gets?) replaced (?:by|with) ${Y}`),
    yes: [
      ['Decision: Fly.io is replaced by Railway.', 'Fly.io'],
      ['The old queue was replaced with SQS.', 'queue'],
    ],
    no: ['Fly.io is not replaced by Railway.', 'It was replaced by Railway.'],
  },
];

/**
 * What keeps a sentence from giving up what it names, whichever pattern takes it. `around`: anywhere before the reason is
 * given; `before`: in the clause up to the pattern; `anywhere`: in the reason too. `yes` and `no` are whole sentences.
 */
export const HELD_BACK: readonly (Pattern & { readonly where: 'around' | 'before' | 'anywhere' })[] = [
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
    yes: ['We decided not to drop Redis.', "We didn't move off Fly.io."],
    no: ['It is not stable, so we move off Fly.io.', 'Move off Fly.io to something that does not fail.'],
  },
  {
    id: 'only-weighed',
    where: 'before',
    cue: /\b(?:consider|evaluat|compar|discuss|propos)\w*|\b(?:tempted|try|tried|trying|trial)\b|\b(?:when|once|until|before|after) (?:we|i)\b/i,
    yes: ['We considered Vitest instead of Jest.', 'Once we move off Fly.io we save money.'],
    no: ['When the volumes broke we moved off Fly.io.', 'After two weeks we moved off Fly.io.'],
  },
  {
    id: 'account-of-a-fault',
    where: 'before',
    cue: /\b(?:bug|cause|fault|culprit|problem|issue|error)s? (?:is|was|are|were|lies|lay|came|comes)\b|\bturn(?:s|ed) out\b|\bmistake|(?<=\S )(?:because|since|although|though|whereas|which)\b/i,
    yes: ['I think the bug is in Redis, not Postgres.', 'It turned out we read Redis instead of Postgres.'],
    no: ['After the bug we moved off Fly.io.', 'Since Friday we no longer use Redis.'],
  },
  {
    id: 'plan-or-wish',
    where: 'around',
    cue: /\b(?:plan|plans|planning|planned|hope|hopes|hoping|wish|wishes|should|shall|will(?! not\b)|ought to|ha(?:ve|s) to|(?:want|wants|wanted|need|needs|like) to|(?:going|about) to (?:move|switch|migrate|change|replace|drop|use|stop|port|swap)|soon|later|eventually|some ?day|next (?:week|month|quarter|year|sprint))\b|'ll (?!not\b)/i,
    yes: ['We plan to switch from Redis to SQS.', 'We will move off Redis.', 'I want to use Bun instead of Node.'],
    no: ['I want pnpm instead of npm.', 'We will not use Redis.', 'Move off Redis because it will fail.'],
  },
  {
    id: 'did-not-last',
    where: 'around',
    cue: /\b(?:almost|nearly|(?<!\b(?:is|are|be) )used|failed to|refused to|declined to|roll(?:ed)?(?: \w+){0,3} back|(?:and|then|later)(?: \w+){1,3} back|revert\w*|undid|undone|and (?:then )?back|at (?:my|our|the) (?:last|old|previous|former))\b/i,
    yes: ['We almost switched from Redis to SQS.', 'We moved from Redis to SQS and back.'],
    no: ["Let's move back off Redis to SQS.", 'Last week we moved off Redis.'],
  },
  {
    id: 'with-an-exception',
    where: 'anywhere',
    cue: /\b(?:but|though|although|except|apart from|other than|while|until|unless|during|temporarily|for (?:now|the moment|the time being))\b/i,
    yes: ['We moved off Redis, but not for sessions.', 'Use Vitest instead of Jest until Friday.'],
    no: ['Decided: we move off Redis from now on.', 'We moved off Redis because of the exceptions.'],
  },
];

/** Words before a statement that say what it is and limit nothing. */
export const LABELLED: Pattern = {
  id: 'labelled',
  cue: /^(?:(?:it|that)'s )?(?:(?:new|final|our) )?(?:decision|decided|convention|rule|preference|agreed|update)\s?[:,—-] ?/i,
  yes: ['Decision: tabs, not spaces.', "It's decided: Railway, not Fly.io."],
  no: ['Tabs, not spaces.', 'The rule read Redis, not Postgres.'],
};
/** A name that ends so is not given up as a whole: "we no longer use Jest only". */
export const IN_PART: Pattern = {
  id: 'in-part',
  cue: /\s(?:only|alone|just|exclusively|solely|merely)$/i,
  yes: ['Jest only', 'the queue alone'],
  no: ['Jest', 'read-only'],
};
