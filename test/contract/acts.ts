/** What several checks do: asynchronous deletes, entities, and settings of the project that are put back afterwards. */
import { expect } from 'vitest';
import type { Json, JsonObject } from '../../src/contract/wire.ts';
import { idsOf, isTaken, type Row } from './answer.ts';
import { thenAlways } from './clean-up.ts';
import { CATEGORISED_MS, EXTRACTED_MS } from './host.ts';
import type { Trial } from './trial.ts';

/** A memory or event that no platform has. */
export const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

/** Sends a request that must be taken, whichever 2xx says so; gives the body, `{}` when there is none. */
export async function done(t: Trial, ...args: Parameters<Trial['call']>): Promise<JsonObject> {
  const answer = await t.call(...args);
  const { status, json, text } = answer;
  if (!isTaken(answer)) expect.fail(`${args[0]} ${args[1]} answered ${status}: ${text.slice(0, 300)}`);
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

/** The entities of this trial, from every page; `type/name`, sorted. */
export async function ownEntities(t: Trial): Promise<readonly string[]> {
  return (await t.ownEntities()).map((row) => `${row['type']}/${row['name']}`).sort();
}

/** The memories that the filters find, once there are any: what was learnt may take a moment to be found. */
export async function landed(t: Trial, filters: JsonObject = t.mine): Promise<readonly Row[]> {
  return t.eventually(async () => {
    const rows = await t.list(filters);
    expect(rows).not.toEqual([]);
    return rows;
  });
}

/** The ids of these, sorted. */
export async function landedIds(t: Trial, filters: JsonObject = t.mine): Promise<readonly string[]> {
  return idsOf(await landed(t, filters));
}

/** Expects the texts that a read of this trial's user finds with this filter, under AND. */
export async function finds(t: Trial, filter: Json, texts: readonly string[]): Promise<void> {
  expect({ filter, texts: await t.texts({ AND: [t.mine, filter] }) }).toEqual({ filter, texts });
}

/** The two ids of the second project; with need `second-project`. */
export function second(t: Trial): { readonly org_id: string; readonly project_id: string } {
  return t.host.secondProject ?? expect.fail('this host has no second project');
}

/** The project of the key, by the ids that ping gives. */
export interface Project {
  readonly path: string;
  get(...fields: readonly string[]): Promise<JsonObject>;
  patch(body: JsonObject): Promise<JsonObject>;
}

/** Lets `use` change settings of the project and puts them back, whatever came of it; `more`: settings beside the usual ones. */
export async function keepingProject(
  t: Trial,
  use: (project: Project) => Promise<void>,
  more: readonly string[] = [],
): Promise<void> {
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
  const before = await project.get('custom_instructions', 'custom_categories', 'decay', ...more);
  await thenAlways(
    () => use(project),
    () =>
      project.patch({
        custom_instructions: before['custom_instructions'] ?? '',
        custom_categories: before['custom_categories'] ?? [],
        decay: before['decay'] === true,
        ...Object.fromEntries(more.map((name) => [name, before[name] ?? ''])),
      }),
  );
}

/** Three memories of January, February and March 2026, stored in another order. */
export async function threeMonths(t: Trial): Promise<void> {
  for (const [text, at] of [
    ['from February', '2026-02-15T12:00:00Z'],
    ['from January', '2026-01-15T12:00:00Z'],
    ['from March', '2026-03-05T12:00:00Z'],
  ] as const) {
    await t.store(text, { timestamp: Date.parse(at) / 1000 });
  }
}

/**
 * A memory with categories, and one that has none as long as nobody has an hour to wait; gives the first category. With need
 * `categories`.
 */
export async function oneCategorised(t: Trial, text: string, other: string): Promise<string> {
  const id = await t.store(text, { metadata: { type: 'convention' } });
  t.host.advance?.(CATEGORISED_MS);
  const category = await t.eventually(async () => {
    const { categories } = await t.ok('GET', `/v1/memories/${id}/`);
    expect(categories).toEqual(expect.arrayContaining([expect.any(String)]));
    return Array.isArray(categories) ? String(categories[0]) : '';
  });
  await t.store(other);
  return category;
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
