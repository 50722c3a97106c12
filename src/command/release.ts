/** The release that this bundle is of: the folder around it, and what its files say. Reads only. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { HOOK_EVENTS, type HookEvent, type HookGroup } from '../core/settings/hook-entries.ts';
import { bundleFolder } from '../runtime/processes/bundle-folder.ts';

export interface Release {
  readonly root: string;
  /** Where the bundles are. */
  readonly bundles: string;
}

export function releaseHere(): Release {
  const bundles = bundleFolder();
  return { root: dirname(bundles), bundles };
}

/** A JSON object of the release; undefined where it is not there, or is none. */
export function documentOfRelease(
  { root }: Release,
  ...way: readonly string[]
): Readonly<Record<string, unknown>> | undefined {
  return jsonAt(join(root, ...way));
}

/** As package.json has it; `unknown` where that is not there. */
export function versionHere(): string {
  const version = documentOfRelease(releaseHere(), 'package.json')?.['version'];
  return typeof version === 'string' ? version : 'unknown';
}

/** A JSON object in a file; undefined where it is not there, cannot be read or is none. */
export function jsonAt(path: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8').replace(/^\ufeff/, ''));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || (error instanceof Error && 'code' in error)) return undefined;
    throw error;
  }
}

/** What `hooks.json` has for each event, with this release's folder in it; undefined where it cannot be told. */
export function groupsOfRelease(release: Release): readonly (readonly [HookEvent, HookGroup])[] | undefined {
  const hooks = documentOfRelease(release, 'hooks.json')?.['hooks'];
  if (typeof hooks !== 'object' || hooks === null) return undefined;
  // As JSON has it within its quotes.
  const root = JSON.stringify(release.root).slice(1, -1);
  const placed = JSON.parse(JSON.stringify(hooks).replaceAll(`$${'{CLAUDE_PLUGIN_ROOT}'}`, () => root)) as Readonly<
    Record<string, unknown>
  >;
  const groups = HOOK_EVENTS.flatMap((event) => {
    const [group] = Array.isArray(placed[event]) ? placed[event] : [];
    return typeof group === 'object' && group !== null ? [[event, group as HookGroup] as const] : [];
  });
  return groups.length === HOOK_EVENTS.length ? groups : undefined;
}
