import { describe, expect, it } from 'vitest';
import { Failure } from '../../src/contract/failure.ts';
import type { Memory } from '../../src/contract/mem0.ts';
import type { Pending } from '../../src/core/recall/just-now.ts';
import type { Answer } from '../../src/core/recall/last-answer.ts';
import { typeOf } from '../../src/core/recall/recipes.ts';
import { type RecallInput, type RecallPorts, recall } from '../../src/flows/recall.ts';
import { memory } from '../core/memories.ts';

const START = Date.parse('2026-11-30T12:00:00Z');

/** A client's session: what it is given is what a later resume holds. */
class Session {
  rows: readonly Memory[] = [];
  pending: readonly Pending[] = [];
  failure: Failure | undefined;
  answer: Answer | undefined;
  marks: ReadonlySet<string> | undefined;

  async start(source: string, change: Partial<RecallInput> & Partial<RecallPorts> = {}) {
    const { marks } = this;
    const outcome = await recall(
      { sessionId: 's1', source, deadline: START + 4_000, budget: 8_000, place: { appId: 'acme-shop' }, ...change },
      {
        connect: async () => {
          if (this.failure !== undefined) throw this.failure;
          return {
            read: async (recipe) => ({
              rows: this.rows.filter((row) => 'type' in recipe && typeOf(row) === recipe.type),
              hasMore: false,
            }),
          };
        },
        savedState: () => undefined,
        pending: async () => this.pending,
        given: () => marks,
        lastAnswer: () => this.answer,
        now: () => START,
        ...change,
      },
    );
    const { given } = outcome;
    if (given !== undefined) this.marks = new Set([...(given.adds ? (marks ?? []) : []), ...given.marks()]);
    this.answer = outcome.answer ?? this.answer;
    return { ...outcome, text: outcome.pack?.text ?? '' };
  }
}

function said(text: string): Pending {
  const metadata = {
    type: 'decision',
    session_id: 's0',
    editor: 'claude-code',
    policy: 'v2.0',
    capture_id: text,
  } as const;
  const write = { scope: 'project', messages: [{ role: 'user', content: text }], metadata, infer: true } as const;
  return { at: START - 60_000, item: { place: { appId: 'acme-shop' }, write } };
}

describe.each(['resume', 'fork'])('at %s', (source) => {
  it('a session gets what is new since its last pack, and nothing twice', async () => {
    const s = new Session();
    const [old, next] = [memory('Logs are JSON.'), memory('Metrics are pulled.')];
    s.rows = [old];
    s.pending = [said('We deploy to Railway.')];
    expect((await s.start('startup')).text).toContain('Railway');
    expect(await s.start(source)).toMatchObject({ pack: undefined, failure: undefined, nothingNew: true });
    s.rows = [old, next];
    s.pending = [said('We deploy to Railway.'), said('Queues are polled.')];
    const { text, nothingNew } = await s.start(source);
    expect(nothingNew).toBe(false);
    expect(text).toContain('Metrics are pulled.');
    expect(text).toContain('Queues are polled.');
    expect(text).not.toMatch(/Logs|Railway/);
    expect(await s.start(source)).toMatchObject({ pack: undefined, nothingNew: true });
  });

  it('what has been changed since is new, and what was said and is a memory in the same words is not', async () => {
    const s = new Session();
    const row = memory('Logs are JSON.');
    s.rows = [row];
    s.pending = [said('We deploy to Railway.')];
    await s.start('startup');
    s.rows = [{ ...row, memory: 'Logs are JSON, one a line.' }, memory('We deploy to railway.')];
    s.pending = [];
    const { text } = await s.start(source);
    expect(text).toContain('one a line');
    expect(text).not.toContain('railway');
  });

  it('what did not fit is not new the next time', async () => {
    const s = new Session();
    s.rows = Array.from({ length: 200 }, (_, n) =>
      memory(`Decision ${n}: we keep this for a reason that takes words.`),
    );
    expect((await s.start('startup')).pack?.leftOut).toBeGreaterThan(0);
    expect(await s.start(source)).toMatchObject({ pack: undefined, nothingNew: true });
  });

  it('where nothing is known of the session, it gets the whole pack within a quarter, and from then on what is new', async () => {
    const s = new Session();
    s.rows = [memory('Logs are JSON.')];
    expect((await s.start(source)).text).toContain('Logs');
    expect((await s.start(source)).pack).toBeUndefined();
  });

  it('its session state is given all the same', async () => {
    const s = new Session();
    s.rows = [memory('Logs are JSON.')];
    await s.start('startup');
    const savedState = () => ({ text: 'Goal: the queue', at: '2026-11-30T11:00:00Z' });
    const { text } = await s.start(source, { savedState });
    expect(text).toContain('Goal: the queue');
    expect(text).not.toContain('Logs');
  });

  it('what could not be read before is new when it can be', async () => {
    const s = new Session();
    s.rows = [memory('Logs are JSON.')];
    s.failure = new Failure('late', 'x');
    expect(await s.start('startup')).toMatchObject({ pack: undefined, failure: 'late' });
    s.failure = undefined;
    expect((await s.start(source)).text).toContain('Logs');
  });

  it('what stood in for an answer has been given, too', async () => {
    const s = new Session();
    s.rows = [memory('Logs are JSON.')];
    await s.start('startup');
    s.failure = new Failure('late', 'x');
    expect((await s.start('compact')).text).toContain('Logs');
    expect(await s.start(source)).toMatchObject({ pack: undefined, failure: 'late', nothingNew: true });
  });

  it('nothing at all is not called nothing new', async () => {
    const s = new Session();
    await s.start('startup');
    expect(await s.start(source)).toMatchObject({ pack: undefined, nothingNew: false });
    s.rows = [memory('Logs are JSON.')];
    await s.start(source);
    s.rows = [];
    expect(await s.start(source)).toMatchObject({ pack: undefined, nothingNew: false });
  });
});

describe.each(['startup', 'clear', 'compact', 'whatever a newer client says'])('at %s', (source) => {
  it('a session gets all of it, whatever it was given, and that is what it has', async () => {
    const s = new Session();
    const [one, other] = [memory('Logs are JSON.'), memory('Metrics are pulled.')];
    s.rows = [one, other];
    await s.start('startup');
    s.rows = [one];
    expect((await s.start(source)).text).toContain('Logs');
    s.rows = [one, other];
    const { text } = await s.start('resume');
    expect(text).toContain('Metrics');
    expect(text).not.toContain('Logs');
  });
});
