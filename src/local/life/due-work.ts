/**
 * Work that is due: facts out of waiting adds, entities to forget, categories. It is done at the start of a later request, and
 * waits in the file until then; several processes may try, one of them does it. Events go PENDING, RUNNING (only while
 * an extraction takes its time), SUCCEEDED or FAILED (platform contract §5).
 */
import type { JsonObject } from '../../contract/wire.ts';
import type { ExtractedFact } from '../extract.ts';
import { faultName, LocalStoreError } from '../store/errors.ts';
import { type Scope, typeOf } from '../store/rows.ts';
import { addFact, type PendingAdd } from './adds.ts';
import { categoriseDue } from './categories.ts';
import { type Forgetting, forget } from './deletion.ts';
import type { Life } from './life.ts';

/** How long a read's own due work waits for another writer, in ms: that one may well be doing it. [?] */
const WAIT_MS = 200;
/** After this an extraction that was begun is taken for lost with its process, and is done again. [?] */
const LEASE_MS = 10 * 60 * 1000;

interface DueEvent {
  readonly id: string;
  readonly scope: Scope;
  readonly work: { readonly add: PendingAdd } | { readonly forget: readonly Forgetting[] };
}

export class DueWork {
  readonly #life: Life;
  /** An extraction that takes its time is at work in this process: no request waits for it, and the next add waits its turn. */
  #isExtracting = false;

  constructor(life: Life) {
    this.#life = life;
  }

  /**
   * Does what is due, or leaves it for a later request while another process writes.
   * @throws LocalStoreError when the file fails
   */
  run(): void {
    try {
      const now = this.#life.now();
      const due = this.#life.store.due(now);
      if (due.events) this.#runEvents(now);
      if (due.categories) this.#life.store.write(() => categoriseDue(this.#life, now), WAIT_MS);
    } catch (error) {
      // It stays due in the file; whoever holds the lock, or the next request, does it.
      if (!isBusy(error)) throw error;
    }
  }

  #runEvents(now: number): void {
    for (const event of dueEvents(this.#life, now)) {
      if ('forget' in event.work) this.#end(event, { forget: event.work.forget });
      else if (!this.#isExtracting) this.#extract(event, event.work.add);
    }
  }

  #extract(event: DueEvent, add: PendingAdd): void {
    let found: ReturnType<Life['extractor']['extract']>;
    try {
      found = this.#life.extractor.extract({ messages: add.messages, type: typeOf(add.metadata) ?? undefined });
    } catch (error) {
      this.#end(event, failed(error));
      return;
    }
    if (!(found instanceof Promise)) this.#end(event, { add, facts: found });
    else if (this.#begin(event)) void this.#await(event, add, found);
  }

  async #await(event: DueEvent, add: PendingAdd, found: Promise<readonly ExtractedFact[]>): Promise<void> {
    this.#isExtracting = true;
    const outcome = await found.then((facts): Outcome => ({ add, facts }), failed);
    this.#isExtracting = false;
    try {
      this.#end(event, outcome);
    } catch (error) {
      // The lease brings it back: to a later request, or to another process when this one has closed the file.
      if (!(error instanceof LocalStoreError)) throw error;
    }
  }

  /** RUNNING, and ours until the lease ends; false when another process was faster. */
  #begin(event: DueEvent): boolean {
    const { store } = this.#life;
    const now = this.#life.now();
    return store.write(() => store.events.begin(event.id, now, now + LEASE_MS), WAIT_MS);
  }

  /** Takes the event, applies what came of it, and says so; nothing when another process did. */
  #end(event: DueEvent, outcome: Outcome): void {
    const { store } = this.#life;
    store.write(() => {
      // The messages are not kept: what was worth keeping is in the facts now.
      if (!store.events.take(event.id)) return;
      store.events.end(event.id, { ...this.#apply(event.scope, outcome), at: this.#life.now() });
    }, WAIT_MS);
  }

  #apply(scope: Scope, outcome: Outcome): { results: readonly JsonObject[]; error: string | null } {
    if ('error' in outcome) return { results: [], error: outcome.error };
    if ('forget' in outcome) {
      for (const one of outcome.forget) forget(this.#life, scope, one);
      return { results: [], error: null };
    }
    const { add, facts } = outcome;
    return { results: facts.flatMap((fact) => addFact(this.#life, scope, add, fact)), error: null };
  }
}

type Outcome =
  | { readonly forget: readonly Forgetting[] }
  | { readonly add: PendingAdd; readonly facts: readonly ExtractedFact[] }
  | { readonly error: string };

/** The event says it (contract §5: FAILED with error); whoever sent the add decides whether to send it again. */
function failed(fault: unknown): Outcome {
  return { error: `extraction failed (${faultName(fault)})` };
}

function isBusy(error: unknown): boolean {
  return error instanceof LocalStoreError && error.reason === 'unavailable';
}

function dueEvents(life: Life, now: number): readonly DueEvent[] {
  return life.store.events.due(now).map(({ id, scope, type, payload }): DueEvent => {
    // Written by `enqueueForgetting` and `enqueueAdd`; an older program's add has no categories and is not immutable.
    if (type === 'DELETE') return { id, scope, work: { forget: JSON.parse(payload) as readonly Forgetting[] } };
    const add = JSON.parse(payload) as Omit<PendingAdd, 'category_names' | 'immutable'>;
    return { id, scope, work: { add: { category_names: null, immutable: false, ...add } } };
  });
}
