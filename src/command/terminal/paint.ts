/** Colour for a person at a terminal. What is read by a program, or by somebody who wants none (NO_COLOR), has none. */
import { styleText } from 'node:util';

/** Each gives a text as a terminal shows it, or as it is. Pad before painting: what is added counts as letters. */
export interface Paint {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly red: (text: string) => string;
  readonly green: (text: string) => string;
  readonly yellow: (text: string) => string;
}

/** Whether there is to be colour. An empty NO_COLOR says nothing (no-color.org); a dumb terminal has none. */
export function hasColour(isTerminal: boolean, env: Readonly<Record<string, string | undefined>>): boolean {
  const no = env['NO_COLOR'] ?? '';
  return isTerminal && no === '' && env['TERM'] !== 'dumb';
}

export function paintWith(colour: boolean): Paint {
  // Whether there is colour has been decided: Node is not to look at a stream of its own.
  const as =
    (style: keyof Paint) =>
    (text: string): string =>
      colour ? styleText(style, text, { validateStream: false }) : text;
  return { bold: as('bold'), dim: as('dim'), red: as('red'), green: as('green'), yellow: as('yellow') };
}
