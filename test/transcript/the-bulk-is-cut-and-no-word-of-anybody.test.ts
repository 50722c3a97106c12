import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { takeIn } from '../../src/core/capture/turns.ts';
import { readLines } from '../../src/transcript/line-reader.ts';
import { parseLine } from '../../src/transcript/reader.ts';
import { LineShortener } from '../../src/transcript/shorten.ts';
import { LinesInMemory, Script } from '../support/transcripts.ts';

const LONG = 'All work and no play, "said" she\\he.\n\u2028 ä 😀 '.repeat(1_000);

function shortened(line: string, cuts: readonly number[] = []): string {
  const shortener = new LineShortener();
  const bytes = Buffer.from(line);
  let from = 0;
  for (const cut of [...cuts.map((one) => one % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]) {
    // As a reader does: the slice is another one each time.
    shortener.push(Buffer.from(bytes.subarray(from, cut)), 0, cut - from);
    from = cut;
  }
  return shortener.take();
}

function said(script: Script): string[] {
  const bytes = Buffer.from(script.entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
  const lines = [...readLines([bytes])].flatMap(({ text, offset }) => {
    const entry = parseLine(text);
    return typeof entry === 'string' ? [] : [{ entry, offset }];
  });
  return takeIn(lines).spoken.map((one) => one.text);
}

test('any JSON stays what it is but for long texts, in slices of any size', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 6 }), fc.array(fc.nat(), { maxLength: 5 }), (json, cuts) => {
      // Without long texts nothing is cut.
      fc.pre(json.length < 4_000);
      expect(shortened(json, cuts)).toBe(json);
    }),
    { numRuns: 500 },
  );
});

test('a long text is cut at every place of a slice, and the rest of the line stays', () => {
  const value = { a: { list: [{ text: LONG, 'k"\\': 'short' }, LONG] }, uuid: 'u', n: [1, true, null, { x: [] }] };
  const line = JSON.stringify(value);
  const whole = shortened(line);
  expect(whole.length).toBeLessThan(12_000);
  const parsed = JSON.parse(whole);
  expect(parsed).toMatchObject({ uuid: 'u', n: [1, true, null, { x: [] }] });
  expect(LONG.startsWith(parsed.a.list[1].replace(/\uFFFD*$/, ''))).toBe(true);
  expect(parsed.a.list[0]['k"\\']).toBe('short');
  for (let cut = 0; cut < 400; cut += 1) expect(shortened(line, [cut])).toBe(whole);
  const near = whole.length;
  for (let cut = near - 200; cut < near + 200; cut += 1) expect(shortened(line, [cut, cut + 1])).toBe(whole);
});

describe('what somebody said stays whole, however long', () => {
  const words = `${LONG.trim()} END`;
  test.each<[string, (script: Script) => Script, boolean]>([
    ['a prompt', (script) => script.human(words), true],
    ['a prompt in blocks', (script) => script.human([{ type: 'text', text: words }]), true],
    ['an answer', (script) => script.claude(words), true],
    [
      'a queued prompt',
      (script) =>
        script.attachment({ type: 'queued_command', commandMode: 'prompt', origin: { kind: 'human' }, prompt: words }),
      true,
    ],
    [
      'feedback on a refusal',
      (script) =>
        script.result('t', `The user doesn't want. To tell you how to proceed, the user said:\n${words}`, 'Error: no', {
          is_error: true,
        }),
      true,
    ],
    [
      'an answer to a question',
      (script) => script.result('t', 'answered', { questions: [], answers: { 'What is it?': words } }),
      true,
    ],
    ['what a tool showed', (script) => script.runs('cat long.txt', words), false],
    ['what was written', (script) => script.writes('/home/dev/shop/long.txt', words), false],
  ])('%s', (_, make, stays) => {
    const script = make(new Script().human('first of all')).human('last of all');
    const spoken = said(script);
    expect(spoken).toEqual(takeIn(new LinesInMemory(script.entries).lines).spoken.map((one) => one.text));
    expect(spoken.some((text) => text.endsWith('END'))).toBe(stays);
    expect(spoken.at(0)).toBe('first of all');
    expect(spoken.at(-1)).toBe('last of all');
  });
});
