/** What is to be moved now: the rows' fates, held against the journal and against what the platform has. */
import { hash64 } from '../../core/hash.ts';
import type { Fates, Move, Mover } from '../../core/moving/moves.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { type Moved, MoveJournal } from '../../state/moves.ts';
import { UNSURE_MS } from './carry.ts';
import type { Standing } from './standing.ts';
import { type There, whatIsThere } from './there.ts';

/** Where moves come from: rows, and what is to be said of those that are not meant. */
export interface Source {
  readonly mover: Mover;
  /** Reads the rows. Rejects with a `Failure`. */
  readonly read: () => Promise<Found>;
}

export interface Found {
  /** Projects that anything may go to; undefined stands for the user's own scope. */
  readonly appIds: readonly (string | undefined)[];
  readonly fates: (isThere: (move: Move) => boolean) => Fates;
  /** Lines for the person, of what was looked at and what is not meant. */
  readonly notes: readonly string[];
  /** False where not all rows could be read. */
  readonly whole: boolean;
}

export interface Plan {
  readonly stays: Fates['stays'];
  readonly todo: readonly Move[];
  /** They went at some earlier time, and were read back. */
  readonly done: readonly Move[];
  /** They went, and have not been read back. */
  readonly unread: readonly Move[];
  /** They may be on their way: it is too early to ask for the last time. */
  readonly unsure: readonly Move[];
  /** When the last of these can be told (ms since the epoch). */
  readonly sureAt: number | undefined;
  readonly notes: readonly string[];
  readonly whole: boolean;
  readonly states: ReadonlyMap<string, Moved>;
  readonly there: There;
}

export async function journalFor(runtime: Runtime, mover: Mover, { operatorOf }: Standing): Promise<MoveJournal> {
  const { userId, override } = (await operatorOf(undefined)).scope;
  const where = JSON.stringify([runtime.destination, userId, override?.orgId ?? null, override?.projectId ?? null]);
  return new MoveJournal(runtime.folder, `${mover}-${hash64(where)}`);
}

/** Sends and writes nothing. Rejects with a `Failure`; throws a `StateFolderError`. */
export async function planOf(source: Source, journal: MoveJournal, { operatorOf }: Standing): Promise<Plan> {
  const { appIds, fates, notes, whole } = await source.read();
  const states = journal.states();
  const there = await whatIsThere(operatorOf, appIds);
  const stateOf = ({ captureId }: Move) => states.get(captureId)?.state;
  const went = (move: Move) =>
    there.arrived.has(move.captureId) || stateOf(move) === 'sent' || stateOf(move) === 'read';
  const { moves, stays } = fates((move) => !went(move) && there.says(move));
  const now = Date.now();
  const isUnsure = ({ captureId }: Move) => {
    const known = states.get(captureId);
    return known?.state === 'sending' && now >= known.at && now - known.at < UNSURE_MS;
  };
  const open = moves.filter((move) => !went(move));
  const unsure = open.filter(isUnsure);
  const begun = unsure.map(({ captureId }) => states.get(captureId)?.at ?? now);
  return {
    stays,
    todo: open.filter((move) => !isUnsure(move)),
    done: moves.filter((move) => stateOf(move) === 'read'),
    unread: moves.filter((move) => went(move) && stateOf(move) !== 'read'),
    unsure,
    sureAt: begun.length === 0 ? undefined : begun.reduce((one, other) => Math.max(one, other)) + UNSURE_MS,
    notes,
    whole,
    states,
    there,
  };
}
