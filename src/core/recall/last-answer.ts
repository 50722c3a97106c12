/**
 * The last whole answer of the platform, kept for a start that cannot ask it (design §4: never "no memories" when the truth is "could
 * not ask"). Rows, not text: what has expired since must not be shown. Pure. Out of scope: where it is kept (`state/last-answers`).
 */
import type { FailureReason } from '../../contract/failure.ts';
import type { Memory } from '../../contract/mem0.ts';
import { typeOf } from './recipes.ts';
import { isCurrent } from './truth.ts';

export interface Answer {
  /** ISO 8601; when the platform gave it. */
  readonly at: string;
  readonly rows: readonly Memory[];
}

/** What is older says too little of today. [?] ours */
const LONGEST_AGE_MS = 14 * 24 * 60 * 60 * 1000;

/** Seven reads give 310 rows at most (`recipes`); a platform that pages otherwise fills no disk. [?] ours */
const MOST_ROWS = 400;
const MOST_CHARS = 200_000;
/** More of one memory is never shown (`context-pack`); a session state is under 4,000 characters. */
const MEMORY_CHARS = 1_200;
const STATE_CHARS = 4_000;
const METADATA_CHARS = 300;

/** A key that is refused may not read (platform contract §2); and where nothing was to be asked, nothing is answered. */
const NOT_THEN: ReadonlySet<FailureReason> = new Set<FailureReason>(['bad-key', 'bad-base-url', 'dry-run']);

/** Of a whole answer what a later pack needs: current rows, each once and of a bounded size. */
export function worthKeeping(rows: readonly Memory[], today: string): readonly Memory[] {
  const kept = new Map<string, Memory>();
  let left = MOST_CHARS;
  for (const row of rows) {
    if (kept.size >= MOST_ROWS || kept.has(row.id) || !isCurrent(row, today)) continue;
    const one = slim(row);
    left -= one.memory.length + METADATA_CHARS;
    if (left < 0) break;
    kept.set(row.id, one);
  }
  return [...kept.values()];
}

/**
 * What stands in for parts that could not be read: of these parts alone, what of the others is not there any more is not shown.
 * Undefined where there is nothing, or nothing that may be shown. `now` in ms since the epoch.
 */
export function standIn(
  answer: Answer | undefined,
  missing: readonly string[],
  reasons: readonly FailureReason[],
  now: number,
): Answer | undefined {
  if (answer === undefined || reasons.some((reason) => NOT_THEN.has(reason))) return undefined;
  // A clock that was set back must not make it young for ever; a time that cannot be read is no age.
  if (!(Math.abs(now - Date.parse(answer.at)) < LONGEST_AGE_MS)) return undefined;
  const today = new Date(now).toISOString().slice(0, 10);
  const rows = answer.rows.filter((row) => missing.includes(typeOf(row) ?? '') && isCurrent(row, today));
  return rows.length === 0 ? undefined : { ...answer, rows };
}

/** One plain object, and metadata as they are where all of them are small: a start does this 300 times, and none of it compiled. */
function slim({
  id,
  memory,
  user_id,
  app_id,
  metadata,
  categories,
  expiration_date,
  created_at,
  updated_at,
}: Memory): Memory {
  const limit = typeOf({ metadata, categories }) === 'session_state' ? STATE_CHARS : MEMORY_CHARS;
  return {
    id,
    memory: memory.slice(0, limit).toWellFormed(),
    user_id,
    app_id,
    categories,
    expiration_date,
    created_at,
    metadata: smallOf(metadata ?? {}),
    updated_at,
    replaced_by: null,
    is_deleted: null,
    score: null,
  };
}

function smallOf(metadata: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  for (const name of Object.keys(metadata)) {
    if (isSmall(name) && isSmall(metadata[name])) continue;
    return Object.fromEntries(Object.entries(metadata).filter(([one, value]) => isSmall(one) && isSmall(value)));
  }
  return metadata;
}

function isSmall(value: unknown): boolean {
  if (typeof value === 'string') return value.length <= METADATA_CHARS;
  return typeof value === 'boolean' || typeof value === 'number';
}
