import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codePlace, opened, readCode, sealed } from '../../src/runtime/processes/kept-code.ts';
import { nodeUnderTest } from '../support/node-under-test.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { servePlatform } from './served-platform.ts';
import { fixtures, printed, projectRoot, World } from './world.ts';

/** A world in which a start has given a pack, and what it has kept. */
async function started() {
  const w = new World();
  const served = await servePlatform();
  w.env = served.env;
  await served.remember('Decision: we deploy to Railway.');
  const pack = await start(w, 's1');
  const [name = ''] = w.names('code');
  return { w, pack, name, path: join(w.state, 'code', name) };
}

async function start(w: World, session: string): Promise<string> {
  const run = await w.sessionStart(session);
  expect(run).toMatchObject({ status: 0, stderr: '' });
  const { additionalContext } = printed(run).hookSpecificOutput ?? { additionalContext: '' };
  expect(additionalContext).toContain('Railway');
  return additionalContext;
}

describe('the code of a hook', () => {
  it('is kept by the first run that did all it does, private, and accepted by V8 as it is', async () => {
    const { w, name, path } = await started();
    expect(name).toMatch(/^session-start-v\d+\.\d+\.\d+-\w+-[0-9a-f]{16}$/);
    expect(statSync(join(w.state, 'code')).mode & 0o777).toBe(0o700);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    // Compiled by the same Node from the same text, as the launcher does it.
    const bundle = join(projectRoot, 'hooks', 'code', 'session-start.cjs');
    const data = join(w.root, 'data');
    const code = opened(readFileSync(path));
    if (code === undefined) throw new Error('what is kept is not whole');
    writeFileSync(data, code);
    const asked = `const { readFileSync } = require('node:fs');
      const text = readFileSync(${JSON.stringify(bundle)}, 'utf8');
      const cachedData = readFileSync(${JSON.stringify(data)});
      console.log(new (require('node:vm').Script)(text, { filename: ${JSON.stringify(bundle)}, cachedData }).cachedDataRejected);`;
    expect(spawnSync(nodeUnderTest, ['-e', asked], { encoding: 'utf8' }).stdout).toBe('false\n');
  });

  it('is used as it is from then on, and holds no key', async () => {
    const { w, pack, path } = await started();
    const before = readFileSync(path);
    utimesSync(path, 1, 1);
    expect(await start(w, 's2')).toBe(pack);
    expect(statSync(path).mtimeMs).toBe(1_000);
    expect(readFileSync(path).equals(before)).toBe(true);
    expect(before.includes(w.env['MEM0_API_KEY'] ?? '')).toBe(false);
  });

  it('replaces that of the bundle before, for this Node, and nothing else', async () => {
    const { w, name, path } = await started();
    const old = name.replace(/[0-9a-f]{16}$/, '0123456789abcdef');
    renameSync(path, join(w.state, 'code', old));
    const others = [old.replace('session-start', 'session-end'), old.replace(/-v[\d.]+-/, '-v99.0.0-')];
    for (const other of others) writeFileSync(join(w.state, 'code', other), 'x');
    await start(w, 's2');
    expect(w.names('code')).toEqual([...others, name].sort());
  });

  it('of each hook and of the background process is kept', async () => {
    const { w } = await started();
    const transcript = join(fixtures, 'demo', '3-queue.jsonl');
    expect(await w.preCompact('s1', transcript)).toMatchObject({ status: 0, stdout: '', stderr: '' });
    expect(await w.sessionEnd('s1', transcript)).toMatchObject({ status: 0, stdout: '', stderr: '' });
    await w.settled();
    expect(w.names('code').map((name) => name.replace(/-v.*/, ''))).toEqual([
      'mem0-hooks',
      'pre-compact',
      'session-end',
      'session-start',
    ]);
    for (const session of ['s2', 's3']) {
      expect(await w.preCompact(session, transcript)).toMatchObject({ status: 0, stdout: '', stderr: '' });
      expect(await w.sessionEnd(session, transcript)).toMatchObject({ status: 0, stdout: '', stderr: '' });
    }
    await w.settled();
    expect(w.receipts().length).toBeGreaterThan(0);
  });

  it.each([
    ['cut off', (path: string) => writeFileSync(path, readFileSync(path).subarray(0, -5_000))],
    [
      'with a page that was never written',
      (path: string) => writeFileSync(path, readFileSync(path).fill(0, 40_960, 45_056)),
    ],
    ['empty', (path: string) => writeFileSync(path, '')],
    ['whole, and no code', (path: string) => writeFileSync(path, sealed(Buffer.alloc(50_000, 7)))],
    ['for others to read', (path: string) => chmodSync(path, 0o644)],
    ['in a folder for others to enter', (path: string) => chmodSync(join(path, '..'), 0o755)],
    [
      'a link',
      (path: string) => {
        renameSync(path, `${path}.real`);
        symlinkSync(`${path}.real`, path);
      },
    ],
    [
      'a folder',
      (path: string) => {
        rmSync(path);
        mkdirSync(path);
      },
    ],
  ])('that is %s does a start no harm', async (_, spoil) => {
    const { w, pack, path } = await started();
    spoil(path);
    expect(await start(w, 's2')).toBe(pack);
    expect(await start(w, 's3')).toBe(pack);
  });

  it('is not kept where nothing may be written, where the hooks are off, and by a dry run', async () => {
    const { w } = await started();
    rmSync(join(w.state, 'code'), { recursive: true });
    await w.sessionStart('s2', 'startup', { env: { MEM0_DRY_RUN: '1' } });
    await w.sessionStart('s3', 'startup', { env: { MEM0_HOOKS: 'off' } });
    expect(w.names('code')).toEqual([]);
    // A file in the place of the folder.
    writeFileSync(join(w.state, 'code'), '');
    await start(w, 's4');
    await start(w, 's5');
  });

  it('of the command does not hide that its bundle is away', async () => {
    const { w } = await started();
    const bundles = join(w.root, 'half');
    cpSync(join(projectRoot, 'hooks'), bundles, { recursive: true });
    rmSync(join(bundles, 'code', 'mem0-hooks.cjs'));
    const run = await w.run('mem0-hooks', ['status'], { bundles });
    expect(run).toMatchObject({ status: 1, stdout: '' });
    expect(run.stderr).toContain('clone or install mem0-hooks once more');
  });

  it('of a bundle that is away is not run either: the hook does nothing and says nothing', async () => {
    const { w } = await started();
    const bundles = join(w.root, 'half');
    cpSync(join(projectRoot, 'hooks'), bundles, { recursive: true });
    rmSync(join(bundles, 'code'), { recursive: true });
    expect(await w.sessionStart('s2', 'startup', { bundles })).toMatchObject({ status: 0, stdout: '', stderr: '' });
  });
});

describe('what is kept', () => {
  it('is itself again, and nothing when bytes of it are away or not written', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 20_000 }), fc.nat(), (code, at) => {
        const bytes = sealed(code);
        expect(opened(bytes)?.equals(code)).toBe(true);
        expect(opened(bytes.subarray(0, at % bytes.length))).toBeUndefined();
        expect(opened(Buffer.concat([bytes, Buffer.of(0)]))).toBeUndefined();
      }),
    );
  });

  it('is nothing when any page of it was never written', () => {
    const code = Buffer.from(Array.from({ length: 100_000 }, (_, n) => 1 + ((n * 31) % 250)));
    for (let at = 0; at + 4_096 <= code.length; at += 4_096) {
      const bytes = sealed(code);
      expect(opened(bytes.fill(0, at, at + 4_096)), `${at}`).toBeUndefined();
    }
  });

  it.runIf(process.geteuid?.() === 0)('is nothing when it belongs to somebody else', () => {
    const root = temporaryFolder();
    mkdirSync(join(root, 'code'), { mode: 0o700 });
    const place = { root, name: 'x' };
    writeFileSync(join(root, 'code', 'x'), sealed(Buffer.from('code')), { mode: 0o600 });
    expect(readCode(place)?.code.toString()).toBe('code');
    spawnSync('chown', ['12345', join(root, 'code', 'x')]);
    expect(readCode(place)).toBeUndefined();
  });

  it('is looked for where the state folder is, if that is named plainly', () => {
    const root = (env: Record<string, string>) => codePlace(env, 'session-end', 'f')?.root;
    expect(root({ MEM0_HOOKS_HOME: ' /state/ ' })).toBe('/state');
    expect(root({})).toMatch(/[\\/]\.mem0[\\/]hooks$/);
    expect(root({ MEM0_HOOKS_HOME: '~/x' })).toMatch(/[\\/]x$/);
    expect(root({ MEM0_HOOKS_HOME: 'here' })).toBeUndefined();
    expect(existsSync('/state') && readdirSync('/state').includes('code')).toBe(false);
  });
});
