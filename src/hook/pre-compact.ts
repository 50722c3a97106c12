/**
 * PreCompact: the checkpoint. Prints nothing, ever: whatever it printed would become an instruction of the compaction
 * (client contract §2). Only the tail of the transcript is read.
 */
import { type PreCompactInput, preCompactSchema } from '../contract/hook.ts';
import type { Belonging, SpoolItem } from '../contract/state.ts';
import type { TranscriptLine } from '../core/capture/turns.ts';
import { buildSessionState, takeInSession } from '../core/checkpoint/session-state.ts';
import { Evidence } from '../core/omission/evidence.ts';
import { Needles } from '../core/omission/needles.ts';
import { redact } from '../core/redaction/redact.ts';
import { checkpoint } from '../flows/checkpoint.ts';
import { deliver } from '../flows/deliver.ts';
import { belongingOf } from '../runtime/belongs.ts';
import { Platform } from '../runtime/connection/platform.ts';
import { showItem } from '../runtime/connection/show-item.ts';
import { isDeniedItem } from '../runtime/place/denied.ts';
import { nameable } from '../runtime/place/nameable.ts';
import { originsIn } from '../runtime/place/origins.ts';
import { permissionsOf } from '../runtime/place/permission.ts';
import { foldersOf, lookIfCaptured, secretsIn, settlePermissions, showTrees } from '../runtime/place/surroundings.ts';
import { drainPorts } from '../runtime/ports/drain-ports.ts';
import { quietly } from '../runtime/processes/quietly.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { Spool } from '../spool/spool.ts';
import type { Claim } from '../spool/whose.ts';
import { SessionStates } from '../state/session-states.ts';
import { withTranscript } from '../transcript/reader.ts';
import { Whereabouts } from '../transcript/whereabouts.ts';
import { recoverInput } from './recover-input.ts';
import type { Hook, Result } from './run-hook.ts';

/** The person waits for the compaction, which itself takes many seconds; the platform gets three of them. */
const DEADLINE_MS = 3_000;
const LIMIT_MS = DEADLINE_MS + 1_000;

/** The person waits: a larger tree is evidence only in part, its prose first. */
const TREE_MS = 500;

/** Git is asked no longer than until then, what the folders are that lines were said in. */
const FOLDERS_MS = 1_500;

/** The last 8 MB hold the work of hours; a session's first prompt may lie before them. */
const TAIL_BYTES = 8 * 1024 * 1024;

export const preCompact: Hook<PreCompactInput> = {
  event: 'PreCompact',
  name: 'pre-compact',
  schema: preCompactSchema,
  limitMs: () => LIMIT_MS,
  recover: (runtime) => recoverInput(runtime, 'PreCompact'),
  async run(input, runtime) {
    return runtime.config.capture && !runtime.config.held ? save(input, runtime) : {};
  },
};

async function save(input: PreCompactInput, runtime: Runtime): Promise<Result> {
  const known = quietly(runtime, () => runtime.ledger.session(input.session_id));
  const beganIn = known?.cwd ?? input.cwd;
  const own = [runtime.config.appId, known?.appId];
  const began = await lookIfCaptured(runtime, beganIn, { own, remember: true });
  if (began === undefined) return {};
  const moved = beganIn === input.cwd ? undefined : await lookIfCaptured(runtime, input.cwd, { remember: true });
  const around = moved === undefined ? [began] : [moved, began];
  const takesLine = permissionsOf(runtime).linesOf(beganIn, own);
  const { branch, head } = moved ?? began;
  const mayName = nameable(runtime, around, beganIn);
  const roots = around.flatMap((one) => one.roots);
  const secrets = await secretsIn(runtime, roots);
  const { dryRun } = runtime.config;
  const platform = new Platform(runtime);
  const spool = new Spool(runtime.folder, process.pid, runtime.destination);
  const states = new SessionStates(runtime.folder);
  const belongs = belongingOf(runtime, known?.appId ?? began.appId);
  // A state folder that cannot be used at all holds no switches either.
  const claim = quietly(runtime, () => runtime.ledger.claimOn(input.session_id, belongs)) ?? (() => 'takes');
  const path = new Whereabouts().of(input.transcript_path);
  const copied = new Set(quietly(runtime, () => copiedFromClosed(runtime, input.session_id, path, belongs)));
  let shown: SpoolItem | undefined;
  const folders = new Set<string>();
  const outcome = await checkpoint(
    {
      sessionId: input.session_id,
      place: belongs.place,
      destination: belongs.destination,
      id: `${runtime.newId()}_0`,
      deadline: runtime.startedAt + DEADLINE_MS,
      keptDays: runtime.config.sessionStateDays,
      ...(branch === undefined ? {} : { branch }),
    },
    {
      describe: () =>
        withTranscript(
          path,
          async (transcript) => {
            if (runtime.listsProjects)
              await settlePermissions(runtime, foldersOf(transcript.lines()), runtime.startedAt + FOLDERS_MS);
            const passedOver = new Set<string>();
            const lines = watched(transcript.lines(), { passedOver, folders }, claim, copied, takesLine);
            const session = takeInSession(lines, { mayName, isPassedOver: (id) => passedOver.has(id) });
            const { spoken, plans } = session.talk;
            const evidence = new Evidence(new Needles(spoken.map((one) => one.text)));
            transcript.show(plans, evidence);
            await showTrees(runtime, around, spoken, evidence, { ms: TREE_MS, mayName });
            const place = { ...(branch === undefined ? {} : { branch }), ...(head === undefined ? {} : { head }) };
            return buildSessionState({ session, evidence, secrets, ...place });
          },
          TAIL_BYTES,
        ),
      folders: () => [...folders],
      redact: (text) => redact(text, secrets).text,
      save: (state) => (dryRun ? undefined : states.save(state)),
      enqueue: (id, item) => {
        if (dryRun) shown = item;
        else spool.enqueue(id, item);
      },
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
  const isDue = (id: string) => {
    const item = spool.peek(id);
    return item === undefined || !isDeniedItem(runtime, item);
  };
  if (!dryRun && runtime.canSend && spool.waiting().some(isDue)) runtime.startBackground();
  return { usual: outcome === 'saved' };
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
