import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CapturedType, POLICY } from '../../src/contract/memory.ts';
import { instructionsFor, WRITE_GATE } from '../../src/core/capture/gate.ts';
import { readEntries } from '../../src/transcript/reader.ts';
import {
  captureOf,
  captureOfFile,
  Script,
  saidIn,
  sentText,
  TRANSCRIPTS,
  transcriptOf,
} from '../support/transcripts.ts';

describe('the design discussion', () => {
  const capture = captureOfFile(transcriptOf('a-design-discussion'), { branch: 'feat/railway' });
  const types = capture.writes.map((write) => write.metadata.type);

  test('each statement is under its type and nowhere else', () => {
    const statements: [string, CapturedType][] = [
      ["Let's move off Fly.io to Railway because Fly's volumes pin us", 'decision'],
      ['We looked at Render too but it has no private networking', 'decision'],
      ['I prefer pnpm over npm: always use pnpm in this repo', 'convention'],
      ['every migration file is named YYYYMMDDHHMM_<verb>_<table>.sql', 'convention'],
      ['4. below 100 queued events scale back to 1 and tell #payments', 'runbook'],
      ['One test has been failing since Thursday.', 'insight'],
    ];
    for (const [statement, type] of statements) {
      expect(types.filter((one) => saidIn(capture, one).includes(statement))).toEqual([type]);
    }
    expect(saidIn(capture, 'insight', 'assistant')).toContain('Root cause: `applyDiscount` floored after dividing');
  });

  test('what the person stated among the rest of the talk is told apart, in the words that are sent', () => {
    const [[n, stated] = [-1, []], ...others] = capture.stated;
    expect(others).toEqual([]);
    expect(types[n]).toBe('insight');
    expect(stated.length).toBeGreaterThan(0);
    for (const statement of stated) expect(saidIn(capture, 'insight')).toContain(statement);
  });

  test('and the rest of the talk is no statement', () => {
    const rest = 'The gateway tries three times and then tells nobody, so the log has the last of the errors only.';
    const talk = new Script()
      .human('Insight: retries hide the real error of the gateway.')
      .claude(rest)
      .human('can you check the queue as well?')
      .claude('All right, then.').entries;
    const { stated, writes } = captureOf(talk);
    expect(JSON.stringify(writes)).toContain(rest);
    expect([...stated.values()].flat()).toEqual([expect.stringContaining('retries hide the real error')]);
  });

  test('errands and narration are in no write', () => {
    const all = types.map((type) => saidIn(capture, type) + saidIn(capture, type, 'assistant')).join('\n');
    expect(all).not.toMatch(
      /Please update the README|Write that down|Run them|Running the test suite|I'll read the project rules/,
    );
  });

  test('metadata, instructions and time are whole', () => {
    expect(new Set(types).size).toBe(types.length);
    capture.writes.forEach((write, n) => {
      expect(write.scope).toBe(write.metadata.type === 'preference' ? 'user' : 'project');
      expect(write.metadata).toEqual({
        type: write.metadata.type,
        session_id: 'session-1',
        branch: 'main',
        editor: 'claude-code',
        policy: POLICY,
        capture_id: `capture-${n}`,
      });
      expect(write.infer).toBe(true);
      expect(write.expirationDate).toBeUndefined();
      expect(write.customInstructions).toContain(POLICY);
      expect(write.timestamp).toBeGreaterThan(Date.parse('2026-11-29T20:13:00Z') / 1000);
      expect(write.timestamp).toBeLessThan(Date.parse('2026-11-29T20:15:00Z') / 1000);
    });
    const decision = capture.writes.find((write) => write.metadata.type === 'decision');
    // Of the last turn that stands in it, not of the end of the session.
    expect(decision?.timestamp).toBeGreaterThanOrEqual(Math.floor(Date.parse('2026-11-29T20:14:02.5Z') / 1000));
    expect(decision?.timestamp).toBeLessThan(Date.parse('2026-11-29T20:14:30Z') / 1000);
  });

  test('the same lines give the same writes', () => {
    expect(captureOfFile(transcriptOf('a-design-discussion'), { branch: 'feat/railway' })).toEqual(capture);
  });
});

test('a preference goes to user scope, and alone when there is no project', () => {
  const script = new Script()
    .human('I prefer short answers in English. We decided to use Postgres.')
    .claude('Postgres it is, because it is here.');
  const here = captureOf(script.entries);
  expect(here.writes.map((write) => [write.metadata.type, write.scope])).toEqual([
    ['preference', 'user'],
    ['decision', 'project'],
  ]);
  expect(saidIn(here, 'preference')).toBe('I prefer short answers in English.');
  const nowhere = captureOf(script.entries, { projectScope: false });
  expect(nowhere.writes.map((write) => write.metadata.type)).toEqual(['preference']);
  expect(nowhere.left).toEqual([{ reason: 'no-project', count: 1 }]);
});

test('what is captured is not captured again; what came after it is', () => {
  const path = transcriptOf('f-resume', '582eec34');
  const first = captureOf([...readEntries(path)].slice(0, 12));
  const second = captureOf(readEntries(path), { isCaptured: (id) => first.covered.includes(id) });
  expect(saidIn(first, 'preference')).toContain('snake_case');
  expect(second.writes.some((write) => write.metadata.type === 'preference')).toBe(false);
  expect(saidIn(second, 'decision')).toContain('all codes are declared once');
  const third = captureOf(readEntries(path), {
    isCaptured: (id) => [...first.covered, ...second.covered].includes(id),
  });
  expect(third).toEqual({ writes: [], covered: [], turns: 0, omitted: [], redacted: [], left: [], stated: new Map() });
});

test('a fork repeats the rows of its session under the same ids, so they are not captured twice', () => {
  const old = captureOfFile(transcriptOf('f-resume', '582eec34'));
  const seen = new Set(old.covered);
  const fork = captureOfFile(transcriptOf('f-resume', '9df28784'), { isCaptured: (id) => seen.has(id) });
  expect(fork.writes.some((write) => write.metadata.type === 'preference')).toBe(false);
});

test('the branch comes from the lines when it is not given, and a detached head is none', () => {
  const script = new Script().human('We decided to use Postgres because it is here.');
  expect(captureOf(script.entries).writes[0]?.metadata.branch).toBe('main');
  const detached = new Script().human('We decided to use Postgres because it is here.', { gitBranch: 'HEAD' });
  expect(captureOf(detached.entries).writes[0]?.metadata).not.toHaveProperty('branch');
});

test('any talk makes at most five writes, each under 40,000 characters, and every statement stands in exactly one', () => {
  const statement = fc
    .integer({ min: 0, max: 9_999 })
    .chain((n) =>
      fc.constantFrom(
        `I prefer number ${n} in all things.`,
        `We decided to use number ${n}.`,
        `Every file of kind ${n} must be small.`,
        `Number ${n} broke because the disk was full.`,
        `The weather report for day ${n} came from the sea.`,
      ),
    );
  const answer = fc
    .integer({ min: 1, max: 60_000 })
    .map((size) => `It works because of this. ${'word '.repeat(size / 5)}`);
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.tuple(statement, answer), { selector: ([one]) => one, minLength: 1, maxLength: 12 }),
      (turns) => {
        const script = new Script();
        for (const [said, answered] of turns) script.human(said).claude(answered);
        const capture = captureOf(script.entries);
        expect(capture.writes.length).toBeLessThanOrEqual(5);
        for (const write of capture.writes) {
          expect(write.messages.reduce((sum, message) => sum + message.content.length, 0)).toBeLessThan(40_000);
        }
        const human = capture.writes.map((write) =>
          write.messages.filter((one) => one.role === 'user').map((one) => one.content),
        );
        for (const [said] of turns) {
          expect(human.flat().filter((text) => text.split('\n').includes(said))).toHaveLength(1);
        }
      },
    ),
    { numRuns: 60 },
  );
});

test('when more was said than fits, the person’s words go first and the rest is counted', () => {
  const script = new Script();
  for (let n = 0; n < 60; n += 1) {
    const filler = Array.from({ length: 400 }, (_, k) => `Case ${n}.${k} broke since the disk was full.`).join(' ');
    script.human(n % 2 === 0 ? `Incident ${n}: ${filler}` : `And what about incident ${n}?`).claude(filler);
  }
  const capture = captureOf(script.entries);
  expect(capture.writes.length).toBeLessThanOrEqual(5);
  for (const write of capture.writes) expect(write.messages.some((message) => message.role === 'user')).toBe(true);
  expect(capture.left.find((one) => one.reason === 'size')?.count).toBeGreaterThan(10);
  expect(sentText(capture)).toMatch(/Incident \d+:/);
  expect(new Set(capture.covered).size).toBe(120);
});

test('each type asks for itself, keeps the noise of the contract out, and names its policy', () => {
  const all = (['preference', 'decision', 'convention', 'runbook', 'insight'] as const).map(instructionsFor);
  expect(new Set(all).size).toBe(5);
  for (const text of all) {
    for (const noise of [
      'heartbeats',
      'progress',
      'modified files',
      'narration',
      'one-off task directives',
      'repository files',
    ]) {
      expect(text).toContain(noise);
    }
    expect(text).toContain(POLICY);
  }
});

test('the text of the write gate belongs to its revision: who changes the text changes the revision, then this hash', () => {
  const { revision, ...texts } = WRITE_GATE;
  const hash = createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 16);
  expect({ revision, hash }).toEqual({ revision: POLICY, hash: '3a1e9f694785a4da' });
  expect(revision).toBe('v2.0');
});

test('all real sessions stay within the limits', () => {
  for (const path of TRANSCRIPTS) expect(captureOfFile(path).writes.length).toBeLessThanOrEqual(5);
});
