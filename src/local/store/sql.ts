/**
 * One connection: statements, transactions, waiting, and faults in our own words. Several processes may use one file at a time
 * (WAL; writers wait for each other); a killed process leaves a file that the next one opens as it was before the transaction.
 * Out of scope: tables (`memories.ts`, `events.ts`, `entities.ts`, `projects.ts`).
 */
import type { SqlDatabase, SqlRow, SqlStatement, SqlValue } from './driver.ts';
import { faultName, LocalStoreError, reasonFor } from './errors.ts';

/** Writers hold the lock for some milliseconds; even a late request waits for that. The upper limit ends a hang. [?] */
const MIN_WAIT_MS = 100;
const MAX_WAIT_MS = 30_000;
/** Filters make statements of many forms; a server that runs for weeks keeps so many of them and begins anew. [?] */
const MAX_STATEMENTS = 200;

export class Sql {
  readonly #db: SqlDatabase;
  readonly #statements = new Map<string, SqlStatement>();
  #isOpen = true;
  #waitMs = MIN_WAIT_MS;
  /** The limit that the connection has now; undefined: not yet set here. */
  #busyMs: number | undefined;

  /** The database is open and migrated (`open.ts`). */
  constructor(db: SqlDatabase) {
    this.#db = db;
  }

  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#statements.clear();
    this.#db.close();
  }

  /**
   * Runs `work` as one transaction that takes the write lock first. All of it happens, or nothing. Waits up to `waitMs` for
   * another writer, by default until the deadline of the request (`waitAtMost`).
   * @throws LocalStoreError
   */
  write<T>(work: () => T, waitMs: number = this.#waitMs): T {
    this.#guard(() => {
      if (waitMs !== this.#busyMs) this.#db.exec(`PRAGMA busy_timeout = ${waitMs}`);
      this.#busyMs = waitMs;
      this.#db.exec('BEGIN IMMEDIATE');
    });
    try {
      const result = work();
      this.#guard(() => this.#db.exec('COMMIT'));
      return result;
    } catch (error) {
      this.#guard(() => this.#db.exec('ROLLBACK'), error);
      throw error;
    }
  }

  /** Runs reads that belong together over one state of the file, whatever other processes write meanwhile. */
  read<T>(work: () => T): T {
    this.#guard(() => this.#db.exec('BEGIN'));
    try {
      return work();
    } finally {
      // Nothing was written: there is nothing to undo.
      this.#guard(() => this.#db.exec('COMMIT'));
    }
  }

  /** How long the writes of the request at hand may wait, in ms. */
  waitAtMost(ms: number): void {
    this.#waitMs = Math.round(Math.min(Math.max(ms, MIN_WAIT_MS), MAX_WAIT_MS));
  }

  all(sql: string, params: readonly SqlValue[]): readonly SqlRow[] {
    return this.#guard(() => this.#statement(sql).all(params));
  }

  /** Gives the number of changed rows. */
  run(sql: string, params: readonly SqlValue[]): number {
    return this.#guard(() => this.#statement(sql).run(params));
  }

  #statement(sql: string): SqlStatement {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    if (this.#statements.size >= MAX_STATEMENTS) this.#statements.clear();
    const made = this.#db.prepare(sql);
    this.#statements.set(sql, made);
    return made;
  }

  #guard<T>(work: () => T, first?: unknown): T {
    if (!this.#isOpen) throw new LocalStoreError('cannot-open', 'The local memory file was already closed.');
    try {
      return work();
    } catch (error) {
      const cause = first ?? error;
      if (cause instanceof LocalStoreError) throw cause;
      const reason = reasonFor(cause);
      const message =
        reason === 'unavailable'
          ? 'Another process was writing the local memory file for too long. Nothing was written; try again.'
          : `The local memory file could not be used (${faultName(cause)}). Nothing was half written; check the disk and the file's rights.`;
      throw new LocalStoreError(reason, message, cause);
    }
  }
}
