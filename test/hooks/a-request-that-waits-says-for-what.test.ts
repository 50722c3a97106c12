import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { servePlatform } from './served-platform.ts';
import { DESIGN_ADDS, transcriptOf, World } from './world.ts';

/** A world in which everything was captured and nothing can be delivered: the platform refuses the key. */
async function waiting(): Promise<World> {
  const w = new World();
  const served = await servePlatform();
  w.env = served.env;
  served.behaviour.fault = () => 401;
  await w.sessionEnd('s1', transcriptOf('a-design-discussion'));
  await w.settled();
  expect(w.names('spool/waiting')).toHaveLength(DESIGN_ADDS);
  return w;
}

const first = async (w: World) => JSON.parse((await w.run('mem0-hooks', ['receipts', '--json'])).stdout)[0].items[0];
const text = async (w: World, env = {}) => (await w.run('mem0-hooks', ['receipts'], { env })).stdout;

describe('a request that waits', () => {
  it('is said to wait, and for nothing that it does not wait for', async () => {
    const w = await waiting();
    expect((await text(w)).match(/: waits to be delivered\n/g)).toHaveLength(DESIGN_ADDS);
    expect(await first(w)).toMatchObject({ state: 'waiting', waiting: { attempts: 0, uncertain: false } });
  });

  it('says how often it failed, until when it waits, and that it may have arrived', async () => {
    const w = await waiting();
    const [name = ''] = w.names('spool/waiting');
    const item = w.document(`spool/waiting/${name}`);
    const change = (more: object) =>
      writeFileSync(join(w.state, 'spool/waiting', name), JSON.stringify({ ...item, ...more }), { mode: 0o600 });
    // A century away was set by a wrong clock, and the drain does not wait for it.
    change({ notBefore: Date.parse('2126-11-30T12:00:00Z'), attempts: 1, uncertain: true });
    expect(await text(w)).toContain(
      'decision: waits to be delivered: 1 attempt failed; it may have arrived, which is looked up first\n',
    );
    const soon = Date.now() + 3_600_000;
    change({ notBefore: soon, attempts: 2 });
    const notBefore = new Date(soon).toISOString();
    expect(await first(w)).toMatchObject({ state: 'waiting', waiting: { attempts: 2, uncertain: false, notBefore } });
    expect(await text(w)).toContain(
      `waits to be delivered: 2 attempts failed; not before ${notBefore.slice(0, 19).replace('T', ' ')} UTC\n`,
    );
  });

  it('for another key, or for none, says so', async () => {
    const w = await waiting();
    const others = [{ MEM0_API_KEY: 'm0-made-up-other-key' }, { MEM0_API_KEY: undefined, MEM0_BASE_URL: undefined }];
    for (const env of others)
      expect(await text(w, env)).toContain('delivered: it is for another key, and waits for a session that has it\n');
    for (const name of w.names('spool/waiting')) {
      const item = JSON.stringify({ ...w.document(`spool/waiting/${name}`), destination: 'local' });
      writeFileSync(join(w.state, 'spool/waiting', name), item, { mode: 0o600 });
    }
    expect(await text(w)).toContain('it stays on this machine, and waits for a session without a key\n');
  });

  it('is on its way while the process lives that has it in hand, and waits again when that is gone', async () => {
    const w = await waiting();
    const [name = ''] = w.names('spool/waiting');
    const id = name.split('.')[0];
    const claims = join(w.state, 'spool/claimed');
    mkdirSync(claims, { recursive: true, mode: 0o700 });
    const { pid: ended } = spawnSync(process.execPath, ['--version']);
    renameSync(join(w.state, 'spool/waiting', name), join(claims, `${id}-${ended}-${Date.now()}.json`));
    expect(await first(w)).toMatchObject({ state: 'waiting', waiting: { uncertain: true } });
    renameSync(join(claims, readdirSync(claims)[0] ?? ''), join(claims, `${id}-${process.pid}-${Date.now()}.json`));
    expect(await first(w)).toMatchObject({ state: 'sending' });
    expect(await text(w)).toContain('decision: is being delivered\n');
  });
});
