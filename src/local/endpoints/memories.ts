/** One memory by its id: get, update, delete, history, feedback (platform contract §5, §6). */
import type { JsonObject } from '../../contract/wire.ts';
import { deleteMemory, expiryChanged } from '../life/deletion.ts';
import type { Life } from '../life/life.ts';
import type { MemoryRow, Scope } from '../store/rows.ts';
import { badRequest, item, type Reply } from './answer.ts';
import { existing, expirationDate, isGiven, movedTo, objectOrNull, textOrNull } from './body.ts';
import { type Call, last, type Platform } from './call.ts';

const UPDATABLE = ['text', 'metadata', 'expiration_date', 'timestamp'];
const FEEDBACKS = ['POSITIVE', 'NEGATIVE', 'VERY_NEGATIVE'];

/** `GET /v1/memories/{id}/`: expired and superseded ones too (contract §6). */
export function getMemory({ life }: Platform, { scope, params }: Call): Reply {
  const row = existing(life.store, scope, params['id']);
  // [?] Where feedback was given, it can be seen here.
  return { status: 200, body: { ...item(row), ...life.store.notes.feedback(row) } };
}

/** `PUT /v1/memories/{id}/`: metadata is replaced as a whole [?] (contract §4), `expiration_date: null` restores (§5). */
export function putMemory({ life }: Platform, { scope, params, body }: Call): Reply {
  return life.store.write(() => {
    const row = existing(life.store, scope, params['id']);
    return { status: 200, body: item(update(life, scope, row, body)) };
  });
}

/** Changes what the body names of a row. @throws Refusal 400 nothing named, what may not be so, an immutable memory [?] */
export function update(life: Life, scope: Scope, row: MemoryRow, body: JsonObject): MemoryRow {
  const { text, metadata, expiration_date: expiry, timestamp } = body;
  if (UPDATABLE.every((key) => body[key] === undefined)) throw badRequest(`at least one of: ${UPDATABLE.join(', ')}.`);
  if (row.immutable) throw badRequest('This memory is immutable.');
  if (text !== undefined && (typeof text !== 'string' || text.trim() === ''))
    throw badRequest('text must not be blank.');
  const changed: MemoryRow = {
    ...row,
    memory: text ?? row.memory,
    metadata: metadata === undefined ? row.metadata : objectOrNull('metadata', metadata),
    expiration_date: expiry === undefined ? row.expiration_date : expirationDate(expiry),
    created_at: timestamp === undefined ? row.created_at : movedTo(timestamp, row.created_at),
    updated_at: life.now(),
  };
  life.store.memories.update(changed);
  if (changed.memory !== row.memory) life.store.notes.recordChange(life.newId(), row, changed);
  if ((changed.expiration_date === null) !== (row.expiration_date === null)) expiryChanged(life, scope, changed);
  return changed;
}

/** `DELETE /v1/memories/{id}/`; `?delete_linked=true` takes the superseded chain along. */
export function removeMemory({ life }: Platform, call: Call): Reply {
  return life.store.write(() => {
    const row = existing(life.store, call.scope, call.params['id']);
    deleteMemory(life, call.scope, row, last(call, 'delete_linked') === 'true');
    return { status: 200, body: { message: 'Memory deleted successfully!' } };
  });
}

/** `GET /v1/memories/{id}/history/`: a bare array (contract §6), oldest first [?]. */
export function history({ life }: Platform, { scope, params }: Call): Reply {
  const row = existing(life.store, scope, params['id']);
  const changes = life.store.notes.changes(row);
  const step = (id: string, event: string, before: string | null, after: string, at: number): JsonObject => ({
    id,
    memory_id: row.id,
    event,
    old_memory: before,
    new_memory: after,
    input: [],
    user_id: row.user_id,
    categories: row.categories,
    metadata: row.metadata,
    created_at: new Date(row.created_at).toISOString(),
    updated_at: new Date(at).toISOString(),
  });
  const first = step(row.id, 'ADD', null, changes[0]?.old_memory ?? row.memory, row.created_at);
  const later = changes.map((one) => step(one.id, 'UPDATE', one.old_memory, one.new_memory, one.created_at));
  return { status: 200, body: [first, ...later] };
}

/** `POST /v1/feedback/`: null takes it back. */
export function feedback({ life }: Platform, { scope, body }: Call): Reply {
  const value = body['feedback'] ?? null;
  if (isGiven(value) && !FEEDBACKS.some((one) => one === value)) {
    throw badRequest(`feedback must be one of: ${FEEDBACKS.join(', ')}, null.`);
  }
  const reason = textOrNull(body, 'feedback_reason');
  return life.store.write(() => {
    const row = existing(life.store, scope, body['memory_id']);
    life.store.notes.setFeedback(row, value as string | null, reason);
    return { status: 200, body: { message: 'Feedback taken.', id: row.id, feedback: value, feedback_reason: reason } };
  });
}
