/** `mem0-hooks setup`: what the Mem0 project needs of the write gate; shown first, and read back. */
import { isDeepStrictEqual } from 'node:util';
import { InvalidArgumentError } from 'commander';
import { asFailure } from '../../contract/failure.ts';
import type { ProjectIds, ProjectSettings } from '../../contract/operator.ts';
import { setupPlan, WANTED } from '../../core/setup/plan.ts';
import type { ChangedSettings } from '../../mem0/operator-settings.ts';
import { operatorFor } from '../../runtime/connection/operator.ts';
import { Platform } from '../../runtime/connection/platform.ts';
import { projectIdsOf } from '../../runtime/connection/user-id.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { refuse } from '../leave.ts';
import { command } from '../line/definition.ts';
import { whyNot } from '../why-not.ts';
import { differsWords, planLines, type Setup, setupText } from './setup-text.ts';

/** A person waits: so long for each request. [?] ours */
const PATIENCE_MS = 15_000;

export const setupCommand = command({
  about: `
Shows what the Mem0 project of the key needs, against what it has, and changes it with consent: instructions for what is added without
any of its own (the write gate, with its revision), a category for each of the six types, and decay where that is asked for. Your own
instructions and categories stay. What was changed is read back.`,
  line: (empty) =>
    empty.option(
      '--decay <on|off>',
      'whether what is seldom used sinks in searches; without it that stays as it is',
      onOrOff,
    ),
  json: 'one JSON object: platform, project (orgId, projectId, override), added, kept, replaced, edited, changed (fields), settings',
  asks: true,
  statuses: { done: 'the project has what it needs', not: 'it does not, or that is not known (it is said why)' },
  run: async ({ runtime, options: { decay }, confirm, answer }) => {
    const { config } = runtime;
    if (config.apiKey === undefined) answer(LOCAL, () => WITHOUT_KEY);
    if (config.dryRun) refuse('A dry run sends nothing; MEM0_DRY_RUN=1 is for the hooks.');
    const project = await projectFor(runtime);
    const wanted = decay === undefined ? WANTED : { ...WANTED, decay };
    const plan = setupPlan(project.before, wanted);
    const setup: Setup = { ...project, plan, isDone: false };
    if (!plan.nothingToDo) {
      confirm({ plan: planLines(setup), question: 'Change the project so?' });
      // What was shown is what is changed: the person may have thought about it for long.
      if (!isDeepStrictEqual(await project.now(), project.before))
        refuse('Nothing was done: the project was changed meanwhile. Look again.');
      const { differs } = await project.change(plan.changes);
      if (differs.length > 0) refuse(differsWords(differs));
    }
    const done = { ...setup, isDone: !plan.nothingToDo };
    answer(jsonOf(done), () => setupText(done));
  },
});

function onOrOff(text: string): boolean {
  if (text === 'on' || text === 'off') return text === 'on';
  throw new InvalidArgumentError('It must be on or off.');
}

const LOCAL = { platform: 'local', changed: [] };
const WITHOUT_KEY = `There is no key, so memories stay on this machine, and the local platform needs no setup.
To keep them on Mem0: make a project of its own for them at https://app.mem0.ai, and a key in it; then
  mem0-hooks settings set api_key -
takes the key from stdin, and mem0-hooks setup shows what the project needs.`;

interface Project {
  readonly ids: ProjectIds;
  readonly isOverride: boolean;
  readonly before: ProjectSettings;
  readonly now: () => Promise<ProjectSettings>;
  readonly change: (changes: Partial<ProjectSettings>) => Promise<ChangedSettings>;
}

async function projectFor(runtime: Runtime): Promise<Project> {
  const { override } = runtime.config;
  try {
    const platform = new Platform(runtime);
    const within = () => ({ deadline: Date.now() + PATIENCE_MS });
    const ping = () => platform.whoAmI(within());
    const ids = override ?? (await projectIdsOf(runtime, ping));
    // Whose the memories are is no matter here: nothing is asked for it.
    const place = { userId: runtime.config.userId ?? 'nobody', ...(override === undefined ? {} : { override }) };
    const operator = await operatorFor(runtime, platform, place, PATIENCE_MS);
    return {
      ids,
      isOverride: override !== undefined,
      before: await operator.settings(),
      now: () => operator.settings().catch(notDone('Nothing was done')),
      change: (changes) => operator.changeSettings(changes).catch(notDone('Not done, or not known to be')),
    };
  } catch (error) {
    return refuse(`The project cannot be looked at: ${whyNot(error)}.`);
  }
}

/** A key may be allowed to read and not to change. */
function notDone(what: string): (error: unknown) => never {
  return (error) => {
    const { reason, status } = asFailure(error);
    if (reason === 'bad-key' && status === 403) refuse(`${what}: this key may not change the project.`);
    return refuse(`${what}: ${whyNot(error)}.`);
  };
}

function jsonOf({ ids, isOverride, plan, isDone }: Setup) {
  const { added, kept, replaced, edited, changes, outcome } = plan;
  return {
    platform: 'mem0',
    project: { ...ids, override: isOverride },
    ...{ added, kept, replaced, edited },
    changed: isDone ? Object.keys(changes) : [],
    settings: outcome,
  };
}
