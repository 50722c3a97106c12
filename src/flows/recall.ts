/**
 * Recall: at session start, everything is read at once under one deadline and becomes the pack (design §4).
 * What did not arrive is named in the pack and in the outcome; nothing is ever called empty that could not be asked.
 */
import type { FailureReason } from '../contract/failure.ts';
import type { Memory } from '../contract/mem0.ts';
import type { Place } from '../contract/state.ts';
import { sentSessionId } from '../core/identity/session-id.ts';
import type { Pack } from '../core/recall/context-pack.ts';
import type { Explanation } from '../core/recall/explanation.ts';
import { givenIds, markOf, markOfWords, newWords } from '../core/recall/given.ts';
import { justNow, type Pending } from '../core/recall/just-now.ts';
import { type Answer, standIn } from '../core/recall/last-answer.ts';
import { FORMER_PINS_RECIPE, ownStateRecipe, RECIPES, SESSION_STATE_RECIPE, typeOf } from '../core/recall/recipes.ts';
import type { Standing } from '../core/recall/sections.ts';
import { isCurrent, newestSessionState, type SessionStateText } from '../core/recall/truth.ts';
import type { MemoryReader, Within } from './ports.ts';
import { readAll } from './recall-reads.ts';

export interface RecallPorts {
  /** A reader that is bound to the scope of this session. */
  connect(within: Within): Promise<MemoryReader>;
  /** What the repository says of these rows, looked at by the deadline; without it, it says nothing. */
  standing?(rows: readonly Memory[], within: Within): Promise<(row: Memory) => Standing | undefined>;
  /** What today's work is about, to search by (`core/recall/todays-work`), with the words of a session state; without it, nothing is searched. */
  query?(state: string | undefined): string | undefined;
  /** The local copy of a session's own state. */
  savedState(sessionId: string): SessionStateText | undefined;
  /**
   * What is on its way to be memories, and may be told here. Asked for before the platform and after it, so that what becomes a
   * memory in between is missed by neither. Never rejects.
   */
  pending?(when: 'before' | 'after'): Promise<readonly Pending[]>;
  /** The last whole answer of this scope. */
  lastAnswer?(): Answer | undefined;
  /** Resolves once what is asked has been sent, where it takes time until it is answered. Without it nothing is made ahead. */
  sent?(): Promise<unknown>;
  /** Marks of what the requests of this session hold already; undefined where nothing is known of it. */
  given?(): ReadonlySet<string> | undefined;
  /** Is told what becomes of each memory. */
  readonly explanation?: Explanation;
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
  /** Where the session stood or the last one did, as far as is known before the platform is asked; only if its words may go there. */
  readonly knownState?: string;
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

/** Sources after which the earlier contexts are replayed; after a compaction they are gone (client contract §2). */
const REPLAYED: ReadonlySet<string> = new Set(['resume', 'fork']);

/** Sources after which this very session goes on. */
const CONTINUED: ReadonlySet<string> = new Set(['compact', 'resume', 'fork']);

/** Never rejects: a failure is part of the outcome. */
export async function recall(input: RecallInput, ports: RecallPorts): Promise<Recalled> {
  const started = ports.now();
  const before = (await ports.pending?.('before')) ?? [];
  const today = new Date(started).toISOString().slice(0, 10);
  const reading = readEverything(input, ports, today);
  const [read] = await Promise.all([reading, rehearse(reading, { ...input, today }, ports)]);
  const pending = (await ports.pending?.('after')) ?? before;
  const nothingRead = read.missing.length > 0 && read.rows.length === 0;
  // Asked for anew: what was forgotten meanwhile, or read with a key that is refused by now, is not there any more.
  const last = nothingRead ? ports.lastAnswer?.() : undefined;
  const old = standIn(last, read.missing, read.failures, ports.now());
  const rows = old?.rows ?? [...read.rows, ...read.found];
  const told = await ports.standing?.(rows, { deadline: input.deadline });
  const hits = new Set(read.found.map(({ id }) => id));
  const missing = [...read.missing, ...(read.isUnsearched ? ['search'] : [])];
  const said = saidJustNow(input, pending, rows, started);
  const isReplayed = REPLAYED.has(input.source);
  const marks = (isReplayed ? ports.given?.() : undefined) ?? new Set<string>();
  const sessionState = chooseState(input, rows, today, ports);
  if (ports.explanation !== undefined) explainStates(rows, today, sessionState, ports.explanation);
  const { assemblePack } = await packs();
  const pack = assemblePack({
    rows,
    today,
    budget: isReplayed ? resumeBudget(input.budget) : input.budget,
    // Where nothing could be asked, the head says so.
    missing: old !== undefined && read.missing.length === RECIPES.length ? [] : missing,
    isUnderAlias: read.isUnderAlias,
    standing: (row) => nearer(told?.(row), hits.has(row.id)),
    ...(old === undefined ? {} : { asOf: { at: old.at, local: input.local === true } }),
    justNow: newWords(said, marks),
    given: givenIds(rows, marks),
    ...(ports.explanation === undefined ? {} : { explanation: ports.explanation }),
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
    ...(isWhole ? { answer: { at: new Date(started).toISOString(), rows: [...read.rows, ...read.found] } } : {}),
  };
}

/** What makes packs is loaded once it is needed, or there is time. */
const packs = () => import('../core/recall/context-pack.ts');

/**
 * While the platform answers: the last answer, of which a pack is made that nobody is shown. So the code of the one that is shown has run
 * once by then, which takes a quarter off what follows the answer (measured).
 */
async function rehearse(
  reading: Promise<unknown>,
  { budget, today }: Pick<RecallInput, 'budget'> & { readonly today: string },
  ports: RecallPorts,
): Promise<void> {
  if (ports.sent === undefined) return;
  let isOver = false;
  const read = reading.then(() => {
    isOver = true;
  });
  await Promise.race([read, ports.sent()]);
  const last = isOver ? undefined : ports.lastAnswer?.();
  if (last === undefined) return;
  const { assemblePack } = await packs();
  const standing = () => ({ marks: [], distance: 0 });
  const bare = { missing: [], isUnderAlias: () => false, justNow: [], given: new Set<string>() };
  assemblePack({ ...bare, rows: last.rows, today, budget, standing });
}

function readEverything(input: RecallInput, ports: RecallPorts, today: string) {
  const { sessionId, source, deadline, knownState } = input;
  const branch = input.branch === undefined ? {} : { branch: input.branch };
  const isAway = CONTINUED.has(source) && ports.savedState(sessionId) === undefined;
  const ownId = sentSessionId(sessionId);
  const recipes = [...RECIPES, ...(isAway ? [ownStateRecipe(ownId)] : [])];
  const queries = ports.query && {
    first: ports.query(knownState),
    /** Where the last session stood is known once it has been read; where a session of here goes on, before. */
    second: (rows: readonly Memory[]) => {
      if (CONTINUED.has(source) && !isAway) return undefined;
      const state = newestSessionState(rows, { today, ...(isAway ? { sessionId: ownId } : branch) });
      return state === undefined || state.text === knownState ? undefined : ports.query?.(state.text);
    },
    after: SESSION_STATE_RECIPE.name,
  };
  return readAll({ recipes, optional: [FORMER_PINS_RECIPE], queries, deadline, today }, ports);
}

function explainStates(
  rows: readonly Memory[],
  today: string,
  chosen: SessionStateText | undefined,
  explanation: Explanation,
): void {
  const others = new Map(
    rows
      .filter((row) => typeOf(row) === 'session_state' && isCurrent(row, today) && row.memory !== chosen?.text)
      .map((row) => [row.id, row]),
  );
  for (const row of others.values()) explanation.leftOut({ row, text: row.memory }, 'another session state stands');
}

/** What fits today's work stands before what does not. */
function nearer(standing: Standing = { marks: [], distance: 0 }, isHit: boolean): Standing {
  if (!isHit) return standing;
  const because = [...(standing.because ?? []), "fits today's work"];
  return { ...standing, distance: standing.distance - HIT_DISTANCE, because };
}

function resumeBudget(budget: number): number {
  return Math.min(budget, Math.max(LEAST_BUDGET, Math.floor(budget * RESUME_SHARE)));
}

function saidJustNow(input: RecallInput, pending: readonly Pending[], rows: readonly Memory[], now: number) {
  if (input.place === undefined) return [];
  const replayed = REPLAYED.has(input.source) ? { replayed: sentSessionId(input.sessionId) } : {};
  return justNow(pending, { place: input.place, rows, now, ...replayed });
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
