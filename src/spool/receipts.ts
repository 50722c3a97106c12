/**
 * Receipts: what a capture took, left out and masked, and what became of it (design §2). Private files; no content, no value.
 */
import { array, int, looseObject, number, optional, string } from 'zod/mini';
import type { Receipt, ReceiptItem } from '../contract/state.ts';
import { documentOf, readDocument, writeDocument } from '../io/document.ts';
import type { StateFolder } from '../io/file-store.ts';

const RECEIPTS = 'receipts';

const count = () => number().check(int());

export const receiptSchema = documentOf<Receipt>()(() =>
  looseObject({
    id: string(),
    sessionId: string(),
    at: string(),
    turns: count(),
    omitted: array(looseObject({ path: string(), lines: count() })),
    redacted: array(looseObject({ rule: string(), count: count() })),
    left: array(looseObject({ reason: string(), count: count() })),
    items: array(
      looseObject({
        captureId: string(),
        type: string(),
        eventId: optional(string()),
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

  /** Notes that an item was accepted. A capture id is its receipt's id, `_` and a number; one without a receipt is no error. */
  accepted(captureId: string, result: Pick<ReceiptItem, 'eventId' | 'memoryIds'>): void {
    const receipt = this.read(captureId.slice(0, captureId.lastIndexOf('_')));
    if (receipt === undefined) return;
    const items = receipt.items.map((item) => (item.captureId === captureId ? { ...item, ...result } : item));
    this.write({ ...receipt, items });
  }
}
