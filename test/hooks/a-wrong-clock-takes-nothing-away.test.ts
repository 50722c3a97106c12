import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { StateFolder } from '../../src/io/file-store.ts';
import { Jobs } from '../../src/spool/jobs.ts';
import { Ledger } from '../../src/spool/ledger.ts';
import { jobFor, nobody, sessionRecord } from '../spool/items.ts';
import { World } from './world.ts';

const DAY = 24 * 60 * 60 * 1000;
const GONE = 2 ** 22 + 1;
const ACME = { destination: 'https://api.mem0.ai#acme', place: {}, secretMarks: [] };
/** One of each kind that is swept for its age. */
const AGING = [
  'receipts/zzz.json',
  'spool/parked/a.json',
  'spool/accepted/a.local.json',
  'session-states/s1.json',
  'jobs/unreadable.a.json',
  'sessions/unreadable.json',
  'cursors/unreadable.json',
];

/** `drain` with a clock that is ahead, or behind, by so many days. */
async function drain(w: World, days: number): Promise<string> {
  const clock = join(w.root, 'clock.cjs');
  writeFileSync(
    clock,
    `const Real = Date, by = ${days * DAY};
    globalThis.Date = class extends Real {
      constructor(...args) { super(...(args.length === 0 ? [Real.now() + by] : args)); }
      static now() { return Real.now() + by; }
    };`,
  );
  const run = await w.run('mem0-hooks', ['drain'], { nodeArgs: ['--require', clock] });
  expect(run.stderr).toBe('');
  return run.stdout;
}

it('a run whose clock is years ahead, or behind, gives up and sweeps nothing, and later ones do in time', async () => {
  const w = new World();
  const folder = new StateFolder(w.state);
  const [ledger, jobs] = [new Ledger(folder, nobody), new Jobs(folder)];
  const at = new Date().toISOString();
  ledger.open(sessionRecord({ sessionId: 'killed', belongs: ACME, openedAt: at, owner: GONE }));
  ledger.open(sessionRecord({ sessionId: 'ended', openedAt: at, transcriptPath: join(w.root, 'gone.jsonl') }));
  ledger.advance('ended', ['line-1'], at, at);
  jobs.record(jobFor({ sessionId: 'of-acme', belongs: ACME, at }), 'a');
  for (const path of AGING) {
    mkdirSync(dirname(join(w.state, path)), { recursive: true, mode: 0o700 });
    writeFileSync(join(w.state, path), 'no JSON', { mode: 0o600 });
  }
  const files = () => w.everyFile().filter((file) => !/^(?:clock\.json|swept|background)/.test(file));
  await drain(w, 0);
  await drain(w, 1);
  const before = files();
  for (const day of [4_000, 4_000, 2, -4_000, 4, 5, 4_000, 4_000.5, 7, 8, 9]) await drain(w, day);
  expect(files()).toEqual(before);
  for (const day of [30, 60, 90, 120, 150, 180, 210, 240]) await drain(w, day);
  expect(ledger.unfinished()).toEqual([]);
  expect(jobs.all()).toEqual([]);
  expect(ledger.session('ended')).toBeUndefined();
  const left = files().map((file) => file.split('\n')[0] ?? '');
  expect(left.filter((name) => AGING.includes(name))).toEqual([]);
});
