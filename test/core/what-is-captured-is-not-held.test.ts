import { expect, test } from 'vitest';
import { takeIn } from '../../src/core/capture/turns.ts';
import { LinesInMemory, Script } from '../support/transcripts.ts';

test('what is captured is left out, and what is new keeps its place behind it', () => {
  const script = new Script().human('one').claude('two');
  const captured = new Set(script.entries.map((entry) => entry.uuid));
  script.human('three').claude('four');
  const { lines } = new LinesInMemory(script.entries);
  const { spoken, idOf } = takeIn(lines, { isCaptured: (entryId) => captured.has(entryId) });
  expect(spoken.map((one) => [idOf(one.line), one.text])).toEqual([
    ['line-3', 'three'],
    ['line-4', 'four'],
  ]);
  expect(takeIn(lines).spoken.map((one) => one.text)).toEqual(['one', 'two', 'three', 'four']);
});

test('weeks of captured answers do not shorten a new one', () => {
  const script = new Script();
  for (let n = 0; n < 4; n += 1) script.human(`question ${n}`).claude('a word or two '.repeat(100_000));
  const captured = new Set(script.entries.map((entry) => entry.uuid));
  const answer = 'the queue is drained in the background '.repeat(50).trim();
  script.human('and now?').claude(answer);
  const { lines } = new LinesInMemory(script.entries);
  const last = (captures: (entryId: string) => boolean) => takeIn(lines, { isCaptured: captures }).spoken.at(-1)?.text;
  expect(last((entryId) => captured.has(entryId))).toBe(answer);
  expect(last(() => false)?.length).toBeLessThan(answer.length);
});
