import { describe, expect, it } from 'vitest';
import type { MemoryWrite } from '../../src/contract/memory.ts';
import type { JsonObject, WireRequest } from '../../src/contract/wire.ts';
import { idOf, operatorWith, pageOf, rowOf, SCOPE } from './operator.ts';

const BUSY = { status: 500, body: 'no' };
const NOT_FOUND = { status: 404, body: { error: 'Memory not found!' } };

/** The ids that a batch names. */
function namedIn(request: WireRequest | undefined): readonly string[] {
  const memories = request?.body?.['memories'];
  return Array.isArray(memories) ? memories.map(({ memory_id }: { memory_id: string }) => memory_id) : [];
}

/** A platform that holds rows: gives them by id and in lists, and deletes them in batches unless it is told not to. */
function holding(all: readonly JsonObject[], deletes: (n: number) => boolean = () => true) {
  const rows = new Map(all.map((row) => [String(row['id']), row]));
  let batches = 0;
  return operatorWith((request) => {
    if (request.method === 'DELETE') {
      if (!deletes(++batches)) return BUSY;
      for (const id of namedIn(request)) rows.delete(id);
      return { message: 'ok' };
    }
    if (request.path === '/v3/memories/') {
      const filters = JSON.stringify(request.body?.['filters']);
      const isOfIds = filters.includes('memory_ids');
      return pageOf(
        request,
        [...rows.values()].filter(
          ({ id, user_id }) => filters.includes(String(user_id)) && (!isOfIds || filters.includes(String(id))),
        ),
      );
    }
    return rows.get(request.path.split('/')[3] ?? '') ?? NOT_FOUND;
  });
}

describe('a removal', () => {
  it('names at most a thousand a time, and knows from reads what is gone', async () => {
    const all = Array.from({ length: 2_500 }, (_, n) => rowOf(n));
    const { operator, requests } = holding(all);
    const ids = all.map((_, n) => idOf(n));
    expect(await operator.remove([...ids, ...ids])).toEqual({ gone: ids, left: [], unknown: [] });
    const batches = requests.filter(({ method }) => method === 'DELETE');
    expect(batches.map((request) => [request.path, namedIn(request).length])).toEqual([
      ['/v1/batch/', 1000],
      ['/v1/batch/', 1000],
      ['/v1/batch/', 500],
    ]);
    expect(requests.some(({ path }) => path === '/v1/memories/')).toBe(false);
  });

  it('that stops half-way says what is gone, what is left and why', async () => {
    const all = Array.from({ length: 1_200 }, (_, n) => rowOf(n));
    const { operator } = holding(all, (n) => n === 1);
    const removal = await operator.remove(all.map((_, n) => idOf(n)));
    expect(removal).toMatchObject({
      gone: { length: 1000 },
      left: { length: 200 },
      failure: { reason: 'unavailable' },
    });
  });

  it('that a platform takes and does not do is no removal', async () => {
    const { operator } = operatorWith((request) => {
      if (request.method === 'DELETE') return { message: 'Deleted 1 memories.' };
      return request.method === 'GET' ? rowOf(1) : pageOf(request, [rowOf(1)]);
    });
    expect(await operator.remove([idOf(1)])).toEqual({ gone: [], left: [idOf(1)], unknown: [] });
  });

  it('that takes a moment to show is waited for', async () => {
    let reads = 0;
    const { operator, pauses } = operatorWith((request) => {
      if (request.method === 'DELETE') return {};
      reads += 1;
      return pageOf(request, reads <= 2 ? [rowOf(1)] : []);
    });
    expect(await operator.remove([idOf(1)])).toMatchObject({ gone: [idOf(1)], left: [] });
    expect(pauses).toEqual([500]);
  });

  it('of somebody else’s memory, which no list shows, is looked up by its id', async () => {
    const { operator } = holding([rowOf(1, { user_id: 'other' })], () => false);
    expect(await operator.remove([idOf(1)])).toMatchObject({ gone: [], left: [idOf(1)] });
  });

  it('that nobody can look at afterwards is unknown', async () => {
    let isSent = false;
    const { operator } = operatorWith((request) => {
      if (request.method === 'DELETE') isSent = true;
      return isSent ? BUSY : pageOf(request, [rowOf(1)]);
    });
    expect(await operator.remove([idOf(1)])).toMatchObject({ gone: [], unknown: [idOf(1)], failure: { status: 500 } });
  });

  it('takes the whole chain along, the oldest first, and no other', async () => {
    const replaced = (n: number, by: number) => rowOf(n, { replaced_by: idOf(by) });
    // 1 ← 2 ← 3 (current), a branch 4 → 2, and another chain 5 → 6.
    const rows = [replaced(1, 2), replaced(2, 3), rowOf(3), replaced(4, 2), replaced(5, 6), rowOf(6)];
    const { operator, requests } = holding(rows);
    const removal = await operator.removeWithChain([idOf(3)]);
    expect(removal).toMatchObject({ complete: true, left: [] });
    const batch = requests.find(({ method }) => method === 'DELETE');
    expect(namedIn(batch)).toEqual([4, 1, 2, 3].map(idOf));
    expect([...removal.gone].sort()).toEqual([1, 2, 3, 4].map(idOf));
    const chain = requests.find(({ body }) => body?.['latest_only'] === false);
    expect(chain?.body).toMatchObject({
      show_expired: true,
      filters: { AND: [{ user_id: SCOPE.userId }, { app_id: 'acme-shop' }] },
    });
  });

  it('of a circle of successors ends', async () => {
    const rows = [rowOf(1, { replaced_by: idOf(2) }), rowOf(2, { replaced_by: idOf(1) })];
    expect((await holding(rows).operator.removeWithChain([idOf(1)])).gone).toHaveLength(2);
  });
});

describe('an update', () => {
  it('writes the whole metadata, and what is not asked for is not sent', async () => {
    const before = rowOf(1, { metadata: { type: 'decision', own: 'x' } });
    const { operator, requests } = operatorWith((request, n) =>
      request.method === 'PUT'
        ? {}
        : n === 1
          ? before
          : { ...before, metadata: { type: 'decision', own: 'x', pinned: true } },
    );
    expect((await operator.update(idOf(1), { metadata: { pinned: true } })).differs).toEqual([]);
    expect(requests.find(({ method }) => method === 'PUT')?.body).toEqual({
      metadata: { type: 'decision', own: 'x', pinned: true },
    });
  });

  it('says what is not as it was asked for', async () => {
    const { operator } = operatorWith((request) => (request.method === 'PUT' ? {} : rowOf(1)));
    const change = { text: 'x', metadata: { pinned: true }, expirationDate: '2026-12-31' };
    expect((await operator.update(idOf(1), change)).differs).toEqual(['text', 'metadata', 'expirationDate']);
    expect((await operator.update(idOf(1), { expirationDate: null })).differs).toEqual([]);
  });

  it('of nothing sends nothing', async () => {
    const { operator, requests } = operatorWith(() => rowOf(1));
    await operator.update(idOf(1), {});
    expect(requests.map(({ method }) => method)).toEqual(['GET']);
  });
});

const WRITE: MemoryWrite = {
  scope: 'project',
  messages: [{ role: 'user', content: 'memory 1' }],
  metadata: { type: 'decision', session_id: 's', editor: 'claude-code', policy: 'v2.0', capture_id: 'c-1' },
  infer: false,
};
const STORED = rowOf(1, { metadata: { ...WRITE.metadata } });

describe('what a person says', () => {
  it.each([
    ['a broken answer', BUSY],
    ['an answer that names no memory', { event_id: 'e', status: 'SUCCEEDED' }],
  ])('is found by its capture id after %s, and not said twice', async (_, says) => {
    const { operator, requests } = operatorWith((request) => {
      if (request.path === '/v3/memories/add/') return says;
      return request.method === 'GET' ? STORED : pageOf(request, [STORED]);
    });
    expect(await operator.remember(WRITE)).toMatchObject({ differs: [], row: { id: idOf(1) } });
    expect(requests.filter(({ path }) => path === '/v3/memories/add/')).toHaveLength(1);
  });

  it('is a failure where it never arrives, and where it is refused', async () => {
    const lost = operatorWith((request) => (request.path === '/v3/memories/add/' ? BUSY : pageOf(request, [])));
    await expect(lost.operator.remember(WRITE)).rejects.toMatchObject({ reason: 'unavailable' });
    const refused = operatorWith(() => ({ status: 400, body: ['no'] }));
    await expect(refused.operator.remember(WRITE)).rejects.toMatchObject({ reason: 'refused' });
    expect(refused.requests).toHaveLength(1);
    const homeless = operatorWith(() => STORED, { userId: 'u' });
    await expect(homeless.operator.remember(WRITE)).rejects.toMatchObject({ reason: 'refused', sent: false });
  });
});

describe('settings of a project', () => {
  const PING = { status: 'ok', org_id: 'org/1', project_id: 'proj 1', user_email: 'mara@acme.example' };

  it.each([
    [{}],
    [{ custom_instructions: null }],
    [{ custom_instructions: null, custom_categories: ['decision'] }],
    [{ custom_instructions: null, custom_categories: 'none' }],
    [{ custom_instructions: ['a'], custom_categories: null }],
    [{ custom_instructions: null, custom_categories: [{ decision: null }] }],
  ])('that cannot be read are a failure, since they would be written as a whole: %j', async (body) => {
    const { operator } = operatorWith((request) => (request.path === '/v1/ping/' ? PING : body));
    await expect(operator.settings()).rejects.toMatchObject({ reason: 'odd-answer' });
  });

  it('are those of the project that ping names, and need no scope in a body', async () => {
    const body = { custom_instructions: null, custom_categories: [{ a: 'x', b: 'y' }] };
    const { operator, requests } = operatorWith((request) => (request.path === '/v1/ping/' ? PING : body));
    expect(await operator.settings()).toEqual({
      customInstructions: '',
      customCategories: [
        { name: 'a', description: 'x' },
        { name: 'b', description: 'y' },
      ],
      decay: false,
    });
    expect(requests[1]).toMatchObject({ path: '/api/v1/orgs/organizations/org%2F1/projects/proj%201/' });
    expect(requests[1]).not.toHaveProperty('body');
  });

  it('that a platform takes and does not keep are told', async () => {
    const body = { custom_instructions: ' kept ', custom_categories: null, decay: false };
    const { operator } = operatorWith((request) => (request.path === '/v1/ping/' ? PING : body));
    const changes = { customInstructions: 'kept', customCategories: [{ name: 'a', description: 'x' }], decay: true };
    expect((await operator.changeSettings(changes)).differs).toEqual(['customCategories', 'decay']);
  });
});
