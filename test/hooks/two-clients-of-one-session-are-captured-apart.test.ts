import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Client } from './client.ts';
import { servePlatform } from './served-platform.ts';
import { World } from './world.ts';

const [X, N, FRESH] = ['1', '2', '3'].map((n) => `${n.repeat(8)}-0000-4000-8000-000000000000`) as [
  string,
  string,
  string,
];

/** A session's transcript, which grows; a fork's begins with a copy of it (transcript contract §4). */
class Talk {
  readonly path: string;
  readonly id: string;
  readonly #world: World;
  readonly #lines: object[];

  constructor(world: World, id: string, copied: readonly object[] = []) {
    const folder = join(world.root, 'transcripts');
    mkdirSync(folder, { recursive: true });
    this.path = join(folder, `${id}.jsonl`);
    this.id = id;
    this.#world = world;
    this.#lines = copied.map((line) => ({ ...line, sessionId: id }));
  }

  says(content: string): void {
    const parent = this.#lines.at(-1);
    const uuid = `${this.id.slice(0, 8)}-${this.#lines.length}`;
    this.#lines.push({
      ...{ type: 'user', uuid, parentUuid: parent !== undefined && 'uuid' in parent ? parent.uuid : null },
      ...{ isSidechain: false, timestamp: new Date().toISOString(), cwd: this.#world.repository, sessionId: this.id },
      ...{ promptSource: 'typed', origin: { kind: 'human' }, message: { role: 'user', content } },
    });
    writeFileSync(this.path, this.#lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  }

  forked(id: string): Talk {
    return new Talk(this.#world, id, this.#lines);
  }
}

async function setUp() {
  const w = new World();
  const served = await servePlatform();
  w.env = served.env;
  const sent = () => JSON.stringify(served.adds());
  const times = (word: string) => sent().split(word).length - 1;
  /** Until no background process works, and nothing waits to be captured or sent. */
  const atRest = () =>
    w.until(
      () =>
        w.names('background').includes('free') && w.names('jobs').length === 0 && w.names('spool/waiting').length === 0,
    );
  /** A start of another session, whose background looks after what was left. */
  const nextStart = async (env = {}) => {
    await w.sessionStart('other', 'startup', { env });
  };
  return { w, sent, times, atRest, nextStart };
}

const SECRET = { ACME_TOKEN: 'zebra-crossing-morning' };

describe('two clients that live at the same time', () => {
  it('of which one has forked the session, with a secret more: each is captured with its own', async () => {
    const { w, sent, times, atRest } = await setUp();
    const [first, fork] = [new Client(w), new Client(w, SECRET)];
    const talk = new Talk(w, X);
    await first.start(X, talk.path, 'startup');
    talk.says('Decision: the search service uses Postgres.');
    await fork.start(X, talk.path, 'resume', N);
    const forked = talk.forked(N);
    forked.says('Decision: the billing vault is opened with zebra-crossing-morning.');
    talk.says('Decision: the mail service uses Redis.');
    await first.end(X, talk.path);
    await atRest();
    expect(times('search service uses Postgres')).toBe(1);
    expect(times('mail service uses Redis')).toBe(1);
    expect(sent()).not.toContain('billing vault');
    await fork.end(N, forked.path);
    await atRest();
    await w.until(() => times('billing vault') > 0);
    expect(times('billing vault is opened with [redacted')).toBe(1);
    expect(times('search service')).toBe(1);
    expect(w.everyFile().join('\n')).not.toContain('zebra-crossing');
    expect(w.names('running')).toEqual([]);
  });

  it('of which the second has capture off: what was said meanwhile is nobody’s, and that is told', async () => {
    const { w, sent, times, atRest } = await setUp();
    const [first, second] = [new Client(w), new Client(w, { MEM0_CAPTURE: 'off' })];
    const talk = new Talk(w, X);
    await first.start(X, talk.path, 'startup');
    talk.says('Decision: the search service uses Postgres.');
    await second.start(X, talk.path, 'resume', FRESH);
    talk.says('Decision: the mail service uses Redis.');
    await second.end(X, talk.path);
    talk.says('Decision: the stock service uses Kafka.');
    await first.end(X, talk.path);
    await atRest();
    await w.until(() => times('search service') > 0);
    expect(sent()).not.toContain('mail service');
    expect(w.receipts()).toMatchObject([{ left: [{ reason: 'two-clients', count: 1 }] }]);
    // After its end the second has no word in it any more.
    expect(times('stock service uses Kafka')).toBe(1);
  });

  it('in the same environment: everything is captured, once', async () => {
    const { w, times, atRest } = await setUp();
    const [first, second] = [new Client(w), new Client(w)];
    const talk = new Talk(w, X);
    await first.start(X, talk.path, 'startup');
    talk.says('Decision: the search service uses Postgres.');
    await second.start(X, talk.path, 'resume', FRESH);
    talk.says('Decision: the mail service uses Redis.');
    await second.end(X, talk.path);
    await atRest();
    expect(w.names('running')).toHaveLength(1);
    talk.says('Decision: the stock service uses Kafka.');
    await first.end(X, talk.path);
    await atRest();
    await w.until(() => times('stock service') > 0);
    for (const word of ['search', 'mail', 'stock']) expect(times(`the ${word} service`)).toBe(1);
    expect(w.names('running')).toEqual([]);
  });

  it('of which one has ended: the other one’s kill -9 is reconciled', async () => {
    const { w, sent, times, atRest, nextStart } = await setUp();
    const [first, second] = [new Client(w, SECRET), new Client(w)];
    const talk = new Talk(w, X);
    await first.start(X, talk.path, 'startup');
    talk.says('Decision: the vault is opened with zebra-crossing-morning.');
    await second.start(X, talk.path, 'resume', FRESH);
    await second.end(X, talk.path);
    await atRest();
    talk.says('Decision: the mail service uses Redis.');
    await first.killed();
    await nextStart();
    await w.until(() => w.names('background').includes('free'));
    expect(sent()).not.toContain('vault');
    await nextStart(SECRET);
    await w.until(() => times('mail service') > 0);
    await atRest();
    expect(times('vault is opened with [redacted')).toBe(1);
    expect(w.everyFile().join('\n')).not.toContain('zebra-crossing');
  });
});

describe('a fork that was killed', () => {
  it('is captured at the next start, once, although no hook ever named it', async () => {
    const { w, times, atRest, nextStart } = await setUp();
    const [first, fork] = [new Client(w), new Client(w)];
    const talk = new Talk(w, X);
    await first.start(X, talk.path, 'startup');
    talk.says('Decision: the search service uses Postgres.');
    await fork.start(X, talk.path, 'resume', N);
    const forked = talk.forked(N);
    forked.says('Decision: the billing service uses Oracle.');
    await fork.killed();
    await nextStart();
    await w.until(() => times('billing service uses Oracle') > 0);
    await atRest();
    // It is resumed and ends: nothing is sent twice.
    const again = new Client(w);
    await again.start(N, forked.path, 'resume');
    forked.says('Decision: the stock service uses Kafka.');
    await again.end(N, forked.path);
    await first.end(X, talk.path);
    await atRest();
    await w.until(() => times('stock service') > 0 && times('search service') > 0);
    for (const word of ['search', 'billing', 'stock']) expect(times(`the ${word} service`)).toBe(1);
  });
});
