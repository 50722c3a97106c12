/**
 * Add, update, delete and the rest by id (platform contract §3, §5, §6). Unknown body keys are ignored.
 */
import type { Json, JsonObject } from '../../contract/wire.ts';
import { addVerbatim, deleteMemory, enqueueAdd, type Life, type PendingAdd } from '../life/lifecycle.ts';
import { isDay } from '../query/filter-grammar.ts';
import type { Entities, MemoryRow, Scope } from '../store/rows.ts';
import { badRequest, item, memoryNotFound, Refusal, type Reply } from './answer.ts';

const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;
/** Unix seconds until the year 5138; what is larger are milliseconds by mistake. [?] */
const MAX_SECONDS = 1e11;
/** Said in every PENDING answer, so that nobody takes the facts for a model's work. */
export const LOCAL_EXTRACTION = 'Facts will be extracted by the local rules; no language model is involved.';

/** `POST /v3/memories/add/`, both ways. */
export function add(life: Life, scope: Scope, body: JsonObject): Reply {
  const pending = checkedAdd(life, body);
  const infer = body['infer'] ?? true;
  if (typeof infer !== 'boolean') throw badRequest('infer must be true or false.');
  return life.store.write(() => {
    if (infer) {
      const event_id = enqueueAdd(life, scope, pending);
      return { status: 200, body: { message: LOCAL_EXTRACTION, status: 'PENDING', event_id }, leavesWork: true };
    }
    const { eventId, results } = addVerbatim(life, scope, pending);
    const message = 'Every message was stored as it is.';
    return { status: 200, body: { message, status: 'SUCCEEDED', event_id: eventId, results } };
  });
}

/** `GET /v1/memories/{id}/`: expired and superseded ones too (contract §6). */
export function getMemory(life: Life, scope: Scope, id: string): Reply {
  return { status: 200, body: item(existing(life, scope, id)) };
}

/** `PUT /v1/memories/{id}/`: metadata is replaced as a whole [?] (contract §4), `expiration_date: null` restores (§5). */
export function putMemory(life: Life, scope: Scope, id: string, body: JsonObject): Reply {
  const keys = ['text', 'metadata', 'expiration_date', 'timestamp'];
  return life.store.write(() => {
    const row = existing(life, scope, id);
    if (keys.every((key) => body[key] === undefined)) throw badRequest(`at least one of: ${keys.join(', ')}.`);
    const { text, metadata, expiration_date: expiry, timestamp } = body;
    if (text !== undefined && (typeof text !== 'string' || text.trim() === ''))
      throw badRequest('text must not be blank.');
    const changed: MemoryRow = {
      ...row,
      memory: text ?? row.memory,
      metadata: metadata === undefined ? row.metadata : objectOrNull('metadata', metadata),
      expiration_date: expiry === undefined ? row.expiration_date : expirationDate(expiry),
      created_at: timestamp === undefined ? row.created_at : saidAt(timestamp, row.created_at),
      updated_at: life.now(),
    };
    life.store.update(changed);
    return { status: 200, body: item(changed) };
  });
}

/** `DELETE /v1/memories/{id}/`; `?delete_linked=true` takes the superseded chain along. */
export function removeMemory(life: Life, scope: Scope, id: string, linked: boolean): Reply {
  return life.store.write(() => {
    deleteMemory(life, scope, existing(life, scope, id), linked);
    return { status: 200, body: { message: 'Memory deleted successfully!' } };
  });
}

/**
 * `GET /v1/event/{id}/`. A GET has no body and so no override; an event is found by its id whatever its project [?],
 * else the events of an override could never be asked for.
 */
export function getEvent(life: Life, id: string): Reply {
  const [row] = life.store.all('SELECT * FROM events WHERE id = ?', [id]);
  if (row === undefined) throw new Refusal(404, { error: 'Event not found!' });
  const { event_type, status, error } = row;
  return {
    status: 200,
    body: {
      id,
      event_type: String(event_type),
      status: String(status),
      // Written by lifecycle as JSON.
      results: JSON.parse(String(row['results'])) as Json,
      error: typeof error === 'string' ? error : null,
      created_at: new Date(Number(row['created_at'])).toISOString(),
      updated_at: new Date(Number(row['updated_at'])).toISOString(),
    },
  };
}

function existing(life: Life, scope: Scope, id: string): MemoryRow {
  if (!UUID.test(id)) throw badRequest('memory_id must be a UUID.');
  const row = life.store.memory(scope, id.toLowerCase());
  if (row === undefined) throw memoryNotFound();
  return row;
}

function checkedAdd(life: Life, body: JsonObject): PendingAdd {
  checkCategories(body['custom_categories']);
  const owner: Entities = {
    user_id: entity(body, 'user_id'),
    agent_id: entity(body, 'agent_id'),
    app_id: entity(body, 'app_id'),
    run_id: entity(body, 'run_id'),
  };
  if (Object.values(owner).every((id) => id === null)) {
    throw badRequest('At least one of user_id, agent_id, app_id, run_id is required.');
  }
  return {
    messages: checkedMessages(body['messages']),
    owner,
    metadata: objectOrNull('metadata', body['metadata'] ?? null),
    expiration_date: expirationDate(body['expiration_date'] ?? null),
    created_at: saidAt(body['timestamp'] ?? null, life.now()),
  };
}

function checkedMessages(value: Json | undefined): PendingAdd['messages'] {
  if (!Array.isArray(value) || value.length === 0) throw badRequest('messages must be a non-empty list.');
  return value.map((one: Json) => {
    const message = objectOrNull('messages', one);
    const role = message?.['role'];
    const content = message?.['content'];
    if (role !== 'user' && role !== 'assistant' && role !== 'system') {
      throw badRequest('messages: role must be one of: user, assistant, system.');
    }
    if (typeof content !== 'string' || content.trim() === '') throw badRequest('messages: content must not be blank.');
    return { role, content };
  });
}

/** Contract §3: bare names are a 400. */
function checkCategories(value: Json | undefined): void {
  if (value === undefined || value === null) return;
  if (!Array.isArray(value)) throw badRequest('custom_categories must be a list of {name: description}.');
  for (const one of value as readonly Json[]) {
    const entries = Object.entries(typeof one === 'object' && one !== null && !Array.isArray(one) ? one : {});
    if (entries.length === 0 || entries.some(([, text]) => typeof text !== 'string')) {
      throw badRequest('custom_categories must be a list of {name: description}.');
    }
  }
}

function entity(body: JsonObject, key: string): string | null {
  const value = body[key] ?? null;
  if (value === null) return null;
  if (typeof value !== 'string' || value.trim() === '') throw badRequest(`${key} must be a non-blank string.`);
  return value;
}

function objectOrNull(key: string, value: Json): JsonObject | null {
  if (value === null) return null;
  if (typeof value !== 'object' || Array.isArray(value)) throw badRequest(`${key} must be an object.`);
  return value as JsonObject;
}

function expirationDate(value: Json): string | null {
  if (value === null) return null;
  if (typeof value !== 'string' || !isDay(value)) throw badRequest('expiration_date must be YYYY-MM-DD or null.');
  return value;
}

/** Unix seconds to ms (contract §3). */
function saidAt(value: Json, fallback: number): number {
  if (value === null) return fallback;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > MAX_SECONDS) {
    throw badRequest('timestamp must be unix seconds.');
  }
  return value * 1000;
}
