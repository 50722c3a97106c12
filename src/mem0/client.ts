/**
 * The one scoped client: bound to a scope once; no method takes ids (design §1, platform contract §1 and §2). It is the
 * only place that knows how a scope looks in a body. Out of scope: retries (`retry`, `flows/drain`), connections (`transport`).
 */
import { Failure } from '../contract/failure.ts';
import type { AddAnswer, AddBody, EventAnswer, Memory, Ping } from '../contract/mem0.ts';
import type { MemoryWrite } from '../contract/memory.ts';
import type { JsonObject, Send } from '../contract/wire.ts';
import { isUnderAlias } from '../core/identity/aliases.ts';
import type { Scope } from '../core/identity/scope.ts';
import type { RecipePage } from '../core/recall/pages.ts';
import { captureIdFilter, filterOf, type Recipe, SEARCH_HITS, searchFilter } from '../core/recall/recipes.ts';
import { wellFormed } from '../core/talk/wellformed.ts';
import { failureOf } from './errors.ts';
import { add, captureIds, type Endpoint, event, list, memory, type OverrideBody, ping, search } from './requests.ts';

export interface Within {
  /** An instant, milliseconds since the epoch. */
  readonly deadline: number;
}

export interface RowsOfPage {
  readonly rows: readonly Memory[];
  /** Whether the platform has a page after it. */
  readonly hasMore: boolean;
}

/** What is looked for stands on the first page, unless the platform passes the filter over. [?] ours */
const MOST_PAGES = 5;

/** Asks who a key belongs to, before there is a scope to bind a client to (platform contract §2). */
export function whoAmI(send: Send, within: Within): Promise<Ping> {
  return ask(send, ping(), within);
}

export class Mem0Client {
  readonly #send: Send;
  readonly #scope: Scope;

  constructor(send: Send, scope: Scope) {
    this.#send = send;
    this.#scope = scope;
  }

  /**
   * One page of a recipe, latest-only, of the scope and of its aliases. What a recipe does not mean in this scope is empty, without a
   * request: a project where there is none, an id of before where none is known. Rejects with a `Failure`.
   */
  async read(recipe: Recipe, page: RecipePage, within: Within): Promise<RowsOfPage> {
    const filters = filterOf(recipe, this.#scope);
    if (filters === undefined) return { rows: [], hasMore: false };
    const { results, next } = await ask(this.#send, list(filters, this.#override(), page), within);
    return { rows: results, hasMore: next !== undefined && next !== null };
  }

  /** The rows that fit a query best, of the user's own scope and the project. Rejects with a `Failure`. */
  async search(query: string, within: Within): Promise<readonly Memory[]> {
    const endpoint = search(query, searchFilter(this.#scope), this.#override(), SEARCH_HITS);
    return (await ask(this.#send, endpoint, within)).results;
  }

  /** Whether a row that was read was written under an alias of the scope. */
  isUnderAlias(row: Memory): boolean {
    return isUnderAlias(row, this.#scope);
  }

  /** Sends one write (platform contract §3), under the scope's own ids. Not repeatable. Rejects with a `Failure`. */
  add(write: MemoryWrite, within: Within): Promise<AddAnswer> {
    return ask(this.#send, add(this.#body(write)), within);
  }

  /**
   * Whether anything that carries this capture id can be read: how the fate of an add is learnt afterwards. The rows themselves are
   * asked: a platform that passes a filter over would have everything arrive.
   */
  async hasCapture(captureId: string, write: MemoryWrite, within: Within): Promise<boolean> {
    return (await this.memoriesOf(captureId, write, within)) !== undefined;
  }

  /** The same, and which memories: those of the first page with any. Undefined where there is none. Rejects with a `Failure`. */
  async memoriesOf(captureId: string, write: MemoryWrite, within: Within): Promise<readonly string[] | undefined> {
    const filters = captureIdFilter(captureId, write.scope, this.#scope);
    if (filters === undefined) return undefined;
    for (let page = 1; page <= MOST_PAGES; page++) {
      const { results, next } = await ask(this.#send, captureIds(filters, this.#override(), page), within);
      const rows = results.filter((row) => row.captureId === captureId);
      if (rows.length > 0) return rows.flatMap(({ id }) => (id === undefined ? [] : [id]));
      if (next === undefined || next === null) return undefined;
    }
    return undefined;
  }

  /** What became of a write that was accepted (platform contract §5). Rejects with a `Failure`; 404 where it is not known. */
  event(id: string, within: Within): Promise<EventAnswer> {
    return ask(this.#send, event(id, this.#override()), within);
  }

  /** One memory as it is now, be it superseded or expired. Rejects with a `Failure`; 404 where it was deleted. */
  memory(id: string, within: Within): Promise<Memory> {
    return ask(this.#send, memory(id, this.#override()), within);
  }

  #override(): OverrideBody {
    return overrideOf(this.#scope);
  }

  #body(write: MemoryWrite): AddBody {
    const { userId, appId } = this.#scope;
    if (write.scope === 'project' && appId === undefined) {
      throw new Failure('refused', 'a project memory needs a project, and this scope has none', { sent: false });
    }
    return {
      messages: write.messages.map(({ role, content }) => ({ role, content })),
      user_id: userId,
      ...(write.scope === 'project' && appId !== undefined ? { app_id: appId } : {}),
      metadata: storable(write.metadata),
      infer: write.infer,
      ...(write.expirationDate === undefined ? {} : { expiration_date: write.expirationDate }),
      ...(write.customInstructions === undefined ? {} : { custom_instructions: write.customInstructions }),
      ...(write.timestamp === undefined ? {} : { timestamp: write.timestamp }),
      ...this.#override(),
    };
  }
}

/** How a scope's override travels (platform contract §1.1). */
export function overrideOf({ override }: Scope): OverrideBody {
  return override === undefined ? {} : { org_id: override.orgId, project_id: override.projectId };
}

/** A session id and a branch come from outside, and a platform refuses for good what is no text that it can store (contract §3). */
function storable(metadata: MemoryWrite['metadata']): JsonObject {
  const entries = Object.entries(metadata).map(([key, value]) => [
    key,
    typeof value === 'string' ? wellFormed(value) : value,
  ]);
  return Object.fromEntries(entries);
}

/** One request and its answer as the contract describes it. Rejects with a `Failure`. */
export async function ask<T>(send: Send, endpoint: Endpoint<T>, within: Within): Promise<T> {
  const { request, repeatable } = endpoint;
  const response = await send(request, repeatable === true ? { ...within, repeatable } : within);
  if (response.status < 200 || response.status > 299) throw failureOf(response, Date.now());
  let json: unknown;
  try {
    json = JSON.parse(response.body);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    // Without the cause: its message quotes the body, and none of a body is kept (contract §6).
    throw new Failure('odd-answer', 'the answer is not JSON', { status: response.status });
  }
  return endpoint.read(json);
}
