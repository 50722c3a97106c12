/**
 * What became of the requests of captures: what this machine knows, and what the platform says when it is asked now. Nothing is
 * written: receipts are completed by the background alone (`flows/follow`).
 */
import { asFailure } from '../contract/failure.ts';
import type { Acceptance, Receipt, ReceiptItem } from '../contract/state.ts';
import { endingOf, isUnended, isUnknown } from '../flows/follow.ts';
import type { Within } from '../flows/ports.ts';
import type { Mem0Client } from '../mem0/client.ts';
import { Spool } from '../spool/spool.ts';
import { Platform } from './platform.ts';
import type { Runtime } from './runtime.ts';

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
}

export interface ReceiptReport extends Omit<Receipt, 'items'> {
  readonly items: readonly ItemReport[];
}

export interface Answers {
  readonly receipts: readonly ReceiptReport[];
  /** Memories by id, as they are now; null for one that was deleted since. Absent where it was not asked. */
  readonly memories: ReadonlyMap<string, MemoryNow | null>;
  /** Why not everything could be asked. */
  readonly trouble?: unknown;
}

export interface MemoryNow {
  readonly text: string;
  /** A later memory has taken its place (platform contract §5). */
  readonly isSuperseded: boolean;
}

/** A person waits: what is not answered by then is shown as it is known here. */
const ASKING_MS = 2_000;

const AT_ONCE = 8;

/** `wantsMemories`: their texts are for a person to read, and asked for only then. */
export async function reportOn(
  runtime: Runtime,
  receipts: readonly Receipt[],
  wantsMemories: boolean,
): Promise<Answers> {
  const spool = new Spool(runtime.folder, process.pid, runtime.destination);
  const known = receipts.map((receipt) => ({ ...receipt, items: receipt.items.map((item) => stateHere(item, spool)) }));
  const asking = new Asking(runtime);
  const reports = await Promise.all(
    known.map(async (receipt) => ({
      ...receipt,
      items: await Promise.all(receipt.items.map((item) => asking.complete(item))),
    })),
  );
  const memories = new Map<string, MemoryNow | null>();
  if (wantsMemories) {
    const items = reports.flatMap((receipt) => receipt.items);
    await Promise.all(
      items.flatMap(({ memoryIds = [], accepted }) =>
        memoryIds.map(async (id) => {
          const memory = await asking.memory(id, accepted);
          if (memory !== undefined) memories.set(id, memory);
        }),
      ),
    );
  }
  return { receipts: reports, memories, ...(asking.trouble === undefined ? {} : { trouble: asking.trouble }) };
}

/** As far as this machine knows. */
function stateHere(item: ReceiptItem, spool: Spool): ItemReport {
  const state = endState(item);
  if (state !== undefined) return { ...item, state };
  if (item.eventId !== undefined) return { ...item, state: 'pending' };
  // Accepted or looked up and found, and the answer was lost: it is in the spool no more.
  return { ...item, state: 'unknown', ...spool.whereIs(item.captureId) };
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

  async complete(item: ItemReport): Promise<ItemReport> {
    const { eventId, accepted } = item;
    // A failure's reason is the platform's text: it is in no file here, and is asked for each time.
    if (eventId === undefined || !(isUnended(item) || item.outcome === 'FAILED')) return item;
    const answer = await this.#ask(accepted, (client) => client.event(eventId, this.#within));
    if (answer === undefined || answer === null) return item;
    const ending = endingOf(answer);
    if (ending === undefined) return item;
    const reason = ending.outcome === 'FAILED' ? errorText(answer.error) : undefined;
    return { ...item, ...ending, state: endState(ending) ?? item.state, ...(reason === undefined ? {} : { reason }) };
  }

  memory(id: string, accepted: Acceptance | undefined): Promise<MemoryNow | null | undefined> {
    return this.#ask(accepted, async (client) => {
      const { memory, replaced_by } = await client.memory(id, this.#within);
      return { text: memory, isSuperseded: typeof replaced_by === 'string' };
    });
  }

  /** The answer; null for what the platform does not know, undefined where it could not or may not be asked. */
  async #ask<T>(
    accepted: Acceptance | undefined,
    question: (client: Mem0Client) => Promise<T>,
  ): Promise<T | null | undefined> {
    // An event of another key, or of nobody knows which, is not asked about here.
    if (accepted?.destination !== this.#runtime.destination || this.#runtime.config.dryRun) return undefined;
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
