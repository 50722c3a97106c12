import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newReadCounts, readEntries, Transcript, TranscriptError } from '../../src/transcript/reader.ts';
import { TRANSCRIPTS, transcriptOf } from '../support/transcripts.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'transcript-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function file(text: string): string {
  const path = join(folder, 'session.jsonl');
  writeFileSync(path, text);
  return path;
}
const prompt = (uuid: string): string =>
  JSON.stringify({ parentUuid: null, type: 'user', message: { content: 'a' }, uuid, promptSource: 'typed' });

test('a last line without its newline is used when it is whole and left when it is torn', () => {
  const whole = newReadCounts();
  expect([...readEntries(file(`${prompt('a')}\n${prompt('b')}`), { counts: whole })].map((e) => e.uuid)).toEqual([
    'a',
    'b',
  ]);
  expect(whole).toMatchObject({ entries: 2, torn: 0, notJson: 0 });

  const torn = newReadCounts();
  const cut = prompt('b').slice(0, -1);
  expect([...readEntries(file(`${prompt('a')}\n${cut}`), { counts: torn })].map((e) => e.uuid)).toEqual(['a']);
  expect(torn).toMatchObject({ entries: 1, torn: 1, notJson: 0 });
});

test('bad lines are counted by reason and do not harm the others', () => {
  const lines = [
    '{"type":"mode","mode":"normal"}',
    '{"type":"mode","mode":',
    'not json',
    '[1]',
    'null',
    '{"uuid":"x","type":"user"}',
    '{"uuid":"x","type":"user","isMeta":"yes","message":{"content":"a"}}',
    '{"uuid":"x","type":"brand-new"}',
    prompt('a'),
    '',
  ];
  const counts = newReadCounts();
  const path = file(lines.join('\n'));
  expect([...readEntries(path, { counts, maxLineBytes: 120 })].map((entry) => entry.uuid)).toEqual(['a']);
  expect(counts).toEqual({ entries: 1, otherTypes: 5, notJson: 1, oddShape: 2, overlong: 0, torn: 0 });
});

test('what a power cut or an editor leaves before a line does not spoil it', () => {
  const path = file(`\ufeff${prompt('a')}\n${'\0'.repeat(4_096)}${prompt('b')}\n\0\0\n${prompt('c')}\n`);
  expect([...readEntries(path)].map((entry) => entry.uuid)).toEqual(['a', 'b', 'c']);
});

test('a missing file and a file that is none are two typed errors without a path in the message', () => {
  const failure = (path: string): TranscriptError => {
    try {
      [...readEntries(path)];
    } catch (error) {
      if (error instanceof TranscriptError) return error;
      throw error;
    }
    throw new Error('it was read');
  };
  const missing = failure(join(folder, 'none.jsonl'));
  expect(missing.reason).toBe('missing');
  expect(missing.message).not.toContain(folder);
  expect(missing.path).toContain(folder);
  // A folder is there and cannot be read as a file, whoever asks: tests may run as root, whom modes do not stop.
  expect(failure(folder).reason).toBe('unreadable');
});

function tailOf(path: string, bytes: number): string[] {
  const transcript = new Transcript(path, bytes);
  try {
    return [...transcript.lines()].map(({ entry }) => entry.uuid);
  } finally {
    transcript.close();
  }
}

test('the tail begins at the first line that begins in it, at every length', () => {
  const lines = [prompt('a'), prompt('b'), prompt('c')];
  const path = file(`${lines.join('\n')}\n`);
  const size = readFileSync(path).length;
  for (let bytes = 0; bytes <= size + 5; bytes += 1) {
    const from = size - bytes;
    const expected = ['a', 'b', 'c'].filter((_, n) => n * ((lines[0]?.length ?? 0) + 1) >= from);
    expect(tailOf(path, bytes)).toEqual(expected);
  }
});

test('real files read without a fault', () => {
  for (const path of TRANSCRIPTS) {
    const counts = newReadCounts();
    for (const _ of readEntries(path, { counts }));
    expect({ path, ...counts }).toMatchObject({ notJson: 0, oddShape: 0, overlong: 0, torn: 0 });
  }
  const bytes = readFileSync(transcriptOf('k-thinking-long-unicode')).length;
  expect(tailOf(transcriptOf('k-thinking-long-unicode'), bytes).length).toBe(
    [...readEntries(transcriptOf('k-thinking-long-unicode'))].length,
  );
});
