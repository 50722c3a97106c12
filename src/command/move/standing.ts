/** Where a move stands: the folder that it is asked for in, what must not leave, and the platform's clients that it writes with. */
import type { Place } from '../../contract/state.ts';
import type { SecretValues } from '../../core/redaction/secret-values.ts';
import type { OperatorClient } from '../../mem0/operator-client.ts';
import { operatorFor } from '../../runtime/connection/operator.ts';
import { Platform } from '../../runtime/connection/platform.ts';
import { narrowingIn } from '../../runtime/place/permission.ts';
import type { Surroundings } from '../../runtime/place/roots.ts';
import { lookIfAllowed, secretsIn } from '../../runtime/place/surroundings.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { homeProblem, refuse } from '../leave.ts';
import { workingFolder } from '../working-folder.ts';

export interface Standing {
  readonly around: Surroundings;
  /** Today's project id; absent where there is none. */
  readonly appId: string | undefined;
  /** Of this folder and this environment, now. */
  readonly secrets: SecretValues;
  readonly platform: Platform;
  /** The client that writes for a project of the user's, or for the user's own scope. */
  readonly operatorOf: (appId: string | undefined) => Promise<OperatorClient>;
}

/** Looks where the person stands, or ends with the reason why nothing can be moved from here. */
export async function standHere(runtime: Runtime): Promise<Standing> {
  const { config } = runtime;
  const misplaced = homeProblem(runtime);
  if (misplaced !== undefined) refuse(`${misplaced}.`);
  if (!runtime.canSend) refuse(`${runtime.problems.map(({ name, problem }) => `${name} ${problem}`).join('; ')}.`);
  if (config.apiKey === undefined)
    refuse('There is no key of Mem0 (MEM0_API_KEY): without one all memories stay on this machine.');
  if (config.dryRun) refuse('MEM0_DRY_RUN=1 is for the hooks: without --yes this command shows first and asks.');
  const around = await lookIfAllowed(runtime, workingFolder(runtime.env));
  if (around === undefined)
    refuse('Nothing is sent from this folder: it is denied, or not on the list of what is allowed.');
  if (!narrowingIn(around.roots).capture)
    refuse('Nothing is sent from this folder: its repository switches capture off.');
  const platform = new Platform(runtime);
  const operators = new Map<string | undefined, Promise<OperatorClient>>();
  return {
    around,
    appId: config.appId ?? around.appId,
    secrets: await secretsIn(runtime, around.roots),
    platform,
    operatorOf: (appId) => {
      const made = operators.get(appId) ?? operatorFor(runtime, platform, placeFor(runtime, appId));
      operators.set(appId, made);
      return made;
    },
  };
}

/** Of this project, and not of the one that the settings may name. */
export function placeFor({ config: { userId, override } }: Runtime, appId: string | undefined): Place {
  return {
    ...(userId === undefined ? {} : { userId }),
    ...(appId === undefined ? {} : { appId }),
    ...(override === undefined ? {} : { override }),
  };
}
