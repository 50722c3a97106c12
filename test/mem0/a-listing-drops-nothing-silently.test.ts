import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/contract/wire.ts';
import { idOf, operatorWith, pageOf, rowOf } from './operator.ts';

const many = (count: number, first = 0): Json[] => Array.from({ length: count }, (_, n) => rowOf(first + n));

describe('a listing', () => {
  it('is read to its end, each row once, whatever the number of rows', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 900 }), async (count) => {
        const rows = many(count);
        const { operator, requests } = operatorWith((request) => pageOf(request, rows));
        const all = await operator.all();
        expect(all.rows.map(({ id }) => id)).toEqual(rows.map((_, n) => idOf(n)));
        expect(all).toMatchObject({ end: 'all', unreadable: 0 });
        expect(requests).toHaveLength(Math.max(1, Math.ceil(count / 200)));
      }),
    );
  });

  it('says latest_only unless all versions are meant, and show_expired only when it is', async () => {
    const { operator, requests } = operatorWith((request) => pageOf(request, []));
    await operator.all();
    await operator.all({ latestOnly: false, showExpired: true });
    expect(requests[0]?.body).toMatchObject({ latest_only: true });
    expect(requests[0]?.body).not.toHaveProperty('show_expired');
    expect(requests[1]?.body).toMatchObject({ latest_only: false, show_expired: true });
  });

  it('counts the rows that cannot be read', async () => {
    const rows = [...many(250), { memory: 'no id' }, 17, null];
    expect(await operatorWith((request) => pageOf(request, rows)).operator.all()).toMatchObject({
      unreadable: 3,
      rows: { length: 250 },
      end: 'all',
    });
  });

  it('ends with a 404 past the last page, which is none on the first', async () => {
    const rows = many(200);
    const promising = operatorWith((request) => {
      const page = pageOf(request, rows);
      return typeof page === 'object' && page !== null && 'results' in page ? { ...page, next: 'more' } : page;
    });
    expect(await promising.operator.all()).toMatchObject({ rows: { length: 200 }, end: 'all' });
    expect(promising.requests).toHaveLength(2);
    const none = operatorWith(() => ({ status: 404, body: { detail: 'Invalid page.' } }));
    await expect(none.operator.all()).rejects.toMatchObject({ reason: 'refused', status: 404 });
  });

  it('is read on where the platform forgets to name the next page', async () => {
    const rows = many(450);
    const { operator } = operatorWith((request) => {
      const page = pageOf(request, rows);
      return typeof page === 'object' && page !== null && 'results' in page ? { ...page, next: null } : page;
    });
    expect(await operator.all()).toMatchObject({ rows: { length: 450 }, end: 'all' });
  });

  it('gives no row twice when new ones push the others down', async () => {
    let rows = many(300);
    const { operator } = operatorWith((request, n) => {
      if (n === 2) rows = [rowOf(999), ...rows];
      return pageOf(request, rows);
    });
    const { rows: read } = await operator.all();
    expect(new Set(read.map(({ id }) => id)).size).toBe(read.length);
    expect(read.map(({ id }) => id)).toEqual(expect.arrayContaining(many(300).map((_, n) => idOf(n))));
  });

  it('is read again when rows went meanwhile, so that none slips by', async () => {
    let rows = many(500);
    const { operator } = operatorWith((request, n) => {
      if (n === 2) rows = rows.slice(100);
      return pageOf(request, rows);
    });
    const all = await operator.all();
    expect(all.end).toBe('all');
    expect(all.rows).toHaveLength(500);
  });

  it('says that it is not sure when pages and count do not fit, and ends', async () => {
    const { operator, requests } = operatorWith((request) => {
      const page = pageOf(request, many(30));
      return typeof page === 'object' && page !== null && 'results' in page ? { ...page, count: 99 } : page;
    });
    expect(await operator.all()).toMatchObject({ rows: { length: 30 }, end: 'unsure' });
    expect(requests.length).toBeLessThan(10);
  });

  it('ends on a platform that gives the same page for ever', async () => {
    const { operator, requests } = operatorWith(() => ({ count: 1e9, next: 'more', results: many(200) }));
    expect(await operator.all({ most: 1_000 })).toMatchObject({ rows: { length: 200 }, end: 'bound' });
    expect(requests).toHaveLength(5);
  });

  it('keeps its bound and says that there is more', async () => {
    const { operator } = operatorWith((request) => pageOf(request, many(500)));
    expect(await operator.all({ most: 50 })).toMatchObject({ rows: { length: 50 }, end: 'bound' });
    expect(await operator.all({ most: 500 })).toMatchObject({ rows: { length: 500 }, end: 'all' });
  });

  it('of a project where there is none is empty, without a request', async () => {
    const { operator, requests } = operatorWith(() => ({ results: [] }), { userId: 'u' });
    expect(await operator.all({ kind: 'project' })).toEqual({ rows: [], unreadable: 0, end: 'all' });
    expect(await operator.search('x', { kind: 'project' })).toEqual([]);
    expect(requests).toEqual([]);
  });
});

describe('a platform that is busy', () => {
  it('is asked again, after as long as it says, at most three times', async () => {
    const busy = { status: 429, body: {}, headers: { 'retry-after': '7' } };
    const once = operatorWith((request, n) => (n === 1 ? busy : pageOf(request, many(3))));
    expect((await once.operator.all()).rows).toHaveLength(3);
    expect(once.pauses).toEqual([7_000]);
    const always = operatorWith(() => busy);
    await expect(always.operator.all()).rejects.toMatchObject({ reason: 'throttled', retryAfterMs: 7_000 });
    expect(always.requests).toHaveLength(3);
  });

  it.each([
    [{ status: 429, body: {}, headers: { 'retry-after': '3600' } }, 'throttled'],
    [{ status: 401, body: { detail: 'no' } }, 'bad-key'],
    [{ status: 400, body: ['no'] }, 'refused'],
  ])('is not waited for when it asks for too long, nor when it refuses: %j', async (says, reason) => {
    const { operator, requests } = operatorWith(() => says);
    await expect(operator.all()).rejects.toMatchObject({ reason });
    expect(requests).toHaveLength(1);
  });
});
