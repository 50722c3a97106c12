/**
 * Receipts: what a capture took, left out and masked, and what became of it (design §2). Private files; no content, no value.
 */
import { array, int, literal, looseObject, number, optional, string } from 'zod/mini';
import { EVENT_OUTCOMES, type Receipt, type ReceiptItem } from '../contract/state.ts';
import { documentOf, readDocument, writeDocument } from '../io/document.ts';
import type { StateFolder } from '../io/file-store.ts';
import { StateFolderError } from '../io/state-folder-error.ts';
import { placeSchema } from './belonging.ts';
import { idSchema } from './spool-names.ts';

const RECEIPTS = 'receipts';

/** Digits of the time at the front of an id. */
const TIME_DIGITS = 9;

const count = () => number().check(int());

export const receiptSchema = documentOf<Receipt>()(() =>
  looseObject({
    id: idSchema(),
    sessionId: string(),
    at: string(),
    turns: count(),
    omitted: array(looseObject({ path: string(), lines: count() })),
    redacted: array(looseObject({ rule: string(), count: count() })),
    left: array(looseObject({ reason: string(), count: count() })),
    treesInPart: optional(
      array(looseObject({ files: count(), of: optional(count()), large: count(), stopped: optional(string()) })),
    ),
    items: array(
      looseObject({
        captureId: string(),
        type: string(),
        eventId: optional(string()),
        accepted: optional(looseObject({ at: string(), destination: string(), place: placeSchema() })),
        outcome: optional(literal(EVENT_OUTCOMES)),
        memoryIds: optional(array(string())),
      }),
    ),
  }),
);

export class Receipts {
  readonly #folder: StateFolder;

  constructor(folder: StateFolder) {
    this.#folder = folder;
  }

  write(receipt: Receipt): void {
    writeDocument(this.#folder, `${RECEIPTS}/${receipt.id}.json`, receipt);
  }

  read(id: string): Receipt | undefined {
    return readDocument(this.#folder, `${RECEIPTS}/${id}.json`, receiptSchema);
  }

  /**
   * Newest first, each read only when it comes to it; undefined for one that cannot be read. `since`: none that are older (ms).
   * Ids sort by time and begin with it (`runtime/runtime`), so of the older ones not even the files are opened.
   */
  *newest(since = 0): Generator<Receipt | undefined> {
    const oldest = since.toString(36).padStart(TIME_DIGITS, '0');
    const names = this.#folder.list(RECEIPTS).filter((name) => name.slice(0, TIME_DIGITS) >= oldest);
    for (const name of names.reverse()) yield this.#readable(`${RECEIPTS}/${name}`);
  }

  /** Notes that an item was accepted. A capture id is its receipt's id, `_` and a number; one without a receipt is no error. */
  accepted(captureId: string, result: Pick<ReceiptItem, 'eventId' | 'memoryIds' | 'accepted'>): void {
    this.#note(captureId, result);
  }

  /** Notes how an item's event ended. */
  ended(captureId: string, result: Pick<ReceiptItem, 'outcome' | 'memoryIds'>): void {
    this.#note(captureId, result);
  }

  /** Notes that it waits in the spool again: what became of it so far no longer counts. */
  waitsAgain(captureId: string): void {
    this.#note(captureId, {}, ['eventId', 'accepted', 'outcome', 'memoryIds']);
  }

  /** Only the holder of the background lock may do this: reading and writing are two steps. */
  #note(captureId: string, change: Partial<ReceiptItem>, gone: readonly (keyof ReceiptItem)[] = []): void {
    const receipt = this.read(captureId.slice(0, captureId.lastIndexOf('_')));
    if (receipt === undefined) return;
    const items = receipt.items.map((item) => {
      if (item.captureId !== captureId) return item;
      const kept = Object.entries(item).filter(([name]) => !gone.some((one) => one === name));
      return { ...(Object.fromEntries(kept) as unknown as ReceiptItem), ...change };
    });
    this.write({ ...receipt, items });
  }

  /** A link, a folder or an odd name among them is no receipt, and keeps no other from being read. */
  #readable(path: string): Receipt | undefined {
    try {
      return readDocument(this.#folder, path, receiptSchema);
    } catch (error) {
      if (error instanceof StateFolderError || error instanceof TypeError) return undefined;
      throw error;
    }
  }
}
