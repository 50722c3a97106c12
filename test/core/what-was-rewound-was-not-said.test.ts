import fc from 'fast-check';
import { expect, test } from 'vitest';
import { takeIn } from '../../src/core/capture/turns.ts';
import { Chain, type Link, linkOf } from '../../src/core/talk/chain.ts';
import { readEntries } from '../../src/transcript/reader.ts';
import {
  captureOf,
  captureOfFile,
  LinesInMemory,
  Script,
  sentText,
  TRANSCRIPTS,
  transcriptOf,
} from '../support/transcripts.ts';

/** The ids of the talk in its order. */
function inOrder(links: readonly Link[]): string[] {
  const chain = new Chain();
  for (const link of links) chain.add(link);
  return [...chain.order()]
    .map((place, line) => ({ place, id: chain.idOf(line) }))
    .filter(({ place }) => place >= 0)
    .sort((a, b) => a.place - b.place)
    .map(({ id }) => id);
}

const textsOf = (script: Script): string[] =>
  takeIn(new LinesInMemory(script.entries).lines).spoken.map((one) => one.text);

test('the branch that a person left is dropped with its answer (real file)', () => {
  const sent = sentText(captureOfFile(transcriptOf('p-rewind-and-resume-inside', '9aeaa964')));
  expect(sent).toContain('Sessions go to Postgres');
  expect(sent).toContain('Let us store sessions in Redis.');
  expect(sent).not.toContain('load balancer');
  expect(sent).not.toContain('you want sticky sessions');
});

test('nothing is lost from the real files but what was rewound', () => {
  for (const path of TRANSCRIPTS) {
    expect({ path, abandoned: takeIn(new LinesInMemory(readEntries(path)).lines).abandoned.length }).toEqual({
      path,
      abandoned: path.includes('9aeaa964') ? 2 : 0,
    });
  }
});

test('what was taken back is counted by the capture that first leaves it out, and not where it was sent before', () => {
  const takenBack = (script: Script, covered: readonly string[] = []) =>
    captureOf(script.entries, { isCaptured: (id) => covered.includes(id) }).left.find(
      (one) => one.reason === 'taken-back',
    )?.count;
  const script = new Script().human('We decided to deploy on Fly.').claude('Fly it is, in two regions.');
  const fork = script.last;
  script.human('We decided to use Redis as well.').claude('Redis it is, with one replica.');
  const sent = captureOf(script.entries);
  expect(takenBack(script)).toBeUndefined();
  script.from(fork).human('We decided to use Postgres alone.').claude('Postgres it is, and nothing else.');
  expect(takenBack(script)).toBe(2);
  expect(takenBack(script, sent.covered)).toBeUndefined();
  // The next capture has nothing new to tell of it.
  const first = captureOf(script.entries);
  script.human('We decided to keep the old logs.').claude('They are kept for a year.');
  expect(takenBack(script, first.covered)).toBeUndefined();
});

test('across a compaction the logical parent leads on; where it leads nowhere the file order does', () => {
  for (const logical of ['line-2', 'not-in-the-file']) {
    const script = new Script().human('before the cut').claude('answer before');
    script.from(null).line({ type: 'system', subtype: 'compact_boundary', logicalParentUuid: logical });
    script.human('after the cut');
    expect(textsOf(script)).toEqual(['before the cut', 'answer before', 'after the cut']);
  }
});

test('a missing parent falls back to file order', () => {
  const script = new Script().human('one thing').from('lost').human('another thing');
  expect(textsOf(script)).toEqual(['one thing', 'another thing']);
});

test('a child that was written first, and whose parent is missing, has all the talk behind it', () => {
  const script = new Script().human('one thing').claude('an answer').human('lost').claude('its answer');
  const [one, answer, , child] = script.entries;
  script.human('another thing');
  const next = script.entries.at(-1);
  const entries = [child, one, answer, next].flatMap((entry) => entry ?? []);
  const texts = takeIn(new LinesInMemory(entries).lines).spoken.map((said) => said.text);
  expect(texts).toEqual(['one thing', 'an answer', 'its answer', 'another thing']);
});

test('where the beginning is missing, what was rewound behind it stays rewound', () => {
  const script = new Script().from('before the tail').human('one thing');
  const fork = script.last;
  script.human('taken back').claude('an answer').from(fork).human('another thing');
  expect(textsOf(script)).toEqual(['one thing', 'another thing']);
});

function idsIn(entries: ConstructorParameters<typeof LinesInMemory>[0]): readonly string[] {
  const talk = takeIn(new LinesInMemory(entries).lines);
  return talk.spoken.map(({ line }) => talk.idOf(line));
}

test('of a real file any one line may be missing: what the others say is still there', () => {
  for (const path of TRANSCRIPTS.filter((one) => !one.includes('9aeaa964'))) {
    const entries = [...readEntries(path)];
    const all = idsIn(entries);
    for (const { uuid } of entries) {
      const others = entries.filter((entry) => entry.uuid !== uuid);
      const now = idsIn(others);
      expect({ path, uuid, lost: all.filter((id) => id !== uuid && !now.includes(id)) }).toMatchObject({ lost: [] });
    }
  }
});

test('rows that a fork or a replay repeats count once', () => {
  const script = new Script().human('one thing').claude('the answer');
  script.entries.push(...script.entries.slice(0, 2));
  expect(textsOf(script)).toEqual(['one thing', 'the answer']);
});

test('parallel tool calls: a refusal that hangs off an earlier block is part of the talk', () => {
  const script = new Script().human('do both');
  const block = (id: string): Readonly<Record<string, unknown>> => ({
    type: 'assistant',
    message: { id: 'msg', model: 'claude', content: [{ type: 'tool_use', id, name: 'Edit', input: {} }] },
  });
  script.line(block('t1'));
  const first = script.last;
  script.line(block('t2'));
  const second = script.last;
  const refusal = 'refused. To tell you how to proceed, the user said:\nkeep the name';
  script.from(first).result('t1', refusal, 'Error', { is_error: true });
  script.from(second).result('t2', 'ok', {}).claude('kept');
  expect(textsOf(script)).toEqual(['do both', 'keep the name', 'kept']);
});

test('any order of lines gives the order of the talk', () => {
  const script = new Script().human('one').claude('two').human('three').claude('four').human('five');
  fc.assert(
    fc.property(fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 5 }), (order) => {
      const links = order.flatMap((n) => script.entries.slice(n, n + 1)).map(linkOf);
      // The last line or its descendants are the end of the talk; its ancestors come in their order.
      expect(inOrder(links)).toEqual(script.entries.map((entry) => entry.uuid));
    }),
  );
});

test('rings of parents end', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(5), fc.nat(7), fc.boolean()), { maxLength: 8 }), (pairs) => {
      const ids = new Set<string>();
      const links = pairs
        .filter(([id]) => !ids.has(`${id}`) && ids.add(`${id}`))
        .map(([id, parent, follower]) => ({
          id: `${id}`,
          parent: `${parent}`,
          messageId: undefined,
          follower,
          aside: false,
        }));
      expect(inOrder(links).length).toBeLessThanOrEqual(links.length);
    }),
  );
});
