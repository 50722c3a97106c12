/**
 * The SQLite file: rows in, rows out, transactions. It narrows by scope and decides nothing. Several processes may use one
 * file at a time (WAL; writers wait for each other); a killed process leaves a file that the next one opens as it was
 * before the transaction. Out of scope: the meaning of rows (`life/`), answers (`endpoints/answer.ts`).
 */
import type { Json } from '../../contract/wire.ts';
import type { SqlDatabase, SqlRow, SqlStatement, SqlValue } from './driver.ts';
import { faultName, LocalStoreError, reasonFor } from './errors.ts';
import { type Entities, type MemoryRow, memoryRow, type NewMemory, type Scope, typeOf } from './rows.ts';
import { indexed, normalise } from './words.ts';

/** A part of a WHERE clause with its values. */
export interface Condition {
  readonly sql: string;
  readonly params: readonly SqlValue[];
}

/** Which rows a read may see. `day`: today in UTC when expired rows are hidden. */
export interface Visibility {
  readonly latestOnly: boolean;
  readonly day: string | undefined;
}

const COLUMNS =
  'seq, id, user_id, agent_id, app_id, run_id, memory, norm, metadata, categories, attributes, replaced_by, expiration_date, created_at, updated_at';
const IN_SCOPE = 'org_id = ? AND project_id = ? AND deleted_at IS NULL';

/** Writers hold the lock for some milliseconds; even a late request waits for that. The upper limit ends a hang. [?] */
const MIN_WAIT_MS = 100;
const MAX_WAIT_MS = 30_000;

export class Store {
  readonly #db: SqlDatabase;
  readonly #statements = new Map<string, SqlStatement>();
  #isOpen = true;
  #waitMs = MIN_WAIT_MS;
  /** The limit that the connection has now; 0: not yet set here. */
  #busyMs = 0;

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

  /** How long the writes of the request at hand may wait, in ms. */
  waitAtMost(ms: number): void {
    this.#waitMs = Math.round(Math.min(Math.max(ms, MIN_WAIT_MS), MAX_WAIT_MS));
  }

  all(sql: string, params: readonly SqlValue[]): readonly SqlRow[] {
    return this.#guard(() => this.#statement(sql).all(params));
  }

  run(sql: string, params: readonly SqlValue[]): number {
    return this.#guard(() => this.#statement(sql).run(params));
  }

  /** Rows of a project, newest created first (an order of ours [?]). `words`: a full-text expression. */
  memories(scope: Scope, visible: Visibility, condition?: Condition, words?: string): readonly MemoryRow[] {
    const where = [IN_SCOPE];
    const params: SqlValue[] = [scope.org_id, scope.project_id];
    if (visible.latestOnly) where.push('replaced_by IS NULL');
    if (visible.day !== undefined) {
      where.push('(expiration_date IS NULL OR expiration_date >= ?)');
      params.push(visible.day);
    }
    if (condition !== undefined) {
      where.push(condition.sql);
      params.push(...condition.params);
    }
    if (words !== undefined) {
      where.push('seq IN (SELECT rowid FROM memory_words WHERE memory_words MATCH ?)');
      params.push(words);
    }
    const sql = `SELECT ${COLUMNS} FROM memories WHERE ${where.join(' AND ')} ORDER BY created_at DESC, seq DESC`;
    return this.all(sql, params).map(memoryRow);
  }

  /** One row, superseded and expired ones too, or undefined. */
  memory(scope: Scope, id: string): MemoryRow | undefined {
    const [row] = this.all(`SELECT ${COLUMNS} FROM memories WHERE ${IN_SCOPE} AND id = ?`, [...keys(scope), id]);
    return row === undefined ? undefined : memoryRow(row);
  }

  /** All rows of the same owner and type, in order of creation: those that a new fact may repeat or contradict. */
  siblings(scope: Scope, owner: Entities, type: string | null): readonly MemoryRow[] {
    const sql = `SELECT ${COLUMNS} FROM memories WHERE ${IN_SCOPE} AND user_id IS ? AND agent_id IS ? AND app_id IS ? AND run_id IS ? AND type IS ? ORDER BY created_at, seq`;
    const { user_id, agent_id, app_id, run_id } = owner;
    return this.all(sql, [...keys(scope), user_id, agent_id, app_id, run_id, type]).map(memoryRow);
  }

  insert(scope: Scope, one: NewMemory): void {
    this.run(
      `INSERT INTO memories(id, org_id, project_id, user_id, agent_id, app_id, run_id, memory, norm, type, metadata, attributes,
         categories, categorise_at, expiration_date, created_at, updated_at) VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)`,
      [
        one.id,
        ...keys(scope),
        ...[one.user_id, one.agent_id, one.app_id, one.run_id],
        ...[one.memory, normalise(one.memory), typeOf(one.metadata), json(one.metadata), json(one.attributes)],
        ...[json(one.categories), one.categorise_at, one.expiration_date, one.created_at, one.updated_at],
      ],
    );
    this.run('INSERT INTO memory_words(rowid, words) SELECT seq, ? FROM memories WHERE id = ?', [
      indexed(one.memory),
      one.id,
    ]);
  }

  /** Writes what an update may change of a row. */
  update(row: MemoryRow): void {
    this.run(
      'UPDATE memories SET memory = ?, norm = ?, type = ?, metadata = ?, expiration_date = ?, created_at = ?, updated_at = ? WHERE seq = ?',
      [
        ...[row.memory, normalise(row.memory), typeOf(row.metadata), json(row.metadata)],
        ...[row.expiration_date, row.created_at, row.updated_at, row.seq],
      ],
    );
    this.run('UPDATE memory_words SET words = ? WHERE rowid = ?', [indexed(row.memory), row.seq]);
  }

  #statement(sql: string): SqlStatement {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
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

function keys(scope: Scope): readonly [string, string] {
  return [scope.org_id, scope.project_id];
}

function json(value: Json): string | null {
  return value === null ? null : JSON.stringify(value);
}
