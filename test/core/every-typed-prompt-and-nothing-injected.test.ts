import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { array, number, object, parse, string } from 'zod/mini';
import { utterancesOf } from '../../src/core/talk/utterances.ts';
import { wellFormed } from '../../src/core/talk/wellformed.ts';
import { parseLine, readEntries } from '../../src/transcript/reader.ts';
import { captureOfFile, EXPECTED, sentText, TRANSCRIPTS, transcriptOf } from '../support/transcripts.ts';

const expectedSchema = array(object({ line: number(), kind: string(), text: string() }));

/** Kinds of the oracle that are conversation; commands of the client's own and of the shell are not. */
const SPOKEN = new Set(['prompt', 'queued']);

describe.each(EXPECTED)('$name', ({ expected, transcript }) => {
  test('exactly the typed prompts, at their lines', () => {
    const lines = readFileSync(transcript, 'utf8').split('\n');
    const found = lines.flatMap((line, n) => {
      const entry = parseLine(line);
      if (typeof entry === 'string') return [];
      return utterancesOf(entry)
        .filter((one) => one.role === 'user')
        .map((one) => ({ line: n, kind: one.kind, text: one.text }));
    });
    const oracle = parse(expectedSchema, JSON.parse(readFileSync(expected, 'utf8')))
      .filter((one) => SPOKEN.has(one.kind))
      .map((one) => ({ ...one, text: wellFormed(one.text).trim() }));
    expect(found).toEqual(oracle);
  });
});

test('the oracle covers every kind of run', () => {
  expect(EXPECTED.length).toBeGreaterThanOrEqual(26);
});

test("Claude's words are its text blocks: no thinking, no tool input, no synthetic message", () => {
  const texts = TRANSCRIPTS.flatMap((path) => [...readEntries(path)])
    .flatMap((entry) => utterancesOf(entry))
    .filter((one) => one.role === 'assistant')
    .map((one) => one.text)
    .join('\n');
  expect(texts).toContain('Root cause: `applyDiscount` floored after dividing');
  expect(texts).not.toMatch(/No response requested|API Error|The user wants the 95th percentile|explain at length/);
  expect(texts).not.toContain('# Migrations');
});

test('nothing that hooks, commands, skills, notifications or summaries put in leaves', () => {
  const injected =
    /Team memory|on-call person|Caveat: The messages|local-command|Context Usage|Base directory for this skill|task-notification|This session is being continued|Bye!|Injected per prompt|command-name|bash-input/;
  for (const path of TRANSCRIPTS) expect(sentText(captureOfFile(path))).not.toMatch(injected);
});

test('the words of sub-agents stay in their own files and lines', () => {
  const main = sentText(captureOfFile(transcriptOf('c-subagent')));
  expect(main).toContain('I prefer three small steps');
  const line = { type: 'user', uuid: 'a', message: { content: 'survey it' }, promptSource: 'typed' };
  for (const isSidechain of [true, false]) {
    const entry = parseLine(JSON.stringify({ ...line, isSidechain }));
    if (typeof entry === 'string') throw new Error(entry);
    expect(utterancesOf(entry).length).toBe(isSidechain ? 0 : 1);
  }
});
