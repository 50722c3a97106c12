/** The capture's ports: transcript, surroundings, and the journal. */
import { Failure } from '../../contract/failure.ts';
import type { Belonging, CaptureRecord, Job, Place, TreeInPart } from '../../contract/state.ts';
import type { TranscriptEntry } from '../../contract/transcript.ts';
import { buildCapture } from '../../core/capture/build-capture.ts';
import { type TranscriptLine, takeIn } from '../../core/capture/turns.ts';
import { openWindow } from '../../core/capture/window.ts';
import { sentSessionId } from '../../core/identity/session-id.ts';
import { Evidence } from '../../core/omission/evidence.ts';
import { Needles } from '../../core/omission/needles.ts';
import { utterancesOf } from '../../core/talk/utterances.ts';
import type { CapturedWindow, CapturePorts, WindowOptions } from '../../flows/capture.ts';
import { newReadCounts, withTranscript } from '../../transcript/reader.ts';
import { writtenAt } from '../../transcript/sessions-on-disk.ts';
import { Whereabouts } from '../../transcript/whereabouts.ts';
import { settledPlace } from '../belongs.ts';
import { nameable } from '../place/nameable.ts';
import { originsIn } from '../place/origins.ts';
import { type OwnIds, permissionsOf } from '../place/permission.ts';
import type { Surroundings } from '../place/roots.ts';
import { foldersOf, lookIfCaptured, secretsIn, settlePermissions, showTrees } from '../place/surroundings.ts';
import type { Runtime } from '../runtime.ts';
import { keepHeapSmall } from './small-heap.ts';

/** Nobody waits for the background; a tree that takes longer is evidence only in part, and the transcript's own stands beside it. */
const TREE_MS = 2_000;

/** A session works in some; of more the rest is not remembered with what waits. [?] ours */
const MOST_FOLDERS = 1_000;

/** A transcript that nobody has written to for so long belongs to a session that is over. */
const REST_MS = 60 * 60 * 1000;

/** `whose`: what the words of a session are judged by, where that is not where its job belongs (a preview in another shell). */
export function capturePorts(
  runtime: Runtime,
  commit: (id: string, record: CaptureRecord) => void,
  whose?: Belonging,
): CapturePorts {
  const around = new WeakMap<Job, Promise<Around | undefined>>();
  const look = (job: Job) => {
    const known = around.get(job) ?? lookAtAll(runtime, job);
    around.set(job, known);
    return known;
  };
  /** Of one that is not barred. */
  const found = async (job: Job): Promise<Around> => {
    const all = await look(job);
    if (all === undefined) throw new Failure('other', 'the place of the session is barred');
    return all;
  };
  return {
    destination: runtime.destination,
    isBarred: async (job) => (await look(job)) === undefined,
    locate: async (job) => {
      const [first, last = first] = await found(job);
      return {
        place: placeOfJob(runtime, job, first.appId),
        ...(last.branch === undefined ? {} : { branch: last.branch }),
      };
    },
    buildCapture: async (job, options) => readWindow(runtime, job, whose ?? job.belongs, await found(job), options),
    isOver: (job, { isTorn }) =>
      (job.reconciled !== true && isTorn !== true) || hasRested(new Whereabouts().of(job.transcriptPath)),
    commit,
    close: (job) => runtime.ledger.close(job.sessionId, job.at, job.belongs),
    newId: () => runtime.newId(),
    now: () => Date.now(),
  };
}

type Around = readonly [Surroundings, ...Surroundings[]];

/**
 * The folder where the session began, and the one where it ended, where that is another (client contract §1: `cwd` moves) and may be
 * looked at. Undefined where nothing of the session may be captured.
 */
async function lookAtAll(runtime: Runtime, job: Job): Promise<Around | undefined> {
  const began = beganIn(runtime, job);
  const own = ownIds(runtime, job);
  const first = await lookIfCaptured(runtime, began, { own });
  // Of a folder that is gone only the session's own record can tell that it was allowed there.
  const isLost = runtime.ledger.session(job.sessionId) === undefined && isLostPlace(runtime, began, own);
  if (first === undefined || isLost) return undefined;
  const last = began === job.cwd ? undefined : await lookIfCaptured(runtime, job.cwd);
  return last === undefined ? [first] : [first, last];
}

function isLostPlace(runtime: Runtime, folder: string, own: OwnIds): boolean {
  return permissionsOf(runtime).of(folder, own).unknown === 'place';
}

/** What its own hooks have found out of its project. */
function ownIds(runtime: Runtime, job: Job): OwnIds {
  return [job.belongs.place.appId, runtime.ledger.session(job.sessionId)?.appId];
}

function beganIn(runtime: Runtime, job: Job): string {
  return runtime.ledger.session(job.sessionId)?.cwd ?? job.cwd;
}

/** As the session's own hooks settled it; only what they could not know is taken from the folder. */
function placeOfJob(runtime: Runtime, job: Job, found: string | undefined): Place {
  const known = runtime.ledger.session(job.sessionId)?.appId;
  const place = settledPlace(runtime, job.belongs);
  const appId = place.appId ?? known ?? found;
  return { ...place, ...(appId === undefined ? {} : { appId }) };
}

async function readWindow(
  runtime: Runtime,
  job: Job,
  whose: Belonging,
  around: readonly Surroundings[],
  options: WindowOptions,
): Promise<CapturedWindow> {
  keepHeapSmall();
  // It may say what must be passed over: the job waits until it can be read again.
  if (runtime.ledger.isUnreadable(job.sessionId)) throw new Failure('unreadable', 'the record of the session');
  const roots = around.flatMap((one) => one.roots);
  const began = beganIn(runtime, job);
  const mayName = nameable(runtime, around, began);
  const secrets = await secretsIn(runtime, roots);
  const covered = runtime.ledger.covered();
  const takesLine = permissionsOf(runtime).linesOf(began, ownIds(runtime, job));
  const claim = runtime.ledger.claimOn(job.sessionId, whose);
  const cursor = runtime.ledger.cursor(job.sessionId);
  const own = new Set(cursor?.captured);
  const path = new Whereabouts().of(job.transcriptPath);
  const passedOver = new Set(originsIn(runtime, job.sessionId, path).flatMap((one) => one.ids()));
  return withTranscript(path, async (transcript) => {
    if (runtime.listsProjects) await settlePermissions(runtime, foldersOf(transcript.lines()));
    const repeated: string[] = [];
    let disputed = 0;
    const folders = new Set<string>();
    const isOnRecord = runtime.ledger.session(job.sessionId) !== undefined;
    const note = (entry: TranscriptEntry) => {
      const { uuid, timestamp, cwd } = entry;
      if (cwd !== undefined && !takesLine(cwd)) passedOver.add(uuid);
      const claimed = claim(timestamp);
      // What an earlier capture has left an earlier receipt tells.
      const isNew = !passedOver.has(uuid) && !(Date.parse(timestamp ?? '') < Date.parse(cursor?.endedAt ?? ''));
      if (claimed === 'disputed' && isNew) disputed += utterancesOf(entry).filter(({ role }) => role === 'user').length;
      if (claimed !== 'takes') passedOver.add(uuid);
      if (cwd !== undefined && isNew && (cwd !== began || !isOnRecord) && folders.size < MOST_FOLDERS) folders.add(cwd);
      if (covered.has(uuid) && !own.has(uuid)) repeated.push(uuid);
    };
    const counts = newReadCounts();
    const isCaptured = (entryId: string) => covered.has(entryId);
    const isPassedOver = (entryId: string) => passedOver.has(entryId);
    const window = openWindow(
      takeIn(noting(transcript.lines({ counts }), note), { isCaptured, isPassedOver, mayName }),
    );
    const evidence = new Evidence(new Needles(window.texts));
    let treesInPart: readonly TreeInPart[] = [];
    if (window.texts.length > 0) {
      transcript.show(window.plans, evidence);
      const said = window.turns.flatMap(({ human }) => human);
      treesInPart = await showTrees(runtime, around, said, evidence, { ms: TREE_MS, mayName });
    }
    const capture = buildCapture({ window, evidence, secrets, sessionId: sentSessionId(job.sessionId), ...options });
    // What a fork repeats, and is captured already, stays known when the session that it came from is forgotten (`spool/sweep`).
    const known = capture.covered.length === 0 ? [] : repeated;
    const left = disputed === 0 ? [] : [{ reason: 'two-clients' as const, count: disputed }];
    return {
      ...capture,
      covered: [...capture.covered, ...known],
      left: [...capture.left, ...left],
      treesInPart,
      ...(folders.size === 0 ? {} : { folders: [...folders] }),
      isTorn: counts.torn > 0,
    };
  });
}

/** Passes the lines on, and shows the entry of each. */
function* noting(lines: Iterable<TranscriptLine>, note: (entry: TranscriptEntry) => void): Generator<TranscriptLine> {
  for (const line of lines) {
    note(line.entry);
    yield line;
  }
}

function hasRested(path: string): boolean {
  const written = writtenAt(path);
  return written === undefined || Date.now() - written > REST_MS;
}
