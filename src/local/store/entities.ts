/** Entities as rows: whom memories belong to, and all memories of one at once. Out of scope: why (`life/deletion.ts`). */
import { newUuid } from './new-id.ts';
import type { Entities as Ids, Scope } from './rows.ts';
import type { Sql } from './sql.ts';

/** `type` is one of user, agent, app, run. */
interface EntityRef {
  readonly type: string;
  readonly name: string;
}

export interface EntityRow {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  /** ms since the epoch. */
  readonly created_at: number;
  readonly updated_at: number;
}

const OF_PROJECT = 'org_id = ? AND project_id = ?';
const OF_TYPE = `${OF_PROJECT} AND type = ? AND name = ?`;

export class Entities {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** Takes note of the entities that a new memory belongs to. */
  note(scope: Scope, ids: Ids, now: number): void {
    const names = { user: ids.user_id, agent: ids.agent_id, app: ids.app_id, run: ids.run_id };
    for (const [type, name] of Object.entries(names)) if (name !== null) this.#note(scope, type, name, now);
  }

  #note(scope: Scope, type: string, name: string, now: number): void {
    this.#sql.run(
      `INSERT INTO entities(id, org_id, project_id, type, name, created_at, updated_at) VALUES(?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT(org_id, project_id, type, name) DO UPDATE SET updated_at = excluded.updated_at`,
      [newUuid(), scope.org_id, scope.project_id, type, name, now, now],
    );
  }

  /** Newest first. */
  all(scope: Scope): readonly EntityRow[] {
    const sql = `SELECT id, type, name, created_at, updated_at FROM entities WHERE ${OF_PROJECT} ORDER BY created_at DESC, seq DESC`;
    return this.#sql.all(sql, [scope.org_id, scope.project_id]).map((row) => ({
      id: String(row['id']),
      type: String(row['type']),
      name: String(row['name']),
      created_at: Number(row['created_at']),
      updated_at: Number(row['updated_at']),
    }));
  }

  has(scope: Scope, type: string, name: string): boolean {
    return this.#sql.all(`SELECT 1 FROM entities WHERE ${OF_TYPE}`, [...keys(scope), type, name]).length > 0;
  }

  /** How many memories it has that are not deleted. `type` is one of user, agent, app, run. */
  countOf(scope: Scope, type: string, name: string): number {
    const sql = `SELECT COUNT(*) AS n FROM memories WHERE ${OF_PROJECT} AND ${column(type)} = ? AND deleted_at IS NULL`;
    return Number(this.#sql.all(sql, [...keys(scope), name])[0]?.['n'] ?? 0);
  }

  /** The names of a type that have memories which are not deleted, among those up to a number. */
  living(scope: Scope, type: string, upTo: number): readonly string[] {
    const sql = `SELECT DISTINCT ${column(type)} AS name FROM memories WHERE ${OF_PROJECT} AND ${column(type)} IS NOT NULL AND deleted_at IS NULL AND seq <= ?`;
    return this.#sql.all(sql, [...keys(scope), upTo]).map((row) => String(row['name']));
  }

  /** Soft-deletes the memories of an entity up to a number, and moves them, deleted ones too, to a new name if there is one. */
  deleteMemories(
    scope: Scope,
    { type, name, upTo, now, newName }: EntityRef & { upTo: number; now: number; newName: string | undefined },
  ): void {
    const where = `${OF_PROJECT} AND ${column(type)} = ? AND seq <= ?`;
    const params = [...keys(scope), name, upTo];
    this.#sql.run(`UPDATE memories SET deleted_at = ?, updated_at = ? WHERE ${where} AND deleted_at IS NULL`, [
      now,
      now,
      ...params,
    ]);
    if (newName !== undefined)
      this.#sql.run(`UPDATE memories SET ${column(type)} = ? WHERE ${where}`, [newName, ...params]);
  }

  /** Gives an entity another name; `keepsOld`: it has memories again under the old one, and stays as well. */
  rename(
    scope: Scope,
    { type, name, newName, now, keepsOld }: EntityRef & { newName: string; now: number; keepsOld: boolean },
  ): void {
    this.#sql.run(`UPDATE OR REPLACE entities SET name = ?, updated_at = ? WHERE ${OF_TYPE}`, [
      ...[newName, now],
      ...[...keys(scope), type, name],
    ]);
    if (keepsOld) this.#note(scope, type, name, now);
  }

  remove(scope: Scope, type: string, name: string): void {
    this.#sql.run(`DELETE FROM entities WHERE ${OF_TYPE}`, [...keys(scope), type, name]);
  }
}

/** A column name out of a closed list: it goes into SQL. */
function column(type: string): string {
  const found = ['user', 'agent', 'app', 'run'].find((one) => one === type);
  if (found === undefined) throw new RangeError(`no entity type: ${type.slice(0, 20)}`);
  return `${found}_id`;
}

function keys(scope: Scope): readonly [string, string] {
  return [scope.org_id, scope.project_id];
}
