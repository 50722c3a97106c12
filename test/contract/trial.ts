/** One check against one host: a user of its own, calls, and waiting as that host needs it. */
import { expect } from 'vitest';
import type { Json, JsonObject, Send, WireRequest } from '../../src/contract/wire.ts';
import { type Answer, type Row, rowsOf } from './answer.ts';
import { Traces } from './clean-up.ts';
import { EXTRACTED_MS, type Host } from './host.ts';

let count = 0;

export class Trial {
  readonly host: Host;
  /** Names that no other trial uses; removed from the host afterwards, as are all that have them in them. */
  readonly user: string;
  readonly app: string;
  readonly #traces = new Traces();
  readonly #adopted = new Set<string>();

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
      return this.#sent(request, send, options);
    };
    return { send: recording, requests };
  }

  /** Sends a request, and takes note of what it may leave behind. */
  async #sent(request: WireRequest, send: Send, options: Parameters<Send>[1]): ReturnType<Send> {
    this.#traces.note(request);
    const response = await send(request, options);
    this.#traces.answered(request, response.status);
    return response;
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
    const response = await this.#sent(request, send, this.within);
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

  /** Has a name forgotten with this trial that is not made of its two: only where nobody else is. With need `clock`. */
  adopt(name: string): void {
    this.#adopted.add(name);
  }

  /** Whether a name is this trial's: one that it made out of its two, or adopted. */
  isOwn(name: string): boolean {
    return this.#adopted.has(name) || [this.user, this.app].some((own) => name.includes(own));
  }

  /** The entities of this trial, from every page. */
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
    return found.filter((row) => this.isOwn(String(row['name'])));
  }

  /** Expects a refusal with this status; gives the answer. */
  async refused(status: number, ...args: Parameters<Trial['call']>): Promise<Answer> {
    const answer = await this.call(...args);
    expect(answer.status, `${args[0]} ${args[1]} ${JSON.stringify(args[2])?.slice(0, 200)}`).toBe(status);
    return answer;
  }

  /** Forgets every entity of this trial, in the key's project and in those that an override named. */
  async cleanUp(): Promise<void> {
    await this.#traces.forget(this);
  }
}
