/**
 * What the doctor tries on the platform: the key, the clock, a write and its reading under a user that is made up for it and removed
 * again, and what the project has of the write gate. Nothing of the person's is read or written.
 */
import { randomBytes } from 'node:crypto';
import { asFailure } from '../../../contract/failure.ts';
import { setupPlan, WANTED } from '../../../core/setup/plan.ts';
import { whoAmI } from '../../../mem0/client.ts';
import { OperatorClient } from '../../../mem0/operator-client.ts';
import { Platform } from '../../../runtime/connection/platform.ts';
import type { Runtime } from '../../../runtime/runtime.ts';
import { whyNot } from '../../why-not.ts';
import { type Check, failed, notChecked, ok, warning } from './check.ts';
import { Clock } from './clock.ts';
import { SCRATCH, scratchChecks } from './scratch.ts';

const KEY = 'key accepted';
const CLOCK = 'clock';
const PROJECT = 'write gate and categories';

/** For each request, and for all of them. [?] ours */
const PATIENCE_MS = 10_000;
const LONGEST_MS = 60_000;

/** Why the platform is not asked, for each check of it. */
export function unasked(why: string): readonly Check[] {
  return [KEY, CLOCK, ...SCRATCH, PROJECT].map((name) => notChecked(name, why));
}

export async function platformChecks(runtime: Runtime): Promise<readonly Check[]> {
  const { apiKey, override } = runtime.config;
  const end = Date.now() + LONGEST_MS;
  const within = () => ({ deadline: Math.min(end, Date.now() + PATIENCE_MS) });
  const userId = `mem0-hooks-doctor-${randomBytes(8).toString('hex')}`;
  const clock = new Clock(() => Date.now());
  try {
    const platform = new Platform(runtime);
    const bound = await platform.bound({ userId, ...(override === undefined ? {} : { override }) }, within());
    const send = clock.watching(bound.send);
    const ping = await whoAmI(send, within());
    // Without aliases: what is looked at is what was made up, and nothing else.
    const scope = { userId, ...(override === undefined ? {} : { override }) };
    const projectIds = async () => ({ orgId: ping.org_id, projectId: ping.project_id });
    const client = new OperatorClient({ send, scope, within, projectIds });
    return [
      apiKey === undefined
        ? ok(KEY, 'none is needed: memories stay on this machine')
        : ok(KEY, `project ${override?.projectId ?? ping.project_id} of ${ping.user_email}`),
      apiKey === undefined ? notChecked(CLOCK, 'the platform is this machine') : clock.check(CLOCK),
      ...(await scratchChecks(client, { send, scope, within }, runtime.newId())),
      apiKey === undefined ? notChecked(PROJECT, 'the local platform needs none') : await projectCheck(client),
    ];
  } catch (error) {
    return [refused(error, apiKey !== undefined), ...unasked('the platform could not be asked').slice(1)];
  }
}

function refused(error: unknown, hasKey: boolean): Check {
  const { reason } = asFailure(error);
  const words = whyNot(error);
  if (!hasKey)
    return failed(
      KEY,
      `the local platform cannot be used: ${words}`,
      'see the database driver and the state folder above',
    );
  if (reason === 'bad-key')
    return failed(KEY, words, 'take a new key from the dashboard of Mem0: mem0-hooks settings set api_key -');
  if (reason === 'quota' || reason === 'throttled')
    return failed(KEY, words, 'nothing is lost: it is sent once the plan allows it');
  return failed(KEY, words, 'check the network, the proxy, the certificates that Node trusts, and MEM0_BASE_URL');
}

async function projectCheck(client: OperatorClient): Promise<Check> {
  try {
    const plan = setupPlan(await client.settings());
    if (plan.nothingToDo) return ok(PROJECT, `write gate ${WANTED.revision}, and all six categories`);
    const lacks = [
      ...(plan.changes.customInstructions === undefined
        ? []
        : [
            plan.replaced.length === 0
              ? 'the write gate'
              : `the write gate ${WANTED.revision} (it has ${plan.replaced.join(', ')})`,
          ]),
      ...(plan.added.length === 0 ? [] : [`the categories ${plan.added.join(', ')}`]),
    ];
    return warning(
      PROJECT,
      `the project lacks ${lacks.join(' and ')}`,
      'mem0-hooks setup shows it, and changes it with your consent',
    );
  } catch (error) {
    return notChecked(PROJECT, `the settings of the project cannot be read: ${whyNot(error)}`);
  }
}
