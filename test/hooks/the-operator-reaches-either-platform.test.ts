import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/contract/read-config.ts';
import type { Place } from '../../src/contract/state.ts';
import { handWrite } from '../../src/core/capture/by-hand.ts';
import { NO_SECRETS } from '../../src/core/redaction/secret-values.ts';
import { setupPlan } from '../../src/core/setup/plan.ts';
import { StateFolder } from '../../src/io/file-store.ts';
import { operatorFor } from '../../src/runtime/connection/operator.ts';
import { Platform } from '../../src/runtime/connection/platform.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { servePlatform } from './served-platform.ts';

const PLACE: Place = { appId: 'acme-shop' };

/** The same folder gives another process of the same person. */
function processes(env: NodeJS.ProcessEnv) {
  const folder = new StateFolder(temporaryFolder());
  const { config } = readConfig(env, undefined);
  const runtime = { config, folder, env: {}, canSend: true, localUser: 'mara@localhost', keyHash: () => 'of-the-key' };
  return (place: Place = PLACE) => operatorFor(runtime, new Platform(runtime), place, 20_000);
}

type Operator = Awaited<ReturnType<ReturnType<typeof processes>>>;

/** What a person does with one memory, from saying it to forgetting it. */
async function life(operator: Operator): Promise<void> {
  const made = handWrite({ type: 'decision', text: 'We deploy to Railway.', secrets: NO_SECRETS, captureId: 'c-1' });
  if ('refused' in made) expect.fail(made.refused);
  const { row, differs } = await operator.remember(made.write);
  expect(differs).toEqual([]);
  expect(await operator.update(row.id, { metadata: { pinned: true }, expirationDate: '2999-12-31' })).toMatchObject({
    differs: [],
  });
  await operator.feedback(row.id, 'POSITIVE', 'it is so');
  expect(await operator.search('where do we deploy', { type: 'decision' })).toMatchObject([{ id: row.id }]);
  expect((await operator.show(row.id)).history).toMatchObject([{ event: 'ADD' }]);
  expect(await operator.all({ pinned: true })).toMatchObject({ rows: [{ id: row.id }], end: 'all' });
  expect(await operator.removeWithChain([row.id])).toMatchObject({ gone: [row.id], left: [], unknown: [] });
  expect((await operator.all({ latestOnly: false, showExpired: true })).rows).toEqual([]);
}

/** Settings as a person has them, a plan for them, and what comes of it. */
async function setup(operator: Operator): Promise<void> {
  await operator.changeSettings({ customInstructions: 'Answer in German.' });
  const { changes, outcome } = setupPlan(await operator.settings());
  expect(await operator.changeSettings(changes)).toEqual({ settings: outcome, differs: [] });
  expect(setupPlan(await operator.settings()).nothingToDo).toBe(true);
}

describe('an operator', () => {
  it('does all its work on the local platform', async () => {
    const operatorOf = processes({});
    await life(await operatorOf());
    await setup(await operatorOf());
  });

  it('does it over HTTP with a key, and asks whose it is once', async () => {
    const served = await servePlatform();
    const operatorOf = processes(served.env);
    await life(await operatorOf());
    await setup(await operatorOf());
    await setup(await operatorOf());
    expect(served.seen.filter(({ path }) => path === '/v1/ping/')).toHaveLength(1);
  });

  it('does it in another project of the key over HTTP, where the override is in every body', async () => {
    const served = await servePlatform();
    const override = { orgId: 'local', projectId: 'second' };
    const operatorOf = processes(served.env);
    await life(await operatorOf({ ...PLACE, override }));
    await setup(await operatorOf({ ...PLACE, override }));
    expect((await (await operatorOf()).settings()).customInstructions).toBe('');
  });
});
