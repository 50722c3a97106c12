/** What an option may be, checked while it is read: what cannot be used is wrong usage, and is said with the option's name. */
import { InvalidArgumentError } from 'commander';

/** A whole number within bounds. */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
  };
}

/** Something, and not nothing. */
export function something(text: string): string {
  if (text.trim() !== '') return text;
  throw new InvalidArgumentError('It must not be empty.');
}

/** An option that may be given again and again. */
export function each<Value>(
  parse: (text: string) => Value,
): (text: string, before?: readonly Value[]) => readonly Value[] {
  return (text, before) => [...(before ?? []), parse(text)];
}
