/** All that is known of one memory: on the platform, and of where it came from on this machine. */
import { Failure } from '../../contract/failure.ts';
import type { Memory } from '../../contract/mem0.ts';
import { BY_HAND } from '../../core/capture/by-hand.ts';
import { sentSessionId } from '../../core/identity/session-id.ts';
import type { OperatorClient } from '../../mem0/operator-client.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { Receipts } from '../../spool/receipts.ts';
import { findSession } from '../find-session.ts';
import { type MemoryReport, reportOf } from './report.ts';
import type { Stand } from './stand.ts';

export interface Shown extends MemoryReport {
  /** Written under an id of before (platform contract §9). */
  readonly former: boolean;
  readonly origin: Origin;
  /** Changes of its text, oldest first [?]. */
  readonly history: readonly Step[];
  readonly supersededMemories: readonly MemoryReport[];
  /** False where not all could be looked through for superseded ones. */
  readonly complete: boolean;
  /** What has superseded it, and that, the nearest first. */
  readonly successors: readonly MemoryReport[];
}

export interface Origin {
  /** The session that it came from; null where none is known, as of what was written by hand. */
  readonly session: string | null;
  readonly byHand: boolean;
  /** The path of its transcript where that is still on this machine. */
  readonly transcript: string | null;
  /** Receipts of this machine that know the memory, or the capture that it came from. */
  readonly receipts: readonly { readonly id: string; readonly at: string }[];
}

export interface Step {
  readonly event: string | null;
  readonly before: string | null;
  readonly after: string | null;
  readonly at: string | null;
}

/** Successors that are followed: a platform might lead in a circle. */
const MOST_SUCCESSORS = 50;

/** Rejects with a `Failure`. */
export async function shownOf(stand: Stand, operator: OperatorClient, named: Memory): Promise<Shown> {
  const { row, history } = await operator.show(named.id);
  const { rows, complete } = await operator.superseded([row]);
  const report = reportOf(row, stand.today);
  return {
    ...report,
    former: operator.isUnderAlias(row),
    origin: await originOf(stand, row, report.session),
    history: history.map(({ event, old_memory, new_memory, created_at, updated_at }) => ({
      event: event ?? null,
      before: old_memory ?? null,
      after: new_memory ?? null,
      at: updated_at ?? created_at ?? null,
    })),
    supersededMemories: rows.map((one) => reportOf(one, stand.today)),
    complete,
    successors: (await successorsOf(operator, row)).map((one) => reportOf(one, stand.today)),
  };
}

async function successorsOf(operator: OperatorClient, row: Memory): Promise<readonly Memory[]> {
  const found = new Map<string, Memory>();
  for (let next = row.replaced_by; typeof next === 'string' && found.size < MOST_SUCCESSORS; ) {
    if (found.has(next) || next === row.id) break;
    const one = await existing(operator, next);
    if (one === undefined) break;
    found.set(next, one);
    next = one.replaced_by;
  }
  return [...found.values()];
}

/** What has superseded it may be forgotten by now, or be a name of no memory. */
async function existing(operator: OperatorClient, id: string): Promise<Memory | undefined> {
  try {
    return await operator.byId(id);
  } catch (error) {
    if (error instanceof Failure && (error.status === 404 || error.status === 400)) return undefined;
    throw error;
  }
}

async function originOf({ runtime, isDenied }: Stand, row: Memory, session: string | null): Promise<Origin> {
  const byHand = session === BY_HAND;
  const own = byHand ? null : session;
  return {
    session: own,
    byHand,
    transcript: own === null || isDenied ? null : await transcriptOf(runtime, own),
    receipts: receiptsOf(runtime, row),
  };
}

/** By its whole id: an id that is only the beginning of another one is not it. */
async function transcriptOf(runtime: Runtime, session: string): Promise<string | null> {
  try {
    const found = await findSession(runtime, { session }, process.cwd());
    return 'wrong' in found || sentSessionId(found.sessionId) !== session ? null : found.transcriptPath;
  } catch (error) {
    // No home folder, or one that cannot be looked at, has no transcript for us.
    if (error instanceof Error && ('reason' in error || 'code' in error)) return null;
    throw error;
  }
}

function receiptsOf(runtime: Runtime, { id, metadata }: Memory): Origin['receipts'] {
  const captureId = metadata?.['capture_id'];
  try {
    return [...new Receipts(runtime.folder).newest()].flatMap((receipt) => {
      const isOf = receipt?.items.some((item) => item.memoryIds?.includes(id) === true || item.captureId === captureId);
      return receipt !== undefined && isOf === true ? [{ id: receipt.id, at: receipt.at }] : [];
    });
  } catch (error) {
    // A state folder that cannot be used has no receipts for us, and the platform has the memory all the same.
    if (error instanceof Error && 'reason' in error) return [];
    throw error;
  }
}
