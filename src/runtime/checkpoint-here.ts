/**
 * A session state as this machine makes it: of the tail of the transcript as it was when the client told of the compaction, of the
 * folders that the session worked in, and of nothing that may not be told there.
 */
import type { Belonging, DueCheckpoint, SpoolItem } from '../contract/state.ts';
import type { TranscriptLine } from '../core/capture/turns.ts';
import { buildSessionState, takeInSession } from '../core/checkpoint/session-state.ts';
import { Evidence } from '../core/omission/evidence.ts';
import { Needles } from '../core/omission/needles.ts';
import { redact } from '../core/redaction/redact.ts';
import { checkpoint } from '../flows/checkpoint.ts';
import { deliver } from '../flows/deliver.ts';
import { Spool } from '../spool/spool.ts';
import type { Claim } from '../spool/whose.ts';
import { SessionStates } from '../state/session-states.ts';
import { withTranscript } from '../transcript/reader.ts';
import { Whereabouts } from '../transcript/whereabouts.ts';
import { settledPlace } from './belongs.ts';
import { Platform, visibleAfterMs } from './connection/platform.ts';
import { showItem } from './connection/show-item.ts';
import { nameable } from './place/nameable.ts';
import { originsIn } from './place/origins.ts';
import { permissionsOf } from './place/permission.ts';
import type { Surroundings } from './place/roots.ts';
import { foldersOf, lookIfCaptured, secretsIn, settlePermissions, showTrees } from './place/surroundings.ts';
import { drainPorts } from './ports/drain-ports.ts';
import { isAlive } from './processes/processes.ts';
import { quietly } from './processes/quietly.ts';
import type { Runtime } from './runtime.ts';

/** So long the platform is waited for here; then its request waits in the spool for the background. */
const PLATFORM_MS = 3_000;

/** The start after the compaction may wait for it: a larger tree is evidence only in part, its prose first. */
const TREE_MS = 500;

/** Git is asked no longer than that, what the folders are that lines were said in. */
const FOLDERS_MS = 1_500;

/** The last 8 MB hold the work of hours; a session's first prompt may lie before them. */
const TAIL_BYTES = 8 * 1024 * 1024;

/**
 * Makes and keeps the session state that is due, sends it, and resolves with what was done; `barred` where nothing of the session may
 * be kept, `overtaken` where one of a later moment is kept already. `again`: another process may have made it before. `kept` is called once
 * it is kept for good, before it is sent. Rejects as `checkpoint` does.
 */
export async function checkpointHere(
  runtime: Runtime,
  due: DueCheckpoint & { readonly again?: boolean },
  kept: () => void = () => undefined,
): Promise<'saved' | 'nothing-to-say' | 'barred' | 'overtaken'> {
  const { sessionId } = due;
  const states = new SessionStates(runtime.folder);
  const isOvertaken = () => Date.parse(states.of(sessionId)?.at ?? '') > Date.parse(due.at);
  // Sent now, it would be the newest on the platform.
  if (quietly(runtime, isOvertaken) === true) {
    kept();
    return 'overtaken';
  }
  const known = quietly(runtime, () => runtime.ledger.session(sessionId));
  const beganIn = known?.cwd ?? due.cwd;
  const own = [due.belongs.setAppId, known?.appId];
  const began = await lookIfCaptured(runtime, beganIn, { own, remember: true });
  // Of a folder that is gone only the session's own record can tell that it was allowed there.
  const isLost = known === undefined && permissionsOf(runtime).of(beganIn, own).unknown === 'place';
  if (began === undefined || isLost) {
    kept();
    return 'barred';
  }
  const moved = beganIn === due.cwd ? undefined : await lookIfCaptured(runtime, due.cwd, { remember: true });
  const around = moved === undefined ? [began] : [moved, began];
  const { branch } = moved ?? began;
  const secrets = await secretsIn(
    runtime,
    around.flatMap((one) => one.roots),
  );
  const belongs = belongsNow(runtime, due.belongs, known?.appId ?? began.appId);
  const { dryRun } = runtime.config;
  const platform = new Platform(runtime);
  const spool = new Spool(runtime.folder, process.pid, runtime.destination);
  const folders = new Set<string>();
  let shown: SpoolItem | undefined;
  const outcome = await checkpoint(
    {
      ...{ sessionId, at: due.at, place: belongs.place, destination: belongs.destination, id: due.id },
      deadline: Date.now() + PLATFORM_MS,
      keptDays: runtime.config.sessionStateDays,
      // Where a maker before was killed, nobody knows how far it came.
      ...(due.again === true ? { visibleFrom: Date.now() + visibleAfterMs(belongs.destination) } : {}),
      ...(branch === undefined ? {} : { branch }),
    },
    {
      describe: () => describe(runtime, due, { beganIn, own, around, belongs, secrets, folders }),
      folders: () => [...folders],
      redact: (text) => redact(text, secrets).text,
      save: (state) => {
        if (!dryRun && !isOvertaken()) states.save(state);
      },
      enqueue: (id, item) => {
        if (dryRun) shown = item;
        else if (!item.uncertain || !isInSpool(spool, id)) spool.enqueue(id, item);
      },
      kept,
      deliver: async (id, within) => {
        if (shown !== undefined) await showItem(platform, shown);
        else if (runtime.canSend) await deliver(id, drainPorts(runtime, platform, spool), within);
      },
      send: async (item, within) => {
        await (await platform.clientFor(item.place, within)).add(item.write, within);
      },
      now: () => Date.now(),
    },
  );
  runtime.log('checkpoint', { outcome });
  return outcome;
}

/** As its hook settled it; only what that did not look for, the project of the folder, is added. */
function belongsNow(runtime: Runtime, belongs: Belonging, found: string | undefined): Belonging {
  const place = settledPlace(runtime, belongs);
  const appId = place.appId ?? found;
  return { ...belongs, place: { ...place, ...(appId === undefined ? {} : { appId }) } };
}

function isInSpool(spool: Spool, id: string): boolean {
  return spool.whereIs(id, isAlive) !== undefined || spool.kept(id) !== undefined;
}

interface Described {
  readonly beganIn: string;
  readonly own: readonly (string | undefined)[];
  readonly around: readonly Surroundings[];
  readonly belongs: Belonging;
  readonly secrets: Parameters<typeof redact>[1];
  /** Takes the folders in which what it tells was said. */
  readonly folders: Set<string>;
}

async function describe(
  runtime: Runtime,
  due: DueCheckpoint,
  { beganIn, own, around, belongs, secrets, folders }: Described,
): Promise<string | undefined> {
  const { sessionId } = due;
  const [here] = around;
  const takesLine = permissionsOf(runtime).linesOf(beganIn, own);
  const mayName = nameable(runtime, around, beganIn);
  // A state folder that cannot be used at all holds no switches either.
  const claim = quietly(runtime, () => runtime.ledger.claimOn(sessionId, belongs)) ?? (() => 'takes');
  const path = new Whereabouts().of(due.transcriptPath);
  const copied = new Set(quietly(runtime, () => copiedFromClosed(runtime, sessionId, path, belongs)));
  const part = { tailBytes: TAIL_BYTES, ...(due.upTo === undefined ? {} : { upTo: due.upTo }) };
  return withTranscript(
    path,
    async (transcript) => {
      if (runtime.listsProjects)
        await settlePermissions(runtime, foldersOf(transcript.lines()), Date.now() + FOLDERS_MS);
      const passedOver = new Set<string>();
      const lines = watched(transcript.lines(), { passedOver, folders }, claim, copied, takesLine);
      const session = takeInSession(lines, { mayName, isPassedOver: (id) => passedOver.has(id) });
      const { spoken, plans } = session.talk;
      const evidence = new Evidence(new Needles(spoken.map((one) => one.text)));
      transcript.show(plans, evidence);
      await showTrees(runtime, around, spoken, evidence, { ms: TREE_MS, mayName });
      const { branch, head } = here ?? {};
      const place = { ...(branch === undefined ? {} : { branch }), ...(head === undefined ? {} : { head }) };
      return buildSessionState({ session, evidence, secrets, ...place });
    },
    part,
  );
}

/** Ids of what a fork has copied from sessions in which something was said that a capture for `belongs` may not take. */
function copiedFromClosed(runtime: Runtime, sessionId: string, path: string, belongs: Belonging): readonly string[] {
  return originsIn(runtime, sessionId, path)
    .filter(({ session }) => !runtime.ledger.isOpenTo(session.sessionId, belongs))
    .flatMap((one) => one.ids());
}

/**
 * Notes what goes into no session state either: what was said while capture was switched off, or where it belongs elsewhere, or may do so,
 * or is not allowed; and what a fork has copied from a session of that kind.
 */
function* watched(
  lines: Iterable<TranscriptLine>,
  into: { readonly passedOver: Set<string>; readonly folders: Set<string> },
  claim: (at: string | undefined) => Claim,
  copied: ReadonlySet<string>,
  takesLine: (folder: string) => boolean,
): Generator<TranscriptLine> {
  for (const line of lines) {
    const { timestamp, uuid, cwd } = line.entry;
    const isTaken = claim(timestamp) === 'takes' && !copied.has(uuid) && (cwd === undefined || takesLine(cwd));
    if (!isTaken) into.passedOver.add(uuid);
    else if (cwd !== undefined) into.folders.add(cwd);
    yield line;
  }
}
