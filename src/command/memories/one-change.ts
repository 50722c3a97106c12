/** A change of one memory: what it was, what it is by what the platform says afterwards, and what is not as it was asked for. */
import { isDeepStrictEqual } from 'node:util';
import type { Memory } from '../../contract/mem0.ts';
import type { Change, OperatorClient } from '../../mem0/operator-client.ts';
import { leave } from '../leave.ts';
import type { Asking } from '../line/definition.ts';
import { harmlessJson, oneLine } from '../plain-words.ts';
import { shortId } from '../short-ids.ts';
import { cut, terminalColumns } from '../terminal/cut.ts';
import { rowNamed } from './find-rows.ts';
import { dropHere } from './kept-here.ts';
import { type MemoryReport, reportOf } from './report.ts';
import { doing, noted, operatorAt, type Stand } from './stand.ts';

/** What may change. */
type Changing = 'text' | 'type' | 'pinned' | 'expires';

export interface OneChange {
  readonly change: Change;
  /** How it has to be afterwards. */
  readonly wanted: Partial<Pick<MemoryReport, Changing>>;
  /** What a person must know of it, a sentence each. */
  readonly notes?: readonly string[];
}

/** What a command does with one memory, and what is to be known of it before the change is made. */
export interface Naming {
  readonly id: string;
  /** What is done, in a word: `pinned`. */
  readonly done: string;
  readonly plan: (row: Memory, report: MemoryReport) => OneChange | Promise<OneChange>;
}

/** Finds it, changes it, reads it back, and ends the command: with status 1 where it is not as it was asked for. */
export function changeOne(asking: Asking, stand: Stand, { id, done, plan }: Naming): Promise<never> {
  const unknown = `It is not known whether it was ${done} (mem0-hooks show tells)`;
  const work = async (): Promise<never> => {
    const operator = await operatorAt(stand);
    const row = await rowNamed(operator, id);
    const before = reportOf(row, stand.today);
    const one = await plan(row, before);
    const { after, trouble } = await changed(operator, stand, row, before, one);
    const names = Object.keys(one.wanted) as (keyof OneChange['wanted'])[];
    const differs = names.filter((name) => !isDeepStrictEqual(after[name], one.wanted[name]));
    const notes = noted(asking, [
      ...(differs.length === 0 ? [] : [`The platform did not take it as it was asked for: ${differs.join(', ')}.`]),
      ...(one.notes ?? []),
      ...(trouble === undefined ? [] : [trouble]),
    ]);
    const text = () => [head(after), ...names.map((name) => `  ${wordsOf(name, before, after)}`), ...notes].join('\n');
    if (differs.length === 0 && trouble === undefined) asking.answer({ before, after, differs }, text);
    leave(1, asking.json ? harmlessJson({ before, after, differs }) : text());
  };
  return doing(`Not ${done}`, work, unknown);
}

/** Nothing is sent where it is so already. What is kept here of a text that is gone, or of what is over, goes as well. */
async function changed(operator: OperatorClient, stand: Stand, row: Memory, before: MemoryReport, one: OneChange) {
  const names = Object.keys(one.wanted) as (keyof OneChange['wanted'])[];
  if (names.every((name) => isDeepStrictEqual(before[name], one.wanted[name]))) return { after: before };
  const { row: now } = await operator.update(row.id, one.change);
  const after = reportOf(now, stand.today);
  const isStale = after.text !== before.text || after.expired;
  return { after, trouble: isStale ? dropHere(stand.runtime, [row]) : undefined };
}

function head({ id, text }: MemoryReport): string {
  const line = `[${oneLine(shortId(id))}] `;
  return `${line}${cut(oneLine(text), terminalColumns() - line.length)}`;
}

function wordsOf(name: Changing, before: MemoryReport, after: MemoryReport): string {
  const [was, is] = [valueWords(name, before), valueWords(name, after)];
  return was === is ? `${name}: ${is}, as it was` : `${name}: was ${was}, is ${is}`;
}

const TEXT_COLUMNS = 60;

function valueWords(name: Changing, report: MemoryReport): string {
  switch (name) {
    case 'text':
      return `"${cut(oneLine(report.text), TEXT_COLUMNS)}"`;
    case 'type':
      return report.type ?? 'none of ours';
    case 'pinned':
      return report.pinned ? 'yes' : 'no';
    case 'expires':
      return report.expires === null ? 'never' : oneLine(report.expires);
    default:
      return name satisfies never;
  }
}
