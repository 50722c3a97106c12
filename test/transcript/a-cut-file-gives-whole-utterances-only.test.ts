import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { utterancesOf } from '../../src/core/talk/utterances.ts';
import { parseLine, readEntries } from '../../src/transcript/reader.ts';
import { captureOf, SHOP_SECRETS, sessionStateOf, TRANSCRIPTS } from '../support/transcripts.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cut-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Lines that carry no word of anybody's are cut at 100 places and at their last 40 bytes: one cut in a tool's output is like the next. */
const PLACES = 100;
const LAST = 40;
const distinct = TRANSCRIPTS.filter((path) => !/prompt-ctrl|prompt-term|sig(?:hup|int|term)/.test(path));

const linesOf = (path: string): string[] => readFileSync(path, 'utf8').split('\n').slice(0, -1);

test('a line cut at any byte is no entry', () => {
  // The client repeats its listings in every session: lines that differ only in ids and times are cut once.
  const once = new Map<string, string>();
  for (const line of distinct.flatMap(linesOf))
    once.set(line.replace(/[0-9a-f-]{36}|[0-9T:.-]{23}Z|msg_\w+|req_\w+/g, ''), line);
  expect(once.size).toBeGreaterThan(300);
  for (const line of once.values()) {
    const bytes = Buffer.from(line);
    const entry = parseLine(line);
    const spoken = typeof entry !== 'string' && utterancesOf(entry).length > 0;
    const step = Math.ceil(bytes.length / PLACES);
    const dense = spoken ? 0 : bytes.length - LAST;
    for (let end = 0; end < bytes.length; end = end >= dense ? end + 1 : Math.min(end + step, dense)) {
      const result = parseLine(bytes.toString('utf8', 0, end));
      if (result !== 'notJson' && result !== 'otherTypes')
        expect.fail(`an entry out of ${end} of ${bytes.length} bytes`);
    }
  }
});

describe.each(distinct.map((path) => [path.slice(path.indexOf('transcripts/') + 12, -41), path]))('%s', (_, path) => {
  const lines = linesOf(path);

  test('a file cut behind, before or within any line gives utterances of the whole file only', () => {
    const bytes = readFileSync(path);
    const whole = new Set(
      [...readEntries(path)].flatMap((entry) => utterancesOf(entry)).map((one) => one.entryId + one.text),
    );
    const cut = join(folder, 'cut.jsonl');
    let offset = 0;
    for (const [n, line] of lines.entries()) {
      const length = Buffer.byteLength(line) + 1;
      // Every place of a line in turn: its start, middle, last byte, and its newline.
      const places = [0, Math.floor(length / 2), length - 2, length - 1];
      const end = offset + (places[n % places.length] ?? 0);
      writeFileSync(cut, bytes.subarray(0, end));
      for (const entry of readEntries(cut)) {
        for (const one of utterancesOf(entry)) expect(whole).toContain(one.entryId + one.text);
      }
      if (n % 7 === 0) {
        const capture = captureOf(readEntries(cut), { secrets: SHOP_SECRETS });
        expect(capture.writes.length).toBeLessThanOrEqual(5);
        expect(sessionStateOf(readEntries(cut), { secrets: SHOP_SECRETS })?.length ?? 0).toBeLessThanOrEqual(4_000);
      }
      offset += length;
    }
  });
});
