import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { StateFolder } from '../../src/io/file-store.ts';
import { Checkpoints } from '../../src/spool/checkpoints.ts';
import { transcriptIn } from '../hooks/world.ts';
import { HERE } from '../spool/items.ts';
import { BOTH, json, locally, OWN, served } from './two-platforms.ts';

const FLY = 'We deploy to Fly.io, region fra, because it is close to our customers.';
const MOVE = "Let's move off Fly.io to Railway because Fly's volumes pin us to a single region.";

describe.each(BOTH)('%s', (_name, setting) => {
  it('nothing goes without consent, and what would go is shown', async () => {
    const { run, seed, rows } = await setting();
    const id = await seed('We use pnpm.');
    const asked = await run(['forget', id.slice(0, 8)]);
    expect(asked).toMatchObject({ status: 1, stdout: '' });
    expect(asked.stderr).toContain('decision: We use pnpm.');
    expect(await rows()).toHaveLength(1);
    expect(await run(['forget', id, '--yes'])).toMatchObject({
      status: 0,
      stdout: 'Forgotten: 1 memory; no read gives it any more.\n',
    });
    expect(await rows()).toEqual([]);
    expect((await run(['forget', id, '--yes'])).stderr).toContain(`No memory ${id} is known here.`);
  });

  it('what it has superseded goes with it, and does not come back', async () => {
    const { run, seed, rows } = await setting();
    for (const text of [FLY, MOVE]) await seed(text, {}, { infer: true });
    await seed('We use pnpm.');
    const old = (await rows()).find(({ replaced_by }) => replaced_by !== null) ?? expect.fail('nothing was superseded');
    const current = old.replaced_by ?? '';
    const { stderr } = await run(['forget', current]);
    expect(stderr).toContain('which would come back otherwise');
    expect(stderr).toContain(FLY.slice(0, 40));
    expect(json(await run(['forget', current, '--yes', '--json']))).toMatchObject({
      forgotten: expect.arrayContaining([current, old.id]),
      superseded: [old.id],
      left: [],
    });
    expect((await rows()).map(({ memory }) => memory)).toEqual(['We use pnpm.']);
  });

  it('one of several that is unknown or ambiguous keeps all', async () => {
    const { run, seed, rows } = await setting();
    const id = await seed('We use pnpm.');
    const run1 = await run(['forget', id, 'ffff0000', '--yes']);
    expect(run1).toMatchObject({ status: 1, stdout: '' });
    expect(run1.stderr).toBe('Nothing was done. No memory ffff0000 is known here.\n');
    expect((await run(['forget', id.slice(0, 3), '--yes'])).status).toBe(1);
    expect(await rows()).toHaveLength(1);
  });

  it('of a project all goes, and nothing of the user’s own or of another project', async () => {
    const { run, seed, rows } = await setting();
    for (const text of [FLY, MOVE]) await seed(text, {}, { infer: true });
    for (let n = 0; n < 12; n++) await seed(`Fact ${n}.`, { type: 'insight' });
    await seed('Over.', {}, { expiration_date: '2000-01-01' });
    await seed('Mine.', { type: 'preference' }, OWN);
    await seed('Other.', {}, { app_id: 'acme-other' });
    const shown = await run(['forget', '--project']);
    expect(shown.status).toBe(1);
    for (const part of [
      'all 15 memories of the project acme-shop',
      '12 insight',
      '3 decision',
      'list --project --all --last 15 --json',
    ])
      expect(shown.stderr).toContain(part);
    expect(shown.stderr.match(/\[[0-9a-f]{8}\]/g)).toHaveLength(10);
    expect((await run(['forget', '--project', '--yes'])).status).toBe(2);
    expect((await run(['forget', '--project', 'acme-other', '--yes'])).status).toBe(1);
    expect(await rows()).toHaveLength(17);
    expect((await run(['forget', '--project', 'acme-shop', '--yes'])).stdout).toContain('Forgotten: 15 memories');
    expect((await rows()).map(({ memory }) => memory).sort()).toEqual(['Mine.', 'Other.']);
  });

  it('what this machine keeps for a start goes as well', async () => {
    const { w, run, seed, rows } = await setting();
    const gone = await seed('We deploy to Railway-secretly.');
    for (const text of ['We use pnpm-openly.', 'We use yarn-formerly.']) await seed(text);
    const state = 'I was about to rename the billing table.';
    const session = 's-state';
    await seed(state, { type: 'session_state', session_id: session });
    await w.sessionStart('s-1');
    const kept = () =>
      w
        .names('cache')
        .map((name) => JSON.stringify(w.document(`cache/${name}`)))
        .join('\n');
    expect(kept()).toContain('Railway-secretly');
    expect(kept()).toContain(state);
    await run(['forget', gone, '--yes']);
    expect(kept()).not.toContain('Railway-secretly');
    expect(kept()).toContain('pnpm-openly');
    const edited = (await rows()).find(({ memory }) => memory === 'We use yarn-formerly.')?.id ?? '';
    await run(['edit', edited, '--text', 'We use yarn no more.']);
    expect(kept()).not.toContain('yarn-formerly');
    const id = (await rows()).find(({ memory }) => memory === state)?.id ?? '';
    await run(['forget', id, '--yes']);
    expect(kept()).not.toContain(state);
    await run(['forget', '--project', 'acme-shop', '--yes']);
    expect(kept()).not.toContain('pnpm-openly');
  });
});

it('a session’s own copy of its state goes with the state', async () => {
  const { w, run, rows } = await locally();
  const id = '3f2a91c0-0000-4000-8000-000000000003';
  await w.preCompact(
    id,
    transcriptIn(w, id, ['Please rename the billing table to invoices, and keep the old name as a view.']),
  );
  await w.run('mem0-hooks', ['drain']);
  const [state] = (await rows()).filter(({ metadata }) => metadata['type'] === 'session_state');
  expect(w.names('session-states')).toHaveLength(1);
  expect((await run(['forget', state?.id ?? '', '--yes'])).status).toBe(0);
  expect(w.names('session-states')).toEqual([]);
});

describe('a platform that', () => {
  it('deletes only half is told, and so is what is left', async () => {
    const { run, seed, platform } = await served();
    const ids = [await seed('One goes.'), await seed('Two stays.')];
    platform.behaviour.instead = (request) =>
      request.path === '/v1/batch/' && JSON.stringify(request.body).includes(ids[1] ?? '')
        ? { status: 200, headers: {}, body: '{"message":"done"}' }
        : undefined;
    const half = await run(['forget', ...ids, '--yes']);
    expect(half.status).toBe(1);
    expect(half.stdout).toContain('Not forgotten, and can still be read:');
    expect(half.stdout).toContain('Two stays.');
  });

  it('breaks down in the middle of a project leaves the rest, which is told', async () => {
    const { run, seed, platform, rows } = await served();
    for (let n = 0; n < 205; n++) await seed(`Fact ${n}.`);
    let batches = 0;
    platform.behaviour.fault = ({ path }) => (path === '/v1/batch/' && ++batches > 1 ? 401 : undefined);
    const half = await run(['forget', '--project', 'acme-shop', '--yes', '--json']);
    expect(half.status).toBe(1);
    expect(json(half)).toMatchObject({ forgotten: { length: 200 }, left: { length: 5 } });
    expect(json(half).notes.join(' ')).toContain('refuses the key');
    expect(await rows()).toHaveLength(5);
  });

  it('gives rows of others for a project’s loses none of them', async () => {
    const { run, seed, platform, rows } = await served();
    await seed('Mine.', { type: 'preference' }, OWN);
    const all = JSON.stringify({ count: 1, next: null, results: await rows() });
    platform.behaviour.instead = ({ path }) =>
      path === '/v3/memories/' ? { status: 200, headers: {}, body: all } : undefined;
    expect((await run(['forget', '--project', 'acme-shop', '--yes'])).stdout).toContain('Nothing');
    expect(platform.seen.some(({ path }) => path === '/v1/batch/')).toBe(false);
  });
});

it('what was captured and is no memory yet is told, since it may become one', async () => {
  const { w, run, seed, platform } = await served();
  const id = await seed('We use pnpm.');
  platform.behaviour.fault = ({ path }) => (path === '/v3/memories/add/' ? 503 : undefined);
  const session = '3f2a91c0-0000-4000-8000-000000000004';
  await w.sessionEnd(session, transcriptIn(w, session, ['From now on we deploy to Railway because Fly pins us.']));
  await w.until(() => w.names('spool/waiting').length > 0);
  expect((await run(['forget', id, '--yes'])).stdout).toContain('is no memory yet and may still become one');
});

it('a session state that is due is told, since it may become one', async () => {
  const { w, run, seed } = await served();
  const id = await seed('We use pnpm.');
  const due = {
    sessionId: 's1',
    transcriptPath: '/transcripts/s1.jsonl',
    cwd: w.repository,
    id: 'k1_0',
    belongs: HERE,
  };
  new Checkpoints(new StateFolder(w.state)).record({ ...due, at: new Date().toISOString() });
  expect((await run(['forget', id, '--yes'])).stdout).toContain('is no memory yet and may still become one');
});

it('a state folder that cannot be used keeps nothing from being forgotten, and is told', async () => {
  const { w, run, seed, rows } = await served();
  const id = await seed('We use pnpm.');
  const file = join(w.root, 'no-folder');
  writeFileSync(file, '');
  const done = await run(['forget', id, '--yes'], { env: { MEM0_HOOKS_HOME: file } });
  expect(done).toMatchObject({ status: 1, stdout: expect.stringContaining('Forgotten: 1 memory') });
  expect(done.stdout).toContain('What this machine keeps of it could not be removed');
  expect(await rows()).toEqual([]);
});
