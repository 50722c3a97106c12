/**
 * Finds out what `mem0-hooks status` tells. It writes nothing, makes nothing, and lives with whatever is broken: what cannot be
 * known is told as such. A folder that its path alone denies is not looked at; then, and while all is switched off, nothing
 * is sent either.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { asFailure } from '../../contract/failure.ts';
import { FILE, type OwnFile } from '../../contract/read-config.ts';
import { type Narrowing, REPOSITORY_FILE } from '../../contract/repository-settings.ts';
import { maskedKey, shownSettings } from '../../contract/shown-settings.ts';
import { NO_ALIASES, withAliases } from '../../core/identity/aliases.ts';
import type { ScopeAliases } from '../../core/identity/scope.ts';
import type { Permission } from '../../core/settings/lists.ts';
import { realPatterns } from '../../io/real-patterns.ts';
import { ownFileIn, readOwnFile } from '../../io/settings-files.ts';
import { placeOf } from '../../runtime/belongs.ts';
import { knownUser } from '../../runtime/connection/user-id.ts';
import { narrowingIn, permissionsOf } from '../../runtime/place/permission.ts';
import { realPath, type Surroundings } from '../../runtime/place/roots.ts';
import { lookAround } from '../../runtime/place/surroundings.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { documentOfRelease, releaseHere } from '../release.ts';
import { originWords } from '../settings-text.ts';
import { stateOf } from '../state-place.ts';
import { whatWaits } from '../waiting.ts';
import { whyNot } from '../why-not.ts';
import { hereFor } from './here.ts';
import { lastDone } from './last-done.ts';
import { problemsOf } from './status-problems.ts';
import type {
  KeyStatus,
  PermissionStatus,
  PlatformStatus,
  ProjectStatus,
  RepositoryStatus,
  StatusReport,
  UserStatus,
} from './status-report.ts';

/** A person waits for it; with a platform that does not answer the rest is told all the same. */
const ASK_MS = 3_000;

/** `enabled`: whether the hooks are switched on, the variable that comes before everything included. */
export async function statusOf(runtime: Runtime, folder: string, enabled: boolean): Promise<StatusReport> {
  const { config } = runtime;
  const path = runtime.home === undefined ? undefined : ownFileIn(runtime.home);
  const own: OwnFile = path === undefined ? { state: 'absent' } : readOwnFile(path);
  const first = permissionsOf(runtime).of(folder);
  const isClosed = isByPath(runtime, first);
  const around = isClosed ? undefined : await lookAround(runtime, folder);
  const permission = around === undefined ? first : permissionsOf(runtime).at(folder, around);
  const narrowing = around === undefined ? undefined : narrowingIn(around.roots);
  const state = stateOf(runtime);
  const waiting = whatWaits(runtime);
  const mayAsk = enabled && permission.allowed;
  const named = projectStatus(runtime, around);
  const known = await userStatus(runtime, mayAsk);
  // As a start would read them.
  const beside = besideOf(runtime, known.id, named.id);
  const user: UserStatus = { ...known, aliases: beside.userIds };
  const project: ProjectStatus = { ...named, aliases: beside.appIds };
  return {
    enabled,
    here: hereFor(runtime, { enabled, permission, narrowing, project: project.id }),
    platform: platformStatus(runtime),
    key: keyStatus(runtime),
    user,
    override: config.override ?? null,
    project,
    place: {
      folder: around?.cwd ?? realPath(folder),
      roots: around?.roots ?? [],
      branch: around?.branch ?? null,
      head: around?.head ?? null,
    },
    permission: permissionStatus(runtime, permission),
    repository: around === undefined || narrowing === undefined ? null : repositoryStatus(around.roots, narrowing),
    state: { folder: state.folder, state: state.state },
    settings: shownSettings(runtime),
    file: { path: path ?? null, state: own.state, unknown: runtime.unknown },
    waiting: 'counts' in waiting ? waiting.counts : null,
    last: lastDone(runtime, around === undefined ? undefined : placeOf(runtime, around.appId)),
    versions: versionsHere(),
    problems: problemsOf(runtime, { folder, own, narrowing, state, user, waiting }),
  };
}

function versionsHere(): StatusReport['versions'] {
  const version = documentOfRelease(releaseHere(), 'package.json')?.['version'];
  return { release: typeof version === 'string' ? version : null, node: process.versions.node };
}

function repositoryStatus(roots: readonly string[], { capture, recall, omit, ignored }: Narrowing): RepositoryStatus {
  const files = [...new Set(roots)].map((root) => join(root, REPOSITORY_FILE)).filter((path) => existsSync(path));
  return { files, capture, recall, omit, ignored };
}

function platformStatus({ config, canSend }: Runtime): PlatformStatus {
  const { apiKey, origin } = config;
  if (config.held) return { kind: 'none', why: `${FILE} cannot be understood, so nothing is sent` };
  if (!canSend) return { kind: 'none', why: 'the key or the base URL cannot be used, so nothing is sent' };
  if (apiKey === undefined || origin === undefined) return { kind: 'local', why: 'there is no key' };
  return { kind: 'mem0', origin, why: 'there is a key' };
}

function keyStatus({ config, origins }: Runtime): KeyStatus | null {
  return config.apiKey === undefined ? null : { masked: maskedKey(config.apiKey), from: originWords(origins.api_key) };
}

async function userStatus(runtime: Runtime, mayAsk: boolean): Promise<Omit<UserStatus, 'aliases'>> {
  const { config, origins } = runtime;
  if (config.userId !== undefined)
    return { id: config.userId, how: 'set', words: `set by ${originWords(origins.user_id)}` };
  const known = knownUser(runtime);
  if (known?.how === 'local') return { id: known.userId, how: 'local', words: 'the user of this machine' };
  if (known?.at !== undefined)
    return {
      id: known.userId,
      how: 'cached',
      words: 'as Mem0 said',
      saidAt: new Date(known.at).toISOString(),
    };
  const whyNotAsked = silence(runtime, mayAsk);
  if (whyNotAsked !== undefined) return { id: null, how: 'not-asked', words: whyNotAsked };
  try {
    const { Platform } = await import('../../runtime/connection/platform.ts');
    const { user_email } = await new Platform(runtime).whoAmI({ deadline: Date.now() + ASK_MS });
    return { id: user_email, how: 'asked', words: 'as Mem0 says now', saidAt: new Date().toISOString() };
  } catch (error) {
    return { id: null, how: asFailure(error).reason, words: `not known: ${whyNot(error)}` };
  }
}

/** Why Mem0 is not asked; undefined where it may be. */
function silence({ config, canSend }: Runtime, mayAsk: boolean): string | undefined {
  if (!canSend) return 'not known: nothing can be sent';
  if (config.held || !mayAsk) return 'not known, and not asked for, since nothing is sent from here now';
  return config.dryRun ? 'not known, and not asked for in a dry run' : undefined;
}

function besideOf({ config }: Runtime, userId: string | null, appId: string | null): ScopeAliases {
  const scope = { userId: userId ?? '', ...(appId === null ? {} : { appId }) };
  return withAliases(scope, config.aliases).aliases ?? NO_ALIASES;
}

function projectStatus({ config, origins }: Runtime, around: Surroundings | undefined): Omit<ProjectStatus, 'aliases'> {
  const id = config.appId ?? around?.appId ?? null;
  if (config.appId === undefined) return { id, how: around?.how ?? 'not looked for, since the folder is denied' };
  const found = around?.appId === undefined || around.appId === config.appId ? {} : { found: around.appId };
  return { id, how: `set by ${originWords(origins.app_id)}`, ...found };
}

/** Whether the path of the folder alone denies it, so that nothing in it is looked at. */
function isByPath(runtime: Runtime, { allowed, by }: Permission): boolean {
  const pattern = by?.list === 'deny' ? by.pattern : undefined;
  return !allowed && pattern !== undefined && asWritten(runtime, 'deny', pattern) !== undefined;
}

function permissionStatus(runtime: Runtime, { allowed, by }: Permission): PermissionStatus {
  if (by === undefined) return { allowed, list: null, pattern: null };
  const { list, pattern } = by;
  return {
    allowed,
    list,
    pattern: pattern === undefined ? null : (asWritten(runtime, list, pattern) ?? pattern),
  };
}

/** The pattern of a list as the person wrote it: it may have been `~/work`, or have led through a link. */
function asWritten({ config, home }: Runtime, list: 'deny' | 'allow', pattern: string): string | undefined {
  return config[list].paths.find((written) => realPatterns([written], home).includes(pattern));
}
