/** The memories of the local platform, read without a key; the rows themselves stay as they are. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { asFailure } from '../../contract/failure.ts';
import type { Memory } from '../../contract/mem0.ts';
import { pushed } from '../../core/moving/pushed.ts';
import { OperatorLink } from '../../mem0/operator-link.ts';
import { collected, pagesOfFilter } from '../../mem0/operator-listing.ts';
import { localFile } from '../../runtime/connection/platform.ts';
import { permissionsOf } from '../../runtime/place/permission.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { counted } from '../plain-words.ts';
import type { Source } from './plan.ts';
import type { Standing } from './standing.ts';

/** Which rows are meant. `here`: the user's own, and those of this project. */
export type Selection = 'here' | 'project' | 'user' | 'all';

export function localSource(runtime: Runtime, { appId, secrets }: Standing, selection: Selection): Source {
  const isMeant = ({ app_id }: Memory): boolean => {
    if (selection === 'all') return true;
    if (typeof app_id !== 'string') return selection !== 'project';
    return selection !== 'user' && app_id === appId;
  };
  return {
    mover: 'push',
    read: async () => {
      const { rows, whole } = await localRows(runtime);
      const meant = rows.filter(isMeant);
      const permissions = permissionsOf(runtime);
      return {
        appIds: meant.map(({ app_id }) => app_id ?? undefined),
        fates: (isThere) =>
          pushed(meant, {
            today: new Date().toISOString().slice(0, 'YYYY-MM-DD'.length),
            secrets,
            isDenied: (id) => permissions.denies(id, undefined),
            isThere,
          }),
        notes: others(rows.filter((row) => !isMeant(row))),
        whole,
      };
    },
  };
}

function others(rows: readonly Memory[]): readonly string[] {
  const own = rows.filter(({ app_id }) => typeof app_id !== 'string').length;
  const projects = new Set(rows.flatMap(({ app_id }) => (typeof app_id === 'string' ? [app_id] : []))).size;
  const ofProjects = `${counted(rows.length - own, 'row')} of ${counted(projects, 'project')} (--all-projects)`;
  return [
    ...(own === 0 ? [] : [`Not meant: ${counted(own, 'row')} of your own.`]),
    ...(projects === 0 ? [] : [`Not meant: ${ofProjects}.`]),
  ];
}

interface LocalRows {
  readonly rows: readonly Memory[];
  readonly whole: boolean;
}

/** Reading a file of this machine; another process may be writing in it. */
const PATIENCE_MS = 30_000;

/** Every row of this person's, superseded and expired ones too. Makes no file. Rejects with a `Failure`. */
async function localRows(runtime: Runtime): Promise<LocalRows> {
  if (!existsSync(join(runtime.folder.root, 'local', 'memories.sqlite'))) return { rows: [], whole: true };
  const { localUser: user, config } = runtime;
  try {
    const { openLocalPlatform } = await import('../../local/platform.ts');
    const platform = await openLocalPlatform({ file: localFile(runtime.folder), user, now: () => Date.now() });
    try {
      // Where the settings name a user, or a project of an organisation, they did so without a key as well.
      const userIds = [...new Set([user, ...(config.userId === undefined ? [] : [config.userId])])];
      const rows = new Map<string, Memory>();
      let whole = true;
      for (const override of [undefined, ...(config.override === undefined ? [] : [config.override])]) {
        const scope = { userId: user, ...(override === undefined ? {} : { override }) };
        const within = () => ({ deadline: Date.now() + PATIENCE_MS });
        const link = new OperatorLink({ send: platform.send, scope, within });
        const filter = { AND: [{ user_id: { in: userIds } }] };
        const found = await collected(pagesOfFilter(link, filter, { latestOnly: false, showExpired: true }));
        for (const row of found.rows) rows.set(row.id, row);
        if (found.end !== 'all' || found.unreadable > 0) whole = false;
      }
      return { rows: [...rows.values()], whole };
    } finally {
      platform.close();
    }
  } catch (error) {
    throw asFailure(error);
  }
}
