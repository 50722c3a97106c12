/** §6 of the platform contract: paths, keys, ping, bodies, refusals; and the corpus of requests, family by family. */
import { expect } from 'vitest';
import type { Json, JsonObject, WireRequest } from '../../../src/contract/wire.ts';
import { type Check, check, checkWith } from '../check.ts';
import { REQUESTS } from '../corpora/requests.ts';
import { corpusChecks, refusalsOf } from '../corpora/run.ts';
import type { Trial } from '../trial.ts';

/** Endpoints that any key may ask for, without the last `/`. */
const endpoints = (t: Trial): readonly WireRequest[] => [
  { method: 'GET', path: '/v1/ping' },
  { method: 'POST', path: '/v3/memories/add', body: t.body('a', { infer: false }) },
  { method: 'POST', path: '/v3/memories', body: { filters: t.mine } },
  { method: 'POST', path: '/v3/memories/search', body: { query: 'a', filters: t.mine } },
  { method: 'GET', path: '/v1/entities' },
];

/** Objects in objects, so many deep. */
function nested(depth: number): JsonObject {
  let value: JsonObject = {};
  for (let at = 1; at < depth; at += 1) value = { deeper: value };
  return value;
}

/** Half a pair of surrogates, and NUL: neither is text that a database keeps. */
const NO_TEXT = ['a\0b', 'a\ud83d', '\ude00a', '\0'];

export const ENDPOINTS: readonly Check[] = [
  check('6.1', 'with it every call is taken, without it none is', async (t) => {
    await t.store('b');
    for (const { method, path, body } of endpoints(t)) {
      const without = await t.call(method, path, body);
      expect({ path, taken: without.status < 300 }).toEqual({ path, taken: false });
    }
    expect(await t.texts(t.mine)).toEqual(['b']);
    for (const { method, path, body } of endpoints(t)) await t.ok(method, `${path}/`, body);
  }),
  checkWith(['other-key'], '6.2', 'another key, no key and no scheme: 401 {detail} on every call', async (t) => {
    await t.store('b');
    for (const authorization of ['Token m0-of-nobody', undefined, 'm0-of-nobody', 'Token ', '']) {
      const send = t.host.sendAs?.(authorization);
      for (const { method, path, body } of endpoints(t)) {
        const answer = await t.refused(401, method, `${path}/`, body, undefined, send);
        expect(answer.json).toMatchObject({ detail: expect.any(String) });
      }
      const query = [['user_id', t.user]] as const;
      await t.refused(401, 'DELETE', '/v1/memories/', undefined, query, send);
    }
    expect(await t.texts(t.mine), 'nothing was written or deleted').toEqual(['b']);
  }),
  check('6.3', 'status ok and three names, the same every time', async (t) => {
    const { status, org_id, project_id, user_email } = await t.ok('GET', '/v1/ping/');
    expect(status).toBe('ok');
    for (const name of [org_id, project_id, user_email]) expect(name).toMatch(/\S/);
    expect(await t.ok('GET', '/v1/ping/')).toMatchObject({ status, org_id, project_id, user_email });
  }),

  check('6.36', 'every refused request of the corpus answers one of these shapes', async (t) => {
    const refusals = await refusalsOf(t, REQUESTS);
    expect(refusals.length).toBeGreaterThan(20);
    expect(refusals.filter(({ shape }) => shape === undefined)).toEqual([]);
  }),
  check('6.42', 'as deep as 64 it is taken and comes back, one deeper it is refused (ours)', async (t) => {
    // The body itself is not counted.
    const metadata = nested(64);
    const id = await t.store('deep', { metadata });
    expect((await t.ok('GET', `/v1/memories/${id}/`))['metadata']).toEqual(metadata);
    for (const more of [{ metadata: nested(65) }, { unheard_of: nested(65) }, { unheard_of: [nested(64)] }]) {
      await t.refused(400, 'POST', '/v3/memories/add/', t.body('too deep', { infer: false, ...more }));
    }
    expect(await t.texts(t.mine)).toEqual(['deep']);
  }),
  check(
    '6.42',
    'a text that cannot be kept is refused, wherever it stands, and nothing is written (ours)',
    async (t) => {
      const id = await t.store('kept');
      const put = `/v1/memories/${id}/`;
      for (const text of NO_TEXT) {
        const adds: readonly Json[] = [{ key: text }, { [text]: 'value' }, { list: ['a', { key: [text] }] }];
        for (const metadata of adds) {
          await t.refused(400, 'POST', '/v3/memories/add/', t.body('a', { infer: false, metadata }));
        }
        for (const infer of [true, false]) await t.refused(400, 'POST', '/v3/memories/add/', t.body(text, { infer }));
        await t.refused(400, 'PUT', put, { text });
        await t.refused(400, 'POST', '/v3/memories/', { filters: { AND: [t.mine, { app_id: text }] } });
        await t.refused(400, 'POST', '/v3/memories/search/', { query: text, filters: t.mine });
      }
      expect(await t.texts(t.mine)).toEqual(['kept']);
    },
  ),
  check('6.42', 'whole pairs of surrogates are text like any other (ours)', async (t) => {
    const id = await t.store('a 👩‍👩‍👧 b 𝒳', { metadata: { '🚂': '🚂' } });
    const row = await t.ok('GET', `/v1/memories/${id}/`);
    expect(row).toMatchObject({ memory: 'a 👩‍👩‍👧 b 𝒳', metadata: { '🚂': '🚂' } });
  }),
  ...corpusChecks(REQUESTS),
];
