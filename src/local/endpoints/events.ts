/** Events: what became of an add or a deletion (platform contract §5, §6). */
import type { JsonObject } from '../../contract/wire.ts';
import type { EventRow } from '../store/events.ts';
import { Refusal, type Reply } from './answer.ts';
import { type Call, type Platform, paged, pageOf } from './call.ts';

/**
 * `GET /v1/event/{id}/`. A GET has no body and so no override; an event is found by its id whatever its project [?],
 * else the events of an override could never be asked for.
 */
export function getEvent({ life }: Platform, { params }: Call): Reply {
  const row = life.store.events.byId(params['id'] ?? '');
  if (row === undefined) throw new Refusal(404, { error: 'Event not found!' });
  return { status: 200, body: shown(row) };
}

/** `GET /v1/events/` [D]: those of the own project, newest first. */
export function listEvents({ life }: Platform, call: Call): Reply {
  const page = pageOf(call);
  const { count, rows } = life.store.events.page(call.scope, page.from, page.size);
  return paged('/v1/events/', page, count, rows.map(shown));
}

/** `latency` and `completed_at` are there once it has ended [D]. */
function shown(row: EventRow): JsonObject {
  const [created_at, updated_at] = [row.created_at, row.updated_at].map((at) => new Date(at).toISOString());
  const hasEnded = row.status === 'SUCCEEDED' || row.status === 'FAILED';
  return {
    ...row,
    created_at,
    updated_at,
    ...(hasEnded && { completed_at: updated_at, latency: row.updated_at - row.created_at }),
  };
}
