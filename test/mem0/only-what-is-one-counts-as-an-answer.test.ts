import { describe, expect, it } from 'vitest';
import type { MemoryWrite } from '../../src/contract/memory.ts';
import type { Send } from '../../src/contract/wire.ts';
import { Mem0Client } from '../../src/mem0/client.ts';

const within = { deadline: Number.POSITIVE_INFINITY };
const write: MemoryWrite = {
  scope: 'project',
  messages: [{ role: 'user', content: 'we use pnpm' }],
  metadata: { type: 'decision', session_id: 's1', editor: 'claude-code', policy: 'v2.0', capture_id: 'c1_0' },
  infer: true,
};

/** A client of a platform that answers with these bodies, in order, and the bodies of what it was asked. */
function clientOf(...answers: readonly unknown[]) {
  const asked: unknown[] = [];
  const send: Send = async ({ query, body }) => {
    const answer = answers[asked.length];
    asked.push({ query, body });
    return { status: 200, headers: {}, body: JSON.stringify(answer) };
  };
  return { asked, client: new Mem0Client(send, { userId: 'mara@acme.example', appId: 'acme-shop' }) };
}

describe('an answer to an add', () => {
  it.each([
    {},
    { status: 'error', message: 'maintenance' },
    { detail: 'Sign in to the network' },
    { event_id: '', status: 'PENDING' },
    { event_id: 'e1', status: 'FAILED' },
    { event_id: 'e1', status: 'FAILED', results: [] },
    { success: true, data: { event_id: 'e1' } },
  ])('%j is none: nobody knows what was done', async (answer) => {
    const { client } = clientOf(answer);
    await expect(client.add(write, within)).rejects.toMatchObject({ reason: 'odd-answer', uncertain: true });
  });

  it.each([
    { event_id: 'e1', status: 'PENDING' },
    { results: [{ id: 'm1', event: 'ADD' }], status: 'SUCCEEDED' },
    { event_id: 'e1', results: [] },
  ])('%j is one', async (answer) => {
    const { client } = clientOf(answer);
    await expect(client.add(write, within)).resolves.toMatchObject(answer);
  });
});

describe('the look for a capture', () => {
  const row = (captureId: string, more: object = {}) => ({ id: 'm1', metadata: { capture_id: captureId }, ...more });

  it.each([
    ['its own row', [{ results: [row('c1_0', { memory: 'x' })] }], true],
    ['a row of another capture: the filter was passed over', [{ results: [row('c9_0', { memory: 'x' })] }], false],
    ['a row that holds no text', [{ results: [row('c1_0', { memory: null })] }], true],
    ['nothing', [{ results: [], next: null }], false],
    ['an empty page, and the row on the next one', [{ results: [], next: 'page=2' }, { results: [row('c1_0')] }], true],
  ] as const)('finds %s', async (_, answers, expected) => {
    const { client, asked } = clientOf(...answers);
    expect(await client.hasCapture('c1_0', write, within)).toBe(expected);
    // What was superseded since has arrived nevertheless.
    expect(asked[0]).toMatchObject({ body: { latest_only: false } });
    expect(asked).toHaveLength(answers.length);
  });

  it('ends where pages do not', async () => {
    const { client, asked } = clientOf(...Array.from({ length: 50 }, () => ({ results: [], next: 'again' })));
    expect(await client.hasCapture('c1_0', write, within)).toBe(false);
    expect(asked.length).toBeLessThan(10);
  });
});
