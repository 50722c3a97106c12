import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { CaptureRecord, SpoolItem } from '../../src/contract/state.ts';
import { StateFolder } from '../../src/io/file-store.ts';
import { Jobs } from '../../src/spool/jobs.ts';
import { Ledger } from '../../src/spool/ledger.ts';
import { Spool } from '../../src/spool/spool.ts';
import { FaultLog } from '../../src/state/faults.ts';
import { jobFor, nobody, spoolItem } from '../spool/items.ts';
import { byteDamage, damaged, oddJson, patience, slowRuns } from '../support/fuzz.ts';
import { servePlatform } from './served-platform.ts';
import { printed, processesOf, transcriptIn, transcriptOf, World } from './world.ts';

const FEW = 2;
const GONE = 2 ** 22 + 1;
const SENDING = '0bbb';

/** Words of the design discussion: captured, and waiting in the spool. */
const WAITING = "Let's move off Fly.io";
const said = (word: string) => `Decision: the ${word} service keeps its own database.`;

/**
 * A state folder as real sessions leave it while the platform is away, with something in every place: requests that wait, a job, a
 * session that never ended, a capture that was cut off in the middle, a request that a dead process was sending, and more.
 */
async function stateOf(w: World, platform: Awaited<ReturnType<typeof servePlatform>>): Promise<void> {
  await w.sessionStart('s0');
  platform.behaviour.fault = () => 401;
  await w.preCompact('s1', transcriptOf('a-design-discussion'));
  await w.hook(
    'session-start',
    w.input('SessionStart', 's1', { transcript_path: transcriptOf('a-design-discussion'), source: 'startup' }),
  );
  await w.sessionEnd('s1', transcriptOf('a-design-discussion'));
  await w.settled();
  await w.until(() => processesOf(w).length === 0);
  const folder = new StateFolder(w.state);
  const ledger = new Ledger(folder, nobody);
  const belongs = ledger.openings('s1').at(-1)?.belongs;
  if (belongs === undefined) throw new Error('the session is not on record');
  const { destination, place } = belongs;
  const pointer = (id: string, word: string) => ({
    ...{ sessionId: id, transcriptPath: transcriptIn(w, id, [said(word)]), cwd: w.repository, belongs },
  });
  new Jobs(folder).record(jobFor({ ...pointer('s2', 'billing'), at: new Date().toISOString() }), 'k2');
  ledger.open({ ...pointer('s3', 'search'), openedAt: '2026-11-30T00:00:00.000Z', owner: GONE });
  const item = (id: string, word: string): SpoolItem => {
    const { write, ...rest } = spoolItem(id, { destination, place });
    return { ...rest, write: { ...write, messages: [{ role: 'user', content: said(word) }] } };
  };
  const receipt = {
    id: '0aaa',
    sessionId: 's4',
    at: '2026-11-30T00:00:00.000Z',
    turns: 1,
    omitted: [],
    redacted: [],
    left: [],
  };
  const capture: CaptureRecord = {
    ...{ sessionId: 's4', endedAt: '2026-11-30T00:00:00.000Z', covered: ['line-4'] },
    items: { '0aaa_0': item('0aaa_0', 'stock') },
    receipt: { ...receipt, items: [{ captureId: '0aaa_0', type: 'decision' }] },
  };
  folder.write('spool/journal/0aaa.json', JSON.stringify(capture));
  const sending = new Spool(folder, GONE, destination);
  sending.enqueue(`${SENDING}_0`, item(`${SENDING}_0`, 'mail'));
  sending.claim(`${SENDING}_0`, Date.now());
  new FaultLog(folder).note({ code: 'crashed', at: '2026-11-30T00:00:00.000Z' });
}

/** What is to be found on the platform in the end, and the files without which it cannot be known. */
const NEEDS: readonly (readonly [statement: string, files: RegExp])[] = [
  // One type goes in one request, so this one is in a file of its own.
  [WAITING, /^spool\/waiting\//],
  [said('billing'), /^jobs\//],
  [said('search'), /^(?:sessions\/s3|running\/s3)/],
  [said('stock'), /^spool\/journal\//],
  [said('mail'), /^spool\/claimed\//],
];

const KINDS = [
  'bytes',
  'json',
  'random',
  'empty',
  'gone',
  'folder',
  'link',
  'dangling',
  'pipe',
  'modes',
  'beside',
] as const;
const PRECIOUS = 'a person put this here';

/** Harms one file; what a person would miss is put beside it where it is replaced by a folder or a link. */
function harm(
  w: World,
  path: string,
  kind: (typeof KINDS)[number],
  text: string,
  damage: Parameters<typeof damaged>[1],
): void {
  const real = join(w.state, path);
  const before = readFileSync(real);
  if (kind === 'modes') chmodSync(real, 0o777);
  else if (kind === 'beside') writeFileSync(`${real} (copy)`, PRECIOUS);
  else rmSync(real);
  if (kind === 'bytes') writeFileSync(real, damaged(before, damage));
  else if (kind === 'json') writeFileSync(real, text);
  else if (kind === 'random') writeFileSync(real, Buffer.alloc(3_000, damage.put));
  else if (kind === 'empty') writeFileSync(real, '');
  else if (kind === 'link') symlinkSync(join(w.root, 'precious'), real);
  else if (kind === 'dangling') symlinkSync('nowhere', real);
  else if (kind === 'pipe') execFileSync('mkfifo', [real]);
  else if (kind === 'folder') {
    mkdirSync(real);
    writeFileSync(join(real, 'notes'), PRECIOUS);
  }
}

function filesIn(w: World): readonly string[] {
  return readdirSync(w.state, { recursive: true, encoding: 'utf8' })
    .filter((name) => lstatSync(join(w.state, name)).isFile())
    .sort();
}

/** A session comes and goes, and so does the background; every hook ends with 0. Resolves with what the person is told. */
async function live(w: World, id: string): Promise<string> {
  const transcript = transcriptOf('r-empty-and-exits', '0fc0fe3a');
  const start = await w.sessionStart(id);
  expect(start).toMatchObject({ status: 0, stderr: '' });
  for (const run of [await w.preCompact(id, transcript), await w.sessionEnd(id, transcript)]) {
    expect(run).toMatchObject({ status: 0, stdout: '', stderr: '' });
  }
  await w.until(() => processesOf(w).length === 0);
  return printed(start).systemMessage ?? '';
}

/** Requests are due at once that would wait for minutes, those in hand when their process died among them. */
function makeDue(w: World): void {
  for (const name of w.names('spool/waiting')) {
    const path = join(w.state, 'spool/waiting', name);
    if (!lstatSync(path).isFile()) continue;
    try {
      writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), notBefore: 0 }));
    } catch (error) {
      // No JSON, or so deep that it cannot be written again.
      if (!(error instanceof SyntaxError || error instanceof RangeError)) throw error;
    }
  }
}

/** Puts the files of a state folder in place of what is there. */
function restore(w: World, files: ReadonlyMap<string, string>, n: number): void {
  rmSync(w.state, { recursive: true });
  // What is of unknown fate is looked for by its id, so each time it has another one.
  const renamed = (text: string) => text.replaceAll(SENDING, `${SENDING}${n.toString(36)}`);
  for (const [name, text] of files) {
    const path = join(w.state, renamed(name));
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(path, Buffer.from(renamed(text), 'latin1'), { mode: 0o600 });
  }
}

it(
  'files that are cut, garbled, replaced or gone keep no other from being delivered',
  async () => {
    const w = new World();
    const platform = await servePlatform();
    w.env = platform.env;
    writeFileSync(join(w.root, 'precious'), PRECIOUS);
    await stateOf(w, platform);
    platform.behaviour.fault = () => undefined;
    const whole = new Map(filesIn(w).map((name) => [name, readFileSync(join(w.state, name), 'latin1')]));
    const one = fc.tuple(fc.nat(), fc.constantFrom(...KINDS), oddJson, byteDamage);
    let n = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(one, { minLength: 1, maxLength: 6 }), async (all) => {
        restore(w, whole, n++);
        const before = platform.adds().length;
        const files = filesIn(w);
        const harmed = new Map(all.map(([at, ...how]) => [files[at % files.length] ?? '', how] as const));
        for (const [path, how] of harmed) harm(w, path, ...how);
        const kinds = [...harmed].map(([path, [kind]]) => ({ path, kind }));
        const what = kinds.map(({ path, kind }) => `${kind} ${path}`).join(', ');
        for (const id of ['t1', 't2']) {
          makeDue(w);
          await live(w, id);
        }
        const sent = JSON.stringify(platform.adds().slice(before));
        const lost = kinds.filter(({ kind }) => kind !== 'beside' && kind !== 'modes');
        for (const [statement, needs] of NEEDS) {
          if (!lost.some(({ path }) => needs.test(path))) expect(sent, what).toContain(statement);
        }
        expect(readFileSync(join(w.root, 'precious'), 'utf8')).toBe(PRECIOUS);
        const kept = filesIn(w).filter((name) => readFileSync(join(w.state, name), 'latin1') === PRECIOUS);
        expect(kept.length, what).toBe(kinds.filter(({ kind }) => kind === 'folder' || kind === 'beside').length);
        // From now on it works as ever: nothing crashes any more.
        expect(await live(w, 't3'), what).not.toMatch(/fault|state folder/);
      }),
      slowRuns(FEW),
    );
  },
  patience(FEW, 60_000),
);

it.each(['file', 'link'] as const)(
  'a whole folder that is away, with a %s in its place, is told of, and nothing is lost once it is back',
  async (kind) => {
    const w = new World();
    const platform = await servePlatform();
    w.env = platform.env;
    await stateOf(w, platform);
    platform.behaviour.fault = () => undefined;
    const [spool, away] = [join(w.state, 'spool'), join(w.root, 'away')];
    renameSync(spool, away);
    if (kind === 'file') writeFileSync(spool, '');
    else symlinkSync(away, spool);
    await live(w, 't1');
    expect(printed(await w.sessionStart('t2')).systemMessage).toMatch(/fault|state folder/);
    await w.until(() => processesOf(w).length === 0);
    rmSync(spool);
    renameSync(away, spool);
    makeDue(w);
    await live(w, 't3');
    makeDue(w);
    await live(w, 't4');
    for (const [statement] of NEEDS) expect(JSON.stringify(platform.adds())).toContain(statement);
  },
);

it.each(['file', 'link'] as const)(
  'a %s in place of the lock is told of, and all that waits is delivered once it is gone',
  async (kind) => {
    const w = new World();
    const platform = await servePlatform();
    w.env = platform.env;
    await stateOf(w, platform);
    platform.behaviour.fault = () => undefined;
    const lock = join(w.state, 'background');
    rmSync(lock, { recursive: true });
    if (kind === 'file') writeFileSync(lock, PRECIOUS);
    else symlinkSync(w.root, lock);
    await live(w, 't1');
    expect(printed(await w.sessionStart('t2')).systemMessage).toMatch(/fault|state folder/);
    await w.until(() => processesOf(w).length === 0);
    rmSync(lock);
    for (const id of ['t3', 't4']) {
      makeDue(w);
      await live(w, id);
    }
    for (const [statement] of NEEDS) expect(JSON.stringify(platform.adds())).toContain(statement);
  },
);

it('a lock that somebody put something else in place of is laid again', async () => {
  const w = new World();
  const platform = await servePlatform();
  w.env = platform.env;
  await stateOf(w, platform);
  platform.behaviour.fault = () => undefined;
  const lock = join(w.state, 'background');
  renameSync(join(lock, 'free'), join(lock, 'free (copy)'));
  writeFileSync(join(lock, 'notes'), PRECIOUS);
  for (const id of ['t1', 't2']) {
    makeDue(w);
    await live(w, id);
  }
  for (const [statement] of NEEDS) expect(JSON.stringify(platform.adds())).toContain(statement);
  expect(w.names('background')).toEqual(expect.arrayContaining(['free', 'free (copy)', 'notes']));
});

it('a session whose transcript has a name that no file can have keeps no other from being captured', async () => {
  const w = new World();
  const folder = new StateFolder(w.state);
  await w.sessionStart('s1');
  await w.until(() => processesOf(w).length === 0);
  const ledger = new Ledger(folder, nobody);
  const belongs = ledger.openings('s1').at(-1)?.belongs;
  if (belongs === undefined) throw new Error('the session is not on record');
  const opened = { cwd: w.repository, belongs, openedAt: '2026-11-30T00:00:00.000Z', owner: GONE };
  ledger.open({ ...opened, sessionId: 'a1', transcriptPath: `/${'x'.repeat(4_000)}` });
  ledger.open({ ...opened, sessionId: 'a2', transcriptPath: '/not\0here' });
  ledger.open({ ...opened, sessionId: 'b1', transcriptPath: transcriptIn(w, 'b1', [said('search')]) });
  await w.sessionStart('s2');
  await w.until(() => processesOf(w).length === 0);
  expect(w.names('cursors')).toEqual(['b1.json']);
});
