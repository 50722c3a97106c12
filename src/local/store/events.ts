/**
 * Events as rows: what waits to be done, by whom it was taken, how it ended. `due_at` is set while an event waits, and while it
 * runs (then it is the end of the lease); it is null once it has ended.
 */
import type { Json, JsonObject } from '../../contract/wire.ts';
import type { Scope } from './rows.ts';
import type { Sql } from './sql.ts';

/** How many events are taken up at a time: a backlog is worked off over several requests. [?] */
const ROUND = 100;

export interface NewEvent {
  readonly id: string;
  readonly type: 'ADD' | 'DELETE';
  /** ms since the epoch. */
  readonly at: number;
  /** When its work may be done; without it the event has succeeded already. */
  readonly dueAt?: number;
  /** What the work needs, as JSON; gone once it is done. */
  readonly payload?: unknown;
  readonly results?: readonly JsonObject[];
}

export interface WaitingEvent {
  readonly id: string;
  readonly type: string;
  readonly scope: Scope;
  /** JSON, as `insert` wrote it. */
  readonly payload: string;
}

export interface EventRow {
  readonly id: string;
  readonly event_type: string;
  readonly status: string;
  readonly results: Json;
  readonly error: string | null;
  readonly created_at: number;
  readonly updated_at: number;
}

/**
 * Results with the text that a memory has now, and without memories that were deleted since: what is gone is gone from every
 * read (contract §5).
 */
const STILL_THERE = `(SELECT json_group_array(json_set(value, '$.data.memory', memories.memory)) FROM json_each(results)
  JOIN memories ON memories.id = json_extract(value, '$.id') WHERE memories.deleted_at IS NULL) AS results`;
const COLUMNS = `id, event_type, status, error, created_at, updated_at, ${STILL_THERE}`;

export class Events {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** Gives the id. */
  insert(scope: Scope, { id, type, at, dueAt, payload, results }: NewEvent): string {
    this.#sql.run(
      `INSERT INTO events(id, org_id, project_id, event_type, status, due_at, payload, results, created_at, updated_at)
       VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      [
        ...[id, scope.org_id, scope.project_id, type, dueAt === undefined ? 'SUCCEEDED' : 'PENDING', dueAt ?? null],
        ...[payload === undefined ? null : JSON.stringify(payload), JSON.stringify(results ?? []), at, at],
      ],
    );
    return id;
  }

  /** The first of those that are due at `now`, in the order in which they came. */
  due(now: number): readonly WaitingEvent[] {
    const sql = 'SELECT id, event_type, org_id, project_id, payload FROM events WHERE due_at <= ? ORDER BY seq LIMIT ?';
    return this.#sql.all(sql, [now, ROUND]).map((row) => ({
      id: String(row['id']),
      type: String(row['event_type']),
      scope: { org_id: String(row['org_id']), project_id: String(row['project_id']) },
      payload: String(row['payload']),
    }));
  }

  /** Marks a due event as running until `until`; false when another process has taken it. */
  begin(id: string, now: number, until: number): boolean {
    const sql = "UPDATE events SET status = 'RUNNING', due_at = ?, updated_at = ? WHERE id = ? AND due_at <= ?";
    return this.#sql.run(sql, [until, now, id, now]) > 0;
  }

  /** Takes an event that has not ended, and its payload away; false when another process has ended it. */
  take(id: string): boolean {
    return (
      this.#sql.run('UPDATE events SET due_at = NULL, payload = NULL WHERE id = ? AND due_at IS NOT NULL', [id]) > 0
    );
  }

  /** How an event ended: SUCCEEDED, or FAILED with an error. */
  end(
    id: string,
    how: { readonly results: readonly JsonObject[]; readonly error: string | null; readonly at: number },
  ): void {
    this.#sql.run('UPDATE events SET status = ?, results = ?, error = ?, updated_at = ? WHERE id = ?', [
      ...[how.error === null ? 'SUCCEEDED' : 'FAILED', JSON.stringify(how.results), how.error, how.at],
      id,
    ]);
  }

  /** Ends the adds of an entity, or of every one of its type, that still wait, without results. */
  dropAdds(
    scope: Scope,
    { type, name, isEvery }: { readonly type: string; readonly name: string; readonly isEvery?: boolean },
    now: number,
  ): void {
    const owner = `$.owner.${type}_id`;
    this.#sql.run(
      `UPDATE events SET status = 'SUCCEEDED', due_at = NULL, payload = NULL, updated_at = ?
       WHERE org_id = ? AND project_id = ? AND event_type = 'ADD' AND due_at IS NOT NULL
         AND CASE WHEN ? THEN json_extract(payload, ?) IS NOT NULL ELSE json_extract(payload, ?) = ? END`,
      [now, scope.org_id, scope.project_id, Number(isEvery === true), owner, owner, name],
    );
  }

  /** Whether an add of an entity still waits. */
  hasAdds(scope: Scope, type: string, name: string): boolean {
    const sql = `SELECT 1 FROM events WHERE org_id = ? AND project_id = ? AND event_type = 'ADD' AND due_at IS NOT NULL
      AND json_extract(payload, ?) = ? LIMIT 1`;
    return this.#sql.all(sql, [scope.org_id, scope.project_id, `$.owner.${type}_id`, name]).length > 0;
  }

  /** Removes some of the events that ended before `at` (ms): as many as come, and more, so that they do not pile up. */
  prune(at: number): void {
    this.#sql.run(
      'DELETE FROM events WHERE seq IN (SELECT seq FROM events WHERE due_at IS NULL AND updated_at < ? LIMIT 10)',
      [at],
    );
  }

  /** One by its id, whatever its project; undefined when there is none. */
  byId(id: string): EventRow | undefined {
    return this.#sql.all(`SELECT ${COLUMNS} FROM events WHERE id = ?`, [id]).map(eventRow)[0];
  }

  /** Newest first; `from` rows are passed over. */
  page(scope: Scope, from: number, size: number): { readonly count: number; readonly rows: readonly EventRow[] } {
    const of = [scope.org_id, scope.project_id];
    const [counted] = this.#sql.all('SELECT COUNT(*) AS n FROM events WHERE org_id = ? AND project_id = ?', of);
    const sql = `SELECT ${COLUMNS} FROM events WHERE org_id = ? AND project_id = ? ORDER BY seq DESC LIMIT ? OFFSET ?`;
    return { count: Number(counted?.['n']), rows: this.#sql.all(sql, [...of, size, from]).map(eventRow) };
  }
}

function eventRow(row: Readonly<Record<string, unknown>>): EventRow {
  return {
    id: String(row['id']),
    event_type: String(row['event_type']),
    status: String(row['status']),
    // Written above as JSON.
    results: JSON.parse(String(row['results'])) as Json,
    error: typeof row['error'] === 'string' ? row['error'] : null,
    created_at: Number(row['created_at']),
    updated_at: Number(row['updated_at']),
  };
}
