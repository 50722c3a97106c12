/**
 * Rules that tell what a person's sentence states, as data with their own examples; the tests run both lists. The first
 * rule that fits wins. Out of scope: dividing a prompt (`classify`), what a platform makes of the words.
 */
import type { CapturedType } from '../../contract/memory.ts';

export interface ClassifyRule {
  readonly name: string;
  readonly type: CapturedType;
  readonly pattern: RegExp;
  /** Does not fit when this does. */
  readonly unless?: RegExp;
  readonly finds: readonly string[];
  readonly leaves: readonly string[];
}

const ERRAND = /^(?:now|then|please|can you|could you|would you|ok,? now)\b/i;
/** The sentence is about how Claude deals with the person, not about the project. */
const WITH_ME = /\b(?:me|my|I)\b/;

export const CLASSIFY_RULES: readonly ClassifyRule[] = [
  {
    name: 'label-decision',
    type: 'decision',
    pattern:
      /^(?:(?:good|ok|okay|so|and|final)[.,]?\s+)?(?:(?:decisions?|decided|entscheidung|décision|decisión)\b|決定|决定)[^:：\n]{0,40}[:：]/i,
    finds: ['Decision: prices are never cached, no-store.', 'Decision (final): one repo.', '決定：価格は整数。'],
    leaves: ['The decision was hard: we argued for days.'],
  },
  {
    name: 'label-convention',
    type: 'convention',
    pattern:
      /^(?:(?:new|team|house)\s+)?(?:conventions?|rules?|konvention|regel|règle|convención|norma)\b[^:\n]{0,40}:/i,
    finds: [
      'Convention: logs are structured JSON.',
      'Convention from now on: every migration file is named x.',
      'Rule: no floats.',
    ],
    leaves: ['The rule of thumb is old.'],
  },
  {
    name: 'label-preference',
    type: 'preference',
    pattern: /^(?:my\s+)?preferences?\b[^:\n]{0,40}:/i,
    finds: ['My preference: short answers.'],
    leaves: ['Preferences are stored in a table.'],
  },
  {
    name: 'label-runbook',
    type: 'runbook',
    pattern: /^(?:runbook|playbook|procedure)\b[^:\n]{0,120}:/i,
    finds: ['Runbook for when webhooks back up, please remember it: check the status page.'],
    leaves: ['The runbook is outdated.'],
  },
  {
    name: 'label-insight',
    type: 'insight',
    pattern: /^(?:insight|lesson(?: learned)?|gotcha|root cause|learning|til)\b[^:\n]{0,40}:/i,
    finds: ['Root cause: the pool was too small.', 'Gotcha: the index is case-sensitive.'],
    leaves: ['What is the root cause?'],
  },
  {
    name: 'policy',
    type: 'decision',
    pattern: /^(?:\w+\s){0,3}polic(?:y|ies):/i,
    finds: ['Retry policy: five attempts with exponential backoff.'],
    leaves: ['Look up the policy first.'],
  },
  {
    name: 'from-now-on',
    type: 'convention',
    pattern:
      /\b(?:from now on|going forward|ab jetzt|ab sofort|à partir de maintenant|desde ahora|de ahora en adelante)\b|今後は|从现在起/i,
    unless: WITH_ME,
    finds: ['From now on all dates are UTC.', 'Ab jetzt sind alle Daten UTC.'],
    leaves: ['From now on tell me first.', 'It works now.'],
  },
  {
    name: 'prefer',
    type: 'preference',
    pattern:
      /\bI(?:'d| would| really| generally| usually| much)?\s+(?:prefer|favou?r|hate|dislike|love it when|like it (?:when|better))\b|\bmy preference is\b|\bI(?:'d)? (?:would )?rather\b|\bich bevorzuge\b|\bje préfère\b|\bprefiero\b/i,
    unless: ERRAND,
    finds: ['I prefer pnpm over npm.', "I'd rather see small commits.", 'Je préfère les petits commits.'],
    leaves: ['Now draft it, I prefer three small steps.', 'Do users prefer dark mode?'],
  },
  {
    name: 'i-always-never',
    type: 'preference',
    pattern:
      /\bI (?:always|never) (?:want|use|like|need|write|do)\b|\bI (?:don't|do not) (?:ever )?(?:want|like)\b.*\b(?:ever|again|any)\b/i,
    finds: ['I never want an ORM.', 'I always use vim keys.'],
    leaves: ['I never saw that error.'],
  },
  {
    name: 'with-me',
    type: 'preference',
    pattern:
      /^(?:and\s+|also:?\s+)?(?:always|never|don't ever|do not ever|from now on)\b.*\b(?:me|my|I)\b|\b(?:ask|tell|show|warn) me (?:first|before)\b/i,
    finds: ['Never run the slow suite without asking me first.', 'Always show me the plan.'],
    leaves: ['Tell me whether it works.', 'Always use pnpm.'],
  },
  {
    name: 'decided',
    type: 'decision',
    pattern:
      /\b(?:we|I)(?:'ve| have| already)? (?:decided|agreed|settled|chose|chosen|picked)\b|\b(?:that|this|it)(?:'s| is) (?:decided|settled|final)\b|[,;:]\s*decided\b|\b(?:wir haben (?:uns )?(?:beschlossen|entschieden)|on a décidé|hemos decidido)\b/i,
    finds: [
      'We decided to keep one region.',
      'No monorepo, that is decided: one repo per service.',
      'Railway should poll /readyz, decided.',
    ],
    leaves: ['Has anybody decided?', 'The compiler decided otherwise.'],
  },
  {
    name: 'lets',
    type: 'decision',
    pattern:
      /\b(?:let's|let us|lets)\s+(?:not\s+)?(?:move|use|go (?:with|for|back|to)|switch|drop|keep|decide|store|adopt|replace|stick|settle|migrate|stay|avoid|make it|have)\b/i,
    finds: ["Let's move off Fly.io to Railway because volumes pin us.", 'Let us store sessions in Redis.'],
    leaves: ["Let's run the tests.", "Let's see."],
  },
  {
    name: 'we-will-use',
    type: 'decision',
    pattern:
      /\bwe(?:'ll| will|'re going to| are going to| should| need to| want to)? (?:use|deploy|move|switch|migrate|go with|host|run on|store|adopt|drop|replace|stay|keep)\b/i,
    unless: /\?\s*$|\bwe (?:always|never|only)\b|\bonly\b/i,
    finds: ['We should use Postgres instead of Redis.', 'We deploy to Fly.io, region fra.', "We'll go with Railway."],
    leaves: ['Should we use Redis?', 'We only use it in one place.'],
  },
  {
    name: 'instead-of',
    type: 'decision',
    pattern:
      /\b(?:I want|we want|use|should|goes? to|go to|wir nehmen)\b.*\b(?:instead of|rather than|not anymore|no longer|statt)\b/i,
    unless: /\?\s*$/,
    finds: ['I want a shorter refund window: 14 days instead of 30.', 'Use Postgres rather than Redis.'],
    leaves: ['Why do we use Redis instead of Postgres?'],
  },
  {
    name: 'no-longer',
    type: 'decision',
    pattern: /\b(?:we|it|this|that)\b.*\b(?:no longer|not any ?more)\b|\bis replaced by\b/i,
    unless: /\?\s*$|\b(?:works?|compiles?|passes|fails?)\b/i,
    finds: ['We no longer deploy on Fridays.', 'Redis is replaced by Postgres.'],
    leaves: ['It no longer works.'],
  },
  {
    name: 'i-want-thing',
    type: 'decision',
    pattern: /\bI want (?:\S+ ){1,6}(?:separated|split|kept|in one (?:place|module)|gone|merged)\b|\bI want to keep\b/i,
    unless: /\?\s*$/,
    finds: [
      'I want /healthz and /readyz separated.',
      'I want to keep that branded.',
      'I want all of it in one module.',
    ],
    leaves: ['I want to see the log.'],
  },
  {
    name: 'always-never',
    type: 'convention',
    pattern: /\b(?:always|never)\b|\b(?:immer|niemals|toujours|jamais|siempre|nunca)\b|必ず|絶対に|常に|必须|禁止/i,
    unless: /\?\s*$|\bI (?:always|never)\b|\b(?:it|that|this|he|she|they) (?:always|never)\b|\bnever mind\b/i,
    finds: [
      'Git tags always get the v prefix.',
      'Never use floats.',
      '価格は必ず整数で保存してください。',
      'Preise immer in Cent.',
    ],
    leaves: ['Why does it always fail?', 'It never worked.', 'Never mind.'],
  },
  {
    name: 'every-must',
    type: 'convention',
    pattern:
      /\b(?:every|each|all)\b.{1,120}\b(?:must|has to|have to|needs? to|is named|are named|gets?|carr(?:y|ies)|should)\b/i,
    unless: /\?\s*$/,
    finds: ['Every handler must return a Result.', 'All migrations have to be reversible.'],
    leaves: ['Must every handler return a Result?', 'Every test passed.'],
  },
  {
    name: 'we-only',
    type: 'convention',
    pattern: /^we\b.{1,100}\b(?:only|in one place|never|always)\b/i,
    unless: /\?\s*$|\bonly have\b/i,
    finds: ['We set cache headers in one place only, src/lib/cache.ts.'],
    leaves: ['We only have 40 events a day.'],
  },
  {
    name: 'cause',
    type: 'insight',
    pattern:
      /\b(?:root cause|turns? out|the (?:problem|reason|culprit) (?:is|was)|(?:fails?|failed|breaks?|broke) (?:because|when|since)|caused by|lesson learned)\b/i,
    unless: /\?\s*$/,
    finds: ['Turns out the pool was too small.', 'It fails because the clock is wrong.'],
    leaves: ['What is the root cause?'],
  },
];

/** A statement with one of these is about this repository, not about the person in general. */
export const REPOSITORY_WORDS =
  /\b(?:(?:this|the|our|that) (?:repo|repository|project|codebase|code base|service|module|package|app|monorepo|workspace|folder|branch|library)|in here|in src\b|src\/|package\.json|package-lock\.json)\b/i;

/** Such a sentence goes with the statement before it: a reason, or an alternative that was weighed. */
export const CONTINUES =
  /^(?:because|since|so that|the reason|that(?:'s| is) (?:because|why)|otherwise|we (?:also )?(?:looked at|tried|considered|evaluated)|it (?:has|had) no|this way|that way)\b/i;

/** The head of a list that makes its steps a runbook; without one, steps are an errand. */
export const RUNBOOK_HEAD =
  /\b(?:runbook|playbook|procedure|checklist|every time|whenever|each release|steps (?:to|for)|how to|(?:when|if)\b.{1,80}\b(?:fails?|breaks?|is down|are down|backs? up|hangs?|is stuck|stuck)|to (?:deploy|release|roll ?back|rotate|restore|recover))\b/i;
