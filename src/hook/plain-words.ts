/** What receipts and previews say of a capture, in words for a person at a terminal. */
import type { Receipt } from '../contract/state.ts';
import { wellFormed } from '../core/talk/wellformed.ts';

type Counted = Pick<Receipt, 'omitted' | 'redacted' | 'left'>;

/** Why turns were left; a reason of another version is shown as it is. */
const LEFT: Readonly<Record<string, string>> = {
  noise: 'nothing that is worth keeping',
  'no-project': 'outside a project only preferences are kept',
  size: 'more than one capture sends',
  long: 'a prompt so long that only its beginning and its end were looked at',
};

/** Characters that turn the direction of a line around, so that it reads as what it is not. */
const DIRECTION = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;
/** What JSON leaves as it is and a terminal may obey: DEL, C1, and the above. */
const OBEYED = /[\u007F-\u009F\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/** Text that a terminal only shows. */
export function harmless(text: string): string {
  return wellFormed(text).replace(DIRECTION, escaped);
}

/** The same on one line. */
export function oneLine(text: string): string {
  return harmless(text).replace(/\s+/g, ' ').trim();
}

/** JSON that a terminal only shows; it says exactly the same. */
export function harmlessJson(value: unknown, indent = 2): string {
  return JSON.stringify(value, null, indent).replace(OBEYED, escaped);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** Lines for what did not leave, under three headings; nothing where there is nothing. */
export function keptBack({ omitted, redacted, left }: Counted): readonly string[] {
  return [
    ...section(
      'Left out, because it is what files say:',
      omitted.map(({ path, lines }) => `${oneLine(path)}  ${counted(lines, 'line')}`),
    ),
    ...section(
      'Masked:',
      redacted.map(({ rule, count }) => `${oneLine(rule)}  ${count} ×`),
    ),
    ...section(
      'Left, and not sent:',
      left.map(({ reason, count }) => `${counted(count, 'turn')}: ${LEFT[reason] ?? oneLine(reason)}`),
    ),
  ];
}

function section(heading: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [heading, ...lines.map((line) => `  ${line}`)];
}
