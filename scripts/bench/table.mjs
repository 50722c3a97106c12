/** The table of what was measured, as Markdown that can be read as it stands in a terminal. Pure. */
import { verdictOf } from './goals.mjs';

const HEAD = ['what', 'measured', 'beside', 'measured', 'ratio', 'goal', ''];
const RIGHT = [false, true, false, true, true, true, false];

/** One line a row, columns as wide as their widest cell. */
export function tableOf(rows) {
  const cells = [HEAD, ...rows.map(cellsOf)];
  const widths = HEAD.map((_, n) => Math.max(3, ...cells.map((line) => line[n].length)));
  const lines = cells.map((line) => {
    const padded = line.map((cell, n) => (RIGHT[n] ? cell.padStart(widths[n]) : cell.padEnd(widths[n])));
    return `| ${padded.join(' | ')} |`;
  });
  const rule = widths.map((width, n) => (RIGHT[n] ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width)));
  return [lines[0], `| ${rule.join(' | ')} |`, ...lines.slice(1)].join('\n');
}

function cellsOf(row) {
  if (row.notMeasured !== undefined)
    return [row.what, '', row.beside ?? '–', '', '', goalText(row.goals), `not measured: ${row.notMeasured}`];
  const told = row.told === undefined ? '' : row.told;
  const verdict = verdictOf(row);
  return [
    row.what,
    [figure(row.ours, row.unit), row.memory === undefined ? '' : `${round(row.memory.most)} MB`]
      .filter(Boolean)
      .join(', '),
    row.beside ?? '–',
    figure(row.other, row.unit),
    row.ratio === undefined ? '' : `${row.ratio.median.toFixed(2)} ×`,
    goalText(row.goals),
    [verdict === '–' ? '' : verdict, told].filter(Boolean).join('; '),
  ];
}

function figure(summary, unit = 'ms') {
  if (summary === undefined) return '';
  return `${round(summary.median)} ${unit} ±${Math.round(summary.spread * 100)} %`;
}

/** Three digits are all that a noisy machine can tell. */
export function round(number) {
  return number >= 100 ? number.toFixed(0) : number.toFixed(1);
}

function goalText(goals = {}) {
  const texts = {
    ratio: (most) => `≤ ${most} ×`,
    ms: (most) => `≤ ${most} ms`,
    mb: (most) => `≤ ${most} MB`,
  };
  return Object.entries(goals)
    .map(([name, most]) => texts[name](most))
    .join(', ');
}
