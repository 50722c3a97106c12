/**
 * The ids under which Mem0's first plugin wrote (platform contract §9), as far as they can be worked out here. Out of scope: ids that a
 * person gives, and `aliases` of the settings.
 */
import { withoutUserInfo } from '../identity/remote-slug.ts';

/**
 * The last two parts of the origin's address, joined by a hyphen. A host counts as a part: where the path has one part only it
 * comes first (the plugin's published sources, read 2026-11). Undefined where there are no two.
 */
export function formerAppId(remoteUrl: string): string | undefined {
  const clean = withoutUserInfo(remoteUrl);
  if (clean === undefined) return undefined;
  const parts = clean
    .replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')
    .replace(/[\\/]+$/, '')
    .replace(/\.git$/i, '')
    .split(/[\\/:]+/)
    .filter((part) => part !== '');
  const [owner, repository] = parts.slice(-2);
  return owner === undefined || repository === undefined ? undefined : `${owner}-${repository}`;
}

/** One pair of ids that memories of before may lie under; without `appId` those of no project. */
export interface FormerPlace {
  readonly userId: string;
  readonly appId?: string;
}

export interface Ids {
  readonly userIds: readonly string[];
  readonly appIds: readonly string[];
}

/**
 * All pairs of which at least one id is of before. Of a user of before every place counts: under the project's id of today too, and
 * under none. Of today's user only what lies under a project id of before.
 */
export function formerPlaces(today: FormerPlace, before: Ids): readonly FormerPlace[] {
  const apps = unique(before.appIds).filter((id) => id !== today.appId);
  const users = unique(before.userIds).filter((id) => id !== today.userId);
  const withToday = today.appId === undefined ? apps : [...apps, today.appId];
  return [
    ...users.flatMap((userId) => [...withToday.map((appId) => ({ userId, appId })), { userId }]),
    ...apps.map((appId) => ({ userId: today.userId, appId })),
  ];
}

/** `*` is everybody in a filter (§7): never an id. */
function unique(ids: readonly string[]): readonly string[] {
  return [...new Set(ids)].filter((id) => id.trim() !== '' && id !== '*');
}
