import { existsSync, lstatSync, mkdirSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { StateFolder } from '../../src/io/file-store.ts';
import { Jobs } from '../../src/spool/jobs.ts';
import { Ledger } from '../../src/spool/ledger.ts';
import { SeenClock } from '../../src/spool/seen-clock.ts';
import { Spool } from '../../src/spool/spool.ts';
import { sweep } from '../../src/spool/sweep.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { claimOf, jobFor, nobody, sessionRecord, spoolItem } from './items.ts';

const DAY = 24 * 60 * 60 * 1000;
const NOW = Date.parse('2026-11-30T12:00:00.000Z');

class Swept {
  readonly root = temporaryFolder();
  readonly folder = new StateFolder(this.root);
  readonly ledger = new Ledger(this.folder, nobody);
  readonly clock = new SeenClock(this.folder);
  readonly transcripts = new Set<string>();
  elapsed = 0;
  /** How long it takes from one look at the time to the next. */
  step = 0;

  /** A file that was last written so many days ago. */
  file(path: string, days: number, content = '{}'): void {
    mkdirSync(dirname(join(this.root, path)), { recursive: true, mode: 0o700 });
    writeFileSync(join(this.root, path), content, { mode: 0o600 });
    this.age(path, days);
  }

  age(path: string, days: number): void {
    const at = (NOW - days * DAY) / 1000;
    utimesSync(join(this.root, path), at, at);
  }

  /** A session that ended so many days ago, captured to its end. */
  ended(sessionId: string, days: number, { hasTranscript = false, ends = true } = {}): void {
    const at = new Date(NOW - days * DAY).toISOString();
    const transcriptPath = `/transcripts/${sessionId}.jsonl`;
    this.ledger.open(sessionRecord({ sessionId, transcriptPath, openedAt: at }));
    if (hasTranscript) this.transcripts.add(transcriptPath);
    this.ledger.advance(sessionId, [`${sessionId}-entry`], at, ends ? at : undefined);
  }

  /** On the day after `now`, on which the clock has agreed that it was `now`. */
  sweep(now = NOW): number {
    for (const day of [now, now + DAY]) if (day > (this.clock.day ?? 0)) this.clock.note(day);
    return this.sweepBy(this.clock);
  }

  sweepBy(clock: SeenClock): number {
    const exists = (path: string) => this.transcripts.has(path);
    const elapsed = () => {
      this.elapsed += this.step;
      return this.elapsed;
    };
    return sweep({ folder: this.folder, ledger: this.ledger, exists, clock, elapsed, sessionStateDays: 30 });
  }

  get files(): readonly string[] {
    return readdirSync(this.root, { recursive: true, encoding: 'utf8' })
      .filter((name) => lstatSync(join(this.root, name)).isFile() && !['swept', 'clock.json'].includes(name))
      .sort();
  }
}

describe('sweeping', () => {
  it.each([
    ['receipts/0mx_a.json', 90],
    ['spool/parked/a.json', 90],
    ['spool/accepted/a.json', 8],
    ['session-states/s1.json', 30],
    ['cache/git-0123456789abcdef.json', 30],
    ['cache/recall-local-0123456789abcdef.json', 14],
    ['given/s1.json', 60],
    ['jobs/s1.a.json', 180],
    ['sessions/unreadable.json', 180],
    ['cursors/without-a-record.json', 180],
    ['past/without-a-record/1-2.json', 180],
    ['past/without-a-record/.1-2.json.77.1.tmp', 1],
    ['spool/waiting/.a.json.77.1.tmp', 1],
    ['.faults.jsonl.77.1.tmp', 1],
  ])('takes %s after %i days, and no sooner', (path, days) => {
    const w = new Swept();
    w.file(path, days - 0.1);
    expect(w.sweep()).toBe(0);
    expect(w.files).toEqual([path]);
    w.age(path, days + 0.1);
    expect(w.sweep(NOW + DAY)).toBe(1);
    expect(w.files).toEqual([]);
  });

  it('takes no request that waits or is being sent, and no journal, however old', () => {
    const w = new Swept();
    const spool = new Spool(w.folder, 7, 'local');
    spool.enqueue('a', spoolItem('a'));
    spool.enqueue('b', spoolItem('b'));
    claimOf(spool, 'b', NOW);
    w.file('spool/journal/c.json', 1);
    const before = w.files;
    for (const path of before) w.age(path, 4_000);
    expect(w.sweep()).toBe(0);
    expect(w.files).toEqual(before);
  });

  it('keeps the newest 5,000 receipts', () => {
    const w = new Swept();
    for (let n = 0; n < 5_003; n++) w.file(`receipts/0mx${String(n).padStart(6, '0')}_a.json`, 1, '');
    expect(w.sweep()).toBe(3);
    expect(existsSync(join(w.root, 'receipts/0mx000002_a.json'))).toBe(false);
    expect(existsSync(join(w.root, 'receipts/0mx000003_a.json'))).toBe(true);
  });

  it('keeps the newest 100 answers of the platform', () => {
    const w = new Swept();
    for (let n = 0; n < 103; n++) w.file(`cache/recall-key-${n}.json`, n / 100);
    w.file('cache/git-0123456789abcdef.json', 5);
    expect(w.sweep()).toBe(3);
    expect(w.files).toContain('cache/recall-key-99.json');
    expect(w.files).not.toContain('cache/recall-key-100.json');
    expect(w.files).toContain('cache/git-0123456789abcdef.json');
  });

  it('forgets a session with its cursor once its transcript is gone for good, and no other', () => {
    const w = new Swept();
    w.ended('gone', 61);
    w.ended('lately', 59);
    w.ended('with-transcript', 400, { hasTranscript: true });
    w.ended('unfinished', 400, { ends: false });
    // Its record, its cursor, and what it had open.
    expect(w.sweep()).toBe(3);
    expect(w.ledger.openings('gone')).toEqual([]);
    expect(w.ledger.openings('lately')).toHaveLength(1);
    expect(w.ledger.session('gone')).toBeUndefined();
    expect([...w.ledger.covered()].sort()).toEqual(['lately-entry', 'unfinished-entry', 'with-transcript-entry']);
    expect(w.ledger.sessions()).toHaveLength(3);
    expect(w.ledger.unfinished().map(({ sessionId }) => sessionId)).toEqual(['unfinished']);
  });

  it('is done once a day, and on the first only of what is too much', () => {
    const w = new Swept();
    const clock = new SeenClock(w.folder);
    w.file('receipts/a.json', 100);
    clock.note(NOW);
    expect(w.sweepBy(clock)).toBe(0);
    clock.note(NOW + DAY);
    expect(w.sweepBy(clock)).toBe(1);
    w.file('receipts/a.json', 100);
    clock.note(NOW + 1.9 * DAY);
    expect(w.sweepBy(clock)).toBe(0);
    clock.note(NOW + 2 * DAY);
    expect(w.sweepBy(clock)).toBe(1);
  });

  it('that takes too long is gone on with by the next runs, however soon', () => {
    const w = new Swept();
    w.step = 1_000;
    for (let n = 0; n < 5_000 + 1_600; n++) w.file(`receipts/${String(n).padStart(9, '0')}_a.json`, 1, '');
    w.file('spool/accepted/a.json', 9);
    const runs = [w.sweep(), w.sweep(), w.sweep(), w.sweep()];
    // Each takes something of all, so that nothing waits for ever behind something else.
    expect(runs).toEqual([751, 750, 100, 0]);
    expect(w.files[0]).toBe('receipts/000001600_a.json');
  });

  it('that takes too long, or is killed, leaves no session without its cursor', () => {
    const w = new Swept();
    w.step = 4_000;
    const at = new Date(NOW - 100 * DAY).toISOString();
    for (let n = 0; n < 600; n++) {
      const record = { ...sessionRecord({ sessionId: `s${n}`, openedAt: at }), startedAt: at };
      w.file(`sessions/s${n}.json`, 100, JSON.stringify(record));
      w.file(`cursors/s${n}.json`, 100, JSON.stringify({ sessionId: `s${n}`, captured: [], endedAt: at }));
    }
    expect(w.sweep()).toBe(500);
    expect(w.folder.list('cursors')).toEqual(w.folder.list('sessions'));
    const { folder } = w;
    const steps: string[] = [];
    class Killing extends StateFolder {
      override removeFiles(path: string, names: readonly string[]): number {
        steps.push(path);
        if (steps.length === 2) throw new Error('killed');
        return super.removeFiles(path, names);
      }
    }
    const ports = { ledger: w.ledger, exists: () => false, clock: w.clock, elapsed: () => 0, sessionStateDays: 30 };
    expect(() => sweep({ ...ports, folder: new Killing(w.root) })).toThrow('killed');
    expect(steps).toEqual(['sessions', 'cursors']);
    expect([folder.list('sessions').length, folder.list('cursors').length]).toEqual([100, 350]);
  });

  it('takes no folder that somebody put among the files, nor what is in it', () => {
    const w = new Swept();
    const folders = ['receipts', 'spool/accepted', 'jobs', 'sessions', 'session-states'].map(
      (path) => `${path}/mine.json`,
    );
    for (const path of folders) {
      w.file(`${path}/thesis.txt`, 4_000);
      w.age(path, 4_000);
    }
    const before = w.files;
    expect(w.sweep()).toBe(0);
    expect(w.files).toEqual(before);
  });

  describe('passes over what is not its own', () => {
    const inPast = (w: Swept, elsewhere: string) => {
      w.file('past/.DS_Store', 400, 'a file');
      w.file('past/with spaces', 400, 'a file');
      symlinkSync('/nowhere', join(w.root, 'past/to-nowhere'));
      symlinkSync(elsewhere, join(w.root, 'past/to-a-folder'));
      w.file('past/holds-more/thesis/1.txt', 400, 'mine');
      w.file('past/holds-more/my notes', 400, 'mine');
      w.file('past/holds-more/1-2.json', 400);
      mkdirSync(join(w.root, 'past/holds-more/2-2.json'));
    };

    it('among the openings, and sweeps the rest to its end', () => {
      const w = new Swept();
      const elsewhere = new Swept();
      elsewhere.file('1-2.json', 400);
      inPast(w, elsewhere.root);
      w.file('past/lost/1-2.json', 400);
      w.ended('gone', 61);
      w.file('receipts/a.json', 100);
      w.sweep();
      expect(w.files).toEqual([
        'past/.DS_Store',
        'past/holds-more/my notes',
        'past/holds-more/thesis/1.txt',
        'past/to-a-folder/1-2.json',
        'past/with spaces',
      ]);
      expect(readdirSync(join(w.root, 'past'))).toEqual(expect.arrayContaining(['to-a-folder', 'to-nowhere']));
      expect(existsSync(join(w.root, 'past/holds-more/2-2.json'))).toBe(true);
      expect(w.folder.read('swept')).toBeDefined();
    });

    const PLACES = ['receipts', 'spool', 'session-states', 'cache', 'jobs', 'sessions', 'cursors', 'running', 'past'];
    it.each(PLACES)('in place of %s', (place) => {
      for (const put of [
        (path: string) => writeFileSync(path, 'mine'),
        (path: string) => symlinkSync('/nowhere', path),
        (path: string) => symlinkSync('.', path),
      ]) {
        const w = new Swept();
        const other = place === 'receipts' ? 'session-states/a.json' : 'receipts/a.json';
        w.file(other, 100);
        put(join(w.root, place));
        expect(w.sweep()).toBe(1);
        expect(w.folder.read('swept')).toBeDefined();
        expect(readdirSync(w.root)).toContain(place);
      }
    });
  });

  it('takes no opening before the record and the cursor of its session, and each in the same portion', () => {
    const w = new Swept();
    w.step = 4_000;
    const sessions = Array.from({ length: 600 }, (_, n) => `s${String(n).padStart(3, '0')}`);
    const at = new Date(NOW - 100 * DAY).toISOString();
    for (const sessionId of sessions) {
      const record = { ...sessionRecord({ sessionId, openedAt: at }), startedAt: at };
      w.file(`sessions/${sessionId}.json`, 100, JSON.stringify(record));
      w.file(`cursors/${sessionId}.json`, 100, JSON.stringify({ sessionId, captured: [], endedAt: at }));
      w.file(`past/${sessionId}/1-2.json`, 100);
      w.file(`past/lost-${sessionId}/1-2.json`, 400);
    }
    // So that there is no time left when it comes to them.
    for (let n = 0; n < 300; n++) w.file(`receipts/${n}_a.json`, 100, '');
    const lost = () => w.folder.list('past').filter((id) => id.startsWith('lost-')).length;
    for (const [left, lostLeft] of [
      [350, 350],
      [100, 100],
      [0, 0],
    ]) {
      w.sweep();
      expect(['sessions', 'cursors'].map((path) => w.folder.list(path).length)).toEqual([left, left]);
      expect(w.folder.list('past').length - lost()).toBe(left);
      expect(lost()).toBe(lostLeft);
    }
  });

  it('goes by what the folder has seen, whatever it finds in place of its marks', () => {
    const w = new Swept();
    w.file('receipts/a.json', 100);
    for (const [days, path] of [
      [0, 'clock.json'],
      [0, 'swept'],
    ] as const) {
      mkdirSync(join(w.root, path));
      writeFileSync(join(w.root, path, 'notes'), 'mine');
      w.age(path, days);
    }
    expect(w.sweep()).toBe(1);
    expect(w.sweep()).toBe(0);
    expect(w.files.filter((name) => name.endsWith('notes'))).toHaveLength(2);
  });

  it('takes nothing in folders that are not its own', () => {
    const w = new Swept();
    w.file('projects/site-new-2/thesis.txt', 400);
    w.file('projects/.notes.tmp', 400);
    w.age('projects/site-new-2', 400);
    const before = w.files;
    expect(w.sweep()).toBe(0);
    expect(w.files).toEqual(before);
  });

  it('counts from when it was accepted, not from when it was enqueued', () => {
    const w = new Swept();
    const spool = new Spool(w.folder, 7, 'local');
    spool.enqueue('a', spoolItem('a'));
    w.age('spool/waiting/a.local.json', 30);
    spool.accept(claimOf(spool, 'a', NOW), { eventId: 'e1', at: new Date(NOW).toISOString() });
    expect(w.sweep(Date.now())).toBe(0);
    expect(spool.accepted()).toEqual(['a']);
  });

  it('takes no job that can be read', () => {
    const w = new Swept();
    const name = new Jobs(w.folder).record(jobFor(), 'a');
    w.age(`jobs/${name}`, 400);
    expect(w.sweep()).toBe(0);
  });

  it('takes the folder that a killed process had not yet moved to its place', () => {
    const w = new Swept();
    w.file('background-new-77/free', 3, '');
    w.age('background-new-77', 3);
    w.file('background/free', 3, '');
    expect(w.sweep()).toBe(1);
    expect(w.files).toEqual(['background/free']);
  });

  it('of a folder that is not there makes nothing but its own mark', () => {
    const w = new Swept();
    expect(w.sweep()).toBe(0);
    expect(w.files).toEqual([]);
  });
});
