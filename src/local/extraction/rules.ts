/**
 * The rules of local extraction, as data: a cue, and sentences that it must and must not take. Tests run every example.
 * They are ours [?]: the platform extracts with a model. Out of scope: how they are applied (`extract.ts`).
 */
import type { CapturedType } from '../../contract/memory.ts';

export interface Rule {
  readonly id: string;
  readonly cue: RegExp;
  readonly yes: readonly string[];
  readonly no: readonly string[];
}

/** Sentences that state nothing lasting, whatever else is in them, unless `unless` shows a lasting rule. */
export const DROPS: readonly (Rule & { readonly unless?: RegExp })[] = [
  {
    id: 'question',
    cue: /[?？]["')\]]*$/,
    yes: ['Should we use Redis for sessions?', '我们用哪个数据库？'],
    no: ['We use Redis for sessions.'],
  },
  {
    id: 'acknowledgement',
    cue: /^(?:ok(?:ay)?|yes|no|yep|nope|sure|thanks?|thank you|great|perfect|nice|good|cool|fine|done|got it|sounds good|looks good|lgtm|go ahead|continue)\b[\w ,']{0,24}[.!]*$/i,
    yes: ['Okay.', 'Thanks a lot!', 'Sounds good.', 'yes go ahead'],
    no: ['No migration may drop a column without a reversible step.', 'Fine-grained locks are what we use.'],
  },
  {
    id: 'asks-for-work',
    cue: /^(?:(?:so|and|then|now|also|first|next|ok|okay)[, ]+)*(?:(?:can|could|would|will) you\b|i(?:'d like| want| need) you to\b|let(?:'s| us) (?:look|see|check|try|start|continue|begin|read|find|fix|debug|test|talk|think)\b|(?:please |just )*(?:run|fix|find|show|look|check|write|add|update|create|make|open|read|explain|tell|give|put|list|implement|refactor|rename|delete|remove|commit|push|merge|try|do|continue|proceed|summari[sz]e|describe|review|help|generate|install|execute|print|apply|revert|undo|change|set up|clean up)\b)/i,
    unless:
      /\b(?:always|never|every|from now on|going forward|in future|must|convention|by default|we decided|instead of|in favou?r of)\b|^(?:please )?change .+ from .+ to /i,
    yes: [
      'Can you look at CLAUDE.md and the webhook.',
      'Please update the README.',
      'Write that down in docs/MIGRATIONS.md.',
      "Let's look at the logs first.",
    ],
    no: [
      'Please always run the linter before a commit.',
      'Never add a default export.',
      "Let's move off Fly.io to Railway.",
    ],
  },
  {
    id: 'progress',
    cue: /\b\d{1,3} ?%|\bepoch \d+|\beta\b|\bheartbeat\b|^(?:i am|i'm|now i|i'll|i will|let me)\b|^(?:running|checking|looking|reading|updating|working|starting|waiting)\b|^i(?:'ve| have)? (?:just )?(?:updated|added|created|wrote|written|changed|modified|edited|renamed|removed|committed|pushed|ran|run|read)\b|^(?:modified|changed|updated|created|touched)(?: the)?(?: following)? files?\b|\bhas been (?:failing|running|broken|slow) since\b/i,
    unless: /\b(?:always|never|root cause|because|turn(?:s|ed) out|from now on|convention|must)\b/i,
    yes: [
      'Epoch 12 finished, 48 % done.',
      "I'll run the tests now.",
      'Modified files: src/a.ts, src/b.ts',
      'One test has been failing since Thursday.',
    ],
    no: ['The root cause is that 30 % of the webhooks arrive twice.', 'We never run migrations by hand.'],
  },
];

/** What is worth keeping, by the type that a sentence with the cue states. */
export const KEEPS: Readonly<Record<CapturedType, readonly Rule[]>> = {
  preference: [
    {
      id: 'prefers',
      cue: /\bI(?:'d| would)? (?:really |strongly |much )?(?:prefer|like|love|hate|dislike|favou?r|want|don'?t like|don'?t want|never want|always want|always use|never use|usually use)\b|\bmy (?:preference|preferred|favou?rite|default)\b|\bprefer(?:s|red|ence)?\b/i,
      yes: [
        'I prefer pnpm over npm.',
        'I never want emojis in commit messages.',
        'My preferred language for scripts is Python.',
      ],
      no: ['The import of preferences is slow.', 'Tests run in parallel.'],
    },
  ],
  decision: [
    {
      id: 'lets',
      cue: /\b(?:let'?s|let us) (?:now )?(?:move|switch|migrate|go|use|adopt|drop|keep|stay|stick|replace|deploy|host|store|put|pick|choose|make|split|ship|standardi[sz]e|settle|not|stop|avoid)\b/i,
      yes: ["Let's move off Fly.io to Railway because its volumes pin us.", "Let's stick with Postgres."],
      no: ["Let's see what happens."],
    },
    {
      id: 'decided',
      cue: /\b(?:we|i)(?:'ve| have)? (?:finally )?(?:decided|agreed|chose|chosen|settled|picked|opted|went|switched|moved|migrated|rejected|ruled out|considered|looked at|evaluated)\b|\bdecision\b|(?:\b(?:is|that's|it's)|,) decided\b|\bwe(?:'re| are) (?:going with|moving|switching|using|dropping|replacing|keeping|staying)\b|\bwe(?:'ll| will| should| shall) (?:use|move|switch|go|keep|drop|deploy|host|store|stay|adopt|replace|stop)\b/i,
      yes: [
        'Decision: sessions live in Redis.',
        'We looked at Render too but it has no private networking on our plan.',
        "We're going with Stripe.",
        'Railway should poll /readyz, decided.',
      ],
      no: ['The box ticks itself.', 'We will see.'],
    },
    {
      id: 'states-use',
      cue: /\b(?:we|our \w+) (?:now |always |only |currently )?(?:use|uses|deploy|deploys|host|hosts|run|runs on|store|stores|set|keep|ship|ships|publish|build|depend|rely|support|target)\b|\bno longer\b|\b(?:instead of|rather than|in favou?r of|replaced (?:by|with))\b|^(?:please )?(?:change|switch|move|migrate) .+ from .+ to /i,
      yes: [
        'We deploy to Fly.io, region fra, because it is close to our customers.',
        'We no longer support Node 16.',
        'We set cache headers in one place only.',
        'Use Vitest instead of Jest.',
        'The cron job is replaced by a queue.',
      ],
      no: ['The weather is nice today.', 'The user deploys a model.'],
    },
  ],
  convention: [
    {
      id: 'rule-of-the-house',
      cue: /\bconvention\b|\bfrom now on\b|\bgoing forward\b|\b(?:must|must not|mustn't|shall|should always|should never|have to|has to)\b|\b(?:always|never)\b|\b(?:every|each|all) [\w.-]+(?: [\w.-]+){0,4} (?:is|are|has|have|gets?|needs?|goes|go|lives?|uses?|starts?|ends?)\b|\bby convention\b|\bin this repo(?:sitory)?\b|\bnaming\b|^(?:please )?(?:use|prefer|avoid|keep|name|put) (?!(?:this|that|the|it|them|these|those|an?)\b)\S+/i,
      yes: [
        'Convention from now on: every migration file is named YYYYMMDDHHMM_<verb>_<table>.sql and must be reversible.',
        'Never commit a package-lock.json.',
        'Every route has a test.',
        'Use named exports.',
      ],
      no: [
        'The tests are green.',
        'Use this file.',
        'Use a worktree of your own for the experiment.',
        'It works on my machine.',
      ],
    },
  ],
  runbook: [
    {
      id: 'procedure',
      cue: /^(?:(?:in order )?to|how to) (?:deploy|release|publish|ship|roll ?back|rotate|restore|recover|revert|reset|restart|migrate|back up|scale|renew|provision|onboard|debug|reproduce)\b.{0,80}?[,:] ?\S|^(?:when|whenever|if|every time|each time|before every|before each|after every|after each)\b.{1,80}?\b(?:fails?|breaks?|is down|are down|goes down|backs? up|hangs?|is stuck|get stuck|gets stuck|stuck|expires?|release|deploy|migration|incident|outage)\b.{0,20}?[,:] ?(?:first |then |you |we )?(?:must |should |have to )?(?:run|restart|check|stop|start|scale|rotate|purge|delete|set|open|look|roll|redeploy|restore|call|page|ask|drain|flush|clear|bump|tag|push|wait)\b|^(?:runbook|playbook|procedure)\b[^:\n]{0,120}:/i,
      yes: [
        'To roll back a bad deploy, run railway rollback and then purge the CDN cache.',
        'How to rotate the Stripe key: create a new one in the dashboard, set it on Railway, redeploy.',
        'When the queue is stuck, restart the worker and check the dead letter table.',
        'Before every release, bump the version and tag it.',
      ],
      no: [
        'To see it, open the page and click on it.',
        'The deploy takes ten minutes.',
        'If the tests fail, fix them.',
        'When I came in, the page was open.',
      ],
    },
  ],
  insight: [
    {
      id: 'cause',
      cue: /\broot cause\b|\bthe (?:real |actual |underlying )?(?:cause|culprit|reason|problem|bug|issue|catch|trick|gotcha) (?:is|was|turned out|lies|lay)\b|\bturn(?:s|ed) out\b|\bcaused by\b|\b(?:fails?|failed|breaks?|broke|crash(?:es|ed)?|hangs?|hung|flak(?:y|es?)|leaks?|leaked)\b.{0,120}\bbecause\b|\bbecause\b.{0,120}\b(?:fails?|failed|breaks?|broke|crash(?:es|ed)?|hangs?|hung)\b/i,
      yes: [
        'The root cause is a cache keyed by the local date.',
        'It turns out that Stripe retries for three days.',
        'The test fails around midnight because it uses local time.',
      ],
      no: ['I looked at the test.', 'There is a reason to be glad.'],
    },
    {
      id: 'learned',
      cue: /\b(?:lesson|learn(?:ed|t)|gotcha|pitfall|caveat|insight|beware|watch out|worth (?:knowing|remembering)|keep in mind|remember that|note that|important(?:ly)?:)/i,
      yes: [
        'Lesson: the sandbox clock is in UTC.',
        'Note that webhooks may arrive twice.',
        'Beware of the trailing slash.',
      ],
      no: ['The learning rate is 0.1.', 'See the release notes.'],
    },
  ],
};

/** In an insight window the person's own rules, decisions and preferences that no typed window took are kept too. */
export const ANY_STATEMENT: readonly Rule[] = [
  ...KEEPS.preference,
  ...KEEPS.decision,
  ...KEEPS.convention,
  ...KEEPS.runbook,
  ...KEEPS.insight,
];

/** Begins a procedure that is told in sentences; and what its further steps begin with. They are one fact with it. */
export const FIRST_STEP = /^first(?:ly)?,? \S/i;
export const NEXT_STEP =
  /^(?:and )?(?:then|next|after that|after this|afterwards|finally|lastly|second(?:ly)?|third(?:ly)?)\b,? \S/i;

/** Marks that stand for what was left out or hidden before the window came here; they are no statement. */
export const MARK = /\[(?:omitted|redacted)(?::[^\]\n]*)?\]/gi;
