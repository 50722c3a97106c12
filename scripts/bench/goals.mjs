/** Whether a row holds its goals. Pure. A goal is `{ ratio?, ms?, mb? }`: what each may be at most. */

/** `--check` lets a figure be over its goal by a quarter: machines are noisy. */
export const TOLERANCE = 1.25;

/** What each goal of a row is held against: its name, the figure, the most that it may be. */
export function figuresOf({ goals = {}, ratio, ours, memory }) {
  const figures = { ratio: ratio?.median, ms: ours?.median, mb: memory?.most };
  return Object.entries(goals).map(([name, most]) => ({ name, most, is: figures[name] }));
}

/**
 * `met`, `near` (over it, by no more than a quarter), `missed`; `not measured`; `–` without a goal. A figure that is no number is missed.
 */
export function verdictOf(row) {
  if (row.notMeasured !== undefined) return 'not measured';
  const figures = figuresOf(row);
  if (figures.length === 0) return '–';
  if (figures.every(({ is, most }) => is <= most)) return 'met';
  return figures.every(({ is, most }) => is <= most * TOLERANCE) ? 'near' : 'missed';
}

/** The rows for which `--check` ends with 1. What could not be measured on this machine is told, and is no failure. */
export function failedRows(rows) {
  return rows.filter((row) => verdictOf(row) === 'missed');
}
