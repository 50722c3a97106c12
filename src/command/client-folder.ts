/** What Claude Code keeps of itself: where, which plugins are active, and which hooks its settings have. Reads only. */
import { isAbsolute, join, resolve } from 'node:path';
import { Failure } from '../contract/failure.ts';
import { bundleFolderOf, type FoundHook, hooksIn } from '../core/settings/hook-entries.ts';
import { realOf } from '../io/missing.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { jsonAt, type Release } from './release.ts';

/** `~/.claude`, or where the person says. Throws a `Failure` where there is no home folder. */
export function clientFolder(runtime: Runtime): string {
  const given = runtime.env['CLAUDE_CONFIG_DIR'];
  if (given !== undefined && given !== '') return given;
  if (runtime.home === undefined) throw new Failure('missing', 'there is no home folder');
  return join(runtime.home, '.claude');
}

/** The person's own settings of the client. */
export function clientSettings(runtime: Runtime): string {
  return join(resolve(clientFolder(runtime)), 'settings.json');
}

/** The files that hold for a session in a folder, the last one counting most. */
export function settingsFilesFor(runtime: Runtime, folder: string): readonly string[] {
  const here = ['settings.json', 'settings.local.json'].map((name) => join(folder, '.claude', name));
  return [...new Set([clientSettings(runtime), ...here])];
}

export interface ClientSettings {
  readonly path: string;
  readonly json: Readonly<Record<string, unknown>>;
}

/** Those of these files that can be read. */
export function readClientSettings(paths: readonly string[]): readonly ClientSettings[] {
  return paths.flatMap((path) => {
    const json = jsonAt(path);
    return json === undefined ? [] : [{ path, json }];
  });
}

/** Plugins that are active, as `name@marketplace` (`enabledPlugins`; measured with 2.1.197). One that a start names is not told. */
export function activePlugins(files: readonly ClientSettings[]): readonly string[] {
  const all = new Map<string, boolean>();
  for (const { json } of files) {
    const listed = json['enabledPlugins'];
    if (typeof listed !== 'object' || listed === null) continue;
    // A list of versions means that it is active.
    for (const [name, value] of Object.entries(listed)) all.set(name, value !== false && value !== null);
  }
  return [...all].flatMap(([name, isActive]) => (isActive ? [name] : []));
}

/** Whether it is the plugin of this project, from whichever marketplace. */
export function isOurPlugin(name: string): boolean {
  return name.split('@')[0] === 'mem0-hooks';
}

export interface SettingsHook extends FoundHook {
  readonly path: string;
}

export function hooksOf({ path, json }: ClientSettings): readonly SettingsHook[] {
  const block = json['hooks'];
  if (typeof block !== 'object' || block === null || Array.isArray(block)) return [];
  return hooksIn({ ...block }).map((hook) => ({ ...hook, path }));
}

/** Whose a hook is: this release's, another clone's of this project, or somebody else's. */
export function ownerOf(
  hook: Pick<FoundHook, 'words'>,
  release: Release,
  home: string | undefined,
): 'ours' | 'clone' | 'other' {
  const named = bundleFolderOf(hook);
  if (named === undefined) return 'other';
  const folder = home === undefined ? named : named.replace(/^(?:~|\$HOME|\$\{HOME\})(?=[\\/])/, () => home);
  const real = realOf(folder);
  if (folder === release.bundles || real === release.bundles) return 'ours';
  // Others call their files so, too: this bundle beside it tells, and where it is gone, the folder's name.
  const isClone = real === undefined ? /mem0-hooks/.test(folder) : realOf(join(real, 'mem0-hooks.cjs')) !== undefined;
  return isClone && (isAbsolute(folder) || real !== undefined) ? 'clone' : 'other';
}
