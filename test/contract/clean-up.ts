/** What a trial leaves behind on a host, and how it is forgotten again. */
import type { JsonObject, WireRequest } from '../../src/contract/wire.ts';
import { type Answer, isTaken, rowsOf } from './answer.ts';

/** What the clean-up asks with: a trial. */
interface Asks {
  call(method: WireRequest['method'], path: string, body?: JsonObject, query?: WireRequest['query']): Promise<Answer>;
  /** The entities of the trial's names, from every page. */
  ownEntities(): Promise<readonly JsonObject[]>;
  /** Whether a name is the trial's: no other is ever forgotten. */
  isOwn(name: string): boolean;
}

const TYPES = ['user', 'agent', 'app', 'run'] as const;

/**
 * Does one thing and then another, whatever came of the first. The first error is the one that is thrown: what goes wrong
 * afterwards may only follow from it.
 */
export async function thenAlways<T>(work: () => Promise<T>, afterwards: () => Promise<unknown>): Promise<T> {
  let result: T;
  try {
    result = await work();
  } catch (error) {
    await afterwards().catch(() => undefined);
    throw error;
  }
  await afterwards();
  return result;
}

export class Traces {
  /** The bodies of adds, by request. */
  readonly #adds = new Map<WireRequest, JsonObject>();
  #hasRenamed = false;

  /** Takes note of what a request may leave behind, before it is sent: its answer may be lost. */
  note(request: WireRequest): void {
    const { method, path, body } = request;
    if (path === '/v3/memories/add/' && body !== undefined) this.#adds.set(request, body);
    // It leaves entities with new names behind.
    if (method === 'DELETE' && path === '/v1/memories/') this.#hasRenamed = true;
  }

  /** Takes note of its answer: what was refused left nothing. */
  answered(request: WireRequest, status: number): void {
    if (status >= 400 && status < 500) this.#adds.delete(request);
  }

  /**
   * Forgets every entity that was written to, in the key's project and in those that an override named: all that can be,
   * whatever is refused. Rejects with all that was refused: any status but 2xx and 404, for what is not there is clean.
   */
  async forget(asks: Asks): Promise<void> {
    const complaints: string[] = [];
    const tried = async (work: () => Promise<Answer | undefined>): Promise<Answer | undefined> => {
      try {
        return await work();
      } catch (error) {
        complaints.push(error instanceof Error ? error.message : String(error));
        return undefined;
      }
    };
    const names = new Set<string>();
    for (const { type, name } of this.#entities(asks)) names.add(pathOf(type, name));
    for (const { there, filters } of this.#elsewhere(asks)) await tried(() => cleanProject(asks, there, filters));
    if (this.#hasRenamed) {
      await tried(async () => {
        for (const row of await asks.ownEntities()) names.add(pathOf(String(row['type']), String(row['name'])));
        return undefined;
      });
    }
    for (const path of names) await tried(() => asked(asks, 'DELETE', path));
    if (complaints.length > 0) throw new Error(`the clean-up failed: ${complaints.join('; ')}`);
  }

  /** The entities of the trial that adds named. */
  #entities(asks: Asks): readonly { readonly type: string; readonly name: string; readonly add: JsonObject }[] {
    return [...this.#adds.values()].flatMap((add) =>
      TYPES.flatMap((type) => {
        const name = add[`${type}_id`];
        return typeof name === 'string' && asks.isOwn(name) ? [{ type, name, add }] : [];
      }),
    );
  }

  /** The other projects that adds named, each with filters for what is there. */
  #elsewhere(asks: Asks): readonly { readonly there: JsonObject; readonly filters: JsonObject }[] {
    const found = new Map<string, { readonly there: JsonObject; readonly filters: JsonObject }>();
    for (const { type, name, add } of this.#entities(asks)) {
      const { org_id, project_id } = add;
      if (org_id === undefined || project_id === undefined) continue;
      const one = { there: { org_id, project_id }, filters: { [`${type}_id`]: name } };
      found.set(JSON.stringify(one), one);
    }
    return [...found.values()];
  }
}

function pathOf(type: string, name: string): string {
  return `/v2/entities/${type}/${encodeURIComponent(name)}/`;
}

/** Sends a request that must be taken, unless what it names is not there. */
async function asked(asks: Asks, ...request: Parameters<Asks['call']>): Promise<Answer> {
  const answer = await asks.call(...request);
  if (isTaken(answer) || answer.status === 404) return answer;
  throw new Error(`${request[0]} ${request[1]} answered ${answer.status}: ${answer.text.slice(0, 200)}`);
}

/** Deletes by id what the filters find in another project: no entity can be named there. */
async function cleanProject(asks: Asks, there: JsonObject, filters: JsonObject): Promise<Answer | undefined> {
  const query = [['page_size', '200']] as const;
  const found = await asked(asks, 'POST', '/v3/memories/', { filters, show_expired: true, ...there }, query);
  if (found.status === 404) return undefined;
  const memories = rowsOf(found.json as JsonObject).map((row) => ({ memory_id: row.id }));
  return memories.length === 0 ? undefined : asked(asks, 'DELETE', '/v1/batch/', { memories, ...there });
}
