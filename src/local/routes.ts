/**
 * The endpoints of platform contract §6 that are there, as a table; the first row that fits answers, anything else is a 404.
 */
import type { JsonObject, WireRequest } from '../contract/wire.ts';
import { Refusal, type Reply } from './endpoints/answer.ts';
import { getAll, search } from './endpoints/reads.ts';
import { add, getEvent, getMemory, putMemory, removeMemory } from './endpoints/writes.ts';
import type { Life } from './life/lifecycle.ts';
import type { Scope } from './store/rows.ts';

/** A request as a route gets it: `id` is the `{id}` of the path ('' without one), `scope` the override or the own project. */
export interface Call {
  readonly scope: Scope;
  readonly id: string;
  readonly query: ReadonlyMap<string, string>;
  readonly body: JsonObject;
}

export interface Platform {
  readonly life: Life;
  readonly user: string;
}

export interface Route {
  readonly method: WireRequest['method'];
  /** `{id}` stands for one path segment. */
  readonly path: string;
  readonly answer: (platform: Platform, call: Call) => Reply;
}

/** The one organisation and project of the local platform; as in `ping`. */
export const OWN_SCOPE: Scope = { org_id: 'local', project_id: 'local' };

export const ROUTES: readonly Route[] = [
  {
    method: 'GET',
    path: '/v1/ping/',
    answer: ({ user }) => ({ status: 200, body: { status: 'ok', ...OWN_SCOPE, user_email: user } }),
  },
  { method: 'POST', path: '/v3/memories/add/', answer: ({ life }, { scope, body }) => add(life, scope, body) },
  { method: 'POST', path: '/v3/memories/search/', answer: ({ life }, call) => search(life, call) },
  { method: 'POST', path: '/v3/memories/', answer: ({ life }, call) => getAll(life, call) },
  { method: 'GET', path: '/v1/memories/{id}/', answer: ({ life }, { scope, id }) => getMemory(life, scope, id) },
  {
    method: 'PUT',
    path: '/v1/memories/{id}/',
    answer: ({ life }, { scope, id, body }) => putMemory(life, scope, id, body),
  },
  {
    method: 'DELETE',
    path: '/v1/memories/{id}/',
    answer: ({ life }, { scope, id, query }) => removeMemory(life, scope, id, query.get('delete_linked') === 'true'),
  },
  { method: 'GET', path: '/v1/event/{id}/', answer: ({ life }, { id }) => getEvent(life, id) },
];

/** @throws Refusal what the contract refuses; LocalStoreError when the file fails */
export function route(platform: Platform, request: WireRequest): Reply {
  for (const one of ROUTES) {
    const id = one.method === request.method ? fits(one.path, request.path) : undefined;
    if (id === undefined) continue;
    const body = request.body ?? {};
    // A name that repeats: the last one counts, as in Django.
    return one.answer(platform, { id, body, scope: scopeOf(body), query: new Map(request.query ?? []) });
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

/** The `{id}` of a path that fits the pattern ('' when the pattern has none), or undefined. */
function fits(pattern: string, path: string): string | undefined {
  const [before = '', after] = pattern.split('{id}');
  if (after === undefined) return path === pattern ? '' : undefined;
  if (!path.startsWith(before) || !path.endsWith(after)) return undefined;
  const id = path.slice(before.length, path.length - after.length);
  return /^[^/]+$/.test(id) ? id : undefined;
}
