/** What a check says comes first; what a check leaves behind is said as well. */
import { describe, expect, it } from 'vitest';
import type { WireRequest } from '../../src/contract/wire.ts';
import { keepingProject } from './acts.ts';
import { type Check, check, conduct } from './check.ts';
import type { Host } from './host.ts';

/** A host that takes everything, but answers these requests (`METHOD path`) with these statuses; 0: with nothing at all. */
function hostWith(statuses: Readonly<Record<string, number>>, isOurs = true) {
  const requests: WireRequest[] = [];
  const host: Host = {
    name: 'made up',
    isOurs,
    has: new Set(),
    send: async (request) => {
      requests.push(request);
      const { method, path } = request;
      const [, status = 200] = Object.entries(statuses).find(([start]) => `${method} ${path}`.startsWith(start)) ?? [];
      if (status === 0) throw new Error('the connection is gone');
      return { status, headers: {}, body: JSON.stringify({ results: [{ id: 'one', memory: 'a' }], next: null }) };
    },
    patienceMs: 10,
    pollMs: 1,
    now: () => Date.now(),
    close: async () => undefined,
  };
  return { host, requests };
}

const stores = (then: Check['run'] = async () => undefined, title = 'made up'): Check =>
  check('1.1', title, async (t) => {
    await t.store('a', { app_id: t.app });
    await then(t);
  });
const fails = async () => expect.fail('the check itself');

describe('after a check', () => {
  it('every entity that it named is forgotten', async () => {
    const { host, requests } = hostWith({});
    expect(await conduct(stores(), host)).toBeUndefined();
    const deleted = requests.filter(({ method }) => method === 'DELETE').map(({ path }) => path);
    expect(deleted).toEqual([
      expect.stringMatching(/^\/v2\/entities\/user\/contract-.+%40users\.example\/$/),
      expect.stringMatching(/^\/v2\/entities\/app\/contract-.+-app\/$/),
    ]);
  });

  it('nothing of anybody else is: neither a name that is not of the check, nor what was refused', async () => {
    const { host, requests } = hostWith({ 'POST /v3/memories/add/': 400 });
    await conduct(
      check('1.1', 'made up', async (t) => {
        await t.call('POST', '/v3/memories/add/', t.body('a'));
      }),
      host,
    );
    const other = hostWith({});
    await conduct(
      check('1.1', 'made up', async (t) => void (await t.store('a', { user_id: 'mara@acme.example' }))),
      other.host,
    );
    expect([...requests, ...other.requests].filter(({ method }) => method === 'DELETE')).toEqual([]);
  });

  it.each([0, 301, 400, 401, 429, 500, 503])('a clean-up that is answered with %i fails it', async (status) => {
    const { host, requests } = hostWith({ 'DELETE /v2/entities/user/': status });
    const said =
      status === 0 ? /the clean-up failed: the connection is gone/ : `the clean-up failed: DELETE /v2/entities/user/`;
    await expect(conduct(stores(), host)).rejects.toThrow(said);
    if (status !== 0) await expect(conduct(stores(), host)).rejects.toThrow(`answered ${status}`);
    expect(
      requests.some(({ path }) => path.startsWith('/v2/entities/app/')),
      'the rest is cleaned',
    ).toBe(true);
  });

  it.each([200, 202, 204, 404])('a clean-up that is answered with %i does not', async (status) => {
    const { host } = hostWith({ 'DELETE ': status });
    expect(await conduct(stores(), host)).toBeUndefined();
  });

  it('what is in another project is cleaned too, or said', async () => {
    const there = { org_id: 'o', project_id: 'p' };
    const elsewhere = stores(async (t) => void (await t.store('b', there)));
    const { host, requests } = hostWith({});
    await conduct(elsewhere, host);
    const batches = requests.filter(({ path }) => path === '/v1/batch/').map(({ body }) => body);
    expect(batches).toEqual([{ memories: [{ memory_id: 'one' }], ...there }]);
    for (const refused of ['DELETE /v1/batch/', 'POST /v3/memories/']) {
      const { host: other } = hostWith({ 'POST /v3/memories/add/': 200, [refused]: 500 });
      await expect(conduct(elsewhere, other)).rejects.toThrow(`the clean-up failed: ${refused} answered 500`);
    }
  });

  it.each([0, 500])("the check's own error wins over a clean-up that is answered with %i", async (status) => {
    const { host } = hostWith({ 'DELETE ': status });
    await expect(conduct(stores(fails), host)).rejects.toThrow('the check itself');
  });

  it('what no source says may differ on a host of others, and nowhere else', async () => {
    const ours = stores(fails, 'made up (ours)');
    expect(await conduct(ours, hostWith({}, false).host)).toBe('the check itself');
    await expect(conduct(ours, hostWith({}).host)).rejects.toThrow('the check itself');
    await expect(conduct(stores(fails), hostWith({}, false).host)).rejects.toThrow('the check itself');
    await expect(conduct(ours, hostWith({ 'DELETE ': 500 }, false).host)).rejects.toThrow('the clean-up failed');
  });

  it('settings are put back, and an error before that wins over one of putting back', async () => {
    const changes = (then: Check['run']) => check('1.1', 'made up', (t) => keepingProject(t, () => then(t)));
    const { host, requests } = hostWith({});
    await expect(conduct(changes(fails), host)).rejects.toThrow('the check itself');
    expect(requests.at(-1)).toMatchObject({ method: 'PATCH', body: { decay: false, custom_categories: [] } });
    await expect(conduct(changes(fails), hostWith({ 'PATCH ': 500 }).host)).rejects.toThrow('the check itself');
    await expect(
      conduct(
        changes(async () => undefined),
        hostWith({ 'PATCH ': 500 }).host,
      ),
    ).rejects.toThrow('500');
  });
});
