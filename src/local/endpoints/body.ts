/**
 * Values of request bodies, checked: each function gives the value in the type that is used inside, or refuses with a 400
 * that names the key and never repeats the value. Unknown keys are nobody's business here (contract §3: ignored).
 */
import type { Json, JsonObject } from '../../contract/wire.ts';
import { dateSpan, FilterError, isDay } from '../query/filter-grammar.ts';
import type { CategoryNames, MemoryRow, Scope } from '../store/rows.ts';
import type { Store } from '../store/store.ts';
import { badRequest, memoryNotFound } from './answer.ts';

const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;
/** Unix seconds until the year 5138; what is larger are milliseconds by mistake. [?] */
const MAX_SECONDS = 1e11;

/** A category has a name, not a text. [?] */
const MAX_NAME = 100;

/** Neither absent nor null. */
export function isGiven(value: Json | undefined): value is Exclude<Json, null> {
  return value !== undefined && value !== null;
}

/** True or false; absent is false. */
export function flag(body: JsonObject, key: string): boolean {
  const value = body[key];
  if (isGiven(value) && typeof value !== 'boolean') throw badRequest(`${key} must be true or false.`);
  return value === true;
}

export function numberOf(body: JsonObject, key: string, fallback: number, min: number, max: number): number {
  const value = body[key];
  if (!isGiven(value)) return fallback;
  if (typeof value === 'number' && value >= min && value <= max) return value;
  throw badRequest(`${key} must be between ${min} and ${max}.`);
}

/** A text that says something, or null when there is none. */
export function textOrNull(body: JsonObject, key: string): string | null {
  const value = body[key] ?? null;
  if (value === null) return null;
  if (typeof value !== 'string' || value.trim() === '') throw badRequest(`${key} must be a non-blank string.`);
  return value;
}

export function objectOrNull(key: string, value: Json): JsonObject | null {
  if (value === null) return null;
  if (typeof value !== 'object' || Array.isArray(value)) throw badRequest(`${key} must be an object.`);
  return value as JsonObject;
}

/** `YYYY-MM-DD`, or null (contract §3). */
export function expirationDate(value: Json): string | null {
  if (value === null) return null;
  if (typeof value !== 'string' || !isDay(value)) throw badRequest('expiration_date must be YYYY-MM-DD or null.');
  return value;
}

/** Unix seconds as milliseconds (contract §3); a part of a second counts as well [D]. */
export function saidAt(value: Json, fallback: number): number {
  if (value === null) return fallback;
  if (typeof value !== 'number' || value < 0 || value > MAX_SECONDS) {
    throw badRequest('timestamp must be unix seconds.');
  }
  return Math.round(value * 1000);
}

/** An update may say it in words too: a date and time in ISO 8601 [D], in UTC unless it says otherwise [?]. */
export function movedTo(value: Json, fallback: number): number {
  if (typeof value !== 'string') return saidAt(value, fallback);
  try {
    const { from } = dateSpan('timestamp', value);
    if (from >= 0 && from <= MAX_SECONDS * 1000) return from;
  } catch (error) {
    if (!(error instanceof FilterError)) throw error;
  }
  throw badRequest('timestamp must be unix seconds or a date and time in ISO 8601.');
}

/** A list of `{name: description}`; bare names are a 400 (contract §3). Null when there is none. */
export function categoryNames(value: Json | undefined): CategoryNames | null {
  if (!isGiven(value)) return null;
  const refusal = badRequest('custom_categories must be a list of {name: description}.');
  if (!Array.isArray(value)) throw refusal;
  return value.map((one: Json) => {
    const names = typeof one === 'object' && one !== null && !Array.isArray(one) ? (one as JsonObject) : {};
    const entries = Object.entries(names);
    if (entries.length === 0 || entries.some(([name, text]) => typeof text !== 'string' || name.length > MAX_NAME)) {
      throw refusal;
    }
    return names;
  });
}

/** The memory of an id in this project, superseded and expired ones too. @throws Refusal 400 no UUID, 404 unknown */
export function existing(store: Store, scope: Scope, id: Json | undefined): MemoryRow {
  const row = store.memories.byId(scope, memoryId(id));
  if (row === undefined) throw memoryNotFound();
  return row;
}

/** A memory id in lower case. @throws Refusal 400 */
export function memoryId(id: Json | undefined): string {
  if (typeof id !== 'string' || !UUID.test(id)) throw badRequest('memory_id must be a UUID.');
  return id.toLowerCase();
}
