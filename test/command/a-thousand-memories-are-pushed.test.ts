import { expect, it } from 'vitest';
import type { JsonObject } from '../../src/contract/wire.ts';
import { minuteLater, type Served, withLocal } from './moving.ts';

const COUNT = 1_000;

async function textsOf({ platform }: Served): Promise<readonly string[]> {
  const texts: string[] = [];
  for (let page = 1; page <= COUNT / 200 + 1; page++) {
    const body: JsonObject = { filters: { user_id: 'mara@acme.example' }, latest_only: false };
    const query = [
      ['page', String(page)],
      ['page_size', '200'],
    ] as const;
    const request = { method: 'POST', path: '/v3/memories/', query, body } as const;
    const answer = await platform.send(request, { deadline: Number.POSITIVE_INFINITY });
    if (answer.status === 404) break;
    texts.push(...(JSON.parse(answer.body) as { results: { memory: string }[] }).results.map(({ memory }) => memory));
  }
  return texts.sort();
}

it('a thousand memories arrive once each, whatever is cut off on the way', async () => {
  const rows = Array.from({ length: COUNT }, (_, n) => ({ text: `House ${n} has ${n + 3} rooms.`, type: 'insight' }));
  const { w, served } = await withLocal(rows);
  let adds = 0;
  // Every hundredth is carried out, and its answer lost.
  served.behaviour.fault = ({ path }) => (path === '/v3/memories/add/' && ++adds % 100 === 0 ? 'reset' : undefined);
  const push = () => w.run('mem0-hooks', ['push', '--yes']);
  let run = await push();
  // On a slow machine a process of the tests is killed after twenty seconds: then the next one goes on.
  for (let tries = 0; run.status === null && tries < 10; tries++) {
    minuteLater(w);
    run = await push();
  }
  expect(run).toMatchObject({ status: 0, stdout: expect.stringContaining('Read back as they were sent') });
  expect(await textsOf(served)).toEqual(rows.map(({ text }) => text).sort());
}, 240_000);
