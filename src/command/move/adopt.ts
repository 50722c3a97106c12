/**
 * The memories of Mem0's first plugin, under the ids of before; the rows themselves stay as they are. What it wrote with a run's id
 * beside the user's may be found under that id alone (platform contract §2), which nobody knows here: it is not looked for.
 */
import { basename } from 'node:path';
import type { Memory } from '../../contract/mem0.ts';
import { adopted } from '../../core/moving/adopted.ts';
import { type FormerPlace, formerAppId, formerPlaces, type Ids } from '../../core/moving/former-ids.ts';
import { filterOfOwner } from '../../core/recall/listing.ts';
import { gitFacts } from '../../io/git.ts';
import { OperatorLink } from '../../mem0/operator-link.ts';
import { collected, pagesOfFilter } from '../../mem0/operator-listing.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { counted, oneLine } from '../plain-words.ts';
import type { Source } from './plan.ts';
import { placeFor, type Standing } from './standing.ts';

/** As they were typed; what is not given is worked out. */
export interface Given {
  readonly users: readonly string[] | undefined;
  readonly apps: readonly string[] | undefined;
}

const GIT_MS = 1_500;
const PATIENCE_MS = 30_000;

export async function formerSource(runtime: Runtime, standing: Standing, given: Given): Promise<Source> {
  const { appId, secrets, platform } = standing;
  const within = () => ({ deadline: Date.now() + PATIENCE_MS });
  const { send, scope } = await platform.bound(placeFor(runtime, appId), within());
  const worked = await workedOut(runtime, standing);
  const before: Ids = {
    userIds: given.users ?? [...worked.userIds, ...(scope.aliases?.userIds ?? [])],
    appIds: given.apps ?? [...worked.appIds, ...(scope.aliases?.appIds ?? [])],
  };
  const places = formerPlaces({ userId: scope.userId, ...(appId === undefined ? {} : { appId }) }, before);
  const link = new OperatorLink({ send, scope, within });
  return {
    mover: 'adopt',
    read: async () => {
      const rows = new Map<string, Memory>();
      const notes: string[] = [];
      let whole = true;
      for (const place of places) {
        const filter = filterOfOwner({ user_id: place.userId, app_id: place.appId });
        const found = await collected(pagesOfFilter(link, filter, { latestOnly: false, showExpired: true }));
        for (const row of found.rows) rows.set(row.id, row);
        if (found.end !== 'all' || found.unreadable > 0) whole = false;
        notes.push(`Looked at ${placeWords(place)}: ${counted(found.rows.length, 'row')}.`);
      }
      return {
        appIds: [undefined, ...(appId === undefined ? [] : [appId])],
        fates: (isThere) =>
          adopted([...rows.values()], {
            today: new Date().toISOString().slice(0, 'YYYY-MM-DD'.length),
            appId,
            secrets,
            isThere,
          }),
        notes,
        whole,
      };
    },
  };
}

function placeWords({ userId, appId }: FormerPlace): string {
  return `user ${oneLine(userId)}, ${appId === undefined ? 'no project' : `project ${oneLine(appId)}`}`;
}

/**
 * As the first plugin found its ids (platform contract §9): the user of the variable, or of the system; the project of the origin's
 * path, and without an origin the folder's name (its published sources, read 2026-11).
 */
async function workedOut({ env }: Runtime, { around }: Standing): Promise<Ids> {
  const set = env['MEM0_USER_ID'];
  const { remoteUrl } = await gitFacts(around.cwd, { deadline: Date.now() + GIT_MS, now: () => Date.now(), env });
  const appId = remoteUrl === undefined ? basename(around.cwd) : formerAppId(remoteUrl);
  return {
    userIds: [...(set === undefined ? [] : [set]), env['USER'] || 'default'],
    appIds: appId === undefined ? [] : [appId],
  };
}
