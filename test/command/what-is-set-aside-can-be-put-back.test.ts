import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { StateFolder } from '../../src/io/file-store.ts';
import { Spool } from '../../src/spool/spool.ts';
import { servePlatform } from '../hooks/served-platform.ts';
import { fixtures, World } from '../hooks/world.ts';
import { claimOf, spoolItem } from '../spool/items.ts';

const transcript = join(fixtures, 'demo', '1-fly.jsonl');

/** Two of the local platform that were refused, and a file that nobody can read. */
function refusedHere() {
  const w = new World();
  const spool = new Spool(new StateFolder(w.state), process.pid, 'local');
  for (const id of ['aaaa1', 'bbbb2']) {
    spool.enqueue(id, spoolItem(id, { attempts: 7 }));
    spool.park(claimOf(spool, id, 1), 'refused 400');
  }
  writeFileSync(join(w.state, 'spool/parked/cccc3.json'), '{"torn');
  const run = (...args: string[]) => w.run('mem0-hooks', args);
  return { w, run, parked: () => readdirSync(join(w.state, 'spool/parked')).sort() };
}

describe('what is set aside', () => {
  it('is shown with its reason, and its words only where they are asked for', async () => {
    const { run } = refusedHere();
    const plain = await run('parked');
    expect(plain).toMatchObject({ status: 0, stderr: '' });
    expect(plain.stdout).toMatch(
      /^aaaa1 {2}\d{4}-.* UTC {2}decision, 15 characters: the platform refused it with status 400$/m,
    );
    expect(plain.stdout).toMatch(/^cccc3 .* cannot be read$/m);
    expect(plain.stdout).not.toContain('statement');
    expect((await run('parked', '--show')).stdout).toContain('    statement aaaa1');
    const json = JSON.parse((await run('parked', '--json')).stdout);
    expect(json).toMatchObject([
      {
        id: 'aaaa1',
        reason: 'refused 400',
        type: 'decision',
        scope: 'project',
        app_id: 'acme-shop',
        characters: 15,
        here: true,
      },
      { id: 'bbbb2' },
      { id: 'cccc3', reason: 'unreadable', type: null },
    ]);
    expect(JSON.stringify(json)).not.toContain('statement');
  });

  it('is shown so that a terminal only shows it', async () => {
    const { w, run } = refusedHere();
    const path = join(w.state, 'spool/parked/aaaa1.json');
    writeFileSync(path, readFileSync(path, 'utf8').replace('statement aaaa1', '\\u202e\\u001b[31mred'));
    const { stdout } = await run('parked', '--show');
    expect(stdout).toContain('\\u202e');
    expect(stdout).not.toMatch(/[\u202E\u001B]/);
  });

  it('waits again under its beginning, is delivered, and a second retry finds nothing of it', async () => {
    const { w, run, parked } = refusedHere();
    const { status, stdout } = await run('retry', 'aaaa', '--json');
    expect({ status, json: JSON.parse(stdout) }).toEqual({
      status: 0,
      json: { back: ['aaaa1'], left: [], delivery: 'started' },
    });
    expect(parked()).toEqual(['bbbb2.json', 'cccc3.json']);
    await w.until(() => ['waiting', 'claimed'].every((part) => w.names(`spool/${part}`).length === 0));
    expect(parked()).toEqual(['bbbb2.json', 'cccc3.json']);
    expect(await run('retry', 'aaaa1')).toMatchObject({
      status: 1,
      stdout: '',
      stderr: 'No request aaaa1 is known here. Nothing was done.\n',
    });
  });

  it('waits again as one, whoever else does the same', async () => {
    const { w, run, parked } = refusedHere();
    w.env = { MEM0_CAPTURE: 'off' };
    const all = await Promise.all([run('retry', '--all', '--json'), run('retry', '--all', '--json')]);
    const back = all.flatMap(({ stdout }) => JSON.parse(stdout).back);
    expect(back.sort()).toEqual(['aaaa1', 'bbbb2']);
    expect(parked()).toEqual(['cccc3.json']);
    expect(w.names('spool/waiting')).toEqual(['aaaa1.local.json', 'bbbb2.local.json']);
    const item = w.document('spool/waiting/aaaa1.local.json');
    expect(item).toMatchObject({ attempts: 0, notBefore: 0, uncertain: false });
    expect(item).not.toHaveProperty('parkedFor');
  });

  it('is sent to the platform that has refused it, once that takes it', async () => {
    const served = await servePlatform();
    served.behaviour.fault = ({ path }) => (path === '/v3/memories/add/' ? 400 : undefined);
    const w = new World();
    w.env = served.env;
    await w.sessionEnd('s1', transcript);
    await w.settled();
    await w.until(() => w.names('spool/parked').length > 0 && w.names('spool/waiting').length === 0);
    const elsewhere = await w.run('mem0-hooks', ['retry', '--all'], {
      env: { MEM0_API_KEY: undefined, MEM0_DRY_RUN: '1' },
    });
    expect(elsewhere).toMatchObject({ status: 1 });
    const count = w.names('spool/parked').length;
    served.behaviour.fault = () => undefined;
    const { stdout } = await w.run('mem0-hooks', ['retry', '--all']);
    expect(stdout).toMatch(new RegExp(`^${count} requests? waits? to be delivered again`));
    await w.until(() => w.names('spool/waiting').length === 0 && w.names('spool/claimed').length === 0);
    expect(w.names('spool/parked')).toEqual([]);
    expect((await served.memories()).length).toBeGreaterThan(0);
  });

  it('is nothing where nothing is, and odd things in its place are told', async () => {
    const w = new World();
    expect(await w.run('mem0-hooks', ['parked'])).toMatchObject({ status: 0, stdout: 'Nothing is set aside.\n' });
    expect(await w.run('mem0-hooks', ['retry', '--all'])).toMatchObject({
      status: 0,
      stdout: 'Nothing is put back.\n',
    });
    expect((await w.run('mem0-hooks', ['retry'])).status).toBe(2);
    expect((await w.run('mem0-hooks', ['retry', 'x', '--all'])).status).toBe(2);
    mkdirSync(w.state, { recursive: true });
    writeFileSync(join(w.state, 'spool'), '');
    const { status, stderr } = await w.run('mem0-hooks', ['parked']);
    expect({ status, stderr }).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^Nothing can be shown: the state folder/),
    });
  });
});
