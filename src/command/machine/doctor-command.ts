/** `mem0-hooks doctor`: tries everything that the hooks need. On this machine it writes nothing but what the platform is tried with. */
import { isOff } from '../../contract/config.ts';
import { permissionsOf } from '../../runtime/place/permission.ts';
import { lookAround } from '../../runtime/place/surroundings.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { leave } from '../leave.ts';
import { command } from '../line/definition.ts';
import { columns, counted, harmlessJson, oneLine } from '../plain-words.ts';
import { releaseHere } from '../release.ts';
import type { Paint } from '../terminal/paint.ts';
import { withProgress } from '../terminal/progress.ts';
import { workingFolder } from '../working-folder.ts';
import type { Check, State } from './doctor/check.ts';
import { clientChecks } from './doctor/client-checks.ts';
import { machineChecks } from './doctor/machine-checks.ts';
import { platformChecks, unasked } from './doctor/platform-checks.ts';
import { workChecks } from './doctor/work-checks.ts';

export const doctorCommand = command({
  about: `
Checks what the hooks need, each with what to do: Node, this release, database, settings, state folder, how the hooks are
registered, what else remembers, the version of Claude Code, the background, what waits; then, on the platform, the key, the clock, a write
and its reading under a user that is made up for it and removed again, and what the project has of the write gate. Nothing of yours is
read or changed there.`,
  line: (empty) => empty.option('--offline', 'ask nobody over the network'),
  json: 'one JSON object: ok, checks (name, state: ok, warning, failed or not checked; words; remedy)',
  statuses: { done: 'nothing failed', not: 'something failed (it is said what to do)' },
  run: async ({ runtime, options: { offline = false }, json, paint }) => {
    const here = workingFolder(runtime.env);
    const release = releaseHere();
    const checks = await withProgress('steps', STEPS, async (step) => {
      const machine = machineChecks(runtime, release);
      step(1);
      const client = clientChecks(runtime, release, here);
      step(2);
      const work = workChecks(runtime, Date.now());
      step(3);
      const why = await silence(runtime, here, offline);
      return [...machine, ...client, ...work, ...(why === undefined ? await platformChecks(runtime) : unasked(why))];
    });
    const ok = checks.every(({ state }) => state !== 'failed');
    leave(ok ? 0 : 1, json ? harmlessJson({ ok, checks }) : textOf(checks, paint));
  },
});

const STEPS = 4;

/** Why the platform is not asked from here; undefined where it may be. */
async function silence(runtime: Runtime, here: string, offline: boolean): Promise<string | undefined> {
  const { config } = runtime;
  if (isOff(runtime.env) || !config.enabled) return 'all is switched off';
  if (config.dryRun) return 'it is a dry run';
  if (!runtime.canSend) return 'nothing can be sent with these settings';
  if (offline && config.apiKey !== undefined) return 'it was to be offline';
  if (!runtime.hasLists) return undefined;
  const permissions = permissionsOf(runtime);
  const isAllowed = permissions.of(here).allowed && permissions.at(here, await lookAround(runtime, here)).allowed;
  return isAllowed ? undefined : 'the lists deny this folder, so nothing is sent from here';
}

function textOf(checks: readonly Check[], paint: Paint): string {
  const marks: Readonly<Record<State, (text: string) => string>> = {
    ok: paint.green,
    warning: paint.yellow,
    failed: paint.red,
    'not checked': paint.dim,
  };
  const rows = columns(checks.map(({ state, name, words }) => [state, oneLine(name), oneLine(words)]));
  return [
    ...checks.flatMap(({ state, remedy }, at) => [
      (rows[at] ?? '').replace(state, marks[state](state)),
      ...(remedy === undefined ? [] : [`  ${state === 'ok' ? 'Hint' : 'What to do'}: ${oneLine(remedy)}.`]),
    ]),
    '',
    summary(checks),
  ].join('\n');
}

function summary(checks: readonly Check[]): string {
  const count = (wanted: State) => checks.filter(({ state }) => state === wanted).length;
  const [bad, odd, left] = [count('failed'), count('warning'), count('not checked')];
  const parts = [
    ...(bad === 0 ? [] : [`${bad} failed`]),
    ...(odd === 0 ? [] : [counted(odd, 'warning')]),
    ...(left === 0 ? [] : [`${left} not checked`]),
  ];
  return parts.length === 0 ? 'All is well.' : `${parts.join(', ')}.`;
}
