/**
 * Memories as rows of the store. Out of scope: SQL (`store.ts`), their look on the wire (`endpoints/answer.ts`).
 */
import type { JsonObject } from '../../contract/wire.ts';
import type { SqlRow } from './driver.ts';

/** The organisation and project that a request works in (contract §1.1). */
export interface Scope {
  readonly org_id: string;
  readonly project_id: string;
}

/** Whose a memory is: the four entity ids of a row. */
export interface Entities {
  readonly user_id: string | null;
  readonly agent_id: string | null;
  readonly app_id: string | null;
  readonly run_id: string | null;
}

/** What a filter may look at. Times are milliseconds since the epoch; `expiration_date` is `YYYY-MM-DD`. */
export interface FilterRow extends Entities {
  readonly id: string;
  readonly memory: string;
  readonly metadata: JsonObject | null;
  readonly categories: readonly string[] | null;
  readonly expiration_date: string | null;
  readonly created_at: number;
  readonly updated_at: number;
}

/** A memory that is not deleted. `seq` is the order of arrival. */
export interface MemoryRow extends FilterRow {
  readonly seq: number;
  readonly norm: string;
  readonly attributes: JsonObject | null;
  readonly replaced_by: string | null;
  readonly immutable: boolean;
  /** When searches returned it, ms, oldest first; null when none did since decay was on. */
  readonly touches: readonly number[] | null;
}

/** What a filter looks at of a memory, without the rest of it: what was not asked for is empty, or zero. */
export interface LightRow extends FilterRow {
  readonly seq: number;
}

/** Names and descriptions of categories, as an add or a project gives them (`{name: description}`). */
export type CategoryNames = readonly JsonObject[];

export interface NewMemory extends Entities {
  readonly id: string;
  readonly memory: string;
  readonly metadata: JsonObject | null;
  readonly attributes: JsonObject | null;
  readonly expiration_date: string | null;
  readonly created_at: number;
  readonly updated_at: number;
  readonly categories: readonly string[] | null;
  /** When the background job gives it categories; null: never, or it has them. */
  readonly categorise_at: number | null;
  /** The categories that the add named, instead of the project's. */
  readonly category_names: CategoryNames | null;
  readonly immutable: boolean;
  readonly touches: readonly number[] | null;
}

/** `metadata.pinned` as a column. */
export function isPinned(metadata: JsonObject | null): boolean {
  return metadata?.['pinned'] === true;
}

/** `metadata.type` as a column, when it is a string. */
export function typeOf(metadata: JsonObject | null): string | null {
  const type = metadata?.['type'];
  return typeof type === 'string' ? type : null;
}

/** A row of the memories table as this program sees it. */
export function memoryRow(row: SqlRow): MemoryRow {
  return {
    seq: Number(row['seq']),
    id: String(row['id']),
    user_id: text(row['user_id']),
    agent_id: text(row['agent_id']),
    app_id: text(row['app_id']),
    run_id: text(row['run_id']),
    memory: String(row['memory']),
    norm: String(row['norm']),
    metadata: parsed<JsonObject>(row['metadata']),
    categories: parsed<readonly string[]>(row['categories']),
    attributes: parsed<JsonObject>(row['attributes']),
    replaced_by: text(row['replaced_by']),
    expiration_date: text(row['expiration_date']),
    created_at: Number(row['created_at']),
    updated_at: Number(row['updated_at']),
    immutable: Number(row['immutable']) === 1,
    touches: parsed<readonly number[]>(row['touches']),
  };
}

/** What a light row has only on request. What it always has is of few different values, and makes its kind. */
export type Column =
  | 'id'
  | 'agent_id'
  | 'run_id'
  | 'memory'
  | 'metadata'
  | 'expiration_date'
  | 'created_at'
  | 'updated_at';
export type Needs = ReadonlySet<Column>;

/** The columns by which memories are of one kind, in SQL: all of them are in the index of reads. */
export const KIND_COLUMNS = 'user_id, app_id, type, categories';

/** Without the need `metadata`, it holds `type` alone, and only where that is a text. */
export function lightRow(row: SqlRow, needs: Needs): LightRow {
  const type = text(row['type']);
  const metadata = needs.has('metadata') ? parsed<JsonObject>(row['metadata']) : type === null ? null : { type };
  return {
    seq: Number(row['seq'] ?? 0),
    id: text(row['id']) ?? '',
    user_id: text(row['user_id']),
    agent_id: text(row['agent_id']),
    app_id: text(row['app_id']),
    run_id: text(row['run_id']),
    memory: text(row['memory']) ?? '',
    metadata,
    categories: parsed<readonly string[]>(row['categories']),
    expiration_date: text(row['expiration_date']),
    created_at: Number(row['created_at'] ?? 0),
    updated_at: Number(row['updated_at'] ?? 0),
  };
}

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** JSON that this store wrote itself; SQLite's types cannot tell its shape, the writers above do. */
export function parsed<T>(value: unknown): T | null {
  return typeof value === 'string' ? (JSON.parse(value) as T) : null;
}
