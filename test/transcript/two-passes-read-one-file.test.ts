import { appendFileSync, renameSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { takeIn } from '../../src/core/capture/turns.ts';
import { Evidence } from '../../src/core/omission/evidence.ts';
import { Needles } from '../../src/core/omission/needles.ts';
import { readEntries, TranscriptError, withTranscript } from '../../src/transcript/reader.ts';
import { readHead } from '../../src/transcript/sessions-on-disk.ts';
import { Script } from '../support/transcripts.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const SESSION = new Script()
  .human('What is in the file?')
  .runs('cat a.md', 'Rows are never deleted by hand.')
  .claude('Rows are never deleted by hand.');
const textOf = (script: Script): string => script.entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
const TEXT = textOf(SESSION);

/** Reads in two passes, with `between` between them; gives how often it was read, or what went wrong. */
async function read(between: (path: string, time: number) => void): Promise<number | string> {
  const path = join(temporaryFolder(), 'session.jsonl');
  writeFileSync(path, TEXT);
  utimesSync(path, 1_000, 1_000);
  let times = 0;
  try {
    await withTranscript(path, async (transcript) => {
      times += 1;
      const { spoken, plans } = takeIn(transcript.lines());
      between(path, times);
      transcript.show(plans, new Evidence(new Needles(spoken.map(({ text }) => text))));
    });
  } catch (error) {
    if (error instanceof TranscriptError) return error.reason;
    throw error;
  }
  return times;
}

test('what has come since a moment is in neither pass, and the rest is read as if it were not there', async () => {
  const path = join(temporaryFolder(), 'session.jsonl');
  writeFileSync(path, TEXT);
  const wordsUpTo = (upTo: number | undefined, tailBytes?: number) =>
    withTranscript(
      path,
      async (transcript) => {
        const { spoken, plans } = takeIn(transcript.lines());
        transcript.show(plans, new Evidence(new Needles(spoken.map(({ text }) => text))));
        return spoken.map(({ text }) => text);
      },
      { ...(upTo === undefined ? {} : { upTo }), ...(tailBytes === undefined ? {} : { tailBytes }) },
    );
  const before = await wordsUpTo(undefined);
  const half = Math.ceil(TEXT.length * 0.6);
  const tail = await wordsUpTo(undefined, half);
  const [last = ''] = textOf(new Script().human('And what is in the other?')).split('\n');
  appendFileSync(
    path,
    `${JSON.stringify({ ...JSON.parse(last), uuid: 'later', parentUuid: SESSION.entries.at(-1)?.uuid })}\n`,
  );
  expect(await wordsUpTo(TEXT.length)).toEqual(before);
  expect(await wordsUpTo(TEXT.length, half)).toEqual(tail);
  expect(await wordsUpTo(TEXT.length * 9)).toEqual([...before, 'And what is in the other?']);
  // A line that is cut there is as one that is being written.
  expect(before.slice(0, -1)).toEqual(await wordsUpTo(TEXT.length - 5));
});

const other = TEXT.replaceAll('Rows', 'Cats');

test.each<[string, (path: string) => void, number]>([
  ['nothing', () => undefined, 1],
  ['new lines', (path) => appendFileSync(path, TEXT), 1],
  ['it is removed', (path) => rmSync(path), 1],
  ['it is rewritten in the same length', (path) => writeFileSync(path, other), 2],
  ['it is rewritten and longer', (path) => writeFileSync(path, `${other}${other}`), 2],
  ['it becomes shorter', (path) => truncateSync(path, TEXT.length - 10), 2],
  [
    'another file takes its place',
    (path) => {
      writeFileSync(`${path}.new`, other);
      utimesSync(`${path}.new`, 1_000, 1_000);
      renameSync(`${path}.new`, path);
    },
    2,
  ],
])('%s between the passes', async (_, change, times) => {
  expect(await read((path, time) => (time === 1 ? change(path) : undefined))).toBe(times);
});

test('what is rewritten again and again cannot be read', async () => {
  expect(await read((path, time) => writeFileSync(path, time === 1 ? other : TEXT))).toBe('unreadable');
});

test('a byte order mark at the beginning loses nothing, however long the line is', () => {
  const path = join(temporaryFolder(), 'session.jsonl');
  const long = new Script().human('word '.repeat(3_000)).claude('Noted.');
  for (const script of [SESSION, long]) {
    writeFileSync(path, `\uFEFF${textOf(script)}`);
    expect([...readEntries(path)].map(({ uuid }) => uuid)).toEqual(script.entries.map(({ uuid }) => uuid));
    expect(readHead(path).cwd).toBe('/home/dev/shop');
  }
});
