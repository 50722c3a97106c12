/**
 * Where a command about memories stands: whose they are, in which project, and whether the folder is denied. Of a denied folder
 * nothing is looked at or said; the person's own memories are of no folder, and are there all the same.
 */
import { FILE } from '../../contract/read-config.ts';
import type { Place } from '../../contract/state.ts';
import type { OperatorClient } from '../../mem0/operator-client.ts';
import { UnknownFate } from '../../mem0/unknown-fate.ts';
import { placeOf } from '../../runtime/belongs.ts';
import type { Surroundings } from '../../runtime/place/roots.ts';
import { lookIfAllowed } from '../../runtime/place/surroundings.ts';
import { writeAll } from '../../runtime/processes/write-all.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { homeProblem, refuse } from '../leave.ts';
import type { Asking } from '../line/definition.ts';
import { oneLine } from '../plain-words.ts';
import { whyNot } from '../why-not.ts';
import { workingFolder } from '../working-folder.ts';

export interface Stand {
  readonly runtime: Runtime;
  readonly isDenied: boolean;
  /** What is known of the folder; undefined of one that is denied. */
  readonly around: Surroundings | undefined;
  /** Without a project id where the folder is denied, or is of no project. */
  readonly place: Place;
  /** `YYYY-MM-DD`, UTC, as expiry counts days (platform contract §5). */
  readonly today: string;
}

/** Looks around. Ends with status 1 where nothing may be asked at all. */
export async function standHere(runtime: Runtime): Promise<Stand> {
  const misplaced = homeProblem(runtime);
  if (misplaced !== undefined) refuse(`${misplaced}.`);
  if (runtime.config.held)
    refuse(
      `Not done: ${FILE} cannot be understood, and may say that nothing is asked (mem0-hooks status tells what is wrong).`,
    );
  const around = await lookIfAllowed(runtime, workingFolder(runtime.env));
  const { appId: _none, ...own } = placeOf(runtime, undefined);
  return {
    runtime,
    isDenied: around === undefined,
    around,
    place: around === undefined ? own : placeOf(runtime, around.appId),
    today: new Date().toISOString().slice(0, 10),
  };
}

/** The platform for it. Rejects with a `Failure`. */
export async function operatorAt({ runtime, place }: Stand): Promise<OperatorClient> {
  const [{ Platform }, { operatorFor }] = await Promise.all([
    import('../../runtime/connection/platform.ts'),
    import('../../runtime/connection/operator.ts'),
  ]);
  return operatorFor(runtime, new Platform(runtime), place);
}

/** Why there is no project here, in a sentence; undefined where there is one. */
export function noProject({ isDenied, place, around }: Stand): string | undefined {
  if (isDenied) return 'Your lists deny this folder, so nothing of a project is looked at or stored from here.';
  if (place.appId !== undefined) return undefined;
  return `There is no project here (${around?.how ?? 'not looked for'}).`;
}

/** The project's id. Ends with status 1 where there is none. */
export function projectOf(stand: Stand): string {
  const why = noProject(stand);
  if (stand.place.appId === undefined || why !== undefined) refuse(why ?? 'There is no project here.');
  return stand.place.appId;
}

/** Does it, or ends with status 1 and says why not. `not`: what was not done, as `Not listed`; `unknown`: the same of a change that may have been made. */
export async function doing<Result>(not: string, work: () => Promise<Result>, unknown = not): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    refuse(`${error instanceof UnknownFate ? unknown : not}: ${whyNotDone(error)}.`);
  }
}

/** Part of a sentence. */
export function whyNotDone(error: unknown): string {
  const isDry = error instanceof Error && 'reason' in error && error.reason === 'dry-run';
  return isDry ? 'it is a dry run (MEM0_DRY_RUN), which asks for nothing and changes nothing' : whyNot(error);
}

/** With a result as JSON, what has to be known of it goes to stderr. */
export function noted({ json }: Pick<Asking, 'json'>, notes: readonly string[]): readonly string[] {
  if (!json) return notes;
  writeAll(2, notes.map((note) => `${oneLine(note)}\n`).join(''));
  return [];
}
