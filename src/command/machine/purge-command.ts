/** `mem0-hooks purge`: removes what this machine keeps, after showing it. */
import { statSync } from 'node:fs';
import { type Contents, contentsOf, isStateFolder, removeContents } from '../../io/state-contents.ts';
import { isAlive } from '../../runtime/processes/processes.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { holderOf } from '../../spool/background-holder.ts';
import { BackgroundLock } from '../../spool/background-lock.ts';
import { refugeJobs } from '../../spool/refuge.ts';
import { homeProblem, refuse } from '../leave.ts';
import { command } from '../line/definition.ts';
import { movingLock } from '../moving-lock.ts';
import { orRefuse } from '../or-refuse.ts';
import { columns, counted, oneLine } from '../plain-words.ts';
import { whatWaits } from '../waiting.ts';

const MEMORIES = 'local memories';
const AT_WORK = 'A drain is at work here. Wait for its end, and try again.';
const MOVING = 'A push or adopt is at work here. Wait for its end, and try again.';

export const purgeCommand = command({
  about: `
Removes the state of the hooks on this machine: what waits, receipts, what is known of sessions, caches. What is on the platform of
Mem0 stays, and so do the settings. The memories of the local platform stay too unless --memories is given: they exist nowhere
else. What in the state folder is not ours stays.`,
  line: (empty) => empty.option('--memories', 'the memories of the local platform, too'),
  json: 'one JSON object: folder, files, bytes, lost (sessions, requests), memories (removed, kept or none), foreign, gone',
  asks: true,
  statuses: { done: 'removed (or there was nothing)', not: 'not removed (it is said why)' },
  run: ({ runtime, options: { memories = false }, confirm, answer }) => {
    const misplaced = homeProblem(runtime);
    if (misplaced !== undefined) refuse(`${misplaced}.`);
    if (runtime.config.dryRun) refuse('A dry run removes nothing; MEM0_DRY_RUN=1 is for the hooks.');
    const { root } = runtime.folder;
    const found = orRefuse(() => foundIn(runtime, memories));
    if (found === undefined)
      answer(
        nothing(root),
        () =>
          `There is nothing to remove in ${oneLine(root)}${memories ? '' : ', but for local memories, if there are any (--memories)'}.`,
      );
    else {
      confirm({ plan: planOf(root, found, memories), question: 'Remove it?' });
      const done = orRefuse(() => purged(runtime, found, memories));
      answer(done, () => textOf(done));
    }
  },
});

interface Found {
  readonly contents: Contents;
  /** Jobs that were recorded outside, where the state folder could not take them. */
  readonly refuge: number;
  /** What would be lost; undefined where it cannot be told. */
  readonly lost: { readonly sessions: number; readonly requests: number } | undefined;
}

interface Purged {
  readonly folder: string;
  readonly files: number;
  readonly bytes: number;
  readonly lost: Found['lost'] | null;
  readonly memories: 'removed' | 'kept' | 'none';
  readonly foreign: readonly string[];
  readonly gone: boolean;
}

function nothing(folder: string): Purged {
  return { folder, files: 0, bytes: 0, lost: null, memories: 'none', foreign: [], gone: false };
}

/** Undefined where there is nothing to remove. */
function foundIn(runtime: Runtime, memories: boolean): Found | undefined {
  const { root } = runtime.folder;
  const refuge = refugeJobs(runtime.refugeParents).length;
  if (statSync(root, { throwIfNoEntry: false }) === undefined && refuge === 0) return undefined;
  const contents = contentsOf(root);
  const isMore = contents.kinds.some(({ kind }) => memories || kind !== MEMORIES);
  if (!isMore && refuge === 0) return undefined;
  if (runtime.config.stateFolder !== undefined && contents.kinds.length > 0 && !isStateFolder(root))
    refuse(`Nothing was done: ${root} does not look like a state folder of ours. Check MEM0_HOOKS_HOME.`);
  if (holderOf(runtime.folder, isAlive)?.isAlive === true) refuse(AT_WORK);
  const waits = whatWaits(runtime);
  if ('trouble' in waits) return { contents, refuge, lost: undefined };
  const { jobs, killed, killedElsewhere, requests, requestsElsewhere } = waits.counts;
  return {
    contents,
    refuge,
    lost: { sessions: jobs + killed + killedElsewhere + refuge, requests: requests + requestsElsewhere },
  };
}

function planOf(root: string, { contents, refuge, lost }: Found, memories: boolean): readonly string[] {
  const kinds = contents.kinds.filter(({ kind }) => memories || kind !== MEMORIES);
  const kept = contents.kinds.find(({ kind }) => kind === MEMORIES && !memories);
  return [
    `Would be removed from ${oneLine(root)}:`,
    ...columns(kinds.map(({ kind, files, bytes }) => [`  ${kind}`, counted(files, 'file'), sizeWords(bytes)])),
    ...(refuge === 0 ? [] : [`  and ${counted(refuge, 'session')} noted outside it`]),
    ...lossWords(lost),
    'A session that is gone on with later is captured from its beginning again, what was said with capture off included.',
    ...(memories && contents.kinds.some(({ kind }) => kind === MEMORIES)
      ? ['The memories of the local platform exist nowhere else: they are lost.']
      : []),
    ...(kept === undefined
      ? []
      : [`The local memories stay (${sizeWords(kept.bytes)}); --memories removes them, too.`]),
    ...(contents.foreign.length === 0
      ? []
      : [
          `Not ours, and stays: ${contents.foreign.slice(0, 10).map(oneLine).join(', ')}${contents.foreign.length > 10 ? ` and ${contents.foreign.length - 10} more` : ''}`,
        ]),
  ];
}

function lossWords(lost: Found['lost']): readonly string[] {
  if (lost === undefined) return ['What waits cannot be read: it is lost, however much it is.'];
  const { sessions, requests } = lost;
  const parts = [
    ...(sessions === 0 ? [] : [`${counted(sessions, 'session is', 'sessions are')} not captured yet`]),
    ...(requests === 0 ? [] : [`${counted(requests, 'request is', 'requests are')} not sent yet`]),
  ];
  return parts.length === 0
    ? ['Nothing waits to be captured or sent.']
    : [`LOST: ${parts.join(', ')}. mem0-hooks drain captures and sends what it can.`];
}

function purged(runtime: Runtime, { contents, lost }: Found, memories: boolean): Purged {
  const { root } = runtime.folder;
  const lock = new BackgroundLock(runtime.folder, process.pid, isAlive);
  if (!lock.acquire(Date.now())) refuse(AT_WORK);
  const moving = movingLock(runtime);
  if (!moving.acquire(Date.now())) {
    lock.release();
    refuse(MOVING);
  }
  try {
    for (const job of refugeJobs(runtime.refugeParents)) job.done();
    const { files, bytes, all } = removeContents(root, { memories });
    const hadMemories = contents.kinds.some(({ kind }) => kind === MEMORIES);
    return {
      ...{ folder: root, files, bytes, lost: lost ?? null },
      memories: hadMemories ? (memories ? 'removed' : 'kept') : 'none',
      ...{ foreign: contents.foreign, gone: all },
    };
  } finally {
    moving.release();
    lock.release();
  }
}

function textOf({ folder, files, bytes, memories, foreign, gone }: Purged): string {
  return [
    `${counted(files, 'file')} removed (${sizeWords(bytes)})${gone ? `; ${oneLine(folder)} is gone` : ''}.`,
    ...(memories === 'kept' ? [`The local memories are kept in ${oneLine(folder)}/local.`] : []),
    ...(foreign.length === 0
      ? []
      : [
          `${counted(foreign.length, 'thing that is not ours stays', 'things that are not ours stay')} in ${oneLine(folder)}.`,
        ]),
    'The hooks make a new state folder when they run next; mem0-hooks unregister, or the client, takes them out.',
  ].join('\n');
}

function sizeWords(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`;
  return bytes < 1_000_000 ? `${(bytes / 1_000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
