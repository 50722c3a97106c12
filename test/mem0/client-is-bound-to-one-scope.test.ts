import { describe, expect, it } from 'vitest';
import type { MemoryWrite } from '../../src/contract/memory.ts';
import type { Send, WireRequest } from '../../src/contract/wire.ts';
import type { Scope } from '../../src/core/identity/scope.ts';
import { RECIPES } from '../../src/core/recall/recipes.ts';
import { Mem0Client } from '../../src/mem0/client.ts';
import { newestPage } from '../support/newest-page.ts';

const within = { deadline: Number.POSITIVE_INFINITY };
const scope: Scope = { userId: 'mara@acme.example', appId: 'acme-shop' };
const write: MemoryWrite = {
  scope: 'project',
  messages: [{ role: 'user', content: 'We deploy to Railway.' }],
  metadata: { type: 'decision', session_id: 's1', editor: 'claude-code', policy: 'v2.0', capture_id: 'c1' },
  infer: true,
};

function recording(answer: unknown = { results: [] }) {
  const requests: WireRequest[] = [];
  const send: Send = async (request) => {
    requests.push(request);
    return { status: 200, headers: {}, body: JSON.stringify(answer) };
  };
  return { send, requests };
}

async function readAll(given: Scope) {
  const { send, requests } = recording();
  const client = new Mem0Client(send, given);
  for (const recipe of RECIPES) await newestPage(client, recipe, within);
  return requests;
}

describe('the client is bound to one scope', () => {
  it('says latest_only on every read (§1.2)', async () => {
    const requests = await readAll(scope);
    expect(requests).toHaveLength(7);
    for (const { body } of requests) expect(body?.['latest_only']).toBe(true);
  });

  it("reads the user's own scope with an explicit NOT that takes a list (§1.4, §2)", async () => {
    const preference = (await readAll(scope))[2];
    expect(preference?.body?.['filters']).toEqual({
      AND: [
        { user_id: 'mara@acme.example' },
        { NOT: [{ app_id: '*' }] },
        { OR: [{ metadata: { type: 'preference' } }, { categories: { in: ['preference', 'user_preferences'] } }] },
      ],
    });
  });

  it('reads a project type by type or category, nested under AND (§1.3, §7)', async () => {
    const decision = (await readAll(scope))[3];
    expect(decision?.body?.['filters']).toMatchObject({
      AND: [
        { user_id: 'mara@acme.example' },
        { app_id: 'acme-shop' },
        { OR: [{ metadata: { type: 'decision' } }, { categories: { in: expect.arrayContaining(['data_model']) } }] },
      ],
    });
  });

  it("asks for no project's rows where there is no project", async () => {
    const requests = await readAll({ userId: 'u' });
    expect(requests).toHaveLength(2);
    expect(JSON.stringify(requests)).not.toMatch(/"app_id":"[^*]/);
  });

  it('sends the override in the body, both ids, and nothing in the query (§1.1)', async () => {
    const requests = await readAll({ ...scope, override: { orgId: 'org-1', projectId: 'proj-1' } });
    for (const request of requests) {
      expect(request.body).toMatchObject({ org_id: 'org-1', project_id: 'proj-1' });
      expect(request.query?.map(([name]) => name)).toEqual(['page', 'page_size']);
    }
    for (const request of await readAll(scope)) expect(JSON.stringify(request.body)).not.toMatch(/org_id|project_id/);
  });

  it('never names run_id or agent_id (§2)', async () => {
    const { send, requests } = recording({ event_id: 'e1', status: 'PENDING' });
    await new Mem0Client(send, scope).add(write, within);
    expect(JSON.stringify([...requests, ...(await readAll(scope))])).not.toMatch(/run_id|agent_id/);
  });

  it('writes a preference without app_id and everything else with it (§2)', async () => {
    const { send, requests } = recording({ event_id: 'e1', status: 'PENDING' });
    const client = new Mem0Client(send, scope);
    await client.add(write, within);
    await client.add({ ...write, scope: 'user', metadata: { ...write.metadata, type: 'preference' } }, within);
    expect(requests[0]?.body).toMatchObject({ user_id: 'mara@acme.example', app_id: 'acme-shop', infer: true });
    expect(requests[1]?.body).not.toHaveProperty('app_id');
  });

  it('refuses a project write in a scope without a project, without sending it', () => {
    const { send, requests } = recording();
    expect(() => new Mem0Client(send, { userId: 'u' }).add(write, within)).toThrow(/needs a project/);
    expect(requests).toHaveLength(0);
  });

  it.each([
    [401, '{"detail":"Authentication credentials were not provided."}', 'bad-key'],
    [400, '["text"]', 'refused'],
    [404, '{"error":"Memory not found!"}', 'refused'],
    [429, '', 'throttled'],
    [503, '<html>', 'unavailable'],
    [302, '', 'odd-answer'],
    [200, '<html>hello</html>', 'odd-answer'],
    [200, '{"hello":1}', 'odd-answer'],
  ])('a %i with %s is the failure %s, and repeats nothing of the body', async (status, body, reason) => {
    const send: Send = async () => ({ status, headers: { 'retry-after': '7' }, body });
    const error = await newestPage(new Mem0Client(send, scope), RECIPES[3] as never, within).catch((e: unknown) => e);
    expect(error).toMatchObject({ reason, ...(status === 429 ? { retryAfterMs: 7_000 } : {}) });
    if (body.length > 4) expect(String(error)).not.toContain(body.slice(2, 12));
  });
});
