/**
 * `POST /v3/memories/add/`, both ways (platform contract §3). Instructions, `includes` and `excludes` are taken and not
 * followed: the local rules cannot read them, and the answer says who extracts.
 */
import type { Json, JsonObject } from '../../contract/wire.ts';
import { addVerbatim, enqueueAdd, type PendingAdd } from '../life/adds.ts';
import { badRequest, type Reply } from './answer.ts';
import { categoryNames, expirationDate, flag, objectOrNull, saidAt, textOrNull } from './body.ts';
import type { Call, Platform } from './call.ts';

/** Said in every PENDING answer, so that nobody takes the facts for a model's work. */
const LOCAL_EXTRACTION = 'Facts will be extracted by the local rules; no language model is involved.';

export function add({ life }: Platform, { scope, body }: Call): Reply {
  const pending = checkedAdd(body, life.now());
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

function checkedAdd(body: JsonObject, now: number): PendingAdd {
  const owner = {
    user_id: textOrNull(body, 'user_id'),
    agent_id: textOrNull(body, 'agent_id'),
    app_id: textOrNull(body, 'app_id'),
    run_id: textOrNull(body, 'run_id'),
  };
  // [?] In a filter it means any: nobody could ever be read by that name.
  if (Object.values(owner).includes('*')) throw badRequest('An id may not be "*".');
  if (Object.values(owner).every((id) => id === null)) {
    throw badRequest('At least one of user_id, agent_id, app_id, run_id is required.');
  }
  return {
    messages: checkedMessages(body['messages']),
    owner,
    metadata: objectOrNull('metadata', body['metadata'] ?? null),
    expiration_date: expirationDate(body['expiration_date'] ?? null),
    created_at: saidAt(body['timestamp'] ?? null, now),
    category_names: categoryNames(body['custom_categories']),
    immutable: flag(body, 'immutable'),
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
