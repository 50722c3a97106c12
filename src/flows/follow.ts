/**
 * Follow: an add that was accepted is not yet a memory (platform contract §3: facts land 20 s to 5 min later). What is kept since
 * then is the truth of what is still to be followed: it is asked for in turns, a few at a time, where the last run stopped the
 * next one goes on, and settled once its event has ended; what failed is sent again. Receipts are told, where there are any; of
 * those that earlier versions have left without a kept item, the newest are asked for.
 * Out of scope: which they are (`spool`, `spool/receipts`), and the sending (`drain`).
 */
import { asFailure, Failure, type FailureReason } from '../contract/failure.ts';
import type { EventAnswer } from '../contract/mem0.ts';
import type { MemoryWrite } from '../contract/memory.ts';
import type { AcceptedAs, Place, Receipt, ReceiptItem } from '../contract/state.ts';
import type { CaptureReader, EventReader, Within } from './ports.ts';

export interface FollowPorts {
  /** Ids of what is kept until its event has ended, oldest first. */
  kept(): readonly string[];
  /** One of them; undefined where it is not kept (any more), or nobody knows which event is its own. */
  keptItem(id: string): KeptItem | undefined;
  /** The id where the last run stopped, whether or not it is still kept. */
  lastAsked(): string | undefined;
  stopsAt(id: string): void;
  /** Receipts of captures since `at` (ms), newest first, read one by one; undefined for one that cannot be read. */
  receiptsSince(at: number): Iterable<Receipt | undefined>;
  /** Whether the person denies now the place that it comes from: then nobody is asked about it. */
  isBarred?(place: Place, sessionId: string): boolean;
  /** Where this process sends: the events of other destinations are left alone. */
  readonly destination: string;
  readerFor(place: Place, within: Within): Promise<EventReader & CaptureReader>;
  ended(id: string, ending: Ending): void;
  /** It became no memory: it is sent again later. False where it is not kept (any more), or that was so too often. */
  sendAgain(id: string, why: WhyAgain): boolean;
  now(): number;
}

export interface KeptItem extends Pick<AcceptedAs, 'eventId' | 'at'> {
  readonly place: Place;
  readonly write: MemoryWrite;
}

/** Why what was accepted is sent again, and in the end set aside. */
export type WhyAgain = 'extraction failed' | 'event unknown';

/** What a receipt is told of an event that has ended. */
export type Ending = Required<Pick<ReceiptItem, 'outcome'>> & Pick<ReceiptItem, 'memoryIds'>;

/** Of the platform's events, those that one run asks for: a day of captures, and no burden to a service. [?] ours */
const MOST_EVENTS = 50;

/** An event lasts minutes (contract §3). What has not ended after a week will not (`sweep`), and older receipts are not opened. [?] ours */
const FOLLOWED_MS = 7 * 24 * 60 * 60 * 1000;

/** A platform that has never heard of an event may hear of it later; after a day it will not. [?] ours */
const UNKNOWN_AFTER_MS = 24 * 60 * 60 * 1000;

/** Answers that may be about one event only; after some of them in a run the platform is in trouble. [?] ours */
const EVENTS_OWN: ReadonlySet<FailureReason> = new Set<FailureReason>(['odd-answer', 'unavailable', 'refused']);
const MOST_TROUBLES = 5;

const REQUEST_MS = 10_000;

/** Others wait for the background lock meanwhile. [?] ours */
const RUN_MS = 60_000;

/** What is asked about, kept or of a receipt. */
interface Followed extends Pick<AcceptedAs, 'eventId' | 'at'> {
  readonly id: string;
  readonly place: Place;
  /** Of one that is kept: it can be looked for, and sent again. */
  readonly write?: MemoryWrite;
}

/** How it ended, and what for it may be sent again; nothing while it has not ended. */
interface Learnt {
  readonly ending?: Ending;
  readonly again?: WhyAgain;
}

/** Resolves when all have been asked for, or the first cannot be. Never rejects for what a platform did. */
export async function follow(ports: FollowPorts, until: number): Promise<void> {
  const end = Math.min(until, ports.now() + RUN_MS);
  let count = 0;
  let troubles = 0;
  for (const one of inTurns(keptItems(ports), unended(ports))) {
    if (count++ >= MOST_EVENTS || ports.now() >= end) return;
    const within = { deadline: Math.min(end, ports.now() + REQUEST_MS) };
    const learnt = await learn(one, ports, within);
    if (!(learnt instanceof Failure) && learnt.ending !== undefined) {
      const { ending, again } = learnt;
      if (again === undefined || !ports.sendAgain(one.id, again)) ports.ended(one.id, ending);
      continue;
    }
    // Whatever came of the question: the next run does not begin with the same one.
    if (one.write !== undefined) ports.stopsAt(one.id);
    // Of one event alone a failure says nothing about the others; where it goes on, it is theirs as well.
    if (learnt instanceof Failure && !(EVENTS_OWN.has(learnt.reason) && ++troubles < MOST_TROUBLES)) return;
  }
}

/** What the platform says of it, or why it does not. */
async function learn(one: Followed, ports: FollowPorts, within: Within): Promise<Learnt | Failure> {
  let reader: EventReader & CaptureReader;
  try {
    reader = await ports.readerFor(one.place, within);
  } catch (error) {
    // Whose key it is could not be asked: not even a 404 there says anything about the event.
    return asFailure(error);
  }
  let answer: EventAnswer;
  try {
    answer = await reader.event(one.eventId, within);
  } catch (error) {
    if (!isUnknown(error)) return asFailure(error);
    return isOld(one, ports.now()) ? lookFor(one, reader, within) : {};
  }
  const ending = endingOf(answer);
  if (ending === undefined) return {};
  return { ending, ...(ending.outcome === 'FAILED' ? { again: 'extraction failed' } : {}) };
}

/**
 * An event that the platform does not know says nothing of the facts: what carries the capture id does. A look-up that fails says
 * nothing either: it is made again in a later run.
 */
async function lookFor({ write }: Followed, reader: CaptureReader, within: Within): Promise<Learnt | Failure> {
  const captureId = write?.metadata.capture_id;
  if (write === undefined || captureId === undefined) return { ending: { outcome: 'unknown' } };
  let memoryIds: readonly string[] | undefined;
  try {
    memoryIds = await reader.memoriesOf(captureId, write, within);
  } catch (error) {
    return asFailure(error);
  }
  if (memoryIds === undefined) return { ending: { outcome: 'unknown' }, again: 'event unknown' };
  // Found, and none can be named: it has arrived, and more cannot be said.
  return { ending: memoryIds.length === 0 ? { outcome: 'unknown' } : { outcome: 'SUCCEEDED', memoryIds } };
}

/** One of each by turns, so that neither waits for the other's end. */
function* inTurns<T>(...sources: readonly Iterator<T, void>[]): Generator<T> {
  for (let left = sources; left.length > 0; ) {
    const still: Iterator<T, void>[] = [];
    for (const source of left) {
      const next = source.next();
      if (next.done === true) continue;
      yield next.value;
      still.push(source);
    }
    left = still;
  }
}

/** Round about: behind the one where the last run stopped, and from the beginning on up to it. */
function* keptItems(ports: FollowPorts): Generator<Followed, void> {
  const ids = ports.kept();
  const last = ports.lastAsked() ?? '';
  for (const id of [...ids.filter((one) => one > last), ...ids.filter((one) => one <= last)]) {
    const item = ports.keptItem(id);
    if (item === undefined || ports.isBarred?.(item.place, item.write.metadata.session_id) === true) continue;
    yield { ...item, id };
  }
}

function* unended(ports: FollowPorts): Generator<Followed, void> {
  for (const receipt of ports.receiptsSince(ports.now() - FOLLOWED_MS)) {
    if (receipt === undefined) continue;
    for (const item of receipt.items) {
      const { accepted, captureId } = item;
      if (!isUnended(item) || accepted?.destination !== ports.destination) continue;
      // Where it is kept, it has its turn among those.
      if (ports.keptItem(captureId) !== undefined || ports.isBarred?.(accepted.place, receipt.sessionId) === true)
        continue;
      yield { id: captureId, eventId: item.eventId, at: accepted.at, place: accepted.place };
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
function isOld({ at }: Followed, now: number): boolean {
  return !(now - Date.parse(at) < UNKNOWN_AFTER_MS);
}
