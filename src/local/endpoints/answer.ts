/**
 * Answers as the platform gives them (platform contract §6) and rows as they look on the wire. Out of scope: who decides.
 */
import type { Json, JsonObject, WireResponse } from '../../contract/wire.ts';
import type { MemoryRow } from '../store/rows.ts';

export interface Reply {
  readonly status: number;
  readonly body: Json;
  /** Work may have become due with it: an add that waits for extraction. */
  readonly leavesWork?: boolean;
}

/** A request that the contract refuses; thrown inside a route, answered by `platform.ts`, never seen outside. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly reply: Reply;

  constructor(status: number, body: JsonObject) {
    super(`refused with ${status}`);
    this.reply = { status, body };
  }
}

export function badRequest(error: string): Refusal {
  return new Refusal(400, { error });
}

/** Contract §6: unknown memory ids. */
export function memoryNotFound(): Refusal {
  return new Refusal(404, { error: 'Memory not found!' });
}

export function wireResponse(reply: Reply): WireResponse {
  return {
    status: reply.status,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(reply.body),
  };
}

/**
 * A row as get_all shows it (contract §6): the run id is called `session_id` here. `synthesized` is always false: no model
 * wrote anything; `structured_attributes` of an extracted fact says `extractor: "local-rules"`.
 */
export function listItem(row: MemoryRow): JsonObject {
  const { run_id, ...rest } = item(row);
  return { ...rest, session_id: run_id ?? null };
}

/** A row as search and get show it: with `run_id`. [?] for get. */
export function item(row: MemoryRow): JsonObject {
  return {
    id: row.id,
    memory: row.memory,
    user_id: row.user_id,
    agent_id: row.agent_id,
    app_id: row.app_id,
    run_id: row.run_id,
    metadata: row.metadata,
    categories: row.categories,
    structured_attributes: row.attributes,
    replaced_by: row.replaced_by,
    synthesized: false,
    expiration_date: row.expiration_date,
    created_at: new Date(row.created_at).toISOString(),
    updated_at: new Date(row.updated_at).toISOString(),
  };
}
