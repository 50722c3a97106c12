/** What the doctor says of Claude Code: its version, how the hooks are registered, and what else remembers. Writes nothing. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { bundleFolderOf, HOOK_EVENTS } from '../../../core/settings/hook-entries.ts';
import { readBeginning } from '../../../io/bounded-file.ts';
import { orMissing, realOf } from '../../../io/missing.ts';
import type { Runtime } from '../../../runtime/runtime.ts';
import { transcriptFiles } from '../../../transcript/sessions-on-disk.ts';
import {
  activePlugins,
  type ClientSettings,
  clientFolder,
  hooksOf,
  isOurPlugin,
  ownerOf,
  readClientSettings,
  type SettingsHook,
  settingsFilesFor,
} from '../../client-folder.ts';
import type { Release } from '../../release.ts';
import { type Check, failed, notChecked, ok, warning } from './check.ts';

/** The first that starts hooks without a shell (client contract §4; README, "Install"). */
export const OLDEST_CLIENT = '2.1.139';

const REGISTERED = 'hooks registered';
const OTHERS = 'other memory of Mem0';
const NATIVE = "Claude Code's own memory";
const VERSION = 'Claude Code version';

export function clientChecks(runtime: Runtime, release: Release, here: string): readonly Check[] {
  const folder = orMissingHome(() => clientFolder(runtime));
  if (folder === undefined) {
    const why = 'there is no home folder';
    return [REGISTERED, OTHERS, NATIVE, VERSION].map((name) => notChecked(name, why));
  }
  const paths = settingsFilesFor(runtime, here);
  const files = readClientSettings(paths);
  const broken = paths.filter((path) => existsSync(path) && !files.some((file) => file.path === path));
  const hooks = files.flatMap(hooksOf).map((hook) => ({ ...hook, owner: ownerOf(hook, release, runtime.home) }));
  const plugins = activePlugins(files);
  return [
    registeredCheck(runtime, { files, broken, hooks, plugins: plugins.filter(isOurPlugin) }),
    othersCheck(
      plugins.filter((name) => /mem0/i.test(name.split('@')[0] ?? '') && !isOurPlugin(name)),
      hooks.filter(({ owner, words }) => owner === 'other' && /mem0/i.test(words.join(' '))),
    ),
    nativeCheck(runtime, files),
    versionCheck(runtime, folder),
  ];
}

type OwnedHook = SettingsHook & { readonly owner: 'ours' | 'clone' | 'other' };

interface Registration {
  readonly files: readonly ClientSettings[];
  /** Files that are there and cannot be understood. */
  readonly broken: readonly string[];
  readonly hooks: readonly OwnedHook[];
  readonly plugins: readonly string[];
}

const REGISTER = 'install the plugin (README, "Install"), or run mem0-hooks register';

function registeredCheck(runtime: Runtime, { files, broken, hooks, plugins }: Registration): Check {
  if (broken.length > 0)
    return failed(REGISTERED, `${broken.join(', ')} cannot be read, or is no JSON`, 'mend it by hand');
  const off = files.find(({ json }) => json['disableAllHooks'] === true);
  if (off !== undefined)
    return failed(REGISTERED, `disableAllHooks is set in ${off.path}: no hook runs`, 'take it out');
  const known = hooks.filter(({ owner }) => owner !== 'other');
  const gone = known.find((hook) => isGone(hook, runtime.home));
  if (gone !== undefined)
    return failed(
      REGISTERED,
      `${gone.path} names ${bundleFolderOf(gone) ?? ''}, which is not there`,
      'mem0-hooks unregister --all, then mem0-hooks register',
    );
  const times = HOOK_EVENTS.map((event) => plugins.length + known.filter((hook) => hook.event === event).length);
  const [places] = [
    [
      ...plugins.map((name) => `the plugin ${name}`),
      ...new Set(known.map(({ path, owner }) => (owner === 'clone' ? `${path} (another clone)` : path))),
    ],
  ];
  if (times.some((count) => count > 1))
    return warning(
      REGISTERED,
      `more than once, so that they run twice: ${places.join(', ')}`,
      'leave one: mem0-hooks unregister (--all for other clones), or claude plugin disable',
    );
  if (places.length === 0) return noneCheck(runtime);
  const missing = HOOK_EVENTS.filter((_, at) => times[at] === 0);
  if (missing.length > 0)
    return failed(REGISTERED, `not for ${missing.join(', ')}: ${places.join(', ')}`, 'mem0-hooks register');
  const partly = known.find(
    ({ event, matcher }) =>
      (HOOK_EVENTS as readonly string[]).includes(event) && (matcher ?? '') !== '' && matcher !== '*',
  );
  if (partly !== undefined)
    return warning(
      REGISTERED,
      `${partly.event} in ${partly.path} only where it is like ${partly.matcher}`,
      'take the matcher out',
    );
  return ok(REGISTERED, places.join(', '));
}

/** Where nothing is registered, what hooks have left tells whether they run all the same. */
function noneCheck(runtime: Runtime): Check {
  const seen = orMissing(() => runtime.ledger.sessions().map(({ openedAt }) => openedAt)) ?? [];
  const [last] = [...seen].sort().reverse();
  const words = 'neither as a plugin nor in the settings that hold here';
  if (last === undefined) return failed(REGISTERED, words, REGISTER);
  return warning(REGISTERED, `${words}; they ran last at ${last}, perhaps by claude --plugin-dir`, REGISTER);
}

function isGone(hook: OwnedHook, home: string | undefined): boolean {
  const named = bundleFolderOf(hook) ?? '';
  const folder = home === undefined ? named : named.replace(/^(?:~|\$HOME|\$\{HOME\})(?=[\\/])/, () => home);
  return realOf(folder) === undefined;
}

function othersCheck(plugins: readonly string[], hooks: readonly SettingsHook[]): Check {
  const found = [
    ...plugins.map((name) => `the plugin ${name}`),
    ...new Set(hooks.map(({ path }) => `a hook in ${path}`)),
  ];
  if (found.length === 0) return ok(OTHERS, 'none is active here');
  return warning(
    OTHERS,
    `${found.join(', ')} is active, too: both capture what is said`,
    'leave one of the two; README, "Coming from Mem0\'s first plugin"',
  );
}

function nativeCheck({ env }: Runtime, files: readonly ClientSettings[]): Check {
  const set = files.map(({ json }) => json['autoMemoryEnabled']).filter((value) => typeof value === 'boolean');
  const disabled = env['CLAUDE_CODE_DISABLE_AUTO_MEMORY'] ?? '';
  if (set.at(-1) === false || (disabled !== '' && disabled !== '0' && disabled !== 'false'))
    return ok(NATIVE, 'is off');
  return ok(
    NATIVE,
    'is on, unless the client is told otherwise',
    'both may tell the same; autoMemoryEnabled: false in its settings switches its own off',
  );
}

function versionCheck(runtime: Runtime, folder: string): Check {
  const asked = askedVersion(runtime);
  const version = asked ?? transcriptVersion(folder);
  if (version === undefined) return notChecked(VERSION, 'there is no claude on the PATH, and no transcript that tells');
  const words = asked === undefined ? `${version}, as the newest transcript says` : version;
  if (version.localeCompare(OLDEST_CLIENT, 'en', { numeric: true }) >= 0) return ok(VERSION, words);
  return failed(
    VERSION,
    `${words}: older than ${OLDEST_CLIENT}, which is the first that can start these hooks`,
    'claude update',
  );
}

/** It answers in a second or two. [?] ours */
const ANSWERS_MS = 8_000;

function askedVersion({ env }: Runtime): string | undefined {
  const { stdout, status } = spawnSync('claude', ['--version'], {
    encoding: 'utf8',
    env,
    timeout: ANSWERS_MS,
    stdio: ['ignore', 'pipe', 'ignore'],
    windowsHide: true,
  });
  return status === 0 ? /^\s*(\d{1,5}\.\d{1,5}\.\d{1,5})\b/.exec(stdout)?.[1] : undefined;
}

/** Enough to hold the first entries (transcript contract: each names the version). [?] ours */
const BEGINNING_BYTES = 512 * 1024;

function transcriptVersion(folder: string): string | undefined {
  const [newest] = transcriptFiles(folder);
  const read = newest === undefined ? undefined : orMissing(() => readBeginning(newest.path, BEGINNING_BYTES));
  for (const line of read?.bytes.toString('utf8').split('\n') ?? []) {
    const version = versionIn(line);
    if (version !== undefined) return version;
  }
  return undefined;
}

function versionIn(line: string): string | undefined {
  if (!line.includes('"version"')) return undefined;
  try {
    const value: unknown = JSON.parse(line);
    const version = typeof value === 'object' && value !== null && 'version' in value ? value.version : undefined;
    return typeof version === 'string' && /^\d{1,5}\.\d{1,5}\.\d{1,5}$/.test(version) ? version : undefined;
  } catch (error) {
    // Cut off, or no JSON.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function orMissingHome<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch (error) {
    if (error instanceof Error && 'reason' in error) return undefined;
    throw error;
  }
}
