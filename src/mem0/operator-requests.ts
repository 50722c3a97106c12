/**
 * The endpoints that only the operator's command asks for (platform contract §6), as values. `DELETE /v1/memories/` is not among
 * them, nor will it be: of several entities it honours one. Out of scope: scopes, and what is done with the answers.
 */
import { unknown } from 'zod/mini';
import type { Filter, Page } from '../contract/mem0.ts';
import {
  type Category,
  type CountedPage,
  countedPageSchema,
  type Feedback,
  type HistoryStep,
  historySchema,
  type ProjectFields,
  type ProjectIds,
  type ProjectSettings,
  projectFieldsSchema,
} from '../contract/operator.ts';
import type { JsonObject, WireRequest } from '../contract/wire.ts';
import { type Endpoint, get, list, type OverrideBody, reader, search } from './requests.ts';

/** Which versions a read gives (§1.2, §5). */
export interface Versions {
  /** Default true. */
  readonly latestOnly?: boolean;
  /** Default false. */
  readonly showExpired?: boolean;
}

/** `POST /v3/memories/` (§6) with what of it cannot be read. */
export function listCounted(
  filters: Filter,
  override: OverrideBody,
  page: { readonly number: number; readonly size: number },
  versions: Versions,
): Endpoint<CountedPage> {
  const { request } = list(filters, override, page);
  return { request: ofVersions(request, versions), read: reader(countedPageSchema) };
}

/** `POST /v3/memories/search/` (§6): the best `topK` (1…1000). */
export function searchVersions(
  query: string,
  filters: Filter,
  override: OverrideBody,
  topK: number,
  versions: Versions,
): Endpoint<Page> {
  const endpoint = search(query, filters, override, topK);
  return { ...endpoint, request: ofVersions(endpoint.request, versions) };
}

function ofVersions(request: WireRequest, { latestOnly = true, showExpired = false }: Versions): WireRequest {
  const body = { ...request.body, latest_only: latestOnly, ...(showExpired ? { show_expired: true } : {}) };
  return { ...request, body };
}

/** `GET /v1/memories/{id}/history/` (§6). */
export function history(id: string, override: OverrideBody): Endpoint<readonly HistoryStep[]> {
  return { request: get(`${memoryPath(id)}history/`, override), read: reader(historySchema) };
}

/** Body of a PUT (§6): what it does not name stays. Metadata is the whole object (§4). */
export interface UpdateBody extends JsonObject {
  readonly text?: string;
  readonly metadata?: JsonObject;
  readonly expiration_date?: string | null;
}

/** `PUT /v1/memories/{id}/` (§6). The answer is not documented [?]: what was done is read back. */
export function update(id: string, body: UpdateBody, override: OverrideBody): Endpoint<unknown> {
  return { request: { method: 'PUT', path: memoryPath(id), body: { ...body, ...override } }, read: reader(unknown()) };
}

/** As many memories as one batch may name (§6). */
export const MOST_IN_BATCH = 1000;

/** `DELETE /v1/batch/` (§6). The answer is not documented [?]: what is gone is asked for afterwards. */
export function removeBatch(ids: readonly string[], override: OverrideBody): Endpoint<unknown> {
  const body = { memories: ids.map((memory_id) => ({ memory_id })), ...override };
  return { request: { method: 'DELETE', path: '/v1/batch/', body }, read: reader(unknown()) };
}

/** `POST /v1/feedback/` (§6); null takes it back. */
export function feedback(
  id: string,
  value: Feedback,
  reason: string | undefined,
  override: OverrideBody,
): Endpoint<unknown> {
  const said = reason === undefined ? {} : { feedback_reason: reason };
  const body = { memory_id: id, feedback: value, ...said, ...override };
  return { request: { method: 'POST', path: '/v1/feedback/', body }, read: reader(unknown()) };
}

const FIELDS = ['custom_instructions', 'custom_categories', 'decay'] as const;

/** `GET …/projects/{project}/` (§6): the fields as repeated parameters. The path says which project: no override. */
export function project(ids: ProjectIds): Endpoint<ProjectFields> {
  const query = FIELDS.map((name) => ['fields', name] as const);
  return { request: { method: 'GET', path: projectPath(ids), query }, read: reader(projectFieldsSchema) };
}

/** `PATCH …/projects/{project}/` (§6): what is named is replaced, a list as a whole. */
export function changeProject(ids: ProjectIds, changes: Partial<ProjectSettings>): Endpoint<unknown> {
  const { customInstructions, customCategories, decay } = changes;
  const body = {
    ...(customInstructions === undefined ? {} : { custom_instructions: customInstructions }),
    ...(customCategories === undefined ? {} : { custom_categories: customCategories.map(onWire) }),
    ...(decay === undefined ? {} : { decay }),
  };
  return { request: { method: 'PATCH', path: projectPath(ids), body }, read: reader(unknown()) };
}

function onWire({ name, description }: Category): JsonObject {
  return { [name]: description };
}

function projectPath({ orgId, projectId }: ProjectIds): string {
  return `/api/v1/orgs/organizations/${encodeURIComponent(orgId)}/projects/${encodeURIComponent(projectId)}/`;
}

function memoryPath(id: string): string {
  return `/v1/memories/${encodeURIComponent(id)}/`;
}
