/**
 * Recall: at session start, everything is read at once under one deadline and becomes the pack (design §4).
 * What did not arrive is named in the pack and in the outcome; nothing is ever called empty that could not be asked.
 */
import { asFailure, type FailureReason } from '../contract/failure.ts';
import type { Memory } from '../contract/mem0.ts';
import type { Place } from '../contract/state.ts';
import { sentSessionId } from '../core/identity/session-id.ts';
import { assemblePack, type Pack } from '../core/recall/context-pack.ts';
import { givenIds, markOf, markOfWords, newWords } from '../core/recall/given.ts';
import { justNow, type Pending } from '../core/recall/just-now.ts';
import { type Answer, standIn } from '../core/recall/last-answer.ts';
import { RECIPES, type Recipe } from '../core/recall/recipes.ts';
import type { Standing } from '../core/recall/sections.ts';
import { newestSessionState, type SessionStateText } from '../core/recall/truth.ts';
import type { MemoryReader, Within } from './ports.ts';

export interface RecallPorts {
  /** A reader that is bound to the scope of this session. */
  connect(within: Within): Promise<MemoryReader>;
  /** What the repository says of these rows, looked at by the deadline; without it, it says nothing. */
  standing?(rows: readonly Memory[], within: Within): Promise<(row: Memory) => Standing | undefined>;
  /** The local copy of a session's own state. */
  savedState(sessionId: string): SessionStateText | undefined;
  /**
   * What is on its way to be memories, and may be told here. Asked for before the platform and after it, so that what becomes a
   * memory in between is missed by neither. Never rejects.
   */
  pending?(when: 'before' | 'after'): Promise<readonly Pending[]>;
  /** The last whole answer of this scope. */
  lastAnswer?(): Answer | undefined;
  /** Marks of what the requests of this session hold already; undefined where nothing is known of it. */
  given?(): ReadonlySet<string> | undefined;
  now(): number;
}

export interface RecallInput {
  readonly sessionId: string;
  /** `startup`, `resume`, `clear`, `compact`, `fork` or whatever a newer client says. */
  readonly source: string;
  readonly deadline: number;
  readonly budget: number;
  readonly project?: string;
  readonly branch?: string;
  /** What today's work is about, to search by: `core/recall/todays-work`. */
  readonly query?: string;
  /** Where the session belongs: what was said for elsewhere is not told here. */
  readonly place?: Place;
  /** Whether the local platform is meant. */
  readonly local?: boolean;
}

export interface Recalled {
  readonly pack: Pack | undefined;
  /** Why something, or everything, could not be read. */
  readonly failure: FailureReason | undefined;
  readonly tookMs: number;
  /** Where everything could be read: what is worth keeping of it stands in at a start at which nothing can. */
  readonly answer?: Answer;
  /** Marks of what the session has been given by this, or could have been: `adds` to what it had before, or instead of it. */
  readonly given?: { marks(): readonly string[]; readonly adds: boolean };
  /** Whether there is no pack because the session has been given all of it. */
  readonly nothingNew?: boolean;
}

/** Where the earlier contexts are replayed and the new one is added (client contract §2) a quarter will do. */
const RESUME_SHARE = 1 / 4;

/** The least that the settings allow a pack: with less, not one line would fit beside the fence, and a pack would seem empty. */
const LEAST_BUDGET = 500;

/** More than a folder, less than a branch (`core/recall/standing`). */
const HIT_DISTANCE = 1;

/** Name of the search beside those of the recipes, for what could not be read. */
const SEARCH = 'search';
/** From the start of the reads, for the search alone: it only puts in order what the others bring. [?] ours */
const SEARCH_MS = 1_500;
/** Sources after which the earlier contexts are replayed; after a compaction they are gone (client contract §2). */
const REPLAYED: ReadonlySet<string> = new Set(['resume', 'fork']);

/** Sources after which this very session goes on. */
const CONTINUED: ReadonlySet<string> = new Set(['compact', 'resume', 'fork']);

/** Never rejects: a failure is part of the outcome. */
export async function recall(input: RecallInput, ports: RecallPorts): Promise<Recalled> {
  const started = ports.now();
  const before = (await ports.pending?.('before')) ?? [];
  const { isUnderAlias, hits, ...read } = await readAll(input, ports);
  const pending = (await ports.pending?.('after')) ?? before;
  const today = new Date(started).toISOString().slice(0, 10);
  const last = read.rows.length > 0 || read.missing.length === 0 ? undefined : ports.lastAnswer?.();
  const old = standIn(last, read.missing, read.failures, ports.now());
  const rows = old?.rows ?? read.rows;
  const told = await ports.standing?.(rows, { deadline: input.deadline });
  const missing = [...read.missing, ...(read.isUnsearched ? [SEARCH] : [])];
  const said = saidJustNow(input, pending, rows, started);
  const isReplayed = REPLAYED.has(input.source);
  const marks = (isReplayed ? ports.given?.() : undefined) ?? new Set<string>();
  const sessionState = chooseState(input, rows, today, ports);
  const pack = assemblePack({
    rows,
    today,
    budget: isReplayed ? resumeBudget(input.budget) : input.budget,
    // Where nothing could be asked, the head says so.
    missing: old !== undefined && read.missing.length === RECIPES.length ? [] : missing,
    isUnderAlias,
    standing: (row) => nearer(told?.(row), hits.has(row.id)),
    ...(old === undefined ? {} : { asOf: { at: old.at, local: input.local === true } }),
    justNow: newWords(said, marks),
    given: givenIds(rows, marks),
    ...(input.project === undefined ? {} : { project: input.project }),
    ...(sessionState === undefined ? {} : { sessionState }),
  });
  const isWhole = read.missing.length === 0;
  // What did not fit counts as well: it is not new the next time.
  const given = () => [...rows.map(markOf), ...said.map(({ text }) => markOfWords(text))];
  return {
    pack,
    failure: read.failures[0],
    tookMs: ports.now() - started,
    given: { marks: given, adds: isReplayed },
    nothingNew: pack === undefined && marks.size > 0 && rows.length + said.length > 0,
    ...(isWhole ? { answer: { at: new Date(started).toISOString(), rows: read.rows } } : {}),
  };
}

/** What fits today's work stands before what does not. */
function nearer(standing: Standing = { marks: [], distance: 0 }, isHit: boolean): Standing {
  return isHit ? { ...standing, distance: standing.distance - HIT_DISTANCE } : standing;
}

function resumeBudget(budget: number): number {
  return Math.min(budget, Math.max(LEAST_BUDGET, Math.floor(budget * RESUME_SHARE)));
}

function saidJustNow(input: RecallInput, pending: readonly Pending[], rows: readonly Memory[], now: number) {
  if (input.place === undefined) return [];
  const replayed = REPLAYED.has(input.source) ? { replayed: sentSessionId(input.sessionId) } : {};
  return justNow(pending, { place: input.place, rows, now, ...replayed });
}

interface ReadAll {
  readonly rows: readonly Memory[];
  readonly isUnderAlias: (row: Memory) => boolean;
  readonly missing: readonly string[];
  readonly failures: readonly FailureReason[];
  /** Whether the search failed: without it the answer is whole, and its order another. */
  readonly isUnsearched: boolean;
  /** Ids of what the search found. */
  readonly hits: ReadonlySet<string>;
}

async function readAll(input: RecallInput, ports: RecallPorts): Promise<ReadAll> {
  const within = { deadline: input.deadline };
  try {
    const reader = await ports.connect(within);
    const soon = { deadline: Math.min(within.deadline, ports.now() + SEARCH_MS) };
    const [found, ...pages] = await Promise.all([
      search(input.query, reader, soon),
      ...RECIPES.map((recipe) => readOne(recipe, reader, within)),
    ]);
    return {
      rows: [...pages, found].flatMap((read) => read.rows),
      hits: new Set(found.rows.map(({ id }) => id)),
      isUnderAlias: (row) => reader.isUnderAlias?.(row) ?? false,
      missing: pages.flatMap((read) => (read.failure === undefined ? [] : [read.name])),
      failures: pages.flatMap(({ failure }) => (failure === undefined ? [] : [failure])),
      isUnsearched: found.failure !== undefined,
    };
  } catch (error) {
    const missing = RECIPES.map(({ name }) => name);
    const nothing = { rows: [], hits: new Set<string>(), isUnderAlias: () => false, isUnsearched: false };
    return { ...nothing, missing, failures: [asFailure(error).reason] };
  }
}

async function readOne(recipe: Recipe, reader: MemoryReader, within: Within) {
  try {
    return { name: recipe.name, rows: await reader.read(recipe, within), failure: undefined };
  } catch (error) {
    return { name: recipe.name, rows: [], failure: asFailure(error).reason };
  }
}

async function search(query: string | undefined, reader: MemoryReader, within: Within) {
  if (query === undefined) return { name: SEARCH, rows: [], failure: undefined };
  try {
    return { name: SEARCH, rows: (await reader.search?.(query, within)) ?? [], failure: undefined };
  } catch (error) {
    return { name: SEARCH, rows: [], failure: asFailure(error).reason };
  }
}

/** A session that goes on gets its own state, the newer of the local copy and the platform's; a new one gets the newest. */
function chooseState(
  input: RecallInput,
  rows: readonly Memory[],
  today: string,
  ports: RecallPorts,
): SessionStateText | undefined {
  if (!CONTINUED.has(input.source)) {
    return newestSessionState(rows, { today, ...(input.branch === undefined ? {} : { branch: input.branch }) });
  }
  const saved = ports.savedState(input.sessionId);
  const kept = newestSessionState(rows, { today, sessionId: sentSessionId(input.sessionId) });
  if (saved === undefined || kept === undefined) return saved ?? kept;
  // A row without a date is not newer than anything.
  return Date.parse(kept.at) > Date.parse(saved.at) ? kept : saved;
}
