import { describe, expect, it } from 'vitest';
import { carry } from '../../src/command/move/carry.ts';
import { Failure } from '../../src/contract/failure.ts';
import type { AddAnswer } from '../../src/contract/mem0.ts';
import { pushed } from '../../src/core/moving/pushed.ts';
import { NO_SECRETS } from '../../src/core/redaction/secret-values.ts';
import { StateFolder } from '../../src/io/file-store.ts';
import { MoveJournal } from '../../src/state/moves.ts';
import { row, TODAY } from '../core/moving/rows.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const PUSHING = { today: TODAY, secrets: NO_SECRETS, isDenied: () => false, isThere: () => false };
const ADDED: AddAnswer = { status: 'SUCCEEDED', results: [{ id: 'm-1', event: 'ADD' }] };

const status = (code: number, reason: Failure['reason'], retryAfterMs?: number) =>
  new Failure(reason, 'as was asked for', { status: code, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) });
const LOST = new Failure('broken-off', 'as was asked for');

interface Script {
  /** What the adds come to, one after another; then all are added. */
  readonly adds?: readonly (AddAnswer | Failure)[];
  /** What the looks find, one after another; then nothing. */
  readonly looks?: readonly (readonly string[] | Failure)[];
  readonly mayBeThere?: boolean;
  /** After so many adds the turn is another's. */
  readonly turns?: number;
  readonly count?: number;
}

async function carried({ adds = [], looks = [], mayBeThere = false, turns = 99, count = 1 }: Script) {
  const rows = Array.from({ length: count }, (_, n) => row({ id: `row-${n}`, memory: `Statement ${n}.` }));
  const { moves } = pushed(rows, PUSHING);
  const journal = new MoveJournal(new StateFolder(temporaryFolder()), 'push-x');
  const [answers, found] = [[...adds], [...looks]];
  const waits: number[] = [];
  let [sent, looked] = [0, 0];
  const given = <T>(one: T | Failure): T => {
    if (one instanceof Failure) throw one;
    return one;
  };
  const operator = {
    add: async () => {
      sent++;
      return given(answers.shift() ?? ADDED);
    },
    memoriesOf: async () => {
      looked++;
      const next = found.shift();
      return next === undefined ? undefined : given(next);
    },
  };
  const result = await carry(moves, {
    journal,
    operatorOf: async () => operator,
    mayBeThere: () => mayBeThere,
    holds: () => sent < turns,
    step: () => undefined,
    now: () => 1_000_000,
    pause: async (ms) => void waits.push(ms),
  });
  const states = [...journal.states().values()].map(({ state }) => state);
  const why = result.left.map((one) => one.why);
  return { sent: result.sent.length, known: result.known.length, why, adds: sent, looked, waits, states, result };
}

describe('an add', () => {
  it('that is answered is noted as sent', async () => {
    expect(await carried({})).toMatchObject({ sent: 1, adds: 1, looked: 0, states: ['sent'] });
  });

  it('that is there already by the platform’s word is not asked for again', async () => {
    const nothing: AddAnswer = { status: 'SUCCEEDED', results: [] };
    expect(await carried({ adds: [nothing] })).toMatchObject({ sent: 0, known: 1, adds: 1, states: ['read'] });
  });

  it('whose answer was lost is looked for, for a while, and not sent again', async () => {
    expect(await carried({ adds: [LOST], looks: [['m-1']] })).toMatchObject({ sent: 1, adds: 1, states: ['sent'] });
    const unsure = await carried({ adds: [LOST] });
    expect(unsure).toMatchObject({ why: ['unsure'], adds: 1, looked: 3, states: ['sending'] });
    expect(unsure.result.again).toBe(1_060_000);
  });

  it('of unknown fate stays so where nobody can be asked', async () => {
    const offline = new Failure('unreachable', 'as was asked for', { sent: false });
    expect(await carried({ adds: [LOST], looks: [offline] })).toMatchObject({ why: ['unsure'], states: ['sending'] });
  });

  it('that may have arrived earlier is looked for first', async () => {
    expect(await carried({ mayBeThere: true, looks: [['m-1']] })).toMatchObject({ sent: 1, adds: 0, states: ['sent'] });
    expect(await carried({ mayBeThere: true })).toMatchObject({ sent: 1, adds: 1, looked: 1 });
  });

  it('that is not looked for first, since nobody can be asked, is not sent', async () => {
    const run = await carried({ mayBeThere: true, looks: [status(401, 'bad-key')], count: 2 });
    expect(run).toMatchObject({ adds: 0, why: ['not-tried', 'not-tried'], states: [] });
  });
});

describe('a platform that turns an add away', () => {
  it.each([
    ['as it says', status(429, 'throttled', 7_000), [7_000, 7_000]],
    ['longer each time', status(503, 'unavailable'), [1_000, 2_000]],
  ])('is waited for %s', async (_, failure, waits) => {
    expect(await carried({ adds: [failure, failure] })).toMatchObject({ sent: 1, adds: 3, waits, states: ['sent'] });
  });

  it('for longer than a person waits is not', async () => {
    const run = await carried({ adds: [status(429, 'throttled', 60_000)], count: 3 });
    expect(run).toMatchObject({
      adds: 1,
      waits: [],
      why: ['not-tried', 'not-tried', 'not-tried'],
      states: ['not-sent'],
    });
    expect(run.result.again).toBe(1_060_000);
  });

  it('again and again is given up', async () => {
    const run = await carried({ adds: Array.from({ length: 9 }, () => status(429, 'throttled')), count: 2 });
    expect(run).toMatchObject({ adds: 6, why: ['not-tried', 'not-tried'] });
  });

  it.each([400, 403, 404, 422])('with %i has the others', async (code) => {
    const failure = status(code, code === 403 ? 'bad-key' : 'refused');
    const run = await carried({ adds: [failure], count: 3 });
    expect(run).toMatchObject({ sent: 2, why: ['refused'], states: ['not-sent', 'sent', 'sent'] });
    expect(run.result.left[0]?.status).toBe(code);
  });

  it('with the same three times in a row is left alone', async () => {
    const run = await carried({ adds: Array.from({ length: 9 }, () => status(404, 'refused')), count: 5 });
    expect(run).toMatchObject({ adds: 3, why: ['refused', 'refused', 'refused', 'not-tried', 'not-tried'] });
  });

  it.each([
    [401, 'bad-key'],
    [402, 'quota'],
    [407, 'refused'],
  ] as const)('with %i is left alone at once', async (code, reason) => {
    expect(await carried({ adds: [status(code, reason)], count: 3 })).toMatchObject({
      adds: 1,
      why: ['not-tried', 'not-tried', 'not-tried'],
      result: { stopped: { reason } },
    });
  });
});

it('whoever has lost the turn sends nothing more', async () => {
  expect(await carried({ count: 3, turns: 1 })).toMatchObject({
    sent: 1,
    why: ['not-tried', 'not-tried'],
    result: { stopped: 'taken-over' },
  });
});

describe('the journal', () => {
  it('lives with torn and foreign lines, and the last word counts', () => {
    const folder = new StateFolder(temporaryFolder());
    const journal = new MoveJournal(folder, 'push-x');
    journal.note('sending', ['a', 'b'], 1);
    folder.append('moves/push-x.jsonl', '{"state":"sent","ids":["a"],"at":2,"mem');
    folder.append('moves/push-x.jsonl', '{"state":"flown","ids":["a"],"at":3}');
    journal.note('sent', ['b'], 4, 'm-1');
    journal.note('read', ['b'], 5);
    expect(Object.fromEntries(journal.states())).toEqual({
      a: { state: 'sending', at: 1 },
      b: { state: 'read', at: 5, memory: 'm-1' },
    });
  });
});
