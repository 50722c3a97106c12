/**
 * Prints what the contract suite found as a table of rules and hosts (`table.ts`), and whatever else went wrong. For
 * `npm run test:contract`.
 */
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node';
import { type Column, type Seen, tableOf } from './table.ts';

// biome-ignore lint/style/noDefaultExport: vitest takes a reporter from the default export.
export default class TableReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const columns = columnsOf(tests);
    const lines = [...(columns.length === 0 ? [] : tableOf(columns)), ...tests.flatMap(elsewhere)];
    const suites = modules.flatMap((module) => [module, ...module.children.allSuites()]);
    for (const suite of suites) {
      const name = suite.type === 'module' ? suite.relativeModuleId : suite.fullName;
      lines.push(...suite.errors().map((error) => `${name}: ${firstLine(error)}`));
    }
    lines.push(...errors.map(firstLine));
    process.stdout.write(`\n${lines.join('\n')}\n`);
  }
}

/** A host for each suite that has checks in it, in order. */
function columnsOf(tests: readonly TestCase[]): readonly Column[] {
  const columns = new Map<string, Seen[]>();
  for (const test of tests) {
    const named = checkOf(test);
    if (named === undefined || test.parent.type !== 'suite') continue;
    const checks = columns.get(test.parent.name) ?? [];
    columns.set(test.parent.name, checks);
    checks.push({ ...named, ...judged(test) });
  }
  return [...columns].map(([host, checks]) => ({ host, checks }));
}

/** The rule and the title of a check; undefined when the test is none. */
function checkOf({ name }: TestCase): { readonly rule: string; readonly title: string } | undefined {
  const [, rule, title] = /^\[([\d.]+)\] (.*)$/s.exec(name) ?? [];
  return rule === undefined || title === undefined ? undefined : { rule, title };
}

/** What was skipped, or never came to be run, says nothing. */
function judged(test: TestCase): Pick<Seen, 'outcome' | 'why'> {
  const result = test.result();
  switch (result.state) {
    case 'passed': {
      const { differs } = test.meta();
      return differs === undefined ? { outcome: 'holds', why: '' } : { outcome: 'differs [?]', why: differs };
    }
    case 'failed':
      return { outcome: 'differs', why: result.errors.map(firstLine).join('; ') };
    case 'skipped':
    case 'pending':
      return { outcome: 'not run', why: '' };
    default:
      return result satisfies never;
  }
}

/** A failure beside the checks. */
function elsewhere(test: TestCase): readonly string[] {
  const result = test.result();
  if (checkOf(test) !== undefined || result.state !== 'failed') return [];
  return [`${test.fullName}: ${result.errors.map(firstLine).join('; ')}`];
}

function firstLine({ message }: { readonly message?: string | undefined }): string {
  return (message ?? 'no message').split('\n')[0] ?? '';
}
