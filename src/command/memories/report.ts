/** A memory as the commands tell it: what a row says, read once (platform contract §4 to §6). Nothing in it is harmless yet. */
import type { Memory } from '../../contract/mem0.ts';
import type { MemoryType } from '../../contract/memory.ts';
import { PIN_PREFIX, typeOf } from '../../core/recall/recipes.ts';
import { ageOf } from '../../core/recall/truth.ts';

export interface MemoryReport {
  readonly id: string;
  /** As a pack would place it; null where it has none of ours. */
  readonly type: MemoryType | null;
  readonly text: string;
  readonly scope: 'user' | 'project';
  readonly user: string | null;
  readonly project: string | null;
  /** ISO 8601, as the platform gives them. */
  readonly created: string | null;
  readonly updated: string | null;
  /** `YYYY-MM-DD`, inclusive, UTC. */
  readonly expires: string | null;
  readonly expired: boolean;
  readonly pinned: boolean;
  readonly branch: string | null;
  readonly session: string | null;
  readonly policy: string | null;
  readonly categories: readonly string[];
  /** The id of what has taken its place. */
  readonly supersededBy: string | null;
  /** Of a search alone. */
  readonly score?: number;
}

/** `today`: `YYYY-MM-DD`, UTC. */
export function reportOf(row: Memory, today: string): MemoryReport {
  const expires = row.expiration_date?.slice(0, today.length) ?? null;
  const said = (key: string): string | null => {
    const value = row.metadata?.[key];
    return typeof value === 'string' && value !== '' ? value : null;
  };
  return {
    id: row.id,
    type: typeOf(row) ?? null,
    text: row.memory,
    scope: typeof row.app_id === 'string' ? 'project' : 'user',
    user: row.user_id ?? null,
    project: row.app_id ?? null,
    created: row.created_at ?? null,
    updated: row.updated_at ?? null,
    expires,
    expired: expires !== null && expires < today,
    // The first plugin wrote it into the text (platform contract §9).
    pinned: row.metadata?.['pinned'] === true || row.memory.startsWith(PIN_PREFIX),
    branch: said('branch'),
    session: said('session_id'),
    policy: said('policy'),
    categories: row.categories ?? [],
    supersededBy: row.replaced_by ?? null,
    ...(typeof row.score === 'number' ? { score: row.score } : {}),
  };
}

/** Newest first; what has no date comes last. */
export function newestFirst(rows: readonly Memory[]): readonly Memory[] {
  return rows
    .map((row) => ({ row, at: ageOf(row) }))
    .sort((a, b) => (a.at === b.at ? 0 : a.at > b.at ? -1 : 1))
    .map(({ row }) => row);
}
