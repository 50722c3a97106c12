/**
 * Prints what the contract suite found as a table: a rule a line, a host a column; holds, differs (with what), or not
 * checkable. For `npm run test:contract`.
 */
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { CHECKS } from './checks/all.ts';
import { hostKinds } from './hosts.ts';
import { RULES } from './rules.ts';

type Verdict = 'holds' | 'differs' | 'differs [?]' | 'not checkable';

interface Seen {
  readonly verdict: Verdict;
  readonly title: string;
  readonly why: string;
}

// biome-ignore lint/style/noDefaultExport: vitest takes a reporter from the default export.
export default class TableReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const seen = new Map<string, Map<string, Seen[]>>();
    for (const module of modules) {
      for (const test of module.children.allTests()) note(seen, test);
    }
    const hosts = [...seen.keys()];
    if (hosts.length === 0) return;
    const lines = RULES.map(({ id, source, says }) => {
      const cells = hosts.map((host) => pad(verdictOf(seen.get(host)?.get(id) ?? []), 14));
      return `${pad(id, 5)} ${source}  ${cells.join(' ')} ${says}`;
    });
    const head = `rule     ${hosts.map((host) => pad(host, 14)).join(' ')}`;
    process.stdout.write(
      `\n${[head, ...lines, '', ...counts(seen, hosts), ...missing(), ...differences(seen, hosts)].join('\n')}\n`,
    );
  }
}

function note(seen: Map<string, Map<string, Seen[]>>, test: TestCase): void {
  const [, rule, title] = /^\[([\d.]+)\] (.*)$/s.exec(test.name) ?? [];
  if (rule === undefined || title === undefined || test.parent.type !== 'suite') return;
  const host = test.parent.name;
  const rules = seen.get(host) ?? new Map<string, Seen[]>();
  seen.set(host, rules);
  rules.set(rule, [...(rules.get(rule) ?? []), { title, ...judged(test) }]);
}

function judged(test: TestCase): { verdict: Verdict; why: string } {
  const { differs } = test.meta();
  if (differs !== undefined) return { verdict: 'differs [?]', why: differs };
  const result = test.result();
  if (result.state === 'passed') return { verdict: 'holds', why: '' };
  return { verdict: 'differs', why: result.errors?.[0]?.message.split('\n')[0] ?? result.state };
}

/** The worst of a rule's checks; not checkable where none could be made. */
function verdictOf(checks: readonly Seen[]): Verdict {
  for (const one of ['differs', 'differs [?]', 'holds'] as const) {
    if (checks.some(({ verdict }) => verdict === one)) return one;
  }
  return 'not checkable';
}

function counts(seen: Map<string, Map<string, Seen[]>>, hosts: readonly string[]): readonly string[] {
  return hosts.map((host) => {
    const verdicts = RULES.map(({ id }) => verdictOf(seen.get(host)?.get(id) ?? []));
    const checks = [...(seen.get(host)?.values() ?? [])].flat();
    const of = (verdict: Verdict) => verdicts.filter((one) => one === verdict).length;
    return `${host}: ${RULES.length} rules, ${of('holds')} hold, ${of('differs')} differ, ${of('differs [?]')} differ where no source says, ${of('not checkable')} not checkable; ${checks.length} of ${CHECKS.length} checks made`;
  });
}

/** Why rules could not be checked at all. */
function missing(): readonly string[] {
  return hostKinds(process.env).flatMap(({ name, has }) =>
    RULES.flatMap(({ id }) => {
      const lacks = CHECKS.filter(({ rule }) => rule === id).map(({ needs }) => needs.filter((need) => !has.has(need)));
      if (lacks.some((needs) => needs.length === 0)) return [];
      return [`${name} [${id}] is not checkable there: it lacks ${[...new Set(lacks.flat())].join(', ')}`];
    }),
  );
}

function differences(seen: Map<string, Map<string, Seen[]>>, hosts: readonly string[]): readonly string[] {
  return hosts.flatMap((host) =>
    [...(seen.get(host) ?? [])].flatMap(([rule, checks]) =>
      checks
        .filter(({ verdict }) => verdict.startsWith('differs'))
        .map(({ title, why }) => `${host} [${rule}] ${title}: ${why}`),
    ),
  );
}

function pad(text: string, width: number): string {
  return text.slice(0, width).padEnd(width);
}
