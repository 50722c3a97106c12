/**
 * Mem0's wire shapes, as far as this project reads or writes them (platform contract §3 to §7). Readers are tolerant
 * (unknown keys pass), because the platform adds fields; what we depend on is checked. They are made once they are needed: a start has the
 * time for that when it has asked, and not before.
 */
import {
  array,
  boolean,
  catch as fallback,
  lazy,
  looseObject,
  nullish,
  number,
  optional,
  pipe,
  record,
  refine,
  regex,
  safeParse,
  string,
  transform,
  unknown,
  type ZodMiniType,
  type z,
} from 'zod/mini';
import { PLAIN_ID } from './setting-values.ts';
import type { Json, JsonObject } from './wire.ts';

/** `GET /v1/ping/` (§6). */
export const pingSchema = lazy(() =>
  looseObject({
    status: string(),
    org_id: string(),
    project_id: string(),
    // It becomes the user of every request, where `*` would be everybody (§7).
    user_email: string().check(regex(PLAIN_ID)),
  }),
);
export type Ping = z.infer<typeof pingSchema>;

const maybe = <T>(schema: ZodMiniType<T>) => fallback(nullish(schema), null);

/**
 * One row of get_all, search or get (§6). `metadata` and `categories` may be null; `run_id` is `session_id` in get_all. A field
 * that is not of its type counts as null: only a row without an id or a text is none.
 */
export const memorySchema = lazy(() =>
  looseObject({
    id: string(),
    memory: string(),
    user_id: maybe(string()),
    app_id: maybe(string()),
    metadata: maybe(record(string(), unknown())),
    categories: maybe(array(string())),
    replaced_by: maybe(string()),
    is_deleted: maybe(boolean()),
    expiration_date: maybe(string()),
    created_at: maybe(string()),
    updated_at: maybe(string()),
    score: maybe(number()),
  }),
);
export type Memory = z.infer<typeof memorySchema>;

/** `POST /v3/memories/` (§6): the envelope of a page. Rows that cannot be read are left out; the others count. */
export const pageSchema = lazy(() =>
  looseObject({
    count: maybe(number()),
    next: maybe(string()),
    results: pipe(
      array(unknown()),
      transform((rows): readonly Memory[] =>
        rows.flatMap((row) => {
          const parsed = safeParse(memorySchema, row);
          return parsed.success ? [parsed.data] : [];
        }),
      ),
    ),
  }),
);
export type Page = z.infer<typeof pageSchema>;

/**
 * The same page, of which only the capture ids and the rows' own ids are asked for: rows of any other shape count as well,
 * since they are there.
 */
export const captureIdsSchema = lazy(() =>
  looseObject({
    next: nullish(unknown()),
    results: pipe(
      array(unknown()),
      transform((rows): readonly { readonly captureId: string; readonly id?: string }[] =>
        rows.flatMap((row) => {
          const parsed = safeParse(
            looseObject({ id: maybe(string()), metadata: looseObject({ capture_id: string() }) }),
            row,
          );
          if (!parsed.success) return [];
          const { id, metadata } = parsed.data;
          return [{ captureId: metadata.capture_id, ...(typeof id === 'string' ? { id } : {}) }];
        }),
      ),
    ),
  }),
);
export type CaptureIds = z.infer<typeof captureIdsSchema>;

/**
 * `POST /v3/memories/add/` (§3): `infer: true` gives a pending event and no memories; `infer: false` gives the memories. An answer
 * with neither, or one that says FAILED, is not that of an add that was accepted (a proxy's page, a message of maintenance).
 */
export const addAnswerSchema = lazy(() =>
  looseObject({
    event_id: nullish(string()),
    status: nullish(string()),
    message: nullish(string()),
    results: nullish(array(looseObject({ id: string(), event: nullish(string()) }))),
  }).check(
    refine(
      ({ event_id, results, status }) =>
        status !== 'FAILED' && ((typeof event_id === 'string' && event_id !== '') || Array.isArray(results)),
    ),
  ),
);
export type AddAnswer = z.infer<typeof addAnswerSchema>;

/** One memory that an event made or changed: `{id, data:{memory}, event:"ADD"}` (§3). */
export const eventResultSchema = looseObject({ id: string(), event: maybe(string()) });

/**
 * `GET /v1/event/{id}/` (§5, §6): PENDING, RUNNING, SUCCEEDED or FAILED. The shape of `error` is undocumented [?]. Results that
 * cannot be read are left out; the others count.
 */
export const eventSchema = lazy(() =>
  looseObject({
    status: string(),
    results: pipe(
      fallback(nullish(array(unknown())), null),
      transform((rows): readonly z.infer<typeof eventResultSchema>[] =>
        (rows ?? []).flatMap((row) => {
          const parsed = safeParse(eventResultSchema, row);
          return parsed.success ? [parsed.data] : [];
        }),
      ),
    ),
    error: optional(unknown()),
  }),
);
export type EventAnswer = z.infer<typeof eventSchema>;

/** A filter (§7): siblings are ANDed; AND, OR and NOT take lists. */
export type Filter = { readonly [key: string]: Json };

/** Body of an add (§3). At least one entity id is at the top level; the override pair is there whole or not at all (§1.1). */
export interface AddBody extends JsonObject {
  readonly messages: readonly { readonly role: 'user' | 'assistant'; readonly content: string }[];
  readonly user_id: string;
  readonly app_id?: string;
  readonly metadata: JsonObject;
  readonly infer: boolean;
  readonly expiration_date?: string;
  readonly custom_instructions?: string;
  readonly timestamp?: number;
  readonly org_id?: string;
  readonly project_id?: string;
}
