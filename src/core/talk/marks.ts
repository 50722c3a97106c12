/**
 * Marks that stand where something was taken out of what was said. Out of scope: what is taken out (`omission`, `redaction`).
 */

/** `[omitted: path, n lines]` and `[redacted: rule]`. Text that is all marks says nothing. */
export const MARKS = /\[(?:omitted|redacted): [^\]\n]*\]/g;

/** The mark that stands for omitted text. */
export function omissionMark(path: string, lines: number): string {
  return `[omitted: ${path.replace(/[\]\n]/g, '_')}, ${lines} ${lines === 1 ? 'line' : 'lines'}]`;
}
