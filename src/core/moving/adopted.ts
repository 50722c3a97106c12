/**
 * What becomes of a memory of Mem0's first plugin under the ids of today (platform contract §9). Pure. Out of scope: under which
 * ids they lie (`former-ids`), and sending.
 */
import type { Memory } from '../../contract/mem0.ts';
import { PIN_PREFIX, typeOf } from '../recall/recipes.ts';
import type { SecretValues } from '../redaction/secret-values.ts';
import { isHealthCheck, isImported } from './imported.ts';
import { type Fate, type Fates, lastDayOf, type Move, moveOf, type StayReason, settled, whyOutdated } from './moves.ts';

export interface Adopting {
  /** `YYYY-MM-DD`, UTC. */
  readonly today: string;
  /** The project of today; absent where there is none. */
  readonly appId: string | undefined;
  readonly secrets: SecretValues;
  /** Whether it says what is known under the ids of today already. */
  readonly isThere: (move: Move) => boolean;
}

/** Its types that have no place among ours (§9): what they tell of sessions and files is told otherwise now, or not at all. */
const LEFT_OUT: ReadonlyMap<unknown, StayReason> = new Map<unknown, StayReason>([
  ['session_summary', 'summary'],
  ['compact_summary', 'summary'],
  ['auto_capture', 'auto-capture'],
  ['project_profile', 'project-profile'],
  // Where a session of the first plugin stood; ours have a form of their own, and the newest would hide them. [?] ours
  ['session_state', 'session-state'],
]);

/** So long what was read from files is kept; from then on the files themselves are the better source (§8). [?] ours */
const IMPORTED_DAYS = 30;

/** The fates of rows that lie under the ids of before. */
export function adopted(rows: readonly Memory[], adopting: Adopting): Fates {
  const fates = rows.map((row) => ({ row, fate: fateOf(row, adopting) }));
  return settled(fates, adopting.isThere);
}

function fateOf(row: Memory, { today, appId, secrets }: Adopting): Fate {
  const outdated = whyOutdated(row, today);
  if (outdated !== undefined) return { reason: outdated };
  const left = LEFT_OUT.get(row.metadata?.['type']);
  if (left !== undefined) return { reason: left };
  const isProbe = isHealthCheck(row);
  // A probe has no type of ours: for the day that it is kept it is an insight. [?] ours
  const type = typeOf(row) ?? (isProbe ? 'insight' : undefined);
  if (type === undefined || type === 'session_state') return { reason: 'no-place' };
  const isOwn = type === 'preference';
  // Which project a row without one belongs to, nobody knows.
  if (!isOwn && (appId === undefined || typeof row.app_id !== 'string')) return { reason: 'no-project' };
  const isPinned = row.memory.startsWith(PIN_PREFIX);
  const ends = isProbe ? today : isImported(row) ? dayAfter(today, IMPORTED_DAYS) : undefined;
  return moveOf(row, {
    mover: 'adopt',
    type,
    appId: isOwn ? undefined : appId,
    text: isPinned ? row.memory.slice(PIN_PREFIX.length) : row.memory,
    pinned: isPinned || row.metadata?.['pinned'] === true,
    expires: earlier(lastDayOf(row), ends),
    secrets,
  });
}

/** Days as `YYYY-MM-DD` sort as texts. */
function earlier(one: string | undefined, other: string | undefined): string | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return one < other ? one : other;
}

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 'YYYY-MM-DD'.length);
}
