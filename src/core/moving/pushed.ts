/**
 * What becomes of a row of the local platform when it goes to Mem0: it stays as it is, under the same project or as the user's
 * own, and in force as long as it was. Pure. Out of scope: which rows are meant, and sending.
 */
import type { Memory } from '../../contract/mem0.ts';
import { typeOf } from '../recall/recipes.ts';
import { timeOf } from '../recall/truth.ts';
import type { SecretValues } from '../redaction/secret-values.ts';
import { type Fate, type Fates, lastDayOf, type Move, moveOf, settled, whyOutdated } from './moves.ts';

export interface Pushing {
  /** `YYYY-MM-DD`, UTC. */
  readonly today: string;
  readonly secrets: SecretValues;
  /** Whether the person's lists deny a project. */
  readonly isDenied: (appId: string) => boolean;
  /** Whether it says what is known under the ids of today already. */
  readonly isThere: (move: Move) => boolean;
}

/** The fates of rows, all of one user. */
export function pushed(rows: readonly Memory[], pushing: Pushing): Fates {
  const newest = newestStates(rows, pushing.today);
  const fates = rows.map((row) => ({ row, fate: fateOf(row, pushing, newest) }));
  return settled(fates, pushing.isThere);
}

function fateOf(row: Memory, { today, secrets, isDenied }: Pushing, newest: ReadonlySet<string>): Fate {
  const outdated = whyOutdated(row, today);
  if (outdated !== undefined) return { reason: outdated };
  const type = typeOf(row);
  if (type === undefined) return { reason: 'no-place' };
  if (type === 'session_state' && !newest.has(row.id)) return { reason: 'older-state' };
  const appId = row.app_id ?? undefined;
  if (appId !== undefined && isDenied(appId)) return { reason: 'denied' };
  const expires = lastDayOf(row);
  const pinned = row.metadata?.['pinned'] === true;
  return moveOf(row, { mover: 'push', type, appId, text: row.memory, pinned, expires, secrets });
}

/**
 * The ids of the session states that say where a project's branch stands: a start shows no other (`recall/truth`). That a resumed
 * session might ask for an older one of its own is not worth carrying hundreds along. [?] ours
 */
function newestStates(rows: readonly Memory[], today: string): ReadonlySet<string> {
  const newest = new Map<string, Memory>();
  for (const row of rows) {
    if (typeOf(row) !== 'session_state' || whyOutdated(row, today) !== undefined) continue;
    const key = JSON.stringify([row.app_id ?? null, row.metadata?.['branch'] ?? null]);
    const known = newest.get(key);
    if (known === undefined || isNewer(row, known)) newest.set(key, row);
  }
  return new Set([...newest.values()].map(({ id }) => id));
}

function isNewer(row: Memory, known: Memory): boolean {
  const [one, other] = [timeOf(row.created_at ?? ''), timeOf(known.created_at ?? '')];
  return one === other ? row.id > known.id : one > other;
}
