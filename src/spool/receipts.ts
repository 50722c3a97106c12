/**
 * Receipts: what a capture took, left out and masked, and what became of it (design §2). Private files; no content, no value.
 */
import { array, int, looseObject, number, optional, string, type ZodMiniType } from 'zod/mini';
import { readDocument, writeDocument } from '../io/document.ts';
import type { StateFolder } from '../io/file-store.ts';

const RECEIPTS = 'receipts';

export interface ReceiptItem {
  readonly captureId: string;
  readonly type: string;
  /** Once the platform has accepted it. */
  readonly eventId?: string;
  /** Once known: `infer: false` answers with them, an extraction's come with its event. */
  readonly memoryIds?: readonly string[];
}

export interface Receipt {
  readonly id: string;
  readonly sessionId: string;
  /** ISO 8601. */
  readonly at: string;
  readonly turns: number;
  readonly omitted: readonly { readonly path: string; readonly lines: number }[];
  readonly redacted: readonly { readonly rule: string; readonly count: number }[];
  readonly left: readonly { readonly reason: string; readonly count: number }[];
  readonly items: readonly ReceiptItem[];
}

const count = () => number().check(int());

export const receiptSchema = looseObject({
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
}) as unknown as ZodMiniType<Receipt>;

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
