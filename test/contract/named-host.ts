/**
 * The host that the environment names: `MEM0_CONTRACT_URL` and `MEM0_CONTRACT_KEY`, of a scratch project, whose settings are
 * changed and put back; `MEM0_CONTRACT_ORG_ID` and `MEM0_CONTRACT_PROJECT_ID` name another project of the same organisation.
 */
import { thenAlways } from './clean-up.ts';
import type { Host, HostKind, Need } from './host.ts';
import { overHttpAt } from './http-send.ts';
import { Trial } from './trial.ts';

/**
 * Undefined when none is named. It is asked once whether its facts come later; where that fails, it cannot be opened.
 * `pollMs`: how often to look for what takes its time, for facts after 20 s to 5 min (contract §3).
 */
export async function namedHost(env: NodeJS.ProcessEnv, pollMs = 5_000): Promise<HostKind | undefined> {
  const { MEM0_CONTRACT_URL: url, MEM0_CONTRACT_KEY: key } = env;
  const { MEM0_CONTRACT_ORG_ID: org_id, MEM0_CONTRACT_PROJECT_ID: project_id } = env;
  if (!url || !key) return undefined;
  const secondProject = org_id && project_id ? { org_id, project_id } : undefined;
  const has: readonly Need[] = ['other-key', ...(secondProject ? (['second-project'] as const) : [])];
  const host: Host = {
    ...overHttpAt(url.replace(/\/+$/, ''), key),
    name: new URL(url).host,
    isOurs: false,
    has: new Set(has),
    now: () => Date.now(),
    patienceMs: 8 * 60 * 1000,
    pollMs,
    ...(secondProject && { secondProject }),
    close: async () => undefined,
  };
  try {
    const { isLater, forget } = await looked(host);
    const found = new Set<Need>([...has, ...(isLater ? (['later'] as const) : [])]);
    return { name: host.name, has: found, open: async () => ({ ...host, has: found, close: forget }) };
  } catch (error) {
    // The others are checked all the same.
    return { name: host.name, has: host.has, open: () => Promise.reject(error) };
  }
}

/**
 * Whether facts come later than a read right after the add: a made-up user says something, and what is there at once is looked
 * at. `forget` forgets that user for good, once what was said has landed.
 */
async function looked(host: Host): Promise<{ readonly isLater: boolean; readonly forget: () => Promise<void> }> {
  const trial = new Trial(host);
  return thenAlways(
    async () => {
      const { event_id } = await trial.add('We deploy to Railway.', { infer: true });
      const isLater = (await trial.list(trial.mine)).length === 0;
      const forget = async () => {
        if (isLater) await trial.ended(String(event_id));
        await trial.cleanUp();
      };
      return { isLater, forget };
    },
    () => trial.cleanUp(),
  );
}
