/**
 * The journal: what makes "enqueue the window and move the cursor" one step. A capture is one file, written in one rename;
 * from then on it is decided. Settling it (items into the spool, cursor forward, receipt) may be interrupted anywhere and is
 * done again from the file, which goes last. It is settled before any item is sent, so that doing it again cannot enqueue
 * what was already delivered.
 */
import { array, looseObject, optional, record, string } from 'zod/mini';
import type { CaptureRecord } from '../contract/state.ts';
import { documentOf, readDocument, writeDocument } from '../io/document.ts';
import type { StateFolder } from '../io/file-store.ts';
import { belongingSchema } from './belonging.ts';
import type { Ledger } from './ledger.ts';
import { type Receipts, receiptSchema } from './receipts.ts';
import type { Spool } from './spool.ts';
import { spoolItemSchema } from './spool-item.ts';
import { idSchema } from './spool-names.ts';

const JOURNAL = 'spool/journal';

const captureSchema = documentOf<CaptureRecord>()(() =>
  looseObject({
    sessionId: string(),
    endedAt: string(),
    closesUpTo: optional(string()),
    closesFor: optional(belongingSchema()),
    covered: array(string()),
    items: record(idSchema(), spoolItemSchema()),
    receipt: receiptSchema(),
  }),
);

export class Journal {
  readonly #folder: StateFolder;
  readonly #spool: Spool;
  readonly #ledger: Ledger;
  readonly #receipts: Receipts;

  constructor(parts: {
    readonly folder: StateFolder;
    readonly spool: Spool;
    readonly ledger: Ledger;
    readonly receipts: Receipts;
  }) {
    this.#folder = parts.folder;
    this.#spool = parts.spool;
    this.#ledger = parts.ledger;
    this.#receipts = parts.receipts;
  }

  /** Makes a capture durable and settles it. */
  commit(id: string, capture: CaptureRecord): void {
    writeDocument(this.#folder, `${JOURNAL}/${id}.json`, capture);
    this.#settle(`${id}.json`, capture);
  }

  /**
   * Settles what an interrupted process left. Only one process at a time may do this: the holder of the background lock.
   * @returns `unreadable` when one of them could not be read, and was parked
   */
  settle(): 'unreadable' | undefined {
    let unreadable = false;
    for (const name of this.#folder.list(JOURNAL)) {
      const capture = readDocument(this.#folder, `${JOURNAL}/${name}`, captureSchema);
      if (capture !== undefined) this.#settle(name, capture);
      else unreadable = this.#folder.move(`${JOURNAL}/${name}`, `spool/parked/journal_${name}`) || unreadable;
    }
    return unreadable ? 'unreadable' : undefined;
  }

  #settle(name: string, capture: CaptureRecord): void {
    for (const [id, item] of Object.entries(capture.items)) this.#spool.enqueue(id, item);
    this.#receipts.write(capture.receipt);
    const { sessionId, covered, endedAt, closesUpTo, closesFor } = capture;
    this.#ledger.advance(sessionId, covered, endedAt, closesUpTo, closesFor);
    this.#folder.remove(`${JOURNAL}/${name}`);
  }
}
