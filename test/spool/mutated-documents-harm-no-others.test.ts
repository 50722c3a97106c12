import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CaptureRecord, Receipt } from '../../src/contract/state.ts';
import { StateFolder } from '../../src/io/file-store.ts';
import { Jobs } from '../../src/spool/jobs.ts';
import { Journal } from '../../src/spool/journal.ts';
import { Ledger } from '../../src/spool/ledger.ts';
import { Receipts } from '../../src/spool/receipts.ts';
import { SeenClock } from '../../src/spool/seen-clock.ts';
import { Spool } from '../../src/spool/spool.ts';
import { sweep } from '../../src/spool/sweep.ts';
import { FaultLog } from '../../src/state/faults.ts';
import { byteDamage, damaged, jsonOf, membersOf, mutatedMembers, oddJson, runs } from '../support/fuzz.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { jobFor, nobody, sessionRecord, spoolItem } from './items.ts';

const receipt = (id: string): Receipt => ({
  ...{ id, sessionId: 's1', at: '2026-11-30T12:00:00.000Z', turns: 1, omitted: [], redacted: [], left: [] },
  items: [{ captureId: `${id}_0`, type: 'decision' }],
});
const captureOf = (id: string): CaptureRecord => ({
  ...{ sessionId: 's1', endedAt: '2026-11-30T12:00:00.000Z', covered: [`line-${id}`] },
  items: { [`${id}_0`]: spoolItem(`${id}_0`) },
  receipt: receipt(id),
});

/** Everything that reads and writes the documents of one folder. */
function everything() {
  const folder = new StateFolder(temporaryFolder());
  const spool = new Spool(folder, 1_000, 'local');
  const ledger = new Ledger(folder, nobody);
  const receipts = new Receipts(folder);
  const journal = new Journal({ folder, spool, ledger, receipts });
  return { folder, spool, ledger, receipts, journal, jobs: new Jobs(folder), faults: new FaultLog(folder) };
}
type Everything = ReturnType<typeof everything>;

/** One of each, to be harmed; and another one of each. */
const DOCUMENTS: Readonly<Record<string, object>> = {
  'jobs/s1.k1.json': jobFor(),
  'sessions/s1.json': { ...sessionRecord({ owner: 17 }), startedAt: '2026-11-30T00:00:00.000Z' },
  'cursors/s1.json': { sessionId: 's1', captured: ['line-0'], endedAt: '2026-11-30T12:00:00.000Z' },
  'receipts/0a.json': receipt('0a'),
  'spool/waiting/0a_0.local.json': spoolItem('0a_0'),
  'spool/claimed/0b_0-17-1.json': spoolItem('0b_0'),
  'spool/accepted/0c_0.local.json': spoolItem('0c_0'),
  'spool/journal/0d.json': captureOf('0d'),
  'running/s1.1764460800000': {},
  'running/s1.1764460800000-17.json': sessionRecord({ owner: 17, other: 's2' }),
  'past/s1/1764460700000-17.json': { ...sessionRecord({ owner: 17 }), until: '2026-11-30T00:00:00.000Z' },
  'faults-taken/k1.jsonl': { code: 'crashed', at: '2026-11-30T12:00:00.000Z' },
};
const OTHERS: Readonly<Record<string, object>> = {
  'jobs/s9.k9.json': jobFor({ sessionId: 's9' }),
  'sessions/s9.json': { ...sessionRecord({ sessionId: 's9' }), startedAt: '2026-11-30T00:00:00.000Z' },
  'running/s9.1764460800000': {},
  'running/s8.1764460800000-17.json': sessionRecord({ sessionId: 's8', owner: 17 }),
  'receipts/9a.json': receipt('9a'),
  'spool/waiting/9a_0.local.json': spoolItem('9a_0'),
  'spool/claimed/9b_0-17-1.json': spoolItem('9b_0'),
  'spool/journal/9d.json': captureOf('9d'),
  'faults-taken/k9.jsonl': { code: 'parked', at: '2026-11-30T12:00:00.000Z' },
};

/** All that a start and a background process do with the documents. None of it may throw, and the others are all found. */
function live({ folder, spool, ledger, receipts, journal, jobs, faults }: Everything): void {
  const gone = () => false;
  const now = Date.parse('2026-12-01T00:00:00.000Z');
  ledger.claimOn('s1', jobFor().belongs)('2026-11-30T12:00:00.000Z');
  for (const { sessionId } of ledger.earlier('s1')) ledger.isOpenTo(sessionId, jobFor().belongs);
  expect(ledger.unfinished().map(({ sessionId }) => sessionId)).toEqual(expect.arrayContaining(['s8', 's9']));
  expect(jobs.all().map(({ job }) => job.sessionId)).toContain('s9');
  jobs.has('s1.k1.json');
  journal.settle();
  expect(ledger.covered()).toContain('line-9d');
  spool.takeBack(gone, now, () => 0);
  expect(spool.hasUnended(gone, now)).toBeTypeOf('boolean');
  const claimed = spool.waiting().flatMap((id) => {
    spool.peek(id);
    spool.whereIs(id, gone);
    const claim = spool.claim(id, now);
    return claim === undefined || claim === 'unreadable' ? [] : [claim];
  });
  expect(claimed.map(({ id }) => id)).toEqual(expect.arrayContaining(['9a_0', '9b_0', '9d_0']));
  for (const claim of claimed) {
    receipts.accepted(claim.id, { eventId: 'e' });
    spool.acknowledge(claim);
  }
  spool.failed('0c_0', 3, 0, 'extraction failed');
  receipts.accepted('0a_0', { eventId: 'e' });
  receipts.ended('0a_0', { outcome: 'SUCCEEDED', memoryIds: [] });
  expect([...receipts.newest()].map((one) => one?.id)).toEqual(expect.arrayContaining(['9a', '9d']));
  expect(receipts.read('9a')?.items[0]?.eventId).toBe('e');
  const told = faults.take('k2');
  expect(told.faults.map(({ code }) => code)).toContain('parked');
  told.told();
  const clock = new SeenClock(folder);
  clock.note(now);
  sweep({ folder, ledger, exists: () => true, clock, elapsed: () => 0, sessionStateDays: 30 });
  ledger.open(sessionRecord({ openedAt: '2026-12-01T00:00:00.000Z' }));
  ledger.advance('s1', ['line-1'], '2026-12-01T00:00:00.000Z', '2026-12-02T00:00:00.000Z');
  expect(ledger.session('s1')?.openedAt).toBe('2026-12-01T00:00:00.000Z');
  expect(ledger.covered()).toContain('line-1');
}

/** Written plainly: what is here to be read need not be durable. */
function lay({ folder }: Everything, documents: Readonly<Record<string, object>>): void {
  for (const [path, document] of Object.entries(documents)) {
    const target = join(folder.root, path);
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    writeFileSync(target, JSON.stringify(document), { mode: 0o600 });
  }
}

function laid(): Everything {
  const all = everything();
  lay(all, { ...DOCUMENTS, ...OTHERS });
  return all;
}

/** Texts that must never become the name of a file as they stand. */
const oddText = fc.constantFrom(
  '',
  '.',
  '..',
  '../x',
  'a/b',
  '/x',
  'a\0b',
  '\ud800',
  '__proto__',
  'A B',
  'x'.repeat(5_000),
);

/** A document in which one text, a name or a value at any depth, is another one. */
const withOddText = (document: object) => {
  const json = JSON.stringify(document);
  const texts = [...json.matchAll(/"[^"]*"/g)];
  if (texts.length === 0) return fc.constant(json);
  return fc.tuple(fc.constantFrom(...texts), oddText).map(([text, odd]) => {
    return json.slice(0, text.index) + JSON.stringify(odd) + json.slice(text.index + text[0].length);
  });
};

const mutatedText = (document: object) =>
  fc.oneof(
    withOddText(document).map((json) => Buffer.from(json)),
    mutatedMembers(membersOf(document as Record<string, unknown>), oddJson).map((members) =>
      Buffer.from(jsonOf(members)),
    ),
    byteDamage.map((damage) => damaged(Buffer.from(JSON.stringify(document)), damage)),
    oddJson.map((json) => Buffer.from(json)),
    fc.uint8Array({ maxLength: 50 }).map((bytes) => Buffer.from(bytes)),
  );

describe.each(Object.entries(DOCUMENTS))('%s', (path, document) => {
  it('with any text keeps nobody from going on, and every other document is found', () => {
    fc.assert(
      fc.property(mutatedText(document), (text) => {
        const all = laid();
        writeFileSync(join(all.folder.root, path), text);
        live(all);
      }),
      runs(2),
    );
  });

  it('that holds what is deeper than can be written again too', () => {
    const all = laid();
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    writeFileSync(
      join(all.folder.root, path),
      jsonOf([...membersOf(document as Record<string, unknown>), ['more', deep]]),
    );
    live(all);
  });

  it.each(['folder', 'link', 'dangling link', 'pipe', 'copy beside it'])('as a %s too', (kind) => {
    const all = laid();
    const real = join(all.folder.root, path);
    const elsewhere = join(temporaryFolder(), 'precious');
    writeFileSync(elsewhere, 'precious');
    if (kind === 'copy beside it') writeFileSync(`${real} (copy)`, 'precious');
    else rmSync(real);
    if (kind === 'folder') {
      mkdirSync(real);
      writeFileSync(join(real, 'notes'), 'precious');
    }
    if (kind === 'link') symlinkSync(elsewhere, real);
    if (kind === 'dangling link') symlinkSync('nowhere', real);
    if (kind === 'pipe') execFileSync('mkfifo', [real]);
    live(all);
    // And once more, with the others anew: what was harmed is as it is by now.
    lay(all, OTHERS);
    live(all);
    expect(readFileSync(elsewhere, 'utf8')).toBe('precious');
  });
});
