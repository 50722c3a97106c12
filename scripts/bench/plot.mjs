/**
 * A cost curve as an SVG: time on the left, memory on the right, over steps that are named below. Pure, and our own: the libraries that
 * were looked at need a DOM, or know neither a logarithmic axis nor two backgrounds. There is no background and no style sheet:
 * every colour can be read on white and on black, whatever the page around it does.
 */
import { axisOf } from './axis.mjs';

const PANEL = { width: 300, height: 170 };
const LEFT = 58;
const TOP = 44;
const GAP = 78;
const BELOW = 44;
const KEY_LINE = 18;

/** Of text, axes and lines; a test holds each against both backgrounds. */
export const COLOURS = { text: '#79818c', grid: '#8b949e', series: ['#2f7ee6', '#c2620a', '#2a9a4a', '#b353c7'] };

/**
 * @param {{ title: string, x: string, steps: string[], series: { name: string, ms: number[], mb?: number[] }[] }} curve
 * @returns {string} the SVG's text
 */
export function plotOf({ title, x, steps, series }) {
  const withMemory = series.filter(({ mb }) => mb !== undefined);
  const panels = [
    { label: 'time', unit: 'ms', lines: series.map((one, n) => ({ values: one.ms, colour: colourOf(n) })) },
    {
      label: 'peak memory',
      unit: 'MB',
      lines: withMemory.map((one) => ({ values: one.mb, colour: colourOf(series.indexOf(one)) })),
    },
  ].filter(({ lines }) => lines.length > 0);
  const width = LEFT + panels.length * PANEL.width + (panels.length - 1) * GAP + 16;
  const height = TOP + PANEL.height + BELOW + series.length * KEY_LINE + 8;
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" font-family="system-ui, sans-serif" font-size="11" fill="${COLOURS.text}">`,
    `<title>${escaped(title)}</title>`,
    text(LEFT, 16, title, 'font-size="13" font-weight="600"'),
    ...panels.map((panel, n) => panelOf(panel, { at: LEFT + n * (PANEL.width + GAP), x, steps })),
    ...series.map((one, n) => keyOf(one.name, n)),
    '</svg>',
  ];
  return `${parts.join('\n')}\n`;
}

function panelOf({ label, unit, lines }, { at, x, steps }) {
  const axis = axisOf(lines.flatMap(({ values }) => values));
  const bottom = TOP + PANEL.height;
  const right = at + PANEL.width;
  const xOf = (n) => at + (steps.length === 1 ? PANEL.width / 2 : (n / (steps.length - 1)) * PANEL.width);
  const yOf = (value) => bottom - axis.position(value) * PANEL.height;
  const grid = axis.ticks.map(
    (tick) =>
      `<line x1="${at}" y1="${fixed(yOf(tick))}" x2="${right}" y2="${fixed(yOf(tick))}" stroke="${COLOURS.grid}" stroke-opacity="0.35"/>` +
      text(at - 6, yOf(tick) + 4, tick.toLocaleString('en-GB'), 'text-anchor="end"'),
  );
  return [
    text(at, TOP - 10, `${label}, ${unit}${axis.isLogarithmic ? ' (logarithmic)' : ''}`),
    ...grid,
    ...steps.map((step, n) => text(xOf(n), bottom + 16, step, 'text-anchor="middle"')),
    text(at + PANEL.width / 2, bottom + 34, x, 'text-anchor="middle"'),
    ...lines.map(({ values, colour }) => lineOf(values, colour, { xOf, yOf })),
  ].join('\n');
}

/** A point that was not measured is `undefined`, and the line has a gap there. */
function lineOf(values, colour, { xOf, yOf }) {
  const points = values.flatMap((value, n) =>
    Number.isFinite(value) ? [`${fixed(xOf(n))},${fixed(yOf(value))}`] : [],
  );
  const dots = points.map((point) => {
    const [cx, cy] = point.split(',');
    return `<circle cx="${cx}" cy="${cy}" r="2.5" fill="${colour}"/>`;
  });
  return `<polyline points="${points.join(' ')}" fill="none" stroke="${colour}" stroke-width="2"/>${dots.join('')}`;
}

function keyOf(name, n) {
  const y = TOP + PANEL.height + BELOW + n * KEY_LINE;
  return `<line x1="${LEFT}" y1="${y}" x2="${LEFT + 22}" y2="${y}" stroke="${colourOf(n)}" stroke-width="3"/>${text(LEFT + 30, y + 4, name)}`;
}

function colourOf(n) {
  return COLOURS.series[n % COLOURS.series.length];
}

function text(x, y, content, more = '') {
  return `<text x="${fixed(x)}" y="${fixed(y)}"${more === '' ? '' : ` ${more}`}>${escaped(content)}</text>`;
}

const fixed = (number) => Number(number.toFixed(1)).toString();

function escaped(content) {
  return content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
