/**
 * A corpus is requests as data: what must be taken, what must be refused and how. Names in braces stand for what a trial has:
 * `{user}` `{app}`, `{id}` a memory made for that request, `{event}` the event of an add, `{org}` and `{project}` of ping,
 * `{someone}` a user, agent, app and run that has memories, `{unknown}` an id that nothing has.
 */
import { expect } from 'vitest';
import type { Json, JsonObject, WireRequest } from '../../../src/contract/wire.ts';
import { isObject, keepingProject, UNKNOWN_ID } from '../acts.ts';
import type { Answer } from '../answer.ts';
import { type Check, check } from '../check.ts';
import type { Trial } from '../trial.ts';

export interface RequestCase {
  readonly rule: string;
  /** What the corpus is of, for the check's title. */
  readonly of: string;
  readonly request: WireRequest;
  readonly status: number;
  /** The exact body, where the contract gives it. */
  readonly body?: Json;
  /** A part of the body's text, where the contract gives it. */
  readonly says?: RegExp;
  /** No source says so: a choice of this project, marked [?] in the contract or left open by it. */
  readonly ours?: true;
}

/** One check for each rule, verdict and source; its failure names every request that was answered otherwise. */
export function corpusChecks(cases: readonly RequestCase[]): readonly Check[] {
  const groups = new Map<string, RequestCase[]>();
  for (const one of cases) {
    const title = `${one.of}: ${one.status < 300 ? 'taken' : 'refused'}${one.ours ? ' (ours)' : ''}`;
    const key = `${one.rule}|${title}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups].map(([key, group]) => {
    const [rule = '', title = ''] = key.split('|');
    return check(rule, `${title}, ${group.length} of the corpus`, async (t) => {
      expect(await answeredOtherwise(t, group)).toEqual([]);
    });
  });
}

/** The refused requests of a corpus that a platform did refuse with 4xx, with the shape of the refusal. */
export async function refusalsOf(
  t: Trial,
  cases: readonly RequestCase[],
): Promise<readonly { of: string; status: number; shape: string | undefined; text: string }[]> {
  const refused = cases.filter(({ status }) => status >= 400 && status < 500);
  const found = await sendAll(t, refused);
  return found
    .filter(({ answer }) => answer.status >= 400 && answer.status < 500)
    .map(({ request, answer }) => ({
      of: shown(request),
      status: answer.status,
      shape: shapeOf(answer.json),
      text: answer.text.slice(0, 200),
    }));
}

/** The name of the shape of a refusal (§6), or undefined when it is none. */
export function shapeOf(json: Json | undefined): string | undefined {
  if (Array.isArray(json)) {
    return json.length > 0 && json.every((one) => typeof one === 'string') ? 'list of texts' : undefined;
  }
  if (!isObject(json)) return undefined;
  const { error, details, message, detail } = json;
  if (error !== undefined) {
    if (typeof error !== 'string') return undefined;
    return details === undefined ? 'error' : isObject(details) && 'message' in details ? 'error, details' : undefined;
  }
  if (typeof message === 'string') return 'message';
  if (typeof detail === 'string') return 'detail';
  const values = Object.values(json);
  return values.length > 0 && values.every((value) => hasText(value)) ? 'field map' : undefined;
}

/** A field map says of each field what is wrong: texts, or lists and maps of them. */
function hasText(value: Json | undefined): boolean {
  if (typeof value === 'string') return true;
  return (
    typeof value === 'object' && value !== null && Object.values(value).some((one: Json | undefined) => hasText(one))
  );
}

async function answeredOtherwise(t: Trial, cases: readonly RequestCase[]): Promise<readonly string[]> {
  const found = await sendAll(t, cases);
  return found.flatMap(({ one, request, answer }) => {
    if (fits(one, answer)) return [];
    return [`${shown(request)}: ${one.status} wanted, ${answer.status} ${answer.text.slice(0, 120)}`];
  });
}

function fits(one: RequestCase, { status, json, text }: Answer): boolean {
  // Which 2xx says that a delete was taken is left open.
  const asWanted =
    one.request.method === 'DELETE' && one.status === 200 ? status >= 200 && status < 300 : status === one.status;
  if (!asWanted || (one.says !== undefined && !one.says.test(text))) return false;
  return one.body === undefined || JSON.stringify(json) === JSON.stringify(one.body);
}

async function sendAll(
  t: Trial,
  cases: readonly RequestCase[],
): Promise<readonly { one: RequestCase; request: WireRequest; answer: Answer }[]> {
  const found: { one: RequestCase; request: WireRequest; answer: Answer }[] = [];
  const run = async () => {
    for (const one of cases) {
      const request = await filled(t, one.request);
      const answer = await t.call(request.method, request.path, request.body, request.query);
      found.push({ one, request, answer });
    }
  };
  // What should be refused may be taken: settings are put back all the same.
  if (cases.some(({ request }) => request.path.includes('{project}'))) await keepingProject(t, run);
  else await run();
  return found;
}

async function filled(t: Trial, request: WireRequest): Promise<WireRequest> {
  let text = JSON.stringify(request);
  const names: Record<string, string> = { user: t.user, app: t.app, unknown: UNKNOWN_ID };
  if (text.includes('{id}')) names['id'] = await t.store('The harbour crane is painted green.');
  if (text.includes('{event}')) names['event'] = String((await t.add('We use tabs.', { infer: false }))['event_id']);
  if (text.includes('{someone}')) {
    const one = `${t.app}-someone`;
    for (const owner of [{ user_id: one, app_id: one }, { agent_id: one }, { run_id: one }]) {
      await t.store('The harbour crane is painted green.', { user_id: undefined, ...owner });
    }
    names['someone'] = one;
  }
  if (text.includes('{org}') || text.includes('{project}')) {
    const { org_id, project_id } = await t.ok('GET', '/v1/ping/');
    names['org'] = String(org_id);
    names['project'] = String(project_id);
  }
  for (const [name, value] of Object.entries(names)) text = text.replaceAll(`{${name}}`, value);
  return JSON.parse(text) as WireRequest;
}

/** A request in one short line. */
function shown({ method, path, query, body }: WireRequest): string {
  const named = (query ?? []).map(([name, value]) => `${name}=${value}`).join('&');
  const said: JsonObject = body ?? {};
  return `${method} ${path}${named === '' ? '' : `?${named}`} ${JSON.stringify(said).slice(0, 200)}`;
}
