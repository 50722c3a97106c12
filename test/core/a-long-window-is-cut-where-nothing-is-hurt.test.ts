import { expect, test } from 'vitest';
import { captureOf, Script, sentText } from '../support/transcripts.ts';

const SECRET = 'cinnamon-walrus-4471-made-up';

test('no secret is cut in two, and every body is well-formed, in a window that is far too long', () => {
  for (const before of [370, 380, 385, 390, 395, 398, 400, 405]) {
    const script = new Script();
    for (let n = 0; n < 40; n += 1) {
      const filler = 'so it goes 😀 '.repeat(40).slice(0, before - 1);
      script.human(`We decided to keep part ${n} of the machine, because it works.`);
      script.claude(`${filler} ${SECRET} is what the log says because of it. ${'and so on 😀 '.repeat(1_500)}`);
    }
    const capture = captureOf(script.entries, { secrets: { values: [SECRET] } });
    const sent = sentText(capture);
    expect(sent).not.toContain('cinnamon');
    expect(sent).not.toContain('4471');
    for (const write of capture.writes)
      for (const { content } of write.messages) expect(content.isWellFormed()).toBe(true);
    for (let n = 0; n < 40; n += 1) expect(sent).toContain(`We decided to keep part ${n} of the machine`);
  }
});

const decision = (n: number): string =>
  `Decision: service ${n} keeps port ${n} for its health checks, because the probe needs it.`;

test('a prompt of more statements than one request holds goes in several, and loses none', () => {
  const statements = Array.from({ length: 700 }, (_, n) => decision(n));
  const capture = captureOf(
    new Script().human(statements.join('\n')).claude('Noted, all of them are in the table now.').entries,
  );
  const sent = sentText(capture);
  for (const one of statements) expect(sent).toContain(one);
  expect(capture.writes.length).toBeLessThanOrEqual(5);
  expect(capture.left.filter((one) => one.reason === 'size')).toEqual([]);
});

test('what no capture holds is counted', () => {
  const many = new Script();
  for (let n = 0; n < 4_000; n += 1) many.human(decision(n));
  const capture = captureOf(many.entries);
  expect(capture.writes).toHaveLength(5);
  expect(capture.left.find((one) => one.reason === 'size')?.count).toBeGreaterThan(0);
  const long = captureOf(
    new Script().human(`${decision(1)}\n${'words of a paste\n'.repeat(20_000)}${decision(2)}`).entries,
  );
  expect(long.left).toContainEqual({ reason: 'long', count: 1 });
  expect(sentText(long)).toContain(decision(1));
  expect(sentText(long)).toContain(decision(2));
});

test('turns in which Claude said more than is sent are counted, and no others', () => {
  const words = (chars: number) => 'The queue keeps its order because each worker locks one row. '.repeat(chars / 60);
  const shortenedIn = (script: Script) =>
    captureOf(script.entries).left.find((one) => one.reason === 'shortened')?.count ?? 0;
  const turn = (script: Script, chars: number) =>
    script.human('We decided to keep the queue in Postgres.').claude(words(chars));
  expect(shortenedIn(turn(new Script(), 7_000))).toBe(0);
  expect(shortenedIn(turn(new Script(), 9_000))).toBe(1);
  expect(shortenedIn(turn(turn(turn(new Script(), 9_000), 600), 60_000))).toBe(2);
  // More than the window: of most turns only the first sentences are taken.
  const many = new Script();
  for (let n = 0; n < 55; n += 1) turn(many, 7_000);
  expect(shortenedIn(many)).toBeGreaterThan(10);
  expect(shortenedIn(many)).toBeLessThanOrEqual(55);
});
