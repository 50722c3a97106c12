/** Entities: whom memories belong to (platform contract §5, §6). */
import type { JsonObject } from '../../contract/wire.ts';
import { ENTITY_TYPES, enqueueForgetting } from '../life/deletion.ts';
import type { EntityRow } from '../store/entities.ts';
import { badRequest, Refusal, type Reply } from './answer.ts';
import { type Call, type Platform, paged, pageOf } from './call.ts';

/** `GET /v1/entities/`: newest first [?], with how many memories each has. */
export function listEntities({ life, user }: Platform, call: Call): Reply {
  const { entities } = life.store;
  const show = (row: EntityRow): JsonObject => ({
    id: row.id,
    name: row.name,
    type: row.type,
    total_memories: entities.countOf(call.scope, row.type, row.name),
    owner: user,
    organization: call.scope.org_id,
    metadata: null,
    created_at: new Date(row.created_at).toISOString(),
    updated_at: new Date(row.updated_at).toISOString(),
  });
  const page = pageOf(call);
  const all = entities.all(call.scope);
  const rows = all.slice(page.from, page.from + page.size);
  return paged('/v1/entities/', page, all.length, rows.map(show));
}

/** `DELETE /v2/entities/{type}/{name}/`: asynchronous, like delete_all, and the entity itself is forgotten. */
export function deleteEntity({ life }: Platform, { scope, params }: Call): Reply {
  const name = params['name'] ?? '';
  const type = ENTITY_TYPES.find((one) => one === params['type']);
  if (type === undefined) throw badRequest(`The type of an entity is one of: ${ENTITY_TYPES.join(', ')}.`);
  return life.store.write(() => {
    const isKnown = life.store.entities.has(scope, type, name) || life.store.events.hasAdds(scope, type, name);
    if (!isKnown) throw new Refusal(404, { error: 'Entity not found!' });
    const event_id = enqueueForgetting(life, scope, [{ type, name }], false);
    return { status: 200, body: { message: 'The entity will be deleted.', event_id }, leavesWork: true };
  });
}
