import { describe, expect, it } from 'vitest';
import type { Send, WireRequest } from '../../src/contract/wire.ts';
import { Mem0Client } from '../../src/mem0/client.ts';

const within = { deadline: Number.POSITIVE_INFINITY };
const OVERRIDE = { orgId: 'org-9', projectId: 'proj-9' };

function client(body: string, override?: typeof OVERRIDE, status = 200) {
  const requests: WireRequest[] = [];
  const send: Send = async (request) => {
    requests.push(request);
    return { status, headers: {}, body };
  };
  return { requests, client: new Mem0Client(send, { userId: 'mara', ...(override && { override }) }) };
}

describe('an event', () => {
  it('is asked for by its id, without ids; an override travels in the body and never in the query (§1.1)', async () => {
    const plain = client('{"status":"PENDING"}');
    await plain.client.event('e-1', within);
    expect(plain.requests).toEqual([{ method: 'GET', path: '/v1/event/e-1/' }]);
    const pointed = client('{"status":"PENDING"}', OVERRIDE);
    await pointed.client.event('e-1', within);
    const body = { org_id: 'org-9', project_id: 'proj-9' };
    expect(pointed.requests).toEqual([{ method: 'GET', path: '/v1/event/e-1/', body }]);
  });

  it('cannot lead to another path by its id', async () => {
    const { client: one, requests } = client('{"status":"PENDING"}');
    await one.event('../memories/?x=', within);
    expect(requests[0]?.path).toBe('/v1/event/..%2Fmemories%2F%3Fx%3D/');
  });

  it.each([
    [
      '{"id":"e","status":"SUCCEEDED","results":[{"id":"m1","data":{"memory":"x"},"event":"ADD"}],"error":null}',
      ['m1'],
    ],
    ['{"status":"SUCCEEDED","results":[]}', []],
    ['{"status":"RUNNING","results":null}', []],
    ['{"status":"RUNNING"}', []],
    ['{"status":"SUCCEEDED","results":[{"memory":"no id"},{"id":"m2"},17,null]}', ['m2']],
    ['{"status":"SUCCEEDED","results":"none"}', []],
    ['{"status":"FAILED","results":[],"error":{"message":"no"},"more":1}', []],
  ])('of any shape that the contract allows is read: %s', async (body, ids) => {
    const event = await client(body).client.event('e', within);
    expect(event.results.map(({ id }) => id)).toEqual(ids);
  });

  it.each(['{}', '[]', '{"status":7}', 'null'])('without a status is an odd answer: %s', async (body) => {
    await expect(client(body).client.event('e', within)).rejects.toMatchObject({ reason: 'odd-answer' });
  });

  it('that the platform does not know is a refusal with its status', async () => {
    const unknown = client('{"error":"Event not found!"}', undefined, 404).client.event('e', within);
    await expect(unknown).rejects.toMatchObject({ reason: 'refused', status: 404 });
  });
});

describe('a memory by its id', () => {
  it('is asked for alike, and read as it is now', async () => {
    const { client: one, requests } = client('{"id":"m1","memory":"We use pnpm."}', OVERRIDE);
    expect(await one.memory('m1', within)).toMatchObject({ memory: 'We use pnpm.' });
    const body = { org_id: 'org-9', project_id: 'proj-9' };
    expect(requests).toEqual([{ method: 'GET', path: '/v1/memories/m1/', body }]);
  });
});
