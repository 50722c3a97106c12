/**
 * Delivers one item of the spool: looks for it first where it may have arrived, sends it, and puts it where it belongs after what
 * the platform said. Out of scope: in which order, and how long (`drain`).
 */
import { asFailure, type Failure } from '../contract/failure.ts';
import type { Place, ReceiptItem } from '../contract/state.ts';
import { counted, isPassedBy, notCounted, type Refusal } from './course.ts';
import type { Claim, DrainSpool, MemoryWriter, Within } from './ports.ts';

export type Verdict =
  | { readonly kind: 'again' | 'look' | 'pass'; readonly at: number }
  | { readonly kind: 'park' }
  | { readonly kind: 'hold' };

export interface DrainPorts<C extends Claim = Claim> {
  readonly spool: DrainSpool<C>;
  /** Whether the person denies now the place that an item comes from: then it stays where it is, passed by, as long as that holds. */
  isBarred?(item: C['item']): boolean;
  writerFor(place: Place, within: Within): Promise<MemoryWriter>;
  /** The retry rule: what becomes of an item after a failure (`mem0/retry`). */
  verdictOf(failure: Failure, attempts: number): Verdict;
  /** `place`: what it was sent with. */
  accepted(captureId: string, result: Pick<ReceiptItem, 'eventId' | 'memoryIds'>, place: Place): void;
  /** An item was set aside for good: refused, or it could not be read. */
  parked(why: 'refused' | 'unreadable'): void;
  now(): number;
  sleep(ms: number): Promise<void>;
  /** Whether the settings that this process has read are no longer those of now. */
  isStale?(): boolean;
}

/** A question that is refused today may be understood by a newer version. [?] ours */
const LOOK_AGAIN_MS = 60 * 60 * 1000;

/** `found`: an earlier attempt had been carried out. `refused`: by whomever; it was put back, and nothing behind it waits for it. */
export type Step = 'delivered' | 'found' | 'set-aside' | 'refused' | 'later' | 'stop';

export interface Outcome {
  readonly step: Step;
  readonly at?: number;
  readonly failure?: Failure;
}

/** Delivers one item. Never rejects for what a platform did. */
export async function deliver<C extends Claim>(id: string, ports: DrainPorts<C>, within: Within): Promise<Outcome> {
  if (ports.isBarred !== undefined && isPassed(ports.spool.peek(id), ports)) return { step: 'set-aside' };
  const claim = ports.spool.claim(id, ports.now());
  if (claim === undefined) return { step: 'set-aside' };
  if (claim === 'unreadable') {
    ports.parked('unreadable');
    return { step: 'set-aside' };
  }
  const { write, place, uncertain } = claim.item;
  const captureId = write.metadata.capture_id;
  let writer: MemoryWriter;
  try {
    writer = await ports.writerFor(place, within);
  } catch (error) {
    const failure = asFailure(error).beforeSending();
    const verdict = verdictAfter(failure, claim, ports);
    // Asking whose key it is says nothing about this item: even a refusal must not set it aside, and all others after it.
    const isRefused = verdict.kind === 'park' || verdict.kind === 'pass';
    return giveBack(claim, failure, isRefused ? { kind: 'hold' } : verdict, ports);
  }
  let result: ReturnType<typeof resultOf> | undefined;
  let isLookUp = uncertain && captureId !== undefined;
  try {
    const arrived = uncertain && captureId !== undefined && (await writer.hasCapture(captureId, write, within));
    isLookUp = false;
    if (!arrived) result = resultOf(await writer.add(write, within));
  } catch (error) {
    // Whether the look-up failed or the add: what was of unknown fate still is, and is looked for again.
    const failure = asFailure(error);
    const verdict = verdictAfter(failure, claim, ports);
    // A look-up that is refused says nothing about the add: it must not set it aside, nor hold up what is behind it.
    if (isLookUp && (verdict.kind === 'park' || verdict.kind === 'pass')) {
      const at = verdict.kind === 'pass' ? verdict.at : ports.now() + LOOK_AGAIN_MS;
      const { step } = giveBack(claim, failure, { kind: 'look', at }, ports);
      return { step: verdict.kind === 'pass' ? 'refused' : step, at, failure };
    }
    return giveBack(claim, failure, verdict, ports);
  }
  // Outside the try: once it is accepted nothing may put it back; should this fail, its fate is looked up later.
  if (captureId !== undefined && result !== undefined) ports.accepted(captureId, result, place);
  // An event without memories has not ended yet, and may fail.
  if (result?.eventId !== undefined && result.memoryIds === undefined)
    ports.spool.accept(claim, { eventId: result.eventId, at: new Date(ports.now()).toISOString() });
  else ports.spool.acknowledge(claim);
  return { step: result === undefined ? 'found' : 'delivered' };
}

/** Whether what waits is left alone now. */
export function isPassed<C extends Claim>(item: C['item'] | undefined, { isBarred }: DrainPorts<C>): boolean {
  return item !== undefined && isBarred?.(item) === true;
}

function verdictAfter<C extends Claim>(failure: Failure, claim: C, ports: DrainPorts<C>): Verdict {
  return ports.verdictOf(failure, claim.item.attempts + 1);
}

/** A refusal was its own: it is put off for hours, or set aside where that was one too many. */
export function countRefusal<C extends Claim>({ id, failure, at }: Refusal, ports: DrainPorts<C>): void {
  const claim = ports.spool.claim(id, ports.now());
  if (claim === undefined) return;
  if (claim === 'unreadable') {
    ports.parked('unreadable');
    return;
  }
  const refused = counted(claim.item, at, ports.now());
  // Another process has had it in hand since.
  if (!isPassedBy(claim.item)) ports.spool.putBack(claim, {});
  else if (refused === undefined) setAside(claim, failure, ports);
  else ports.spool.putBack(claim, { notBefore: refused.until, refused });
}

function giveBack<C extends Claim>(claim: C, failure: Failure, verdict: Verdict, ports: DrainPorts<C>): Outcome {
  const attempts = claim.item.attempts + 1;
  switch (verdict.kind) {
    case 'park':
      setAside(claim, failure, ports);
      return { step: 'set-aside', failure };
    case 'hold':
      ports.spool.putBack(claim, {});
      return { step: 'stop', failure };
    case 'again':
      ports.spool.putBack(claim, { attempts, notBefore: verdict.at });
      return { step: 'later', at: verdict.at, failure };
    case 'look':
      ports.spool.putBack(claim, { attempts, notBefore: verdict.at, uncertain: true });
      return { step: 'set-aside', at: verdict.at, failure };
    case 'pass': {
      const refused = notCounted(claim.item, verdict.at);
      // It is not there: what may have arrived was looked for before this was sent, and this was not carried out.
      ports.spool.putBack(claim, { attempts, notBefore: refused.until, uncertain: false, refused });
      return { step: 'refused', at: refused.until, failure };
    }
    default:
      return verdict satisfies never;
  }
}

function setAside<C extends Claim>(claim: C, { reason, status }: Failure, ports: DrainPorts<C>): void {
  ports.spool.park(claim, status === undefined ? reason : `${reason} ${status}`);
  ports.parked('refused');
}

function resultOf(answer: {
  readonly event_id?: string | null | undefined;
  readonly results?: readonly { readonly id: string }[] | null | undefined;
}) {
  const memoryIds = answer.results?.map(({ id }) => id) ?? [];
  return {
    ...(typeof answer.event_id === 'string' ? { eventId: answer.event_id } : {}),
    ...(memoryIds.length === 0 ? {} : { memoryIds }),
  };
}
