/**
 * Follow: an add that was accepted is not yet a memory (platform contract §3: facts land 20 s to 5 min later). Receipts whose
 * events have not ended are asked for, newest first and a few at a time, and completed: with the memories, or with how else it
 * ended; what failed is sent again. Out of scope: which receipts there are (`spool/receipts`), and the sending (`drain`).
 */
import { asFailure, Failure, type FailureReason } from '../contract/failure.ts';
import type { EventAnswer } from '../contract/mem0.ts';
import type { Acceptance, Place, Receipt, ReceiptItem } from '../contract/state.ts';
import type { EventReader, Within } from './ports.ts';

export interface FollowPorts {
  /** Receipts of captures since `at` (ms), newest first, read one by one; undefined for one that cannot be read. */
  receiptsSince(at: number): Iterable<Receipt | undefined>;
  /** Where this process sends: the events of other destinations are left alone. */
  readonly destination: string;
  readerFor(place: Place, within: Within): Promise<EventReader>;
  ended(captureId: string, ending: Ending): void;
  /** Its extraction failed: it is sent again later. False where it is not kept (any more), or has failed too often. */
  sendAgain(captureId: string): boolean;
  now(): number;
}

/** What a receipt is told of an event that has ended. */
export type Ending = Required<Pick<ReceiptItem, 'outcome'>> & Pick<ReceiptItem, 'memoryIds'>;

/** Of the platform's events, those that one run asks for: a day of captures, and no burden to a service. [?] ours */
const MOST_EVENTS = 50;

/** An event lasts minutes (contract §3). What has not ended after a week will not, and older receipts are not opened. [?] ours */
const FOLLOWED_MS = 7 * 24 * 60 * 60 * 1000;

/** A platform that has never heard of an event may hear of it later; after a day it will not. [?] ours */
const UNKNOWN_AFTER_MS = 24 * 60 * 60 * 1000;

/** Answers that may be about one event only; after some of them in a run the platform is in trouble. [?] ours */
const EVENTS_OWN: ReadonlySet<FailureReason> = new Set<FailureReason>(['odd-answer', 'unavailable', 'refused']);
const MOST_TROUBLES = 5;

const REQUEST_MS = 10_000;

/** Others wait for the background lock meanwhile. [?] ours */
const RUN_MS = 60_000;

/** Resolves when all have been asked for, or the first cannot be. Never rejects for what a platform did. */
export async function follow(ports: FollowPorts, until: number): Promise<void> {
  const end = Math.min(until, ports.now() + RUN_MS);
  let count = 0;
  let troubles = 0;
  for (const { item, accepted } of unended(ports)) {
    if (count++ >= MOST_EVENTS || ports.now() >= end) return;
    const within = { deadline: Math.min(end, ports.now() + REQUEST_MS) };
    const answer = await ask(item.eventId, accepted.place, ports, within);
    if (answer instanceof Failure && !isUnknown(answer)) {
      // Of one event alone it says nothing about the others; where it goes on, it is theirs as well.
      if (EVENTS_OWN.has(answer.reason) && ++troubles < MOST_TROUBLES) continue;
      return;
    }
    const ending = answer instanceof Failure ? unknownIfOld(accepted, ports.now()) : endingOf(answer);
    if (ending === undefined || (ending.outcome === 'FAILED' && ports.sendAgain(item.captureId))) continue;
    ports.ended(item.captureId, ending);
  }
}

/** The answer, or why there is none. */
async function ask(eventId: string, place: Place, ports: FollowPorts, within: Within): Promise<EventAnswer | Failure> {
  let reader: EventReader;
  try {
    reader = await ports.readerFor(place, within);
  } catch (error) {
    // Whose key it is could not be asked: not even a 404 there says anything about the event.
    const { reason, message } = asFailure(error);
    return new Failure(reason, message);
  }
  return reader.event(eventId, within).catch(asFailure);
}

function* unended(ports: FollowPorts) {
  for (const receipt of ports.receiptsSince(ports.now() - FOLLOWED_MS)) {
    for (const item of receipt?.items ?? []) {
      const { accepted } = item;
      if (isUnended(item) && accepted?.destination === ports.destination) yield { item, accepted };
    }
  }
}

/** Whether it was accepted, and how its event ended is not known yet. */
export function isUnended(item: ReceiptItem): item is ReceiptItem & { readonly eventId: string } {
  return item.eventId !== undefined && item.outcome === undefined && item.memoryIds === undefined;
}

/** How an event ended; undefined while it has not (contract §5), or says a word that the contract does not know. */
export function endingOf({ status, results }: EventAnswer): Ending | undefined {
  if (status === 'FAILED') return { outcome: 'FAILED' };
  if (status !== 'SUCCEEDED') return undefined;
  // Without results it is a dropped duplicate (contract §5).
  const memoryIds = results.filter(({ event }) => event !== 'DELETE' && event !== 'NONE').map(({ id }) => id);
  return { outcome: 'SUCCEEDED', memoryIds: [...new Set(memoryIds)] };
}

/** Whether the platform says that there is no such event: 404, or 400 for an id of another shape (contract §6). */
export function isUnknown(error: unknown): boolean {
  return error instanceof Failure && error.reason === 'refused' && (error.status === 404 || error.status === 400);
}

/** A time that cannot be read is taken for an old one: nobody could tell when to stop waiting. */
function unknownIfOld({ at }: Acceptance, now: number): Ending | undefined {
  return now - Date.parse(at) < UNKNOWN_AFTER_MS ? undefined : { outcome: 'unknown' };
}
