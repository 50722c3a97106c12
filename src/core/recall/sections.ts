/**
 * Which rows stand in which section of the pack, and in which order. Pure. Out of scope: how much of them fits (`context-pack`).
 */
import type { Memory } from '../../contract/mem0.ts';
import type { MemoryType } from '../../contract/memory.ts';
import { harmlessLine } from './fence.ts';
import { typeOf } from './recipes.ts';
import { byAge, isCurrent } from './truth.ts';

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
}

/**
 * Rows by section, the nearest first and of those the newest: current ones only, each id and each text once, session states left to
 * their own place.
 */
export function placed({
  rows,
  today,
  isUnderAlias = () => false,
  standing = () => undefined,
  given = new Set(),
}: Placing): ReadonlyMap<Section, readonly Memory[]> {
  const seen = new Set<string>();
  const kept: { readonly row: Memory; readonly section: Section }[] = [];
  const todaysFirst = (a: Memory, b: Memory) => Number(isUnderAlias(a)) - Number(isUnderAlias(b)) || byAge(a, b);
  for (const row of [...rows].sort(todaysFirst)) {
    const type = typeOf(row);
    const text = harmlessLine(row.memory).toLowerCase();
    if (type === undefined || type === 'session_state' || text === '' || !isCurrent(row, today)) continue;
    if (seen.has(row.id) || seen.has(text)) continue;
    seen.add(row.id).add(text);
    if (!given.has(row.id)) kept.push({ row, section: isPinned(row) ? 'pinned' : type });
  }
  const out = new Map<Section, Memory[]>();
  const distance = (row: Memory) => standing(row)?.distance ?? 0;
  const nearestFirst = (a: Memory, b: Memory) => distance(a) - distance(b) || byAge(a, b);
  for (const { row, section } of kept.sort((a, b) => nearestFirst(a.row, b.row)))
    out.set(section, [...(out.get(section) ?? []), row]);
  return out;
}

/** `metadata.pinned` is the only pin (§4); the first plugin wrote it as a text prefix (§9). */
function isPinned(row: Memory): boolean {
  return row.metadata?.['pinned'] === true || row.memory.startsWith(PIN_PREFIX);
}

export const PIN_PREFIX = '[PINNED] ';
