/** What the hooks need of this machine: Node, the release, a database driver, settings, a private state folder. Writes nothing. */
import { existsSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isOff } from '../../../contract/config.ts';
import { orMissing } from '../../../io/missing.ts';
import { selectDriver } from '../../../local/store/driver.ts';
import type { Runtime } from '../../../runtime/runtime.ts';
import { counted } from '../../plain-words.ts';
import { documentOfRelease, type Release } from '../../release.ts';
import { stateOf } from '../../state-place.ts';
import { whyNot } from '../../why-not.ts';
import { type Check, failed, notChecked, ok, warning } from './check.ts';

export function machineChecks(runtime: Runtime, release: Release): readonly Check[] {
  return [
    nodeCheck(release, process.versions.node),
    releaseCheck(release),
    driverCheck(runtime),
    switchCheck(runtime),
    settingsCheck(runtime),
    stateCheck(runtime),
    modesCheck(runtime),
  ];
}

const NODE = 'Node version';

function nodeCheck(release: Release, version: string): Check {
  const engines = documentOfRelease(release, 'package.json')?.['engines'];
  const wanted = typeof engines === 'object' && engines !== null && 'node' in engines ? engines.node : undefined;
  if (typeof wanted !== 'string')
    return notChecked(NODE, `${version}; package.json, which says what is needed, is not there`);
  if (fits(version, wanted)) return ok(NODE, version);
  return failed(
    NODE,
    `${version}, and these bundles need ${wanted}`,
    'install one of these, and let `node` on the PATH be it',
  );
}

/** Ranges as this project writes them, `^20.18.1 || ^22.16.0`: the same major, and not before. */
export function fits(version: string, ranges: string): boolean {
  const numbers = (text: string) => text.split('.').map(Number);
  return ranges.split('||').some((range) => {
    const least = numbers(range.trim().replace(/^\^/, ''));
    const have = numbers(version);
    if (have[0] !== least[0]) return false;
    const [minor = 0, patch = 0] = [least[1], least[2]];
    return (have[1] ?? 0) > minor || ((have[1] ?? 0) === minor && (have[2] ?? 0) >= patch);
  });
}

const RELEASE = 'this release';
const FILES = [
  ...['session-start', 'session-end', 'pre-compact', 'mem0-hooks'].map((name) => `hooks/${name}.cjs`),
  'hooks.json',
  '.claude-plugin/plugin.json',
  'package.json',
];

function releaseCheck(release: Release): Check {
  const again = 'get it anew: git checkout in a clone, or claude plugin update';
  const missing = FILES.filter((name) => !isFile(join(release.root, name)));
  if (missing.length > 0) return failed(RELEASE, `${release.root} lacks ${missing.join(', ')}`, again);
  const versions = ['package.json', '.claude-plugin/plugin.json'].map(
    (name) => documentOfRelease(release, name)?.['version'],
  );
  const [version, plugin] = versions;
  if (typeof version !== 'string' || version !== plugin)
    return warning(RELEASE, `its parts say different versions (${versions.map(String).join(', ')})`, again);
  return ok(RELEASE, `${version} in ${release.root}`);
}

function isFile(path: string): boolean {
  const stats = orMissing(() => statSync(path));
  return stats?.isFile() === true && stats.size > 0;
}

const DRIVER = 'database driver';

function driverCheck({ config }: Runtime): Check {
  if (config.apiKey !== undefined) return notChecked(DRIVER, 'with a key no database is needed');
  try {
    selectDriver();
    return ok(DRIVER, 'there is one for the local platform');
  } catch (error) {
    return failed(DRIVER, whyNot(error), 'use Node 22.16 or newer, or run npm ci in the folder of this release');
  }
}

const SWITCHES = 'switches';

function switchCheck({ config, env }: Runtime): Check {
  if (isOff(env)) return warning(SWITCHES, 'all is switched off (MEM0_HOOKS)', 'unset MEM0_HOOKS');
  if (!config.enabled) return warning(SWITCHES, 'all is switched off', 'mem0-hooks settings unset enabled');
  const off = [...(config.capture ? [] : ['capture']), ...(config.recall ? [] : ['recall'])];
  if (off.length > 0)
    return warning(SWITCHES, `${off.join(' and ')} is switched off`, 'mem0-hooks settings shows where');
  if (config.dryRun) return warning(SWITCHES, 'it is a dry run: nothing is sent', 'unset MEM0_DRY_RUN');
  return ok(SWITCHES, 'capture and recall are on');
}

const SETTINGS = 'settings';

function settingsCheck({ problems, unknown, canSend }: Runtime): Check {
  const [first] = problems;
  const remedy = 'mem0-hooks status says what to do about each';
  if (first !== undefined) {
    const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
    const words = `${first.name} ${first.problem}${more}`;
    return canSend ? warning(SETTINGS, words, remedy) : failed(SETTINGS, words, remedy);
  }
  if (unknown.length > 0) return warning(SETTINGS, `not known: ${unknown.join(', ')}`, remedy);
  return ok(SETTINGS, 'all can be used');
}

const STATE = 'state folder';

function stateCheck(runtime: Runtime): Check {
  const { folder, state, trouble } = stateOf(runtime);
  if (state === 'usable') return ok(STATE, folder ?? '');
  if (state === 'absent') return ok(STATE, `${folder} is not there yet; the first session makes it`);
  return failed(
    STATE,
    `${folder ?? 'none'} cannot be used: ${trouble ?? ''}`,
    'make it a folder of yours that you can write, or set MEM0_HOOKS_HOME to another',
  );
}

const MODES = 'modes of the state folder';
/** More is not looked at. [?] ours */
const MOST_LOOKED_AT = 20_000;
const OTHERS = 0o077;

function modesCheck(runtime: Runtime): Check {
  const { folder, state } = stateOf(runtime);
  if (process.geteuid === undefined) return notChecked(MODES, 'this system has none');
  if (folder === null || state !== 'usable') return notChecked(MODES, 'there is nothing to look at');
  const found = { open: [] as string[], foreign: [] as string[], seen: 0 };
  look(folder, found);
  const [open] = found.open;
  const [foreign] = found.foreign;
  if (open !== undefined)
    return warning(
      MODES,
      `others are let in to ${counted(found.open.length, 'thing')}, such as ${open}`,
      `chmod -R go= ${folder}`,
    );
  if (foreign !== undefined)
    return warning(
      MODES,
      `${counted(found.foreign.length, 'thing')} in it is a link or somebody else's, such as ${foreign}`,
      'take it out; the hooks follow no link and use nothing of others',
    );
  return ok(MODES, 'yours alone');
}

function look(path: string, found: { open: string[]; foreign: string[]; seen: number }): void {
  const stats = orMissing(() => lstatSync(path));
  if (stats === undefined || ++found.seen > MOST_LOOKED_AT) return;
  if (stats.isSymbolicLink() || stats.uid !== process.geteuid?.()) found.foreign.push(path);
  else if ((stats.mode & OTHERS) !== 0) found.open.push(path);
  if (!stats.isDirectory() || !existsSync(path)) return;
  for (const name of orMissing(() => readdirSync(path)) ?? []) look(join(path, name), found);
}
