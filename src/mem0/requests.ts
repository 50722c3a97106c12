/**
 * The platform's endpoints as values (platform contract §6): what is asked, and how the answer is read. Out of scope: scopes (`client`), and sending (`transport`).
 */
import { safeParse } from 'zod/mini';
import { Failure } from '../contract/failure.ts';
import {
  type AddAnswer,
  type AddBody,
  addAnswerSchema,
  type CaptureIds,
  captureIdsSchema,
  type EventAnswer,
  eventSchema,
  type Filter,
  type Memory,
  memorySchema,
  type Page,
  type Ping,
  pageSchema,
  pingSchema,
} from '../contract/mem0.ts';
import type { JsonObject, WireRequest } from '../contract/wire.ts';

export interface Endpoint<T> {
  readonly request: WireRequest;
  /** Of a read that may be asked again without a second effect, whatever became of it before. */
  readonly repeatable?: true;
  /** Reads the parsed JSON of a 2xx; a shape that the contract does not know is the failure `odd-answer`. */
  readonly read: (json: unknown) => T;
}

/** `GET /v1/ping/`: the key's organisation, project and user. */
export function ping(): Endpoint<Ping> {
  return { request: { method: 'GET', path: '/v1/ping/' }, repeatable: true, read: reader(pingSchema) };
}

/** `POST /v3/memories/add/` (§3). */
export function add(body: AddBody): Endpoint<AddAnswer> {
  return {
    request: { method: 'POST', path: '/v3/memories/add/', body },
    read: reader(addAnswerSchema),
  };
}

/** The override pair as it travels: in the body, both or neither (§1.1). */
export interface OverrideBody extends JsonObject {
  readonly org_id?: string;
  readonly project_id?: string;
}

/** `POST /v3/memories/` = get_all: paging in the query, everything else in the body; `latest_only` is always said (§1.2). */
export function list(
  filters: Filter,
  override: OverrideBody,
  page: { readonly number: number; readonly size: number },
): Endpoint<Page> {
  return {
    request: {
      method: 'POST',
      path: '/v3/memories/',
      query: [
        ['page', String(page.number)],
        ['page_size', String(page.size)],
      ],
      body: { filters, latest_only: true, ...override },
    },
    repeatable: true,
    read: reader(pageSchema),
  };
}

/** The same over all versions (`latest_only: false`): what was superseded since has arrived nevertheless (§5). */
export function captureIds(filters: Filter, override: OverrideBody, page: number): Endpoint<CaptureIds> {
  const { request } = list(filters, override, { number: page, size: LOOK_UP_ROWS });
  return {
    request: { ...request, body: { ...request.body, latest_only: false } },
    repeatable: true,
    read: reader(captureIdsSchema),
  };
}

/** `POST /v3/memories/search/` (§6): the best `topK`, latest-only. Not repeatable: each hit counts as one more use (§5). */
export function search(query: string, filters: Filter, override: OverrideBody, topK: number): Endpoint<Page> {
  return {
    request: {
      method: 'POST',
      path: '/v3/memories/search/',
      body: { query, filters, top_k: topK, latest_only: true, ...override },
    },
    read: reader(pageSchema),
  };
}

/** Of one capture id there are as many rows as facts in one add. */
const LOOK_UP_ROWS = 50;

/**
 * `GET /v1/event/{id}/`. The override of a call without ids in its path travels in the body, and in the query it would be
 * ignored (§1.1): so a GET has a body where there is an override, and only there.
 */
export function event(id: string, override: OverrideBody): Endpoint<EventAnswer> {
  return {
    request: get(`/v1/event/${encodeURIComponent(id)}/`, override),
    repeatable: true,
    read: reader(eventSchema),
  };
}

/** `GET /v1/memories/{id}/`: expired and superseded ones as well; a deleted one is a 404. */
export function memory(id: string, override: OverrideBody): Endpoint<Memory> {
  return {
    request: get(`/v1/memories/${encodeURIComponent(id)}/`, override),
    repeatable: true,
    read: reader(memorySchema),
  };
}

/** A GET, with a body where there is an override. */
export function get(path: string, override: OverrideBody): WireRequest {
  return { method: 'GET', path, ...(override.org_id === undefined ? {} : { body: override }) };
}

/** What reads an answer by its schema. */
export function reader<T>(
  schema: Parameters<typeof safeParse<import('zod/mini').ZodMiniType<T>>>[0],
): (json: unknown) => T {
  return (json) => {
    const parsed = safeParse(schema, json);
    if (parsed.success) return parsed.data;
    throw new Failure('odd-answer', 'the answer is not of the shape that the contract describes');
  };
}
