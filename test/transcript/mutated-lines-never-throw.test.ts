import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TranscriptEntry } from '../../src/contract/transcript.ts';
import { parseLine } from '../../src/transcript/reader.ts';
import { captureOf, SHOP_SECRETS, sessionStateOf, shopTree, transcriptOf } from '../support/transcripts.ts';

const LINES = ['a-design-discussion', 'g-bash-slash-interrupt', 'n-todo-mcp-skill-errors', 'd-compact'].flatMap((run) =>
  readFileSync(transcriptOf(run), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && line.length < 5_000),
);
const tree = shopTree();

function use(lines: readonly string[]): void {
  const entries = lines.map(parseLine).filter((entry): entry is TranscriptEntry => typeof entry !== 'string');
  const capture = captureOf(entries, { secrets: SHOP_SECRETS, tree });
  for (const write of capture.writes) {
    const size = write.messages.reduce((sum, message) => sum + message.content.length, 0);
    expect(size).toBeLessThan(40_000);
    expect(size).toBeGreaterThan(0);
  }
  expect((sessionStateOf(entries, { secrets: SHOP_SECRETS }) ?? '').length).toBeLessThanOrEqual(4_000);
}

/** Replaces the value at one place of a JSON tree. */
function replaced(value: unknown, path: readonly number[], by: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined || typeof value !== 'object' || value === null) return by;
  const keys = Object.keys(value);
  const key = keys[step % Math.max(1, keys.length)];
  if (key === undefined) return by;
  if (Array.isArray(value)) return value.map((one, n) => (String(n) === key ? replaced(one, rest, by) : one));
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, name === key ? replaced(one, rest, by) : one]),
  );
}

test('a value of any kind in any place', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.tuple(fc.nat(LINES.length - 1), fc.array(fc.nat(30), { minLength: 1, maxLength: 5 }), fc.jsonValue()),
        {
          minLength: 1,
          maxLength: 6,
        },
      ),
      (mutations) => {
        use(mutations.map(([line, path, by]) => JSON.stringify(replaced(JSON.parse(LINES[line] ?? 'null'), path, by))));
      },
    ),
    { numRuns: 300 },
  );
});

test('characters dropped, doubled and changed', () => {
  fc.assert(
    fc.property(fc.nat(LINES.length - 1), fc.nat(), fc.string({ maxLength: 3 }), fc.nat(4), (line, at, put, drop) => {
      const text = LINES[line] ?? '';
      const place = at % (text.length + 1);
      use([text.slice(0, place) + put + text.slice(place + drop)]);
    }),
    { numRuns: 500 },
  );
});

test('lines in any order, repeated and left out', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...LINES), { maxLength: 25 }), (lines) => use(lines)),
    { numRuns: 100 },
  );
});
