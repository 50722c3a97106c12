/**
 * Which rows stand in which section of the pack, and in which order. Pure. Out of scope: how much of them fits (`context-pack`).
 */
import { MAX_PACK_CHARS } from '../../contract/hook.ts';
import type { Memory } from '../../contract/mem0.ts';
import type { MemoryType } from '../../contract/memory.ts';
import { type Explanation, explaining, whyGone } from './explanation.ts';
import { harmlessLine } from './fence.ts';
import { PIN_PREFIX, typeOf } from './recipes.ts';
import { nameOf } from './short-id.ts';
import { compared, descending, type Statement } from './statements.ts';
import { ageOf, isCurrent, timeOf } from './truth.ts';
import { winnowed } from './winnow.ts';

/** `just-now`: what was said and is no memory yet. */
export type Section = 'just-now' | 'pinned' | Exclude<MemoryType, 'session_state'>;

/** Sections in the order in which they stand; the session state stands before them all. */
export const SECTIONS: readonly { readonly section: Section; readonly title: string }[] = [
  { section: 'just-now', title: 'Said just now (no memories yet)' },
  { section: 'pinned', title: 'Pinned' },
  { section: 'preference', title: 'Preferences of the user' },
  { section: 'decision', title: 'Decisions' },
  { section: 'convention', title: 'Conventions' },
  { section: 'runbook', title: 'Runbooks' },
  { section: 'insight', title: 'Insights' },
];

/** What the repository says of a memory. Marks and order only: nothing is hidden by it. */
export interface Standing {
  /** Words that are put behind it in brackets, such as `path gone`. */
  readonly marks: readonly string[];
  /** 0 for what concerns this branch and this folder, more for what is further away. */
  readonly distance: number;
  /** What of it is near, in words. */
  readonly because?: readonly string[];
}

export interface Placing {
  /** Rows as the platform returned them, any order, duplicates allowed. */
  readonly rows: readonly Memory[];
  /** Today in UTC, `YYYY-MM-DD`. */
  readonly today: string;
  /** Of two rows that say the same, today's stands before one that was written under an id of before. */
  readonly isUnderAlias?: (row: Memory) => boolean;
  readonly standing?: (row: Memory) => Standing | undefined;
  /** Ids of rows that the requests of this session hold already: a resume replays its earlier contexts (client contract §2). */
  readonly given?: ReadonlySet<string>;
  readonly explanation?: Explanation;
}

/** What was said and is no memory yet (`context-pack`). */
export interface Said {
  readonly text: string;
  readonly type: MemoryType;
  readonly at: string;
}

export interface Arranged<J extends Said> {
  /** Rows by section, the nearest first and of those the newest, each with its marks. */
  readonly sections: ReadonlyMap<Section, readonly Placed[]>;
  /** What no memory says, the newest first. */
  readonly justNow: readonly { readonly said: J; readonly line: string; readonly marks: readonly string[] }[];
}

export interface Placed {
  readonly row: Memory;
  /** The memory as one harmless line. */
  readonly line: string;
  readonly marks: readonly string[];
  readonly because: readonly string[];
}

/** The rows of `arranged`, by section. */
export function placed(placing: Placing): ReadonlyMap<Section, readonly Memory[]> {
  const { sections } = arranged({ ...placing, justNow: [] });
  return new Map([...sections].map(([section, items]) => [section, items.map(({ row }) => row)]));
}

/** Current rows and what was said just now: each thing once, of one subject the newest word, session states left to their own place. */
export function arranged<J extends Said>(placing: Placing & { readonly justNow: readonly J[] }): Arranged<J> {
  const statements: (RowStatement | SaidStatement<J>)[] = placing.justNow.map(ofSaid).filter(({ line }) => line !== '');
  for (const row of currentRows(placing)) {
    const statement = ofRow(row, placing);
    if (statement !== undefined) statements.push(statement);
  }
  const sections = new Map<Section, (Placed & Place)[]>();
  const justNow: { said: J; line: string; marks: readonly string[]; at: number }[] = [];
  for (const { first: statement, note, newer } of winnowed(statements, explaining(placing.explanation))) {
    const { line, at } = statement;
    const notes = notesOf(note, newer?.first);
    if ('said' in statement) {
      justNow.push({ said: statement.said, line, marks: notes, at });
      continue;
    }
    const { row, section } = statement;
    const { marks, distance, because = NO_NOTES } = statement.standing() ?? NOWHERE_IN_PARTICULAR;
    const all = notes.length === 0 ? marks : [...notes, ...marks];
    const item = { row, line, marks: all, because, isOlder: newer !== undefined, distance, at };
    const items = sections.get(section);
    if (items === undefined) sections.set(section, [item]);
    else items.push(item);
  }
  justNow.sort((a, b) => descending(a.at, b.at) || compared(a.line, b.line));
  const inOrder = SECTIONS.flatMap(({ section }) => {
    const items = sections.get(section);
    return items === undefined ? [] : [[section, items.sort(nearestFirst)] as const];
  });
  return { sections: new Map(inOrder), justNow };
}

const NOWHERE_IN_PARTICULAR: Standing = { marks: [], distance: 0 };
const NO_NOTES: readonly string[] = [];

function notesOf(note: string | undefined, newer: Statement | undefined): readonly string[] {
  if (note === undefined && newer === undefined) return NO_NOTES;
  return [...(note === undefined ? [] : [note]), ...(newer === undefined ? [] : [olderThan(newer)])];
}

/** Another value is told by a newer word, which stands in the pack or was given before. */
function olderThan(newer: Statement): string {
  return `older; see ${nameOf(newer)}`;
}

interface Place {
  /** What is no longer current stands last. */
  readonly isOlder: boolean;
  readonly distance: number;
  readonly at: number;
}

function nearestFirst(one: Placed & Place, other: Placed & Place): number {
  return (
    Number(one.isOlder) - Number(other.isOlder) ||
    one.distance - other.distance ||
    descending(one.at, other.at) ||
    compared(one.row.id, other.row.id)
  );
}

/** Each id once. Of copies that differ the latest counts, and where one of them is outdated the row is. */
function currentRows({ rows, today, explanation }: Placing): readonly Memory[] {
  const byId = new Map<string, Memory>();
  const gone = new Set<string>();
  for (const row of rows) {
    if (!isCurrent(row, today)) gone.add(row.id);
    const other = byId.get(row.id);
    if (other === undefined || isLaterCopy(row, other)) byId.set(row.id, row);
  }
  if (gone.size > 0 && explanation !== undefined)
    for (const row of byId.values())
      if (gone.has(row.id)) explanation.leftOut({ row, text: row.memory }, whyGone(row, today));
  const all = [...byId.values()];
  return gone.size === 0 ? all : all.filter(({ id }) => !gone.has(id));
}

function isLaterCopy(one: Memory, other: Memory): boolean {
  if (one === other) return false;
  const order = compared(other.updated_at ?? '', one.updated_at ?? '') || compared(other.memory, one.memory);
  return (order || compared(JSON.stringify(other), JSON.stringify(one))) < 0;
}

interface RowStatement extends Statement {
  readonly row: Memory;
  readonly section: Section;
  readonly standing: () => Standing | undefined;
}

interface SaidStatement<J extends Said> extends Statement {
  readonly said: J;
}

function ofRow(row: Memory, { isUnderAlias, standing, given, explanation }: Placing): RowStatement | undefined {
  const type = typeOf(row);
  const pinned = isPinned(row);
  if (type === 'session_state') return undefined;
  if (type === undefined && !pinned) {
    explanation?.leftOut({ row, text: row.memory }, 'its type has no section');
    return undefined;
  }
  const start = row.memory.startsWith(PIN_PREFIX) ? PIN_PREFIX.length : 0;
  const line = harmlessLine(row.memory.slice(start, start + MAX_READ));
  if (line === '') {
    explanation?.leftOut({ row, text: '' }, 'it is empty');
    return undefined;
  }
  const asked = standing === undefined ? nowhere : once(() => standing(row));
  return {
    row,
    line,
    type,
    section: pinned || type === undefined ? 'pinned' : type,
    at: ageOf(row),
    id: row.id,
    inProject: row.app_id !== undefined && row.app_id !== null,
    pinned,
    underAlias: isUnderAlias?.(row) ?? false,
    given: given?.has(row.id) ?? false,
    justNow: false,
    standing: asked,
    onBranch: standing === undefined ? nowhere : () => asked()?.marks.find((mark) => mark.startsWith('on branch ')),
  };
}

function ofSaid<J extends Said>(said: J): SaidStatement<J> {
  return {
    said,
    line: harmlessLine(said.text.slice(0, MAX_READ)),
    type: said.type,
    at: timeOf(said.at),
    id: '',
    inProject: said.type !== 'preference',
    pinned: false,
    underAlias: false,
    given: false,
    justNow: true,
    onBranch: nowhere,
  };
}

function nowhere(): undefined {
  return undefined;
}

function once<T>(ask: () => T): () => T {
  let answer: { readonly value: T } | undefined;
  return () => {
    answer ??= { value: ask() };
    return answer.value;
  };
}

/** `metadata.pinned` is the only pin (§4); the first plugin wrote it as a text prefix (§9). */
function isPinned(row: Memory): boolean {
  return row.metadata?.['pinned'] === true || row.memory.startsWith(PIN_PREFIX);
}

/** No pack shows more of a memory. */
const MAX_READ = MAX_PACK_CHARS;
