import { expect, it } from 'vitest';
import { memory } from '../core/memories.ts';
import { serveHttp } from '../support/network.ts';
import { printed, World } from './world.ts';

const PING = { status: 'ok', org_id: 'o', project_id: 'p', user_email: 'mara@acme.example' };
const ROW = memory('We deploy to Railway.', { id: 'd1', app_id: 'acme-shop', user_id: 'mara@acme.example' });

/** What of the requests of a start is refused with 401, while all else is a 500; later than the start has read what it kept. */
it.each([
  ['the search alone', (path: string) => path.startsWith('/v3/memories/search/')],
  ['all of it', () => true],
])('whatever it is refused for: %s', async (_what, isRefused) => {
  const w = new World();
  w.git('commit', '-q', '--allow-empty', '-m', 'Deploy the billing webhook with Railway pipelines');
  let works = true;
  const searched: boolean[] = [];
  const port = await serveHttp((request, response) => {
    const parts: Buffer[] = [];
    request
      .on('data', (part: Buffer) => parts.push(part))
      .on('end', () => {
        const { url = '' } = request;
        if (url.startsWith('/v3/memories/search/')) searched.push(works);
        const status = works ? 200 : isRefused(url) ? 401 : 500;
        const isOfDecisions = url.startsWith('/v3/memories/?') && Buffer.concat(parts).includes('"decision"');
        const body = url === '/v1/ping/' ? PING : { results: isOfDecisions ? [ROW] : [] };
        setTimeout(() => response.writeHead(status).end(JSON.stringify(body)), works ? 0 : 300);
      });
  });
  w.env = { MEM0_API_KEY: 'm0-made-up-key', MEM0_BASE_URL: `http://127.0.0.1:${port}` };
  expect((await w.sessionStart('s1')).stdout).toContain('We deploy to Railway.');
  works = false;
  const run = await w.sessionStart('s2');
  expect(searched).toContain(false);
  expect(printed(run).systemMessage).toMatch(/^mem0: /);
  expect(run.stdout).not.toContain('Railway');
  expect(w.names('cache').filter((name) => name.startsWith('recall-'))).toEqual([]);
});
