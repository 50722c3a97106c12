/** One check against one host: a user of its own, calls, and waiting as that host needs it. */
import { expect } from 'vitest';
import type { Json, JsonObject, Send, WireRequest } from '../../src/contract/wire.ts';

/** What a check may need beyond a key: a host that lacks it cannot check the rule. */
export type Need =
  /** Time can be moved forward. */
  | 'clock'
  /** Extraction takes long enough to look before it is done. */
  | 'later'
  /** Categories come while one waits. */
  | 'categories'
  /** There is a second project that the override may name. */
  | 'second-project'
  /** Another key can be sent. */
  | 'other-key'
  /** The extraction can be held, let go and made to fail. */
  | 'extraction';

export interface Host {
  readonly name: string;
  /** Whether it is our implementation: then what is a choice of ours must hold, too. */
  readonly isOurs: boolean;
  readonly has: ReadonlySet<Need>;
  readonly send: Send;
  /** How long a change may take to show, in ms of real time, and how often to look. */
  readonly patienceMs: number;
  readonly pollMs: number;
  /** Moves time forward; waits for nothing. With need `clock`. */
  readonly advance?: (ms: number) => void;
  readonly now: () => number;
  /** With need `second-project`. */
  readonly secondProject?: { readonly org_id: string; readonly project_id: string };
  /** Sends with another Authorization header, or with none. With need `other-key`. */
  readonly sendAs?: (authorization: string | undefined) => Send;
  /** With need `extraction`: holds what starts from now on; `release` lets it finish or fail. */
  readonly holdExtraction?: () => { release: (how: 'done' | 'failed') => void };
  readonly close: () => Promise<void>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The parsed body; undefined when it is not JSON. */
  readonly json: Json | undefined;
  readonly text: string;
}

export type Row = JsonObject & { readonly id: string; readonly memory: string };

/** Longer than the lags of the hosts with a clock (`hosts.ts`). */
export const EXTRACTED_MS = 2 * 60 * 1000;
export const CATEGORISED_MS = 6 * 60 * 60 * 1000;
export const DAY_MS = 24 * 60 * 60 * 1000;

let count = 0;

export class Trial {
  readonly host: Host;
  /** Names that no other trial uses; removed from the host afterwards. */
  readonly user: string;
  readonly app: string;
  readonly #made: JsonObject[] = [];
  #hasRenamed = false;

  constructor(host: Host) {
    count += 1;
    this.host = host;
    const name = `contract-${Date.now().toString(36)}-${process.pid}-${count}`;
    this.user = `${name}@users.example`;
    this.app = `${name}-app`;
  }

  /** `{"user_id": …}` of this trial. */
  get mine(): JsonObject {
    return { user_id: this.user };
  }

  /** The time that one request of this host may take. */
  get within(): { readonly deadline: number } {
    return { deadline: this.host.now() + this.host.patienceMs };
  }

  /** A `send` for a client of ours: what goes through it is kept in `requests`, and cleaned up like the trial's own. */
  recorder(send: Send = this.host.send): { readonly send: Send; readonly requests: readonly WireRequest[] } {
    const requests: WireRequest[] = [];
    const recording: Send = (request, options) => {
      requests.push(request);
      this.#note(request);
      return send(request, options);
    };
    return { send: recording, requests };
  }

  #note({ method, path, body }: WireRequest): void {
    if (path === '/v3/memories/add/' && body !== undefined) this.#made.push(body);
    // It leaves entities with new names behind.
    if (method === 'DELETE' && path === '/v1/memories/') this.#hasRenamed = true;
  }

  /** Sends one request and gives the answer, whatever its status. */
  async call(
    method: WireRequest['method'],
    path: string,
    body?: JsonObject,
    query?: WireRequest['query'],
    send: Send = this.host.send,
  ): Promise<Answer> {
    const request = { method, path, ...(body && { body }), ...(query && { query }) };
    this.#note(request);
    const response = await send(request, this.within);
    let json: Json | undefined;
    try {
      json = JSON.parse(response.body) as Json;
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
    return { status: response.status, headers: response.headers, json, text: response.body };
  }

  /** The same, for a request that must be taken: gives the body, an object. */
  async ok(...args: Parameters<Trial['call']>): Promise<JsonObject> {
    const answer = await this.call(...args);
    if (answer.status !== 200 || typeof answer.json !== 'object' || answer.json === null) {
      expect.fail(`${args[0]} ${args[1]} answered ${answer.status}: ${answer.text.slice(0, 300)}`);
    }
    return answer.json as JsonObject;
  }

  /** The body of an add of one user message by this trial's user, unless `more` says otherwise. */
  body(content: string, more: JsonObject = {}): JsonObject {
    return { messages: [{ role: 'user', content }], ...this.mine, ...more };
  }

  /** An add that must be taken. `infer` is true unless `more` says otherwise. */
  async add(content: string, more: JsonObject = {}): Promise<JsonObject> {
    return this.ok('POST', '/v3/memories/add/', this.body(content, more));
  }

  /** Stores one memory at once and verbatim; gives its id. */
  async store(content: string, more: JsonObject = {}): Promise<string> {
    const [first] = rowsOf(await this.add(content, { infer: false, ...more }));
    return String(first?.id);
  }

  /** An add with extraction, waited for until its event has ended. */
  async learn(content: string, more: JsonObject = {}): Promise<JsonObject> {
    return this.ended(String((await this.add(content, more))['event_id']));
  }

  /** The event once it has ended, SUCCEEDED or FAILED. */
  async ended(eventId: string): Promise<JsonObject> {
    this.host.advance?.(EXTRACTED_MS);
    return this.eventually(async () => {
      const event = await this.ok('GET', `/v1/event/${eventId}/`);
      expect(event['status']).toMatch(/^(?:SUCCEEDED|FAILED)$/);
      return event;
    });
  }

  /** What `look` gives once it no longer throws; the last error after the host's patience. */
  async eventually<T>(look: () => Promise<T>): Promise<T> {
    const until = Date.now() + this.host.patienceMs;
    for (;;) {
      try {
        return await look();
      } catch (error) {
        if (Date.now() >= until) throw error;
        await new Promise((resolve) => setTimeout(resolve, this.host.pollMs));
      }
    }
  }

  /** The rows of a get_all, which must be taken. */
  async list(filters: Json, more: JsonObject = {}, query?: WireRequest['query']): Promise<readonly Row[]> {
    return rowsOf(await this.ok('POST', '/v3/memories/', { filters, ...more }, query));
  }

  /** The texts of a get_all, sorted. */
  async texts(filters: Json, more: JsonObject = {}): Promise<readonly string[]> {
    return (await this.list(filters, more)).map((row) => row.memory).sort();
  }

  async search(query: string, filters: Json, more: JsonObject = {}): Promise<readonly Row[]> {
    return rowsOf(await this.ok('POST', '/v3/memories/search/', { query, filters, ...more }));
  }

  /** The entities whose name begins with this trial's names, from every page. */
  async ownEntities(): Promise<readonly JsonObject[]> {
    const found: JsonObject[] = [];
    for (let page = 1; ; page += 1) {
      const query = [
        ['page', String(page)],
        ['page_size', '100'],
      ] as const;
      const body = await this.ok('GET', '/v1/entities/', undefined, query);
      found.push(...rowsOf(body));
      if (body['next'] === null) break;
      expect(page, 'the pages of entities have an end').toBeLessThan(100);
    }
    return found.filter((row) => [this.user, this.app].some((name) => String(row['name']).startsWith(name)));
  }

  /** Expects a refusal with this status; gives the answer. */
  async refused(status: number, ...args: Parameters<Trial['call']>): Promise<Answer> {
    const answer = await this.call(...args);
    expect({ of: `${args[0]} ${args[1]} ${JSON.stringify(args[2])}`, status: answer.status }).toEqual({
      of: `${args[0]} ${args[1]} ${JSON.stringify(args[2])}`,
      status,
    });
    return answer;
  }

  /** Forgets every entity that this trial wrote to, in the key's project and in those that an override named. */
  async cleanUp(): Promise<void> {
    const names = new Set<string>();
    const elsewhere = new Map<string, () => Promise<void>>();
    for (const { org_id, project_id, ...body } of this.#made) {
      for (const type of ['user', 'agent', 'app', 'run']) {
        const name = body[`${type}_id`];
        if (typeof name !== 'string') continue;
        names.add(`${type}/${encodeURIComponent(name)}`);
        if (org_id === undefined || project_id === undefined) continue;
        const filters = { [`${type}_id`]: name };
        elsewhere.set(JSON.stringify([org_id, project_id, filters]), () =>
          this.cleanProject({ org_id, project_id }, filters),
        );
      }
    }
    for (const clean of elsewhere.values()) await clean();
    if (this.#hasRenamed) {
      for (const row of await this.ownEntities())
        names.add(`${row['type']}/${encodeURIComponent(String(row['name']))}`);
    }
    for (const name of names) await this.call('DELETE', `/v2/entities/${name}/`);
  }

  /** Deletes by id what the filters find in another project. */
  async cleanProject(there: JsonObject, filters: JsonObject): Promise<void> {
    const query = [['page_size', '200']] as const;
    const found = await this.call('POST', '/v3/memories/', { filters, show_expired: true, ...there }, query);
    if (found.status !== 200) return;
    const memories = rowsOf(found.json as JsonObject).map((row) => ({ memory_id: row.id }));
    if (memories.length > 0) await this.call('DELETE', '/v1/batch/', { memories, ...there });
  }
}

/** The ids of rows, sorted. */
export function idsOf(rows: readonly Row[]): readonly string[] {
  return rows.map((row) => row.id).sort();
}

/** The `results` of an answer, which must be a list. */
export function rowsOf(body: JsonObject): readonly Row[] {
  const { results } = body;
  if (!Array.isArray(results)) throw new Error(`no results: ${JSON.stringify(body).slice(0, 200)}`);
  return results as readonly Row[];
}
