/**
 * Work that is due: facts out of waiting adds, entities to forget, categories. It is done at the start of a later request, and
 * waits in the file until then; several processes may try, one of them does it. Events go PENDING, RUNNING (only while
 * an extraction takes its time), SUCCEEDED or FAILED (platform contract §5).
 */
import type { JsonObject } from '../../contract/wire.ts';
import type { ExtractedFact } from '../extract.ts';
import { faultName, isOfTheFile, LocalStoreError } from '../store/errors.ts';
import type { WaitingEvent } from '../store/events.ts';
import { typeOf } from '../store/rows.ts';
import { addFacts, type PendingAdd } from './adds.ts';
import { categoriseDue } from './categories.ts';
import { type Forgetting, forget } from './deletion.ts';
import type { Life } from './life.ts';

/** How long a read's own due work waits for another writer, in ms: that one may well be doing it. [?] */
const WAIT_MS = 200;
/** After this an extraction that was begun is taken for lost with its process, and is done again. [?] */
const LEASE_MS = 10 * 60 * 1000;

/** How long events that have ended can be asked for. [?] */
const KEPT_MS = 90 * 24 * 60 * 60 * 1000;

type Work = { readonly add: PendingAdd } | { readonly forget: Forgetting };

export class DueWork {
  readonly #life: Life;
  /** An extraction that takes its time is at work in this process: no request waits for it, and the next add waits its turn. */
  #isExtracting = false;

  constructor(life: Life) {
    this.#life = life;
  }

  /**
   * Does what is due, or leaves it for a later request while the file cannot be written: another process writes, the disk is
   * full. Whatever else goes wrong with one event ends that event, so that it stands in nobody's way.
   */
  run(): void {
    try {
      const now = this.#life.now();
      const due = this.#life.store.due(now);
      if (due.events) for (const event of this.#life.store.events.due(now)) this.#run(event);
      if (due.categories) this.#life.store.write(() => categoriseDue(this.#life, now), WAIT_MS);
    } catch (error) {
      // It stays due in the file; what the request itself needs of the file, it will find out itself.
      if (!(error instanceof LocalStoreError)) throw error;
    }
  }

  #run(event: WaitingEvent): void {
    this.#settle(event, () => {
      const work = workOf(event);
      if ('forget' in work) this.#end(event, work);
      else if (!this.#isExtracting) this.#extract(event, work.add);
    });
  }

  #extract(event: WaitingEvent, add: PendingAdd): void {
    const { extractor } = this.#life;
    const window = { messages: add.messages, type: typeOf(add.metadata) ?? undefined };
    if (extractor.takesTime === true) {
      if (this.#begin(event)) void this.#extractLater(event, add, async () => extractor.extract(window));
      return;
    }
    const facts = extractor.extract(window);
    if (facts instanceof Promise) {
      // Whatever becomes of it is nobody's: the event fails for the extractor's own fault.
      facts.catch(() => undefined);
      throw new TypeError('an extractor that takes time must say so');
    }
    this.#end(event, { add, facts });
  }

  /** Never rejects: nobody waits for it. */
  async #extractLater(
    event: WaitingEvent,
    add: PendingAdd,
    extract: () => Promise<readonly ExtractedFact[]>,
  ): Promise<void> {
    this.#isExtracting = true;
    const outcome = await extract().then((facts): Outcome => ({ add, facts }), failed);
    this.#isExtracting = false;
    try {
      this.#settle(event, () => this.#end(event, outcome));
    } catch (error) {
      // The lease brings it back: to a later request, or to another process when this one has closed the file.
      if (!(error instanceof LocalStoreError)) throw error;
    }
  }

  /** Does the work of an event; where the work itself fails, the event does. @throws LocalStoreError when the file fails */
  #settle(event: WaitingEvent, work: () => void): void {
    try {
      work();
    } catch (error) {
      if (isOfTheFile(error)) throw error;
      this.#end(event, failed(error));
    }
  }

  /** RUNNING, and ours until the lease ends; false when another process was faster. */
  #begin(event: WaitingEvent): boolean {
    const { store } = this.#life;
    const now = this.#life.now();
    return store.write(() => store.events.begin(event.id, now, now + LEASE_MS), WAIT_MS);
  }

  /** Takes the event, applies what came of it, and says so; nothing when another process did. */
  #end(event: WaitingEvent, outcome: Outcome): void {
    const { store } = this.#life;
    store.write(() => {
      // The messages are not kept: what was worth keeping is in the facts now.
      if (!store.events.take(event.id)) return;
      const at = this.#life.now();
      store.events.end(event.id, { ...this.#apply(event, outcome), at });
      store.events.prune(at - KEPT_MS);
    }, WAIT_MS);
  }

  #apply({ scope }: WaitingEvent, outcome: Outcome): { results: readonly JsonObject[]; error: string | null } {
    if ('error' in outcome) return { results: [], error: outcome.error };
    if ('forget' in outcome) {
      forget(this.#life, scope, outcome.forget);
      return { results: [], error: null };
    }
    return { results: addFacts(this.#life, scope, outcome.add, outcome.facts), error: null };
  }
}

type Outcome =
  | { readonly forget: Forgetting }
  | { readonly add: PendingAdd; readonly facts: readonly ExtractedFact[] }
  | { readonly error: string };

/** The event says it (contract §5: FAILED with error); whoever sent the add decides whether to send it again. */
function failed(fault: unknown): Outcome {
  const cause = fault instanceof LocalStoreError ? fault.cause : fault;
  return { error: `not done (${faultName(cause)})` };
}

/** What an event has to do, as `enqueueAdd` and `enqueueForgetting` wrote it; an older program's add says less. */
function workOf({ type, payload }: WaitingEvent): Work {
  if (type === 'DELETE') return { forget: JSON.parse(payload) as Forgetting };
  const add = JSON.parse(payload) as Omit<PendingAdd, 'category_names' | 'immutable'>;
  return { add: { category_names: null, immutable: false, ...add } };
}
