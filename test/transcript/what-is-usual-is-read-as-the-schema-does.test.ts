import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { transcriptEntrySchema } from '../../src/contract/transcript.ts';
import { usualEntry } from '../../src/transcript/usual-entry.ts';
import { runs } from '../support/fuzz.ts';
import { transcriptOf } from '../support/transcripts.ts';

const VALUES: readonly Readonly<Record<string, unknown>>[] = [
  'a-design-discussion',
  'g-bash-slash-interrupt',
  'n-todo-mcp-skill-errors',
  'd-compact',
].flatMap((run) =>
  readFileSync(transcriptOf(run), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line)),
);
const NAMES = [
  ...['type', 'uuid', 'parentUuid', 'isSidechain', 'timestamp', 'cwd', 'gitBranch', 'sessionId', 'version', 'isMeta'],
  ...['isCompactSummary', 'isVisibleInTranscriptOnly', 'isApiErrorMessage', 'promptSource', 'origin', 'message'],
  ...['toolUseResult', '__proto__', 'attachment', 'anything'],
];
const ODD = fc.oneof(
  fc.constantFrom<unknown>(null, true, '', 'user', 'assistant', 0, [], {}, { kind: 'human' }, { kind: 1 }, [
    { type: 1 },
  ]),
  fc.jsonValue(),
);

function holds(value: unknown): boolean {
  const usual = usualEntry(value);
  if (usual === undefined) return false;
  expect(transcriptEntrySchema.parse(value)).toEqual(usual);
  return true;
}

/** As JSON.parse does: a name is an own one, whatever it is. */
function setIn(value: object, name: string, field: unknown): object {
  const copy = { ...value };
  Object.defineProperty(copy, name, { value: field, enumerable: true, configurable: true, writable: true });
  return copy;
}

test('what people and Claude say, and what tools show them, is usual', () => {
  const said = VALUES.filter(({ type, uuid }) => uuid !== undefined && (type === 'user' || type === 'assistant'));
  expect(said.length).toBeGreaterThan(100);
  expect(said.filter(holds).length / said.length).toBeGreaterThan(0.9);
});

test('whatever stands in any field of a line', () => {
  fc.assert(
    fc.property(fc.constantFrom(...VALUES), fc.constantFrom(...NAMES), ODD, (value, name, field) => {
      holds(setIn(value, name, field));
    }),
    runs(600),
  );
});

test('whatever stands in any field of a message, and of what it holds', () => {
  const messages = VALUES.filter(({ message }) => typeof message === 'object' && message !== null);
  fc.assert(
    fc.property(
      fc.constantFrom(...messages),
      fc.constantFrom('id', 'model', 'content', '__proto__', 'x'),
      ODD,
      (value, name, field) => {
        holds({ ...value, message: setIn(Object(value['message']), name, field) });
        holds({
          ...value,
          message: { content: [setIn({ type: 'text', text: '' }, name, field), setIn({}, 'type', field)] },
        });
        holds({ ...value, message: { content: 'x' }, origin: setIn({ kind: 'human' }, name, field) });
      },
    ),
    runs(300),
  );
});

test('what is no object', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => void holds(value)),
    runs(200),
  );
});
