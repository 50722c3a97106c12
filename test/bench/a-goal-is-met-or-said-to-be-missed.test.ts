import { describe, expect, it } from 'vitest';
import { failedRows, type Row, summary, tableOf, verdictOf } from './parts.ts';

const row = (change: Partial<Row>): Row => ({ name: 'start', what: 'session start', ...change });
const ratio = (is: number, most = 1.5) => row({ ratio: summary([is]), goals: { ratio: most } });

describe('a goal', () => {
  it.each([
    [1.5, 'met', false],
    [1.51, 'near', false],
    [1.875, 'near', false],
    [1.88, 'missed', true],
    [Number.NaN, 'missed', true],
  ])('of 1.5 is, at %d, %s', (is, verdict, fails) => {
    expect(verdictOf(ratio(is))).toBe(verdict);
    expect(failedRows([ratio(is)]).length).toBe(fails ? 1 : 0);
  });

  it('that has no figure is missed', () => {
    expect(verdictOf(row({ goals: { ms: 20 } }))).toBe('missed');
    expect(verdictOf(row({ ours: summary([3]), goals: { ms: 20 } }))).toBe('met');
  });

  it('among others must be met as well; of memory the largest run counts', () => {
    const capture = (mb: number[]) =>
      row({ ratio: summary([1.2]), memory: summary(mb), goals: { ratio: 1.5, mb: 150 } });
    expect(verdictOf(capture([90, 100, 149]))).toBe('met');
    expect(verdictOf(capture([90, 100, 160]))).toBe('near');
    expect(verdictOf(capture([90, 100, 190]))).toBe('missed');
  });

  it('of what could not be measured is neither met nor missed, and the table says why', () => {
    const away = row({ notMeasured: 'npm has no node for this platform', goals: { ratio: 1.6 } });
    expect(verdictOf(away)).toBe('not measured');
    expect(failedRows([away])).toEqual([]);
    expect(tableOf([away])).toContain('not measured: npm has no node for this platform');
    expect(tableOf([away])).not.toMatch(/\bmet\b/);
  });
});

describe('the table', () => {
  it('says what was measured beside what, the ratio, the goal, and whether it holds', () => {
    const [head, rule, line] = tableOf([
      row({
        beside: 'nothing',
        ours: summary([150, 160, 170]),
        other: summary([100, 110, 105]),
        ratio: summary([1.45]),
        memory: summary([61.04]),
        goals: { ratio: 1.5 },
      }),
    ]).split('\n');
    expect(head).toMatch(/^\| what +\| +measured \| beside +\| +measured \| +ratio \| +goal \|/);
    expect(rule).toMatch(/^(\| -+:? )+\|$/);
    expect(line).toMatch(
      /^\| session start \| 160 ms ±6 %, 61\.0 MB \| nothing \| 105 ms ±5 % \| 1\.45 × \| ≤ 1\.5 × \| met \|$/,
    );
  });

  it('has lines of one length and as many cells in each', () => {
    const lines = tableOf([
      ratio(1.2),
      row({ told: '8 requests' }),
      row({ what: 'a longer name than the others' }),
    ]).split('\n');
    expect(new Set(lines.map((line) => [...line].length)).size).toBe(1);
    expect(new Set(lines.map((line) => line.split('|').length)).size).toBe(1);
  });
});
