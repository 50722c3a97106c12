/**
 * Drain: delivers the spool, oldest first, one request at a time (design §3). An item whose fate is unknown is looked for by
 * its capture id before it is sent again. Out of scope: one drain at a time (`background`), files (`spool`), the retry rule.
 */
import { asFailure, type Failure } from '../contract/failure.ts';
import type { Place, ReceiptItem, SpoolItem } from '../contract/state.ts';
import type { Claim, DrainSpool, MemoryWriter, Within } from './ports.ts';

export type Verdict =
  | { readonly kind: 'again' | 'look'; readonly at: number }
  | { readonly kind: 'park' }
  | { readonly kind: 'hold' };

export interface DrainPorts<C extends Claim = Claim> {
  readonly spool: DrainSpool<C>;
  writerFor(place: Place, within: Within): Promise<MemoryWriter>;
  /** The retry rule: what becomes of an item after a failure (`mem0/retry`). */
  verdictOf(failure: Failure, attempts: number): Verdict;
  /** `place`: what it was sent with. */
  accepted(captureId: string, result: Pick<ReceiptItem, 'eventId' | 'memoryIds'>, place: Place): void;
  /** An item was set aside for good: refused, or it could not be read. */
  parked(why: 'refused' | 'unreadable'): void;
  now(): number;
  sleep(ms: number): Promise<void>;
}

/** One request may take this long: adds answer at once (platform contract §3), a slow line gets its chance. */
const REQUEST_MS = 30_000;

/** How long a drain waits, in all, for items that may be sent again soon; what needs more is for a later run. */
const PATIENCE_MS = 60_000;

/** No verdict waits longer (a `Retry-After` is cut to a day, `mem0/errors`): what is further off was set by a wrong clock. */
const LONGEST_WAIT_MS = 24 * 60 * 60 * 1000;

/** A question that is refused today may be understood by a newer version. [?] ours */
const LOOK_AGAIN_MS = 60 * 60 * 1000;

type Step = 'delivered' | 'set-aside' | 'later' | 'stop';

/** Delivers until nothing is due, something stops it, or `until` has come. Resolves with the last reason to stop, if any. */
export async function drain<C extends Claim>(ports: DrainPorts<C>, until: number): Promise<Failure | undefined> {
  // Counted by what was waited, not by the clock: a clock that jumps must not make it wait for days.
  let patience = PATIENCE_MS;
  let stopped: Failure | undefined;
  for (;;) {
    stopped = undefined;
    let next = Number.POSITIVE_INFINITY;
    for (const id of ports.spool.waiting()) {
      const item = ports.spool.peek(id);
      if (item !== undefined && isEarly(item, ports.now())) {
        next = Math.min(next, item.notBefore);
        // One that may have arrived is passed by. One that has not keeps its place, in this run and in every later one.
        if (item.uncertain) continue;
        break;
      }
      if (ports.now() >= until) return stopped;
      const outcome = await deliver(id, ports, { deadline: Math.min(until, ports.now() + REQUEST_MS) });
      stopped = outcome.failure;
      if (outcome.step === 'stop') return stopped;
      if (outcome.at !== undefined) next = Math.min(next, outcome.at);
      // What is behind it would meet the same trouble, and later words must not overtake earlier ones.
      if (outcome.step === 'later') break;
    }
    const wait = Math.max(0, next - ports.now());
    if (next > until || wait > patience) return stopped;
    patience -= wait;
    await ports.sleep(wait);
  }
}

/** Whether an item is not due yet. */
export function isEarly({ notBefore }: Pick<SpoolItem, 'notBefore'>, now: number): boolean {
  return notBefore > now && notBefore - now <= LONGEST_WAIT_MS;
}

/** Delivers one item. Never rejects for what a platform did. */
export async function deliver<C extends Claim>(
  id: string,
  ports: DrainPorts<C>,
  within: Within,
): Promise<{ readonly step: Step; readonly at?: number; readonly failure?: Failure }> {
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
    return giveBack(claim, failure, verdict.kind === 'park' ? { kind: 'hold' } : verdict, ports);
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
    const isRefused = isLookUp && verdict.kind === 'park';
    return giveBack(claim, failure, isRefused ? { kind: 'look', at: ports.now() + LOOK_AGAIN_MS } : verdict, ports);
  }
  // Outside the try: once it is accepted nothing may put it back; should this fail, its fate is looked up later.
  if (captureId !== undefined && result !== undefined) ports.accepted(captureId, result, place);
  // An event without memories has not ended yet, and may fail.
  if (result?.eventId !== undefined && result.memoryIds === undefined) ports.spool.accept(claim);
  else ports.spool.acknowledge(claim);
  return { step: 'delivered' };
}

function verdictAfter<C extends Claim>(failure: Failure, claim: C, ports: DrainPorts<C>): Verdict {
  return ports.verdictOf(failure, claim.item.attempts + 1);
}

function giveBack<C extends Claim>(claim: C, failure: Failure, verdict: Verdict, ports: DrainPorts<C>) {
  const attempts = claim.item.attempts + 1;
  switch (verdict.kind) {
    case 'park':
      ports.spool.park(claim, failure.status === undefined ? failure.reason : `${failure.reason} ${failure.status}`);
      ports.parked('refused');
      return { step: 'set-aside', failure } as const;
    case 'hold':
      ports.spool.putBack(claim, {});
      return { step: 'stop', failure } as const;
    case 'again':
      ports.spool.putBack(claim, { attempts, notBefore: verdict.at });
      return { step: 'later', at: verdict.at, failure } as const;
    case 'look':
      ports.spool.putBack(claim, { attempts, notBefore: verdict.at, uncertain: true });
      return { step: 'set-aside', at: verdict.at, failure } as const;
    default:
      return verdict satisfies never;
  }
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
