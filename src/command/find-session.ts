/**
 * Which session a person means: a transcript, an id or the beginning of one, or the newest of the project that they stand in.
 * The ledger knows the sessions that hooks have seen; of the others only the client's own folder tells (transcript contract §1).
 */
import { existsSync } from 'node:fs';
import { isAbsolute, relative, resolve } from 'node:path';
import { asFailure } from '../contract/failure.ts';
import type { SessionPointer, SessionRecord } from '../contract/state.ts';
import { gitFacts } from '../io/git.ts';
import { placeOf } from '../runtime/belongs.ts';
import { realPath } from '../runtime/place/roots.ts';
import { lookAround } from '../runtime/place/surroundings.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { readHead, sessionIdOf, transcriptFiles, writtenAt } from '../transcript/sessions-on-disk.ts';
import { Whereabouts } from '../transcript/whereabouts.ts';
import { clientFolder } from './client-folder.ts';

export interface Found extends SessionPointer {
  /** The folder that it worked in, where that is not there: then `cwd` is the one that the person stands in. */
  readonly gone?: string;
  /** What hooks know of it. */
  readonly record?: SessionRecord;
}

export interface Wrong {
  /** One sentence. */
  readonly wrong: string;
}

export interface Wanted {
  /** A path. */
  readonly transcript?: string;
  /** An id, or the beginning of one. */
  readonly session?: string;
}

/** Of the transcripts that are newest, those whose beginnings are looked at: some months of several sessions a day. [?] ours */
const MOST_HEADS = 1_000;

/** Ids, or paths, that are named when several fit. */
const NAMED = 5;

/** Git must answer within this, where it has to be asked at all. */
const GIT_MS = 1_500;

/** `here`: the folder that the person stands in. */
export async function findSession(runtime: Runtime, wanted: Wanted, here: string): Promise<Found | Wrong> {
  if (wanted.transcript !== undefined) return findAt(runtime, resolve(here, wanted.transcript), here);
  return wanted.session === undefined ? findNewest(runtime, here) : findById(runtime, wanted.session, here);
}

function findAt(runtime: Runtime, path: string, here: string): Found | Wrong {
  const record = recordsNow(runtime).find(({ transcriptPath }) => transcriptPath === path);
  return foundAt(runtime, path, record, here);
}

/** The session of a transcript, and of a record where hooks have seen it under that path. */
function foundAt(runtime: Runtime, path: string, record: SessionRecord | undefined, here: string): Found | Wrong {
  try {
    const head = readHead(path);
    if (!head.isTalk) return { wrong: `${path} is no transcript of Claude Code, or nothing was said in it.` };
    const sessionId = record?.sessionId ?? head.sessionId ?? sessionIdOf(path);
    const known = record ?? runtime.ledger.session(sessionId);
    const worked = known?.cwd ?? head.cwd ?? here;
    // A clone that has moved: whoever stands in it and names the session means this one.
    const cwd = existsSync(worked) ? worked : here;
    return {
      sessionId,
      transcriptPath: path,
      cwd,
      ...(cwd === worked ? {} : { gone: worked }),
      ...(known === undefined ? {} : { record: known }),
    };
  } catch (error) {
    return { wrong: `The transcript ${path} ${whyUnreadable(error)}.` };
  }
}

function whyUnreadable(error: unknown): string {
  const failure = asFailure(error);
  if (failure.reason === 'missing') return 'is not there';
  if (failure.reason === 'unreadable') return 'cannot be read, or is no file';
  throw error;
}

function findById(runtime: Runtime, id: string, here: string): Found | Wrong {
  const records = recordsNow(runtime);
  const files = transcriptFiles(clientFolder(runtime));
  const ids = [...new Set([...records, ...files].map(({ sessionId }) => sessionId))];
  const fitting = ids.includes(id) ? [id] : ids.filter((one) => one.startsWith(id));
  const [sessionId, ...others] = fitting.sort();
  if (id === '' || sessionId === undefined) return { wrong: `No session ${id} is known here.` };
  if (others.length > 0) return { wrong: `Several sessions begin with ${id}: ${named(fitting)}.` };
  const record = records.find((one) => one.sessionId === sessionId);
  const doubles = files.filter((one) => one.sessionId === sessionId).map((one) => one.path);
  const path =
    record !== undefined && writtenAt(record.transcriptPath) !== undefined ? record.transcriptPath : doubles[0];
  // Each of another project, as a rule: which one is meant, only the person knows.
  if (path !== record?.transcriptPath && doubles.length > 1)
    return { wrong: `Several transcripts are of session ${sessionId}: ${named(doubles)}. Name one with --transcript.` };
  if (path !== undefined) return foundAt(runtime, path, record, here);
  return { wrong: `The transcript of session ${sessionId} is not there: ${record?.transcriptPath ?? ''}` };
}

function named(names: readonly string[]): string {
  const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : '';
  return `${names.slice(0, NAMED).join(', ')}${more}`;
}

/** What is on record of each session, with the path where its transcript is now. */
function recordsNow(runtime: Runtime): readonly SessionRecord[] {
  const whereabouts = new Whereabouts();
  return runtime.ledger
    .sessions()
    .map((record) => ({ ...record, transcriptPath: whereabouts.of(record.transcriptPath) }));
}

async function findNewest(runtime: Runtime, here: string): Promise<Found | Wrong> {
  const isHere = await membership(runtime, realPath(here));
  const records = new Map(recordsNow(runtime).map((record) => [record.transcriptPath, record]));
  const known = [...records.values()].flatMap(({ transcriptPath: path, sessionId }) => {
    const at = writtenAt(path);
    return at === undefined ? [] : [{ path, sessionId, writtenAt: at }];
  });
  const others = transcriptFiles(clientFolder(runtime)).filter(({ path }) => !records.has(path));
  const newest = [...known, ...others.slice(0, MOST_HEADS)].sort((a, b) => b.writtenAt - a.writtenAt);
  for (const { path } of newest) {
    const record = records.get(path);
    const cwd = record?.cwd ?? cwdIn(path);
    if (cwd === undefined || !(await isHere(cwd, record?.appId))) continue;
    const found = foundAt(runtime, path, record, here);
    if (!('wrong' in found)) return found;
  }
  return { wrong: 'No session of this project is known. Name one with --session ID or --transcript FILE.' };
}

/** Undefined where it cannot be read, or does not say. */
function cwdIn(path: string): string | undefined {
  try {
    return readHead(path).cwd;
  } catch (error) {
    if (asFailure(error).reason === 'other') throw error;
    return undefined;
  }
}

/**
 * Whether a folder belongs to the project of `here` (real): the same repository in any of its worktrees, a folder
 * below, or, for a session that hooks have seen, the same project id (another clone).
 */
async function membership(
  runtime: Runtime,
  here: string,
): Promise<(cwd: string, appId: string | undefined) => Promise<boolean>> {
  const repositoryOf = async (cwd: string) =>
    (await gitFacts(cwd, { deadline: Date.now() + GIT_MS, now: () => Date.now(), env: runtime.env })).commonDir;
  const repository = await repositoryOf(here);
  const { appId: ours } = placeOf(runtime, (await lookAround(runtime, here)).appId);
  const answers = new Map<string, boolean>();
  return async (cwd, appId) => {
    if (appId !== undefined && appId === ours) return true;
    const answer =
      answers.get(cwd) ??
      (isWithin(realPath(cwd), here) || (repository !== undefined && (await repositoryOf(cwd)) === repository));
    answers.set(cwd, answer);
    return answer;
  };
}

function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === '' || !(/^\.\.(?:[\\/]|$)/.test(way) || isAbsolute(way));
}
