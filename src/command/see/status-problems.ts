/** What is wrong with settings, files and platform, each with what to do about it. */

import { existsSync } from 'node:fs';
import type { ConfigProblem } from '../../contract/config.ts';
import { FILE, nameInFile, type OwnFile } from '../../contract/read-config.ts';
import { type Narrowing, REPOSITORY_FILE } from '../../contract/repository-settings.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import type { StatePlace } from '../state-place.ts';
import type { Waits } from '../waiting.ts';
import type { Problem, UserStatus } from './status-report.ts';

interface Found {
  readonly folder: string;
  readonly own: OwnFile;
  readonly narrowing: Narrowing | undefined;
  readonly state: StatePlace;
  readonly user: UserStatus;
  readonly waiting: Waits;
}

export function problemsOf(runtime: Runtime, found: Found): readonly Problem[] {
  return [
    ...(runtime.home === undefined ? [NO_HOME] : []),
    ...runtime.problems.map((one) => ({ ...one, remedy: remedyFor(one, found.own) })),
    ...runtime.unknown.map((key) => ({
      name: nameInFile(key),
      problem: 'is no setting that this version knows; it is kept, and does nothing',
      remedy: `check how it is written, or remove it: mem0-hooks settings unset ${key}`,
    })),
    ...(found.narrowing?.problems ?? []).map((one) => ({ ...one, remedy: IN_REPOSITORY })),
    ...ignoredKeys(found.narrowing),
    ...ofState(found),
    ...ofUser(found.user),
    ...(existsSync(found.folder) ? [] : [gone(found.folder)]),
  ];
}

const NO_HOME: Problem = {
  name: 'HOME',
  problem: 'names no home folder, and the system knows none, so there is no settings file and no state folder',
  remedy: 'set HOME, or MEM0_HOOKS_HOME to an absolute path',
};

const BY_HAND = 'mend it by hand; until then it is not changed here';

const IN_REPOSITORY = `correct ${REPOSITORY_FILE} at the root of the repository`;

function remedyFor({ name, problem }: ConfigProblem, own: OwnFile): string {
  if (name === FILE)
    return own.state === 'broken' && !problem.startsWith('can be written') ? BY_HAND : `chmod 600 ${FILE}`;
  if (problem.startsWith('stands alone')) return 'set the other one as well, or unset this one';
  const [, key] = /^hooks\.(\w+) in /.exec(name) ?? [];
  if (key !== undefined) return `mem0-hooks settings set ${key} VALUE, or mem0-hooks settings unset ${key}`;
  if (name === 'CLAUDE_PLUGIN_OPTION_API_KEY') return "correct the plugin's option api_key";
  return `correct ${name} where it is set, or unset it`;
}

function ignoredKeys(narrowing: Narrowing | undefined): readonly Problem[] {
  return (narrowing?.ignored ?? []).map((key) => ({
    name: `${key} in ${REPOSITORY_FILE}`,
    problem: 'is ignored: a repository can say capture, recall and omit, and nothing else',
    remedy: `put it into your own ${FILE}, if you mean it`,
  }));
}

function ofState({ state, waiting }: Found): readonly Problem[] {
  // Without a home folder that is what is said.
  if (state.folder === null) return [];
  const name = 'the state folder';
  const remedy = `make ${state.folder} a folder of yours that you can write, or set MEM0_HOOKS_HOME to another; sessions wait till then`;
  if (state.trouble !== undefined) return [{ name, problem: `cannot be used: ${state.trouble}`, remedy }];
  return 'trouble' in waiting ? [{ name, problem: `cannot be read: ${waiting.trouble}`, remedy }] : [];
}

/** What is wrong when Mem0 was asked whose the key is. */
function ofUser({ how, words }: UserStatus): readonly Problem[] {
  switch (how) {
    case 'set':
    case 'local':
    case 'cached':
    case 'asked':
    case 'not-asked':
      return [];
    case 'bad-key':
      return [{ name: 'the key', problem: 'Mem0 refuses it', remedy: 'take a new one from the dashboard of Mem0' }];
    default:
      return [
        {
          name: 'the user id',
          problem: `is ${words}`,
          remedy: 'check the network and MEM0_BASE_URL, or set MEM0_USER_ID so that nobody has to be asked',
        },
      ];
  }
}

function gone(folder: string): Problem {
  return { name: folder, problem: 'is gone', remedy: 'go to a folder that is there' };
}
