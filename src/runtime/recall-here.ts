/** What a session in a folder is told: recall with all that this machine knows of the session, the folder and its repository. */
import type { SessionStartInput } from '../contract/hook.ts';
import type { Place } from '../contract/state.ts';
import type { Explanation } from '../core/recall/explanation.ts';
import { type Recalled, recall } from '../flows/recall.ts';
import { SessionStates } from '../state/session-states.ts';
import { Platform } from './connection/platform.ts';
import { checkpointMade } from './due-checkpoints.ts';
import { narrowingIn } from './place/permission.ts';
import type { Surroundings } from './place/roots.ts';
import type { KeptPorts } from './ports/kept-ports.ts';
import { saidPorts } from './ports/said-ports.ts';
import { workPorts } from './ports/work-ports.ts';
import { quietly } from './processes/quietly.ts';
import type { Runtime } from './runtime.ts';

export interface Recalling extends Pick<SessionStartInput, 'session_id' | 'source'> {
  readonly place: Place;
  readonly here: Surroundings;
  readonly kept: Omit<KeptPorts, 'keep'>;
  /** Milliseconds since the epoch. */
  readonly deadline: number;
  readonly explanation?: Explanation;
  /** By whom it is asked, and what else is done while it answers, before anything is made ahead. */
  readonly platform?: Platform;
  readonly recording?: Promise<unknown>;
}

/** Sources after which a session state of this very session may still be made. */
const GOES_ON: ReadonlySet<string> = new Set(['compact', 'resume']);

/** Never rejects: a failure is part of the outcome. */
export async function recallHere(runtime: Runtime, recalling: Recalling): Promise<Recalled> {
  const { session_id: sessionId, source = 'startup', place, here, kept, deadline, explanation, recording } = recalling;
  const { lastState, ...asked } = kept;
  if (GOES_ON.has(source)) await checkpointMade(runtime, sessionId, deadline);
  const { platform = new Platform(runtime) } = recalling;
  const states = new SessionStates(runtime.folder);
  // Where nothing that is said leaves, no word of the work does either.
  const asks = runtime.config.capture && narrowingIn(here.roots).capture;
  const { knownState, query } = asks ? workPorts(runtime, here, { session_id: sessionId, place, lastState }) : {};
  return recall(
    {
      ...{ sessionId, source, deadline, place },
      local: runtime.config.apiKey === undefined,
      budget: runtime.config.packChars,
      ...(place.appId === undefined ? {} : { project: place.appId }),
      ...(here.branch === undefined ? {} : { branch: here.branch }),
      ...(knownState === undefined ? {} : { knownState }),
    },
    {
      ...(query === undefined ? {} : { query }),
      // Needed once all is read, and loaded then.
      standing: async (rows, within) => {
        const { standingIn } = await import('./place/standing-in.ts');
        return standingIn(runtime, here, rows, within.deadline);
      },
      connect: (within) => platform.clientFor(place, within),
      savedState: (id) => quietly(runtime, () => states.of(id)),
      ...(explanation === undefined ? {} : { explanation }),
      // The platform on this machine answers before anything could be made ahead.
      ...(recording === undefined || runtime.config.apiKey === undefined
        ? {}
        : { sent: () => Promise.all([recording, platform.asked()]) }),
      ...asked,
      ...saidPorts(runtime, { source, deadline }),
      now: () => Date.now(),
    },
  );
}
