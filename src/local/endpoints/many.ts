/** Several memories at once: delete_all and the batches (platform contract §5, §6). */
import type { Json, JsonObject } from '../../contract/wire.ts';
import { deleteMemory, ENTITY_TYPES, enqueueForgetting } from '../life/deletion.ts';
import { badRequest, type Reply } from './answer.ts';
import { memoryId, objectOrNull } from './body.ts';
import { type Call, last, type Platform } from './call.ts';
import { update } from './memories.ts';

const MAX_BATCH = 1000;

/**
 * `DELETE /v1/memories/`: what it deletes is named in the query alone; a body names nothing. Of several entities one is
 * honoured [D]: here the first of user, agent, app, run that has a name [?]. `*` means every entity of its type [D]; only where
 * all that are named are `*`, all of them are meant: so Mem0's command-line client says a whole project [W].
 */
export function deleteAll({ life }: Platform, call: Call): Reply {
  const asked = ENTITY_TYPES.map((type) => ({ type, name: last(call, `${type}_id`) ?? '' })).filter(
    ({ name }) => name !== '',
  );
  if (asked.length === 0) {
    throw badRequest('at least one filter required: user_id, agent_id, app_id or run_id, as query parameters.');
  }
  const named = asked.filter(({ name }) => name !== '*').slice(0, 1);
  const meant = named.length > 0 ? named : asked.map((one) => ({ ...one, isEvery: true }));
  const event_id = life.store.write(() => enqueueForgetting(life, call.scope, meant, true));
  return { status: 200, body: { message: 'The memories will be deleted.', event_id }, leavesWork: true };
}

/** `DELETE /v1/batch/`. Ids that are not there are passed over [?]; the message counts. */
export function deleteBatch({ life }: Platform, { scope, body }: Call): Reply {
  const ids = batchOf(body).map((one) => memoryId(one['memory_id']));
  const count = life.store.write(() =>
    ids.filter((id) => {
      const row = life.store.memories.byId(scope, id);
      if (row !== undefined) deleteMemory(life, scope, row, false);
      return row !== undefined;
    }),
  ).length;
  return { status: 200, body: { message: `Deleted ${count} memories.` } };
}

/** `PUT /v1/batch/`: `{memories: [{memory_id, text}]}`; all of it or, when one of them is refused, nothing. */
export function putBatch({ life }: Platform, { scope, body }: Call): Reply {
  const changes = batchOf(body).map((one) => ({ id: memoryId(one['memory_id']), change: one }));
  const count = life.store.write(() =>
    changes.filter(({ id, change }) => {
      const row = life.store.memories.byId(scope, id);
      if (row !== undefined) update(life, scope, row, change);
      return row !== undefined;
    }),
  ).length;
  return { status: 200, body: { message: `Updated ${count} memories.` } };
}

function batchOf(body: JsonObject): readonly JsonObject[] {
  const { memories } = body;
  if (!Array.isArray(memories) || memories.length === 0) throw badRequest('memories must be a non-empty list.');
  if (memories.length > MAX_BATCH) throw badRequest(`memories may name at most ${MAX_BATCH}.`);
  return memories.map((one: Json) => objectOrNull('memories', one) ?? {});
}
