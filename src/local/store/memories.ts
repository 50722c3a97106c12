/**
 * Memories as rows, and their words. Out of scope: what is noted of them besides (`memory-notes.ts`), what becomes of them
 * (`life/`), which of them a read gives (`query/`).
 */
import type { Json } from '../../contract/wire.ts';
import type { SqlValue } from './driver.ts';
import {
  type Entities,
  isPinned,
  KIND_COLUMNS,
  type LightRow,
  lightRow,
  type MemoryRow,
  memoryRow,
  type Needs,
  type NewMemory,
  parsed,
  type Scope,
  typeOf,
} from './rows.ts';
import type { Sql } from './sql.ts';
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
  'seq, id, user_id, agent_id, app_id, run_id, memory, norm, metadata, categories, attributes, replaced_by, expiration_date, created_at, updated_at, immutable, touches';
const IN_SCOPE = 'org_id = ? AND project_id = ? AND deleted_at IS NULL';
const OF_OWNER = 'user_id IS ? AND agent_id IS ? AND app_id IS ? AND run_id IS ?';

export class Memories {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** What a filter needs of the rows of a project, newest created first (an order of ours [?]). */
  light(scope: Scope, visible: Visibility, needs: Needs, condition?: Condition): readonly LightRow[] {
    const { where, params } = whereOf(scope, visible, condition);
    const columns = ['seq', KIND_COLUMNS, ...needs].join(', ');
    const sql = `SELECT ${columns} FROM memories WHERE ${where} ORDER BY created_at DESC, seq DESC`;
    return this.#sql.all(sql, params).map((row) => lightRow(row, needs));
  }

  /** The kinds that the rows of a project are of, each with how many. */
  kinds(
    scope: Scope,
    visible: Visibility,
    condition?: Condition,
  ): readonly { readonly row: LightRow; readonly count: number }[] {
    const { where, params } = whereOf(scope, visible, condition);
    const sql = `SELECT ${KIND_COLUMNS}, COUNT(*) AS n FROM memories WHERE ${where} GROUP BY ${KIND_COLUMNS}`;
    return this.#sql.all(sql, params).map((row) => ({ row: lightRow(row, new Set()), count: Number(row['n']) }));
  }

  /** The numbers of one page of the rows of a project, in the order of `light`. */
  seqs(
    scope: Scope,
    visible: Visibility,
    page: { from: number; size: number },
    condition?: Condition,
  ): readonly number[] {
    const { where, params } = whereOf(scope, visible, condition);
    const sql = `SELECT seq FROM memories WHERE ${where} ORDER BY created_at DESC, seq DESC LIMIT ? OFFSET ?`;
    return this.#sql.all(sql, [...params, page.size, page.from]).map((row) => Number(row['seq']));
  }

  /** The same of all of them: one text, since a row for each number costs a driver more than finding it. */
  allSeqs(scope: Scope, visible: Visibility, condition?: Condition): readonly number[] {
    const { where, params } = whereOf(scope, visible, condition);
    const ordered = `SELECT seq FROM memories WHERE ${where} ORDER BY created_at DESC, seq DESC`;
    const [row] = this.#sql.all(`SELECT json_group_array(seq) AS seqs FROM (${ordered})`, params);
    return parsed<readonly number[]>(row?.['seqs']) ?? [];
  }

  /** The whole rows of these numbers, in their order. */
  whole(seqs: readonly number[]): readonly MemoryRow[] {
    const sql = `SELECT ${COLUMNS} FROM memories WHERE seq IN (SELECT value FROM json_each(?))`;
    const rows = new Map(this.#sql.all(sql, [JSON.stringify(seqs)]).map((row) => [Number(row['seq']), memoryRow(row)]));
    return seqs.flatMap((seq) => rows.get(seq) ?? []);
  }

  /** One row, superseded and expired ones too, or undefined. */
  byId(scope: Scope, id: string): MemoryRow | undefined {
    const sql = `SELECT ${COLUMNS} FROM memories WHERE ${IN_SCOPE} AND id = ?`;
    return this.#sql.all(sql, [...keys(scope), id]).map(memoryRow)[0];
  }

  /** The highest number there is; 0 when there is no memory. */
  newest(): number {
    return Number(this.#sql.all('SELECT max(seq) AS seq FROM memories', [])[0]?.['seq'] ?? 0);
  }

  /** All rows of an owner, of whatever type, whose text is one of these as it is compared (`normalise`). */
  sameText(scope: Scope, owner: Entities, norms: readonly string[]): readonly MemoryRow[] {
    const sql = `SELECT ${COLUMNS} FROM memories WHERE ${IN_SCOPE} AND ${OF_OWNER} AND norm IN (SELECT value FROM json_each(?))`;
    return this.#sql.all(sql, [...keys(scope), ...ownerKeys(owner), JSON.stringify(norms)]).map(memoryRow);
  }

  /** All rows of the same owner and type, in order of creation: those that a new fact may contradict. */
  siblings(scope: Scope, owner: Entities, type: string | null): readonly MemoryRow[] {
    const sql = `SELECT ${COLUMNS} FROM memories WHERE ${IN_SCOPE} AND ${OF_OWNER} AND type IS ? ORDER BY created_at, seq`;
    return this.#sql.all(sql, [...keys(scope), ...ownerKeys(owner), type]).map(memoryRow);
  }

  /** The rows that `id` has superseded. */
  replacedBy(scope: Scope, id: string): readonly MemoryRow[] {
    // The pluses keep SQLite from reading the whole project instead of the index of superseded memories.
    const sql = `SELECT ${COLUMNS} FROM memories WHERE replaced_by = ? AND +org_id = ? AND +project_id = ? AND deleted_at IS NULL`;
    return this.#sql.all(sql, [id, ...keys(scope)]).map(memoryRow);
  }

  insert(scope: Scope, one: NewMemory): void {
    this.#sql.run(
      `INSERT INTO memories(id, org_id, project_id, user_id, agent_id, app_id, run_id, memory, norm, type, pinned, metadata,
         attributes, categories, categorise_at, category_names, expiration_date, created_at, updated_at, immutable, touches)
       VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)`,
      [
        ...[one.id, ...keys(scope), one.user_id, one.agent_id, one.app_id, one.run_id],
        ...[
          one.memory,
          normalise(one.memory),
          typeOf(one.metadata),
          Number(isPinned(one.metadata)),
          json(one.metadata),
        ],
        ...[json(one.attributes), json(one.categories), one.categorise_at, json(one.category_names)],
        ...[one.expiration_date, one.created_at, one.updated_at, Number(one.immutable), json(one.touches)],
      ],
    );
    this.#sql.run('INSERT INTO memory_words(rowid, words) SELECT seq, ? FROM memories WHERE id = ?', [
      indexed(one.memory),
      one.id,
    ]);
  }

  /** Writes what an update may change of a row. */
  update(row: MemoryRow): void {
    this.#sql.run(
      'UPDATE memories SET memory = ?, norm = ?, type = ?, pinned = ?, metadata = ?, expiration_date = ?, created_at = ?, updated_at = ? WHERE seq = ?',
      [
        ...[
          row.memory,
          normalise(row.memory),
          typeOf(row.metadata),
          Number(isPinned(row.metadata)),
          json(row.metadata),
        ],
        ...[row.expiration_date, row.created_at, row.updated_at, row.seq],
      ],
    );
    this.#sql.run('UPDATE memory_words SET words = ? WHERE rowid = ?', [indexed(row.memory), row.seq]);
  }

  markDeleted(row: MemoryRow, now: number): void {
    this.#sql.run('UPDATE memories SET deleted_at = ?, updated_at = ? WHERE seq = ?', [now, now, row.seq]);
  }

  /** A current memory is superseded by `newId`; one that is superseded already stays as it is. */
  supersede(oldId: string, newId: string, now: number): void {
    this.#sql.run('UPDATE memories SET replaced_by = ?, updated_at = ? WHERE id = ? AND replaced_by IS NULL', [
      ...[newId, now, oldId],
    ]);
  }

  /** Another memory, or none, takes the place of the one that superseded `row`. */
  replace(row: MemoryRow, replacedBy: string | null): void {
    this.#sql.run('UPDATE memories SET replaced_by = ? WHERE seq = ?', [replacedBy, row.seq]);
  }
}

function whereOf(scope: Scope, visible: Visibility, condition: Condition | undefined) {
  const where = [IN_SCOPE];
  const params: SqlValue[] = [...keys(scope)];
  if (visible.latestOnly) where.push('replaced_by IS NULL');
  if (visible.day !== undefined) {
    where.push('(expiration_date IS NULL OR expiration_date >= ?)');
    params.push(visible.day);
  }
  if (condition !== undefined) {
    where.push(condition.sql);
    params.push(...condition.params);
  }
  return { where: where.join(' AND '), params };
}

function keys(scope: Scope): readonly [string, string] {
  return [scope.org_id, scope.project_id];
}

function ownerKeys({ user_id, agent_id, app_id, run_id }: Entities): readonly SqlValue[] {
  return [user_id, agent_id, app_id, run_id];
}

/** As `rows.ts` reads it. */
export function json(value: Json): string | null {
  return value === null ? null : JSON.stringify(value);
}
