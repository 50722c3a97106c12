/** Rule 6.37: our client reads every shape of refusal that §6 of the platform contract names, and repeats none of it. */
import { inspect } from 'node:util';
import { expect } from 'vitest';
import { Failure, type FailureReason } from '../../../src/contract/failure.ts';
import type { MemoryWrite } from '../../../src/contract/memory.ts';
import type { Json, Send, WireResponse } from '../../../src/contract/wire.ts';
import { RECIPES } from '../../../src/core/recall/recipes.ts';
import { Mem0Client, whoAmI } from '../../../src/mem0/client.ts';
import { failureOf } from '../../../src/mem0/errors.ts';
import { newestPage } from '../../support/newest-page.ts';
import { UNKNOWN_ID } from '../acts.ts';
import { type Check, check, checkWith } from '../check.ts';
import type { Trial } from '../trial.ts';

/** Stands for what a body may hold and nobody may see: no part of it is a word of ours. */
const MARK = 'zq7secret';
const NOW = Date.parse('2026-03-10T12:00:00Z');

interface Shape {
  readonly status: number;
  readonly what: string;
  readonly body: string;
  readonly reason: FailureReason;
}

const json = (status: number, reason: FailureReason, what: string, body: Json): Shape => {
  return { status, reason, what, body: JSON.stringify(body) };
};
const html = (status: number, reason: FailureReason): Shape => {
  return { status, reason, what: 'HTML', body: `<html><body><h1>${MARK}</h1>Token ${MARK}</body></html>` };
};

const SHAPES: readonly Shape[] = [
  json(400, 'refused', '{error}', { error: MARK }),
  json(400, 'refused', '{error, details}', { error: MARK, details: { message: MARK } }),
  json(400, 'refused', '{message}', { message: MARK }),
  json(400, 'refused', 'a list of texts', [MARK, `${MARK} ${MARK}`]),
  json(400, 'refused', 'a field map', { messages: [MARK], [MARK]: { user_id: [MARK] } }),
  json(401, 'bad-key', '{detail}', { detail: MARK }),
  json(403, 'bad-key', '{detail}', { detail: MARK }),
  json(404, 'refused', '{error}', { error: MARK }),
  json(404, 'refused', '{message}', { message: MARK }),
  json(404, 'refused', '{detail}', { detail: MARK }),
  json(429, 'throttled', '{detail}', { detail: MARK }),
  { status: 429, reason: 'throttled', what: 'nothing', body: '' },
  { status: 429, reason: 'throttled', what: 'text', body: MARK },
  html(429, 'throttled'),
  json(500, 'unavailable', '{error}', { error: MARK }),
  html(500, 'unavailable'),
  html(502, 'unavailable'),
  html(503, 'unavailable'),
  html(504, 'unavailable'),
  { status: 500, reason: 'unavailable', what: 'JSON that breaks off', body: `{"error": "${MARK}` },
];

const responseOf = ({ status, body }: Shape, headers: WireResponse['headers'] = {}): WireResponse => {
  return { status, body, headers };
};

/** Expects a failure that shows the mark nowhere: not as text, as JSON, in its stack, nor in what it was caused by. */
function expectSilent(error: unknown, mark = MARK): Failure {
  if (!(error instanceof Failure)) throw new Error('not a Failure');
  const shown = [
    error.message,
    String(error),
    JSON.stringify(error),
    error.stack,
    inspect(error, { showHidden: true }),
  ];
  for (const text of shown) expect(text).not.toContain(mark);
  return error;
}

const write: MemoryWrite = {
  scope: 'user',
  messages: [{ role: 'user', content: 'A note.' }],
  metadata: { type: 'preference', session_id: 'session-1', editor: 'claude-code', policy: 'v2.0' },
  infer: true,
};

/** What each call of our client rejects with over a platform that answers so. */
async function rejections(t: Trial, response: WireResponse): Promise<readonly unknown[]> {
  const send: Send = async () => response;
  const client = new Mem0Client(send, { userId: t.user, appId: t.app });
  const calls = [
    () => whoAmI(send, t.within),
    () => client.add(write, t.within),
    () => client.hasCapture('capture-1', write, t.within),
    ...RECIPES.map((recipe) => () => newestPage(client, recipe, t.within)),
  ];
  return Promise.all(
    calls.map((call) =>
      call().then(
        () => 'no failure',
        (error: unknown) => error,
      ),
    ),
  );
}

const NO_JSON = { HTML: `<html>${MARK}</html>`, text: MARK, 'JSON that breaks off': `{"results": ${MARK}` };

const FORGED: readonly Check[] = [
  ...SHAPES.map((shape) =>
    check('6.37', `${shape.status} as ${shape.what} is ${shape.reason}, and nothing of it is repeated`, async (t) => {
      const { status, reason } = shape;
      expect(expectSilent(failureOf(responseOf(shape), NOW))).toMatchObject({ status, reason });
      for (const error of await rejections(t, responseOf(shape))) {
        expect(expectSilent(error)).toMatchObject({ status, reason, sent: true });
      }
    }),
  ),
  check('6.37', 'a header is not repeated either', async () => {
    const headers = { 'retry-after': MARK, 'set-cookie': MARK, location: `https://${MARK}.example/` };
    for (const shape of SHAPES) {
      expect(expectSilent(failureOf(responseOf(shape, headers), NOW)).retryAfterMs).toBeUndefined();
    }
  }),
  ...Object.entries(NO_JSON).map(([what, body]) =>
    check('6.37', `a 200 as ${what} is odd-answer, and nothing of it is repeated`, async (t) => {
      for (const error of await rejections(t, { status: 200, headers: {}, body })) {
        expect(expectSilent(error).reason).toBe('odd-answer');
      }
    }),
  ),
];

/** `Retry-After` as it came, and the wait in milliseconds that it asks for. */
const WAITS: readonly (readonly [header: string, wait: number | undefined])[] = [
  ['7', 7_000],
  ['0', 0],
  [' 120 ', 120_000],
  ['Tue, 10 Mar 2026 12:00:30 GMT', 30_000],
  ['Tue, 10 Mar 2026 11:00:00 GMT', 0],
  ['soon', undefined],
  ['', undefined],
];

const THROTTLED: readonly Check[] = [
  ...WAITS.map(([header, wait]) =>
    check(
      '6.37',
      `429 with Retry-After "${header}" asks for ${wait === undefined ? 'no wait' : `${wait} ms`}`,
      async () => {
        const response = { status: 429, headers: { 'retry-after': header }, body: JSON.stringify({ detail: MARK }) };
        const failure = expectSilent(failureOf(response, NOW));
        expect([failure.reason, failure.status, failure.retryAfterMs]).toEqual(['throttled', 429, wait]);
      },
    ),
  ),
  check('6.37', 'the wait of a 429 reaches whoever called our client', async (t) => {
    const response = { status: 429, headers: { 'retry-after': '7' }, body: '' };
    for (const error of await rejections(t, response)) {
      expect(expectSilent(error)).toMatchObject({ reason: 'throttled', status: 429, retryAfterMs: 7_000 });
    }
  }),
  check('6.37', 'without Retry-After there is no wait', async () => {
    for (const shape of SHAPES) expect(failureOf(responseOf(shape), NOW).retryAfterMs).toBeUndefined();
  }),
];

const REAL: readonly Check[] = [
  check('6.37', 'a refusal of this platform is read, and what it echoes is not repeated', async (t) => {
    const path = '/v3/memories/';
    const body = { filters: { AND: [t.mine, { [MARK]: MARK }] } };
    const response = await t.host.send({ method: 'POST', path, body }, t.within);
    expect(expectSilent(failureOf(response, NOW))).toMatchObject({ status: 400, reason: 'refused' });
  }),
  check('6.37', 'an unknown memory of this platform is read, and its text is not repeated', async (t) => {
    const path = `/v1/memories/${UNKNOWN_ID}/`;
    const response = await t.host.send({ method: 'GET', path }, t.within);
    const failure = expectSilent(failureOf(response, NOW), 'Memory not found');
    expect(failure).toMatchObject({ status: 404, reason: 'refused' });
  }),
  checkWith(['other-key'], '6.37', 'a key that this platform refuses is bad-key, and is not repeated', async (t) => {
    const send = t.host.sendAs?.(`Token m0-${MARK}`) ?? expect.fail('this host takes no other key');
    const error = await whoAmI(send, t.within).catch((thrown: unknown) => thrown);
    expect(expectSilent(error)).toMatchObject({ status: 401, reason: 'bad-key' });
  }),
];

export const OUR_CLIENT_REFUSED: readonly Check[] = [...FORGED, ...THROTTLED, ...REAL];
