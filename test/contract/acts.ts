/** What several checks do: asynchronous deletes, entities, and settings of the project that are put back afterwards. */
import { expect } from 'vitest';
import type { Json, JsonObject } from '../../src/contract/wire.ts';
import { EXTRACTED_MS, type Row, type Trial } from './trial.ts';

/** A memory or event that no platform has. */
export const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

/** Sends a request that must be taken, whichever 2xx says so; gives the body, `{}` when there is none. */
export async function done(t: Trial, ...args: Parameters<Trial['call']>): Promise<JsonObject> {
  const answer = await t.call(...args);
  const { status, json, text } = answer;
  if (status < 200 || status > 299) expect.fail(`${args[0]} ${args[1]} answered ${status}: ${text.slice(0, 300)}`);
  return isObject(json) ? json : {};
}

/** Waits for the work that an answer promised: until its event has ended, or for as long as an extraction takes. */
export async function settled(t: Trial, answer: JsonObject): Promise<void> {
  const { event_id } = answer;
  if (typeof event_id !== 'string') t.host.advance?.(EXTRACTED_MS);
  else expect(await t.ended(event_id)).toMatchObject({ status: 'SUCCEEDED' });
}

/** What comes of the promise, or an error once the host's patience is over: for answers that must not wait for work. */
export async function promptly<T>(t: Trial, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${t.host.patienceMs} ms`)), t.host.patienceMs);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The entities whose name begins with this trial's names, from every page; `type/name`, sorted. */
export async function ownEntities(t: Trial): Promise<readonly string[]> {
  return (await ownEntityRows(t)).map((row) => `${row['type']}/${row['name']}`).sort();
}

export function ownEntityRows(t: Trial): Promise<readonly JsonObject[]> {
  return t.ownEntities();
}

/** The project of the key, by the ids that ping gives. */
export interface Project {
  readonly path: string;
  get(...fields: readonly string[]): Promise<JsonObject>;
  patch(body: JsonObject): Promise<JsonObject>;
}

/** Lets `use` change settings of the project and puts them back, whatever came of it. */
export async function keepingProject(t: Trial, use: (project: Project) => Promise<void>): Promise<void> {
  const { org_id, project_id } = await t.ok('GET', '/v1/ping/');
  const path = `/api/v1/orgs/organizations/${org_id}/projects/${project_id}/`;
  const project: Project = {
    path,
    get: (...fields) =>
      t.ok(
        'GET',
        path,
        undefined,
        fields.map((field) => ['fields', field] as const),
      ),
    patch: (body) => t.ok('PATCH', path, body),
  };
  const before = await project.get('custom_instructions', 'custom_categories', 'decay');
  try {
    await use(project);
  } finally {
    await project.patch({
      custom_instructions: before['custom_instructions'] ?? '',
      custom_categories: before['custom_categories'] ?? [],
      decay: before['decay'] === true,
    });
  }
}

/** `YYYY-MM-DD` in UTC. */
export function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

export function ids(rows: readonly Row[]): readonly string[] {
  return rows.map((row) => row.id);
}

export function isObject(json: Json | undefined): json is JsonObject {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}
