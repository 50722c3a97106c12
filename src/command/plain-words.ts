/** What receipts and previews say of a capture, in words for a person at a terminal. */
import type { Receipt, TreeBound, TreeInPart } from '../contract/state.ts';
import type { Left } from '../core/capture/build-capture.ts';
import { wellFormed } from '../core/talk/wellformed.ts';

type Counted = Pick<Receipt, 'omitted' | 'redacted' | 'left' | 'treesInPart'>;

/** What was left, and why; a reason of another version is shown as it is. */
const LEFT: ReadonlyMap<string, (count: number) => string> = new Map<Left['reason'], (count: number) => string>([
  ['noise', (count) => `${counted(count, 'turn')}: nothing that is worth keeping`],
  ['no-project', (count) => `${counted(count, 'turn')}: outside a project only preferences are kept`],
  ['size', (count) => `${counted(count, 'turn')}: more than one capture sends`],
  ['long', (count) => `${counted(count, 'prompt')}: so long that only the beginning and the end were looked at`],
  ['shortened', (count) => `${counted(count, 'turn')}: sent, but not all that Claude said there, since it is too long`],
  [
    'private',
    (count) => `${counted(count, 'message')}: between private tags, which one prompt opens and another closes`,
  ],
  [
    'two-clients',
    (count) => `${counted(count, 'message')}: said while two clients with different settings had the session open`,
  ],
  ['taken-back', (count) => `${counted(count, 'message')}: taken back, since the talk went on from an earlier one`],
]);

/** Why a working tree was looked at only in part; a word of another version is shown as it is. */
const STOPPED: ReadonlyMap<string, string> = new Map<TreeBound, string>([
  ['time', 'the time for it was over'],
  ['files', 'more are never looked at'],
  ['bytes', 'more text than that is never looked at'],
  ['git', 'git could not be asked which there are, so those in folders like .github are missing'],
]);

/** Characters that turn the direction of a line around, so that it reads as what it is not. */
const DIRECTION = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;
/**
 * Characters that show nothing, in which a text can say what a model reads and a person does not see. Joiners stay, which emoji and
 * scripts need, and so do the tags of a flag.
 */
const UNSEEN =
  /[\u00AD\u180E\u200B\u2060-\u2065\u206A-\u206F\uFFF9-\uFFFB]|(?<!\u{1F3F4}[\u{E0020}-\u{E007E}]{0,6})[\u{E0000}-\u{E0FFF}]/gu;
/** What JSON leaves as it is and a terminal may obey: DEL, C1, and the above. */
const OBEYED = /[\u007F-\u009F\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/** Text that a terminal only shows. */
export function harmless(text: string): string {
  return wellFormed(text).replace(DIRECTION, escaped).replace(UNSEEN, escaped);
}

/** The same on one line. */
export function oneLine(text: string): string {
  return harmless(text).replace(/\s+/g, ' ').trim();
}

/** JSON that a terminal only shows; it says exactly the same. */
export function harmlessJson(value: unknown, indent = 2): string {
  return JSON.stringify(value, null, indent).replace(OBEYED, escaped).replace(UNSEEN, escaped);
}

function escaped(character: string): string {
  // By code units, as JSON has it.
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}

/** Rows as lines, each column as wide as its widest cell but for what is very wide; the last one as it comes. */
export function columns(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = rows.reduce<readonly number[]>(
    (known, row) => row.map((cell, n) => Math.max(known[n] ?? 0, Math.min(cell.length, WIDEST))),
    [],
  );
  return rows.map((row) =>
    row
      .map((cell, n) => (n === row.length - 1 ? cell : cell.padEnd(widths[n] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}

/** A cell that is wider pushes the rest of its own line to the right, and no other. */
const WIDEST = 40;

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** Lines for what did not leave, and what that rests on, under four headings; nothing where there is nothing. */
export function keptBack({ omitted, redacted, left, treesInPart = [] }: Counted): readonly string[] {
  return [
    ...section(
      'Left out, because it is what files say:',
      omitted.map(({ path, lines }) => `${oneLine(path)}  ${counted(lines, 'line')}`),
    ),
    ...section(
      'The working tree was looked at only in part, so what the rest of it says may still be in there:',
      treesInPart.map(inPart),
    ),
    ...section(
      'Masked:',
      redacted.map(({ rule, count }) => `${oneLine(rule)}  ${count} ×`),
    ),
    ...section(
      'Left, and not sent:',
      left.map(({ reason, count }) => LEFT.get(reason)?.(count) ?? `${count}: ${oneLine(reason)}`),
    ),
  ];
}

function inPart({ files, of, large, stopped }: TreeInPart): string {
  const why = [
    ...(stopped === undefined ? [] : [STOPPED.get(stopped) ?? oneLine(stopped)]),
    ...(large === 0 ? [] : [`${counted(large, 'file is', 'files are')} too large`]),
  ];
  const all =
    of === undefined ? `${counted(files, 'file')} of an unknown number` : `${files} of ${counted(of, 'file')}`;
  return `${all}: ${why.join('; ')}`;
}

function section(heading: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [heading, ...lines.map((line) => `  ${line}`)];
}
