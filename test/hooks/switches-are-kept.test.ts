import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { flagsWithoutSqlite } from '../support/node-under-test.ts';
import { KEY, servePlatform } from './served-platform.ts';
import { DESIGN_ADDS, printed, projectRoot, transcriptOf, World } from './world.ts';

const transcript = transcriptOf('a-design-discussion');

describe('a dry run', () => {
  it('prints every request with the key masked, sends nothing and stores nothing', async () => {
    const w = new World();
    const served = await servePlatform();
    w.env = { ...served.env, MEM0_DRY_RUN: '1' };
    const start = await w.sessionStart('s1');
    const checkpoint = await w.preCompact('s1', transcript);
    const end = await w.sessionEnd('s1', transcript);
    expect(served.seen).toEqual([]);
    expect(existsSync(w.state)).toBe(false);
    expect([start.status, checkpoint.status, end.status]).toEqual([0, 0, 0]);
    expect(start.stderr.match(/^POST \/v3\/memories\/\?page=1&page_size=\d+$/gm)).toHaveLength(7);
    expect(printed(start).systemMessage).toContain('dry run');
    expect([checkpoint.stdout, end.stdout]).toEqual(['', '']);
    expect(checkpoint.stderr.match(/^POST \/v3\/memories\/add\/$/gm)).toHaveLength(1);
    expect(checkpoint.stderr).toContain('"infer": false');
    expect(end.stderr.match(/^POST \/v3\/memories\/add\/$/gm)).toHaveLength(DESIGN_ADDS);
    expect(end.stderr).toContain('"type": "runbook"');
    const all = start.stderr + checkpoint.stderr + end.stderr;
    expect(all).toContain('Authorization: Token ********');
    expect(all).not.toContain(KEY);
    expect(all).not.toMatch(/ghp_FAKE|AKIAFAKE/);
  });
});

describe('the switches', () => {
  it('MEM0_CAPTURE=off: nothing is captured, saved or recorded, and recall goes on', async () => {
    const w = new World();
    w.env = { MEM0_CAPTURE: 'off' };
    expect(printed(await w.sessionStart('s1')).systemMessage).toContain('no memories yet');
    expect(await w.preCompact('s1', transcript)).toMatchObject({ status: 0, stdout: '' });
    expect(await w.sessionEnd('s1', transcript)).toMatchObject({ status: 0, stdout: '' });
    // What stays is the mark that says so.
    const [mark] = w.names('past/s1');
    expect(w.document(`past/s1/${mark}`)).toMatchObject({ off: true, until: expect.any(String) });
    for (const folder of ['jobs', 'running', 'cursors', 'session-states', 'spool', 'receipts'])
      expect(w.names(folder)).toEqual([]);
  });

  it('MEM0_RECALL=off: no pack and no line, and the session is captured all the same', async () => {
    const w = new World();
    await w.sessionEnd('s0', transcript);
    await w.settled();
    const start = await w.sessionStart('s1', 'startup', { env: { MEM0_RECALL: 'off' } });
    expect(start).toMatchObject({ status: 0, stdout: '' });
    expect(w.names('sessions')).toContain('s1.json');
  });

  it('MEM0_USER_LINE=off: the pack alone', async () => {
    const w = new World();
    await w.sessionEnd('s0', transcript);
    await w.settled();
    const out = printed(await w.sessionStart('s1', 'startup', { env: { MEM0_USER_LINE: 'off' } }));
    expect(Object.keys(out)).toEqual(['hookSpecificOutput']);
  });

  it('MEM0_USER_ID, MEM0_APP_ID and the override go into every request', async () => {
    const w = new World();
    const served = await servePlatform();
    w.env = {
      ...served.env,
      MEM0_USER_ID: 'mara',
      MEM0_APP_ID: 'shop',
      MEM0_OVERRIDE_ORG_ID: 'org-9',
      MEM0_OVERRIDE_PROJECT_ID: 'proj-9',
    };
    await w.sessionStart('s1');
    await w.sessionEnd('s1', transcript);
    await w.settled();
    expect(served.seen.length).toBeGreaterThan(10);
    expect(served.seen.some(({ path }) => path === '/v1/ping/')).toBe(false);
    for (const { method, body, query } of served.seen) {
      expect(body).toMatchObject({ org_id: 'org-9', project_id: 'proj-9' });
      expect(JSON.stringify(query ?? [])).not.toMatch(/org|proj/);
      // What is named by its own id names nobody.
      if (method !== 'GET') expect(JSON.stringify(body)).toMatch(/"user_id":"mara"/);
    }
    expect(served.seen.some(({ path }) => path.startsWith('/v1/event/'))).toBe(true);
    expect(served.adds().map(({ body }) => body?.['app_id'])).toContain('shop');
  });
});

describe('on a machine without a database driver', () => {
  // Newer Nodes have a driver built in. libsql is looked for beside the bundles.
  const nodeArgs = flagsWithoutSqlite();

  it('without a key says so in one line, keeps what was said, and captures it once there is a driver', async () => {
    const w = new World();
    const bundles = join(w.root, 'clone', 'hooks');
    mkdirSync(join(w.root, 'clone'));
    cpSync(join(projectRoot, 'hooks'), bundles, { recursive: true });
    const options = { bundles, nodeArgs };
    const start = await w.sessionStart('s1', 'startup', options);
    expect(printed(start)).toEqual({
      systemMessage: expect.stringMatching(/^mem0: without a key, memory needs a database driver: .*npm ci/),
    });
    expect(await w.sessionEnd('s1', transcript, options)).toMatchObject({ status: 0, stdout: '', stderr: '' });
    await w.settled();
    expect(w.names('spool/waiting')).toHaveLength(DESIGN_ADDS);
    await w.sessionStart('s2');
    await w.until(() => w.names('spool/waiting').length === 0 && w.names('background').includes('free'));
    expect(printed(await w.sessionStart('s3')).hookSpecificOutput?.additionalContext).toContain('Railway');
  });

  it('with a key needs none', async () => {
    const w = new World();
    const served = await servePlatform();
    w.env = served.env;
    const bundles = join(w.root, 'clone', 'hooks');
    mkdirSync(join(w.root, 'clone'));
    cpSync(join(projectRoot, 'hooks'), bundles, { recursive: true });
    await w.sessionEnd('s1', transcript, { bundles, nodeArgs });
    await w.settled();
    expect(printed(await w.sessionStart('s2', 'startup', { bundles, nodeArgs })).hookSpecificOutput).toBeDefined();
  });
});
