/** What is noted of a memory besides itself: changes of its text, feedback, uses, and the categories that it waits for. */
import { json } from './memories.ts';
import { type MemoryRow, parsed, type Scope } from './rows.ts';
import type { Sql } from './sql.ts';

/** A memory that waits for categories. */
export interface Uncategorised {
  readonly seq: number;
  readonly memory: string;
  readonly type: string | null;
  readonly scope: Scope;
  /** What its add gave in `custom_categories`, as JSON. */
  readonly names: string | null;
}

/** When a memory was used and changed, ms. */
export type Uses = Pick<MemoryRow, 'touches' | 'updated_at'>;

/** One change of a memory's text. */
export interface Change {
  readonly id: string;
  readonly old_memory: string;
  readonly new_memory: string;
  /** ms since the epoch. */
  readonly created_at: number;
}

export class MemoryNotes {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  recordChange(id: string, before: MemoryRow, after: MemoryRow): void {
    this.#sql.run('INSERT INTO changes(id, memory_seq, old_memory, new_memory, created_at) VALUES(?, ?, ?, ?, ?)', [
      ...[id, before.seq, before.memory, after.memory, after.updated_at],
    ]);
  }

  /** Oldest first. */
  changes(row: MemoryRow): readonly Change[] {
    const sql = 'SELECT id, old_memory, new_memory, created_at FROM changes WHERE memory_seq = ? ORDER BY seq';
    return this.#sql.all(sql, [row.seq]).map((one) => ({
      id: String(one['id']),
      old_memory: String(one['old_memory']),
      new_memory: String(one['new_memory']),
      created_at: Number(one['created_at']),
    }));
  }

  setFeedback(row: MemoryRow, feedback: string | null, reason: string | null): void {
    this.#sql.run('UPDATE memories SET feedback = ?, feedback_reason = ? WHERE seq = ?', [feedback, reason, row.seq]);
  }

  /** `feedback` and `feedback_reason` of a row that has feedback; nothing of one that has none. */
  feedback(row: MemoryRow): { feedback?: string; feedback_reason?: string | null } {
    const sql = 'SELECT feedback, feedback_reason FROM memories WHERE seq = ?';
    const [found] = this.#sql.all(sql, [row.seq]);
    const { feedback, feedback_reason: reason } = found ?? {};
    if (typeof feedback !== 'string') return {};
    return { feedback, feedback_reason: typeof reason === 'string' ? reason : null };
  }

  /** What decay looks at, by number. */
  uses(seqs: readonly number[]): ReadonlyMap<number, Uses> {
    const sql = 'SELECT seq, touches, updated_at FROM memories WHERE seq IN (SELECT value FROM json_each(?))';
    return new Map(
      this.#sql
        .all(sql, [JSON.stringify(seqs)])
        .map((row): [number, Uses] => [
          Number(row['seq']),
          { touches: parsed<readonly number[]>(row['touches']), updated_at: Number(row['updated_at']) },
        ]),
    );
  }

  setTouches(seq: number, touches: readonly number[]): void {
    this.#sql.run('UPDATE memories SET touches = ? WHERE seq = ?', [JSON.stringify(touches), seq]);
  }

  /** At most `limit` memories whose categories are due. */
  dueForCategories(now: number, limit: number): readonly Uncategorised[] {
    const sql =
      'SELECT seq, memory, type, org_id, project_id, category_names FROM memories WHERE categorise_at <= ? ORDER BY categorise_at LIMIT ?';
    return this.#sql.all(sql, [now, limit]).map((row) => ({
      seq: Number(row['seq']),
      memory: String(row['memory']),
      type: typeof row['type'] === 'string' ? row['type'] : null,
      scope: { org_id: String(row['org_id']), project_id: String(row['project_id']) },
      names: typeof row['category_names'] === 'string' ? row['category_names'] : null,
    }));
  }

  setCategories(seq: number, categories: readonly string[] | null): void {
    this.#sql.run('UPDATE memories SET categories = ?, categorise_at = NULL WHERE seq = ?', [json(categories), seq]);
  }
}
