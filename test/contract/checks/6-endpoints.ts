/** §6 of the platform contract: paths, keys, ping, events, refusals; and the corpus of requests, family by family. */
import { expect } from 'vitest';
import type { WireRequest } from '../../../src/contract/wire.ts';
import { UNKNOWN_ID } from '../acts.ts';
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
    const ping = await t.ok('GET', '/v1/ping/');
    expect(ping['status']).toBe('ok');
    for (const key of ['org_id', 'project_id', 'user_email']) expect(ping[key], key).toMatch(/\S/);
    expect(await t.ok('GET', '/v1/ping/')).toEqual(ping);
  }),

  check('6.30', 'the event of an add that ended', async (t) => {
    const { event_id } = await t.add('We use tabs for indentation.', { metadata: { type: 'convention' } });
    const event = await t.ended(String(event_id));
    expect(event).toMatchObject({
      id: event_id,
      event_type: expect.any(String),
      status: 'SUCCEEDED',
      results: expect.any(Array),
    });
    expect(event).toHaveProperty('error');
  }),
  check('6.30', 'the event of an add without extraction', async (t) => {
    const { event_id } = await t.add('a', { infer: false });
    expect(await t.ended(String(event_id))).toMatchObject({ id: event_id, event_type: expect.any(String) });
  }),
  check('6.30', 'the event of a delete', async (t) => {
    await t.store('a');
    const { event_id } = await t.ok('DELETE', '/v1/memories/', undefined, [['user_id', t.user]]);
    expect(await t.ended(String(event_id))).toMatchObject({ id: event_id, event_type: expect.any(String) });
  }),
  check('6.30', 'an unknown id is a 404', async (t) => {
    await t.refused(404, 'GET', `/v1/event/${UNKNOWN_ID}/`);
  }),
  check('6.36', 'every refused request of the corpus answers one of these shapes', async (t) => {
    const refusals = await refusalsOf(t, REQUESTS);
    expect(refusals.length).toBeGreaterThan(20);
    expect(refusals.filter(({ shape }) => shape === undefined)).toEqual([]);
  }),
  ...corpusChecks(REQUESTS),
];
