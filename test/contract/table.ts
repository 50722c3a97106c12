/** What the contract suite found, as a table: a rule a line, a host a column. Out of scope: where it comes from (`table-reporter.ts`). */
import { CHECKS } from './checks/all.ts';
import type { Need } from './host.ts';
import { RULES } from './rules.ts';

/** Of one check. `differs [?]`: where no source says what is right. */
export type Outcome = 'holds' | 'differs' | 'differs [?]' | 'not run';
/** Of a rule: `not checkable` where none of its checks can be made on the host. */
type Verdict = Outcome | 'holds in part' | 'not checkable';

export interface Seen {
  readonly rule: string;
  readonly title: string;
  readonly outcome: Outcome;
  /** What a check that differs says. */
  readonly why: string;
}

/** The checks that a host can make, as they went. */
export interface Column {
  readonly host: string;
  readonly checks: readonly Seen[];
}

/** Wide enough for the name of each host of ours and each verdict. */
const WIDTH = 17;
const VERDICTS: readonly Verdict[] = ['holds', 'holds in part', 'differs', 'differs [?]', 'not run', 'not checkable'];

/** The table, counts for each host, why rules could not be checked, and what differs. */
export function tableOf(columns: readonly Column[]): readonly string[] {
  const head = `rule     ${columns.map(({ host }) => pad(host)).join(' ')}`;
  const lines = RULES.map(({ id, source, says }) => {
    const cells = columns.map((column) => pad(verdictOf(column, id)));
    return `${id.padEnd(5)} ${source}  ${cells.join(' ')} ${says}`;
  });
  return [head, ...lines, '', ...columns.map(counts), ...columns.flatMap(missing), ...columns.flatMap(differences)];
}

/** The worst of a rule's checks; it holds where all that can be made were, and hold. */
export function verdictOf({ checks }: Column, rule: string): Verdict {
  const outcomes = new Set(checks.filter((one) => one.rule === rule).map(({ outcome }) => outcome));
  if (outcomes.size === 0) return 'not checkable';
  for (const worst of ['differs', 'differs [?]'] as const) if (outcomes.has(worst)) return worst;
  if (!outcomes.has('not run')) return 'holds';
  return outcomes.has('holds') ? 'holds in part' : 'not run';
}

function counts(column: Column): string {
  const verdicts = RULES.map(({ id }) => verdictOf(column, id));
  const each = VERDICTS.map((verdict) => `${verdicts.filter((one) => one === verdict).length} ${verdict}`);
  const made = column.checks.filter(({ outcome }) => outcome !== 'not run').length;
  return `${column.host}: ${RULES.length} rules, ${each.join(', ')}; ${made} of ${CHECKS.length} checks made`;
}

/** Why rules could not be checked at all. What the host has is what the checks need that it can make. */
function missing({ host, checks }: Column): readonly string[] {
  const can = (rule: string, title: string) => checks.some((one) => one.rule === rule && one.title === title);
  const has = new Set<Need>(CHECKS.filter(({ rule, title }) => can(rule, title)).flatMap(({ needs }) => needs));
  return RULES.flatMap(({ id }) => {
    if (checks.some(({ rule }) => rule === id)) return [];
    const lacks = CHECKS.filter(({ rule }) => rule === id).map(({ needs }) => needs.filter((need) => !has.has(need)));
    // What would be enough to check something of it.
    const [least = []] = lacks.sort((a, b) => a.length - b.length);
    return [`${host} [${id}] is not checkable there: it lacks ${least.join(', ')}`];
  });
}

function differences({ host, checks }: Column): readonly string[] {
  return checks
    .filter(({ outcome }) => outcome.startsWith('differs'))
    .map(({ rule, title, why }) => `${host} [${rule}] ${title}: ${why}`);
}

function pad(text: string): string {
  return text.slice(0, WIDTH).padEnd(WIDTH);
}
