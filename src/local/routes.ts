/**
 * The endpoints of platform contract §6, as a table; the first row that fits answers, anything else is a 404.
 */
import type { JsonObject, WireRequest } from '../contract/wire.ts';
import { add } from './endpoints/add.ts';
import { badRequest, Refusal, type Reply } from './endpoints/answer.ts';
import { type Endpoint, OWN_SCOPE, type Platform } from './endpoints/call.ts';
import { deleteEntity, listEntities } from './endpoints/entities.ts';
import { getEvent, listEvents } from './endpoints/events.ts';
import { deleteAll, deleteBatch, putBatch } from './endpoints/many.ts';
import { feedback, getMemory, history, putMemory, removeMemory } from './endpoints/memories.ts';
import { getProject, patchProject } from './endpoints/projects.ts';
import { getAll, search } from './endpoints/reads.ts';
import type { Scope } from './store/rows.ts';

interface Route {
  readonly method: WireRequest['method'];
  /** `{name}` stands for one path segment, which the endpoint gets decoded. */
  readonly path: string;
  readonly answer: Endpoint;
}

const ping: Endpoint = ({ user }) => ({ status: 200, body: { status: 'ok', ...OWN_SCOPE, user_email: user } });
const PROJECT = '/api/v1/orgs/organizations/{org}/projects/{project}/';

const ROUTES: readonly Route[] = [
  { method: 'GET', path: '/v1/ping/', answer: ping },
  { method: 'POST', path: '/v3/memories/add/', answer: add },
  { method: 'POST', path: '/v3/memories/search/', answer: search },
  { method: 'POST', path: '/v3/memories/', answer: getAll },
  { method: 'DELETE', path: '/v1/memories/', answer: deleteAll },
  { method: 'GET', path: '/v1/memories/{id}/', answer: getMemory },
  { method: 'PUT', path: '/v1/memories/{id}/', answer: putMemory },
  { method: 'DELETE', path: '/v1/memories/{id}/', answer: removeMemory },
  { method: 'GET', path: '/v1/memories/{id}/history/', answer: history },
  { method: 'PUT', path: '/v1/batch/', answer: putBatch },
  { method: 'DELETE', path: '/v1/batch/', answer: deleteBatch },
  { method: 'POST', path: '/v1/feedback/', answer: feedback },
  { method: 'GET', path: '/v1/event/{id}/', answer: getEvent },
  { method: 'GET', path: '/v1/events/', answer: listEvents },
  { method: 'GET', path: '/v1/entities/', answer: listEntities },
  { method: 'DELETE', path: '/v2/entities/{type}/{name}/', answer: deleteEntity },
  { method: 'GET', path: PROJECT, answer: getProject },
  { method: 'PATCH', path: PROJECT, answer: patchProject },
];

/** @throws Refusal what the contract refuses; LocalStoreError when the file fails */
export function route(platform: Platform, request: WireRequest): Reply {
  if (request.query?.some((pair) => pair.some((text) => text.includes('\0'))))
    throw badRequest('The query holds a NUL character.');
  for (const one of ROUTES) {
    const params = one.method === request.method ? paramsOf(one.path, request.path) : undefined;
    if (params === undefined) continue;
    const body = request.body ?? {};
    return one.answer(platform, { params, body, scope: scopeOf(body), query: request.query ?? [] });
  }
  throw new Refusal(404, { detail: 'Not found.' });
}

/**
 * Contract §1.1: the override works as a pair in the body; one id alone is no override, query parameters are never read.
 * [?] Any pair is taken: there is no other organisation here to be refused.
 */
function scopeOf(body: JsonObject): Scope {
  const { org_id, project_id } = body;
  const isPair = typeof org_id === 'string' && org_id !== '' && typeof project_id === 'string' && project_id !== '';
  return isPair ? { org_id, project_id } : OWN_SCOPE;
}

/** The named segments of a path that fits the pattern, or undefined. @throws Refusal 400 a segment that cannot be decoded */
function paramsOf(pattern: string, path: string): Readonly<Record<string, string>> | undefined {
  const wanted = pattern.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [at, part] of wanted.entries()) {
    const segment = given[at] ?? '';
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name === undefined ? segment !== part : segment === '') return undefined;
    if (name !== undefined) params[name] = segment;
  }
  return Object.fromEntries(Object.entries(params).map(([name, segment]) => [name, decoded(segment)]));
}

function decoded(segment: string): string {
  try {
    const text = decodeURIComponent(segment);
    if (text.includes('\0')) throw badRequest('The path holds a NUL character.');
    return text;
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    throw badRequest('The path is not well encoded.');
  }
}
