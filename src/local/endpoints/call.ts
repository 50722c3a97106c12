/**
 * A request as an endpoint gets it, and what its path and query say. Out of scope: bodies (`body.ts`), choosing the endpoint
 * (`routes.ts`).
 */
import type { JsonObject, WireRequest } from '../../contract/wire.ts';
import type { Life } from '../life/life.ts';
import type { Scope } from '../store/rows.ts';
import { badRequest, Refusal, type Reply } from './answer.ts';

export interface Platform {
  readonly life: Life;
  /** What ping says as `user_email`. */
  readonly user: string;
}

export interface Call {
  /** The override of the body, or the own project (contract §1.1). */
  readonly scope: Scope;
  /** The parts of the path that the route names, decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: NonNullable<WireRequest['query']>;
  readonly body: JsonObject;
}

export type Endpoint = (platform: Platform, call: Call) => Reply;

/** The one organisation and project of the local platform; as in `ping`. */
export const OWN_SCOPE: Scope = { org_id: 'local', project_id: 'local' };

/** The value of a parameter. A name that repeats: the last one counts, as in Django. */
export function last(call: Call, name: string): string | undefined {
  return call.query.findLast(([one]) => one === name)?.[1];
}

/** All values of a parameter that may repeat, in order. */
export function every(call: Call, name: string): readonly string[] {
  return call.query.filter(([one]) => one === name).map(([, value]) => value);
}

/** One page of a list (contract §6). `from`: how many rows are before it. */
export interface Page {
  readonly number: number;
  readonly size: number;
  readonly from: number;
}

const DEFAULT_PAGE_SIZE = 100;
const MAX_PAGE_SIZE = 200;

/** `page` and `page_size` of the query. @throws Refusal 404 or 400 */
export function pageOf(call: Call): Page {
  const text = last(call, 'page') ?? '1';
  if (!/^[1-9]\d{0,8}$/.test(text)) throw invalidPage();
  const number = Number(text);
  const wanted = last(call, 'page_size') ?? String(DEFAULT_PAGE_SIZE);
  const size = /^\d{1,9}$/.test(wanted) ? Number(wanted) : 0;
  if (size < 1 || size > MAX_PAGE_SIZE) throw badRequest(`page_size must be between 1 and ${MAX_PAGE_SIZE}.`); // [?]
  return { number, size, from: (number - 1) * size };
}

/**
 * The envelope of a page (contract §6): `{count, next, previous, results}`; `count` is of all pages, `results` of this one.
 * @throws Refusal 404 past the end
 */
export function paged(path: string, page: Page, count: number, results: readonly JsonObject[]): Reply {
  if (page.number > 1 && page.from >= count) throw invalidPage();
  // [?] The live service gives whole URLs; there is no host here.
  const link = (to: number) => `${path}?page=${to}&page_size=${page.size}`;
  return {
    status: 200,
    body: {
      count,
      next: page.from + page.size < count ? link(page.number + 1) : null,
      previous: page.number > 1 ? link(page.number - 1) : null,
      results,
    },
  };
}

/** Contract §6 [?]. */
function invalidPage(): Refusal {
  return new Refusal(404, { detail: 'Invalid page.' });
}
