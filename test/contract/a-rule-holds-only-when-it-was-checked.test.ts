/** The table of the contract suite: what it says of a rule, of a host, and of what was not run. */
import { describe, expect, it } from 'vitest';
import { CHECKS } from './checks/all.ts';
import { RULES } from './rules.ts';
import { type Outcome, type Seen, tableOf, verdictOf } from './table.ts';

/** A column of one rule with checks that went so. */
const column = (...outcomes: readonly Outcome[]) => ({
  host: 'made up',
  checks: outcomes.map((outcome, at): Seen => ({ rule: '1.1', title: `check ${at}`, outcome, why: `why ${at}` })),
});

describe('the verdict on a rule', () => {
  it.each([
    [['holds', 'holds'], 'holds'],
    [['holds', 'differs', 'differs [?]', 'not run'], 'differs'],
    [['holds', 'differs [?]', 'not run'], 'differs [?]'],
    [['not run', 'not run'], 'not run'],
    [['holds', 'not run'], 'holds in part'],
    [[], 'not checkable'],
  ] as const)('of checks that went %j is %s', (outcomes, verdict) => {
    expect(verdictOf(column(...outcomes), '1.1')).toBe(verdict);
  });

  it('is not that on another rule', () => {
    expect(verdictOf(column('differs'), '1.2')).toBe('not checkable');
  });
});

describe('the table', () => {
  /** Every check that a host without a clock and another key can make, none of them run. */
  const checks = CHECKS.filter(({ needs }) => !needs.some((need) => need === 'clock' || need === 'other-key')).map(
    ({ rule, title }): Seen => ({ rule, title, outcome: 'not run', why: '' }),
  );
  const lines = tableOf([{ host: 'made up', checks }]);

  it('says of what was not run that it was not run, and of nothing that it differs', () => {
    const [head, ...rows] = lines;
    expect(head).toMatch(/^rule +made up *$/);
    expect(rows.slice(0, RULES.length).filter((line) => !/ (?:not run|not checkable) /.test(line))).toEqual([]);
    const missing = new Set(checks.map(({ rule }) => rule));
    const count = `0 holds, 0 holds in part, 0 differs, 0 differs [?], ${missing.size} not run, ${RULES.length - missing.size} not checkable; 0 of ${CHECKS.length} checks made`;
    expect(lines).toContain(`made up: ${RULES.length} rules, ${count}`);
  });

  it('says what a host lacks for the rules that cannot be checked there, and nothing that it has', () => {
    const said = lines.filter((line) => line.includes('is not checkable there'));
    expect(said).toContain('made up [5.8] is not checkable there: it lacks clock');
    expect(said).toContain('made up [6.2] is not checkable there: it lacks other-key');
    expect(said).toContain('made up [6.40] is not checkable there: it lacks clock');
    expect(said.filter((line) => /later|categories|extraction|second-project/.test(line))).toEqual([]);
  });

  it('says what differs', () => {
    expect(tableOf([column('holds', 'differs')])).toContain('made up [1.1] check 1: why 1');
  });
});
