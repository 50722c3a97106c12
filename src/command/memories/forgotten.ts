/** What became of memories that were to be forgotten: what is gone by what reads say, and what is not. Ends the command. */
import type { Removal } from '../../mem0/operator-removal.ts';
import { leave } from '../leave.ts';
import type { Asking } from '../line/definition.ts';
import { counted, harmless, harmlessJson } from '../plain-words.ts';
import { whyNotDone } from './stand.ts';

export interface Forgotten {
  readonly removal: Removal;
  /** Ids among them that were not named. */
  readonly superseded: readonly string[];
  readonly linesOf: (ids: readonly string[]) => readonly string[];
  /** What was not done besides, a sentence each. */
  readonly failed: readonly string[];
  /** What a person must know, a sentence each. */
  readonly notes: readonly string[];
}

/** Of what is not gone so many are named. */
const NAMED = 20;

export function told(asking: Asking, { removal, superseded, linesOf, failed, notes }: Forgotten): never {
  const { gone, left, unknown, failure } = removal;
  const all = [
    ...(failure === undefined ? [] : [`Something went wrong: ${whyNotDone(failure)}.`]),
    ...failed,
    ...notes,
  ];
  const value = { forgotten: gone, left, unknown, superseded, notes: all };
  const named = (ids: readonly string[]) => [
    ...linesOf(ids.slice(0, NAMED)),
    ...(ids.length > NAMED ? [`  and ${ids.length - NAMED} more`] : []),
  ];
  const text = () =>
    [
      gone.length === 0
        ? 'Nothing is known to be forgotten.'
        : `Forgotten: ${counted(gone.length, 'memory', 'memories')}; no read gives ${gone.length === 1 ? 'it' : 'them'} any more.`,
      ...(left.length === 0 ? [] : ['Not forgotten, and can still be read:', ...named(left)]),
      ...(unknown.length === 0 ? [] : ['Nobody could look whether these are gone:', ...named(unknown)]),
      ...all,
    ]
      .map(harmless)
      .join('\n');
  if (left.length === 0 && unknown.length === 0 && failed.length === 0) asking.answer(value, text);
  leave(1, asking.json ? harmlessJson(value) : text());
}
