/**
 * What became of the requests of captures: what this machine knows, and what the platform says when it is asked now. Nothing is
 * written: receipts are completed by the background alone (`flows/follow`).
 */
import { asFailure } from '../../contract/failure.ts';
import type { Acceptance, Receipt, ReceiptItem, SpoolItem } from '../../contract/state.ts';
import { isEarly } from '../../flows/drain.ts';
import { endingOf, isUnended, isUnknown } from '../../flows/follow.ts';
import type { Within } from '../../flows/ports.ts';
import type { Mem0Client } from '../../mem0/client.ts';
import { Platform } from '../../runtime/connection/platform.ts';
import { isDeniedItem, isDeniedOf } from '../../runtime/place/denied.ts';
import { isAlive } from '../../runtime/processes/processes.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { isFor } from '../../spool/belonging.ts';
import { Spool, type Whereabouts } from '../../spool/spool.ts';

export const ITEM_STATES = [
  /** In the spool. */
  'waiting',
  /** A process has it in hand. */
  'sending',
  /** The platform refused it for good. */
  'parked',
  /** Accepted; its event has not ended, as far as is known. */
  'pending',
  /** It became memories. */
  'succeeded',
  /** Succeeded without memories: it was known already (platform contract §5), or there was nothing in it to keep. */
  'nothing-new',
  'failed',
  /** Nobody knows: the platform does not know the event, or the answer was lost. */
  'unknown',
] as const;
export type ItemState = (typeof ITEM_STATES)[number];

export interface ItemReport extends ReceiptItem {
  readonly state: ItemState;
  /** Why it is parked, or has failed. */
  readonly reason?: string;
  /** Of one that is pending: the platform was not asked, or gave no answer, so this is what was known before. */
  readonly unasked?: true;
  /** Of one that waits. */
  readonly waiting?: Waiting;
  /** What `memoryIds` are now; absent where there are none. */
  readonly memories?: readonly MemoryNow[];
}

export interface Waiting {
  /** Attempts that failed so far. */
  readonly attempts: number;
  /** ISO 8601; not before that. Absent where it is due. */
  readonly notBefore?: string;
  /** It may have arrived already: that is looked up before it is sent. */
  readonly uncertain: boolean;
  /** Whom it waits for, where this shell has another key or none: a session with its key, or one without any. */
  readonly for?: 'another-key' | 'no-key';
  /** The person's lists deny now the place that it comes from: it waits until they do not. */
  readonly denied?: true;
}

export interface ReceiptReport extends Omit<Receipt, 'items'> {
  readonly items: readonly ItemReport[];
}

export interface Answers {
  readonly receipts: readonly ReceiptReport[];
  /** Why not everything could be asked. */
  readonly trouble?: unknown;
}

export interface MemoryNow {
  readonly id: string;
  /** Absent where it was deleted, or could not be asked for. */
  readonly text?: string;
  /** A later memory has taken its place (platform contract §5). */
  readonly superseded?: true;
  readonly deleted?: true;
}

/** A person waits: what is not answered by then is shown as it is known here. */
const ASKING_MS = 2_000;

const AT_ONCE = 8;

/** `read`: a receipt as it is stored by now. */
export async function reportOn(
  runtime: Runtime,
  receipts: readonly Receipt[],
  read: (id: string) => Receipt | undefined,
): Promise<Answers> {
  const { destination } = runtime;
  const spool = new Spool(runtime.folder, process.pid, destination);
  const here: Here = { spool, destination, isDenied: (item) => isDeniedItem(runtime, item) };
  const known = receipts.map((receipt) => ({
    ...receipt,
    items: receipt.items.map((item) => stateHere(item, here, () => itemIn(read(receipt.id), item))),
  }));
  const asking = new Asking(runtime);
  const reports = await Promise.all(
    known.map(async (receipt) => ({
      ...receipt,
      items: await Promise.all(receipt.items.map((item) => asking.complete(item, receipt.sessionId))),
    })),
  );
  const complete = await Promise.all(
    reports.map(async (receipt) => ({
      ...receipt,
      items: await Promise.all(receipt.items.map((item) => withMemories(item, asking, receipt.sessionId))),
    })),
  );
  return { receipts: complete, ...(asking.trouble === undefined ? {} : { trouble: asking.trouble }) };
}

/** Events first, in `reportOn`: how the requests ended matters more than what the memories say by now. */
async function withMemories(item: ItemReport, asking: Asking, sessionId: string): Promise<ItemReport> {
  const { memoryIds = [], accepted } = item;
  if (memoryIds.length === 0) return item;
  return { ...item, memories: await Promise.all(memoryIds.map((id) => asking.memory(id, accepted, sessionId))) };
}

function itemIn(receipt: Receipt | undefined, { captureId }: ReceiptItem): ReceiptItem | undefined {
  return receipt?.items.find((item) => item.captureId === captureId);
}

interface Here {
  readonly spool: Spool;
  readonly destination: string;
  isDenied(item: SpoolItem): boolean;
}

/** As far as this machine knows. */
function stateHere(item: ReceiptItem, here: Here, again: () => ReceiptItem | undefined): ItemReport {
  const { spool } = here;
  const state = stateIn(item);
  if (state !== undefined) return { ...item, state };
  const place = spool.whereIs(item.captureId, isAlive);
  if (place !== undefined) return { ...item, ...placeReport(place, here) };
  // Delivered since its receipt was read, or moved while it was looked for.
  const now = again() ?? item;
  const late = spool.whereIs(item.captureId, isAlive);
  // Accepted or looked up and found, and the answer was lost: it is in the spool no more.
  return { ...now, state: stateIn(now) ?? 'unknown', ...(late === undefined ? {} : placeReport(late, here)) };
}

function stateIn(item: ReceiptItem): ItemState | undefined {
  return endState(item) ?? (item.eventId === undefined ? undefined : 'pending');
}

function placeReport(
  { state, reason, waits }: Whereabouts,
  here: Here,
): Pick<ItemReport, 'state' | 'reason' | 'waiting'> {
  if (waits === undefined) return { state, ...(reason === undefined ? {} : { reason }) };
  const { attempts, notBefore, uncertain, destination } = waits;
  return {
    state,
    waiting: {
      attempts,
      uncertain,
      ...(isEarly(waits, Date.now()) ? { notBefore: new Date(notBefore).toISOString() } : {}),
      ...(isFor(destination, here.destination) ? {} : { for: destination === 'local' ? 'no-key' : 'another-key' }),
      ...(here.isDenied(waits) ? { denied: true } : {}),
    },
  };
}

/** Questions to the platform, a few at a time and all within one deadline; after the first trouble none is asked any more. */
class Asking {
  trouble: unknown;
  readonly #runtime: Runtime;
  readonly #platform: Platform;
  readonly #within: Within = { deadline: Date.now() + ASKING_MS };
  readonly #queue: (() => void)[] = [];
  #running = 0;

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
    this.#platform = new Platform(runtime);
  }

  async complete(item: ItemReport, sessionId: string): Promise<ItemReport> {
    const { eventId, accepted } = item;
    // A failure's reason is the platform's text: it is in no file here, and is asked for each time.
    if (eventId === undefined || !(isUnended(item) || item.outcome === 'FAILED')) return item;
    const answer = await this.#ask(accepted, sessionId, (client) => client.event(eventId, this.#within));
    if (answer === undefined) return item.state === 'pending' ? { ...item, unasked: true } : item;
    if (answer === null) return item;
    const ending = endingOf(answer);
    if (ending === undefined) return item;
    const reason = ending.outcome === 'FAILED' ? errorText(answer.error) : undefined;
    return { ...item, ...ending, state: endState(ending) ?? item.state, ...(reason === undefined ? {} : { reason }) };
  }

  async memory(id: string, accepted: Acceptance | undefined, sessionId: string): Promise<MemoryNow> {
    const answer = await this.#ask(accepted, sessionId, (client) => client.memory(id, this.#within));
    if (answer === undefined) return { id };
    if (answer === null) return { id, deleted: true };
    return { id, text: answer.memory, ...(typeof answer.replaced_by === 'string' ? { superseded: true } : {}) };
  }

  /** The answer; null for what the platform does not know, undefined where it could not or may not be asked. */
  async #ask<T>(
    accepted: Acceptance | undefined,
    sessionId: string,
    question: (client: Mem0Client) => Promise<T>,
  ): Promise<T | null | undefined> {
    // An event of another key, or of nobody knows which, is not asked about here.
    if (accepted?.destination !== this.#runtime.destination || this.#runtime.config.dryRun) return undefined;
    // Nor one of a place that is denied now.
    if (isDeniedOf(this.#runtime, accepted.place, sessionId)) return undefined;
    await this.#turn();
    try {
      if (this.trouble !== undefined) return undefined;
      return await question(await this.#platform.clientFor(accepted.place, this.#within));
    } catch (error) {
      const failure = asFailure(error);
      if (isUnknown(failure)) return null;
      this.trouble ??= failure;
      return undefined;
    } finally {
      this.#running--;
      this.#queue.shift()?.();
    }
  }

  async #turn(): Promise<void> {
    if (this.#running >= AT_ONCE) await new Promise<void>((resolve) => this.#queue.push(resolve));
    this.#running++;
  }
}

/** Undefined where it has not ended. */
function endState({ outcome, memoryIds }: Pick<ReceiptItem, 'outcome' | 'memoryIds'>): ItemState | undefined {
  if (outcome === 'FAILED') return 'failed';
  if (outcome === 'unknown') return 'unknown';
  if (memoryIds === undefined) return undefined;
  return memoryIds.length > 0 ? 'succeeded' : 'nothing-new';
}

/** The shape of an event's error is undocumented: a text, or an object with one. [?] */
function errorText(error: unknown): string | undefined {
  if (typeof error === 'string') return error.trim() === '' ? undefined : error;
  if (typeof error !== 'object' || error === null) return undefined;
  const text = Object.entries(error).find(
    ([name, value]) => /^(?:message|error|detail)$/.test(name) && typeof value === 'string',
  )?.[1];
  return typeof text === 'string' ? text : JSON.stringify(error);
}
