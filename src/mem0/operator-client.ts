/**
 * What the operator's command asks of the platform (platform contract §3 to §7), bound to a scope like the hooks' client: no method
 * takes scope ids. A class of its own, so that no hook carries it. Everything here rejects with a `Failure`.
 */
import { isDeepStrictEqual } from 'node:util';
import { asFailure, Failure } from '../contract/failure.ts';
import type { AddAnswer, Memory } from '../contract/mem0.ts';
import type { MemoryWrite } from '../contract/memory.ts';
import type { Feedback, HistoryStep, ProjectSettings } from '../contract/operator.ts';
import type { Json, JsonObject } from '../contract/wire.ts';
import { isUnderAlias } from '../core/identity/aliases.ts';
import type { Scope } from '../core/identity/scope.ts';
import { filterOfWhere, type Where } from '../core/recall/listing.ts';
import { Mem0Client } from './client.ts';
import { OperatorLink, type OperatorLinkOptions } from './operator-link.ts';
import { type AllRows, collected, type Listing, pagesOf, type RowPage } from './operator-listing.ts';
import {
  type ChainRemoval,
  type Removal,
  remove,
  removeWithChain,
  type Superseded,
  supersededBy,
} from './operator-removal.ts';
import { feedback, history, searchVersions, update, type Versions } from './operator-requests.ts';
import { type ChangedSettings, changeSettings, settingsOf } from './operator-settings.ts';
import { memory } from './requests.ts';
import { ifUncertain, UnknownFate } from './unknown-fate.ts';

export interface Searching extends Where, Versions {
  /** 1…1000; default 10 (§6). */
  readonly topK?: number;
}

/** What of a memory may change (§6). Text is redacted by the caller (`core/capture/by-hand`). */
export interface Change {
  readonly text?: string;
  /** Keys to set; null takes a key away. The others stay. */
  readonly metadata?: JsonObject;
  /** `YYYY-MM-DD`, inclusive, UTC; null: never (§5). */
  readonly expirationDate?: string | null;
}

export interface Changed {
  /** As it was read afterwards. */
  readonly row: Memory;
  /** What is not as it was asked for. */
  readonly differs: readonly (keyof Change)[];
}

export interface Shown {
  readonly row: Memory;
  /** Changes of its text, in the platform's order: oldest first [?]. */
  readonly history: readonly HistoryStep[];
}

export class OperatorClient {
  readonly #link: OperatorLink;
  readonly #client: Mem0Client;

  constructor(options: OperatorLinkOptions) {
    this.#link = new OperatorLink(options);
    this.#client = new Mem0Client(options.send, options.scope);
  }

  /** What the client is bound to. */
  get scope(): Scope {
    return this.#link.scope;
  }

  /** Every row, newest first [?], page by page; the last page says whether that was all (§6). */
  pages(listing: Listing = {}): AsyncGenerator<RowPage, void> {
    return pagesOf(this.#link, listing);
  }

  /** The same at once. */
  all(listing: Listing = {}): Promise<AllRows> {
    return collected(this.pages(listing));
  }

  /** The rows that fit a query best, the best first (§6). Nothing in a project's scope where there is no project. */
  async search(query: string, { topK = 10, ...where }: Searching = {}): Promise<readonly Memory[]> {
    if (query.trim() === '') throw new Failure('refused', 'a search needs words', { sent: false });
    const filters = filterOfWhere(where, this.scope);
    if (filters === undefined) return [];
    const { override } = this.#link;
    return (await this.#link.ask(searchVersions(query, filters, override, topK, where))).results;
  }

  /** Whether a row was written under an id of before (§9). */
  isUnderAlias(row: Memory): boolean {
    return isUnderAlias(row, this.scope);
  }

  /** One memory as it is now, be it superseded or expired (§6). A `Failure` with status 404 where there is none. */
  byId(id: string): Promise<Memory> {
    return this.#link.ask(memory(id, this.#link.override));
  }

  /** The same with its history. */
  async show(id: string): Promise<Shown> {
    const row = await this.byId(id);
    return { row, history: await this.#link.ask(history(id, this.#link.override)) };
  }

  /** What these rows have superseded, and what those had, oldest first (§5). */
  superseded(rows: readonly Memory[]): Promise<Superseded> {
    return supersededBy(this.#link, rows);
  }

  /**
   * Changes a memory and reads it back; an `UnknownFate` where that tells nothing. Whether a PUT replaces metadata or merges it is unknown (§4): the whole object is read,
   * changed and written. So a key that is taken away may stay: to unpin, set `pinned: false`.
   */
  async update(id: string, change: Change): Promise<Changed> {
    const { text, expirationDate } = change;
    const metadata = change.metadata && merged((await this.byId(id)).metadata ?? {}, change.metadata);
    const body = {
      ...(text === undefined ? {} : { text }),
      ...(metadata === undefined ? {} : { metadata }),
      ...(expirationDate === undefined ? {} : { expiration_date: expirationDate }),
    };
    if (Object.keys(body).length === 0) return { row: await this.byId(id), differs: [] };
    const failure = await this.#link.ask(update(id, body, this.#link.override)).then(() => undefined, ifUncertain);
    const changed = await this.#readBack(id, { text, metadata, expirationDate }, failure);
    if (failure === undefined || changed.differs.length === 0) return changed;
    // What was answered comes no later; what was not, may.
    throw failure.status === undefined ? new UnknownFate(failure) : failure;
  }

  /** Deletes by ids, in batches, and reads whether they are gone (§5, §6). The predecessor of a current one comes back. */
  remove(ids: readonly string[]): Promise<Removal> {
    return remove(this.#link, ids);
  }

  /** The same with all that these have superseded. */
  removeWithChain(ids: readonly string[]): Promise<ChainRemoval> {
    return removeWithChain(this.#link, ids);
  }

  /** §6; null takes it back. Nothing reads it: an answer is all there is to know, so without one its fate is unknown. */
  async feedback(id: string, value: Feedback, reason?: string): Promise<void> {
    const failure = await this.#link
      .ask(feedback(id, value, reason, this.#link.override))
      .then(() => undefined, ifUncertain);
    if (failure !== undefined) throw new UnknownFate(failure);
  }

  /**
   * Stores a memory verbatim (`core/capture/by-hand` makes the write) and reads it back. Where its fate is unknown its capture id
   * tells (§3: an add is not repeated).
   */
  async remember(write: MemoryWrite): Promise<Changed> {
    const id = await this.#added(write);
    const [said] = write.messages;
    const { expirationDate, metadata } = write;
    return this.#readBack(id, { text: said?.content, metadata: { ...metadata }, expirationDate });
  }

  /** One write as it is, under the scope's own ids (§3). Not repeatable. */
  async add(write: MemoryWrite): Promise<AddAnswer> {
    return this.#client.add(write, this.#link.within());
  }

  /** The ids of what carries a capture id; undefined where nothing does. */
  memoriesOf(captureId: string, write: MemoryWrite): Promise<readonly string[] | undefined> {
    return this.#client.memoriesOf(captureId, write, this.#link.within());
  }

  /** The settings of the project that the key, or the override, names (§6). */
  settings(): Promise<ProjectSettings> {
    return settingsOf(this.#link);
  }

  /** Changes those that are named, and reads them back. A list is replaced as a whole. */
  changeSettings(changes: Partial<ProjectSettings>): Promise<ChangedSettings> {
    return changeSettings(this.#link, changes);
  }

  /** What was asked for as it is now. Where nobody can read it, its fate is not known. */
  async #readBack(id: string, asked: Asked, failure?: Failure): Promise<Changed> {
    try {
      return await this.#link.settled(
        async () => {
          const row = await this.byId(id);
          return { row, differs: differences(row, asked) };
        },
        ({ differs }) => differs.length === 0,
      );
    } catch (error) {
      throw new UnknownFate(failure ?? asFailure(error));
    }
  }

  async #added(write: MemoryWrite): Promise<string> {
    let failure = new Failure('odd-answer', 'the answer names no memory');
    try {
      const id = (await this.add(write)).results?.[0]?.id;
      if (id !== undefined) return id;
    } catch (error) {
      failure = asFailure(error);
      if (!failure.uncertain) throw error;
    }
    const { capture_id: captureId } = write.metadata;
    if (captureId === undefined) throw failure;
    const look = () => this.memoriesOf(captureId, write);
    const [id] = (await this.#link.settled(look, (ids) => ids !== undefined)) ?? [];
    if (id === undefined) throw failure;
    return id;
  }
}

/** What was read of a row was JSON, and what of it is not named stays as it was. */
function merged(before: Readonly<Record<string, unknown>>, change: JsonObject): JsonObject {
  const all = { ...(before as JsonObject), ...change };
  return Object.fromEntries(Object.entries(all).filter(([key]) => change[key] !== null));
}

interface Asked {
  readonly text: string | undefined;
  readonly metadata: Json | undefined;
  readonly expirationDate: string | null | undefined;
}

function differences(row: Memory, { text, metadata, expirationDate }: Asked): (keyof Change)[] {
  const day = row.expiration_date?.slice(0, 'YYYY-MM-DD'.length) ?? null;
  return [
    ...(text === undefined || row.memory === text ? [] : (['text'] as const)),
    ...(metadata === undefined || isDeepStrictEqual(row.metadata ?? {}, metadata) ? [] : (['metadata'] as const)),
    ...(expirationDate === undefined || day === expirationDate ? [] : (['expirationDate'] as const)),
  ];
}
