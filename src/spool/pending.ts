/**
 * What is on its way to be memories, as a session start looks at it: in the journal, waiting, being sent or accepted, for one
 * destination; what is parked is not on its way. Nothing is changed, and little is read.
 * Out of scope: which of it is told (`core/recall/just-now`), and whether the person denies it (`runtime/ports/said-ports`).
 */
import { looseObject, record } from 'zod/mini';
import type { CaptureRecord, SpoolItem } from '../contract/state.ts';
import { documentOf, parseDocument, readDocument, textOf } from '../io/document.ts';
import type { StateFolder } from '../io/file-store.ts';
import { StateFolderError } from '../io/state-folder-error.ts';
import { isFor, tagOf, withoutOrigin } from './belonging.ts';
import { spoolItemSchema } from './spool-item.ts';
import { ACCEPTED, CLAIM, CLAIMED, ID, idSchema, WAITING, WAITS } from './spool-names.ts';

const JOURNAL = 'spool/journal';

/** Documents that one look reads; a capture makes at most five requests. [?] ours */
const GLANCE = 20;

/** The instant at which an id was made (`runtime/runtime`), as nine digits of base 36. */
const BEGINS_WITH_TIME = /^([0-9a-z]{9})_/;

export interface PendingItem {
  readonly id: string;
  /** When it was captured (ms since the epoch). */
  readonly at: number;
  readonly item: SpoolItem;
}

interface Named {
  readonly id: string;
  readonly at: number;
  readonly path: string;
}

const journalSchema = documentOf<Pick<CaptureRecord, 'items'>>()(() =>
  looseObject({ items: record(idSchema(), spoolItemSchema()) }),
);

export class PendingItems {
  readonly #folder: StateFolder;
  readonly #destination: string;
  readonly #tags: ReadonlySet<string>;
  readonly #seen = new Map<string, PendingItem>();

  constructor(folder: StateFolder, destination: string) {
    this.#folder = folder;
    this.#destination = destination;
    const bare = withoutOrigin(destination);
    this.#tags = new Set([destination, ...(bare === undefined ? [] : [bare])].map(tagOf));
  }

  /** Looks for what was captured since an instant. @returns all that has been seen so far, newest first */
  look(since: number): readonly PendingItem[] {
    let left = GLANCE;
    for (const named of this.#newest(since)) {
      if (this.#seen.has(named.id)) continue;
      if (left-- === 0) break;
      this.#read(named);
    }
    return [...this.#seen.values()].sort((a, b) => (a.id < b.id ? 1 : -1));
  }

  #newest(since: number): readonly Named[] {
    // In the order in which an item goes through them: one that moves on meanwhile is found at the latest in the next one.
    const names = [
      ...this.#names(JOURNAL, /^([0-9a-z_]+)\.json$/),
      ...this.#names(WAITING, WAITS),
      ...this.#names(CLAIMED, CLAIM),
      ...this.#names(ACCEPTED, WAITS),
    ];
    return names.filter(({ at }) => at >= since).sort((a, b) => (a.id < b.id ? 1 : -1));
  }

  #names(folder: string, pattern: RegExp): readonly Named[] {
    return this.#list(folder).flatMap((name) => {
      const [, id, tag] = pattern.exec(name) ?? [];
      const time = BEGINS_WITH_TIME.exec(id ?? '')?.[1];
      if (id === undefined || time === undefined || !ID.test(id)) return [];
      if (pattern === WAITS && !this.#tags.has(tag ?? '')) return [];
      return [{ id, at: Number.parseInt(time, 36), path: `${folder}/${name}` }];
    });
  }

  /** What is no folder of ours, or cannot be opened, holds nothing of ours, and keeps nothing in the others from being seen. */
  #list(folder: string): readonly string[] {
    try {
      return this.#folder.list(folder);
    } catch (error) {
      if (error instanceof StateFolderError) return [];
      throw error;
    }
  }

  #read({ id, at, path }: Named): void {
    if (path.startsWith(JOURNAL)) {
      const items = readDocument(this.#folder, path, journalSchema)?.items ?? {};
      for (const [one, item] of Object.entries(items)) this.#take({ id: one, at, item });
      return;
    }
    // What has moved on since it was listed is looked for where it went.
    const text = textOf(this.#folder, path) ?? this.#elsewhere(id);
    const item = text === undefined ? undefined : parseDocument(text, spoolItemSchema);
    if (item !== undefined) this.#take({ id, at, item });
  }

  #elsewhere(id: string): string | undefined {
    for (const [folder, pattern] of [
      [CLAIMED, CLAIM],
      [ACCEPTED, WAITS],
      [WAITING, WAITS],
    ] as const) {
      const found = this.#names(folder, pattern).find((one) => one.id === id);
      const text = found === undefined ? undefined : textOf(this.#folder, found.path);
      if (text !== undefined) return text;
    }
    return undefined;
  }

  #take(one: PendingItem): void {
    if (isFor(one.item.destination, this.#destination)) this.#seen.set(one.id, one);
  }
}
