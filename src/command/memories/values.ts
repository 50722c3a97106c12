/** What the commands of memories take, checked while it is read. */
import { InvalidArgumentError } from 'commander';
import { CAPTURED_TYPES, type CapturedType, MEMORY_TYPES, type MemoryType } from '../../contract/memory.ts';
import { isDay } from '../../contract/operator.ts';

function oneOf<Value extends string>(values: readonly Value[]): (text: string) => Value {
  return (text) => {
    const value = values.find((one) => one === text.toLowerCase());
    if (value !== undefined) return value;
    throw new InvalidArgumentError(`It must be one of ${values.join(', ')}.`);
  };
}

/** A type that a memory has. */
export const anyType: (text: string) => MemoryType = oneOf(MEMORY_TYPES);

/** A type that a person gives one: a session state is a checkpoint's alone. */
export const typeByHand: (text: string) => CapturedType = oneOf(CAPTURED_TYPES);

/** A day that there is (platform contract §3), or null for `never`. */
export function dayOrNever(text: string): string | null {
  return text.toLowerCase() === 'never' ? null : day(text);
}

/** A day that there is. */
export function day(text: string): string {
  if (isDay(text)) return text;
  throw new InvalidArgumentError('It must be a day that there is, as YYYY-MM-DD.');
}
