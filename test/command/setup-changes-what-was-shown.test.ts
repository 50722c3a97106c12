import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/contract/wire.ts';
import { servePlatform } from '../hooks/served-platform.ts';
import { World } from '../hooks/world.ts';

async function project() {
  const w = new World();
  const served = await servePlatform();
  w.env = served.env;
  const within = { deadline: Number.POSITIVE_INFINITY };
  const ping = await served.platform.send({ method: 'GET', path: '/v1/ping/' }, within);
  const { org_id, project_id } = JSON.parse(ping.body);
  const path = `/api/v1/orgs/organizations/${org_id}/projects/${project_id}/`;
  const fields = ['custom_instructions', 'custom_categories', 'decay'].map((name) => ['fields', name] as const);
  return {
    ...{ w, served, path, org_id, project_id },
    changes: () => served.seen.filter(({ method }) => method === 'PATCH'),
    settings: async () => JSON.parse((await served.platform.send({ method: 'GET', path, query: fields }, within)).body),
    put: (body: JsonObject) => served.platform.send({ method: 'PATCH', path, body }, within),
    setup: (...args: string[]) => w.run('mem0-hooks', ['setup', ...args]),
  };
}

describe('setup', () => {
  it('without a terminal and without --yes shows what would change, and changes nothing', async () => {
    const { setup, changes, project_id } = await project();
    const { status, stdout, stderr } = await setup();
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain(`Project ${project_id} of organisation`);
    expect(stderr).toContain('The write gate v2.0 is added to the instructions.');
    expect(stderr).toMatch(/^ {2}decision: /m);
    expect(stderr).toContain('Nothing was done: there is no terminal to ask at.');
    expect(changes()).toEqual([]);
  });

  it('adds what is missing, keeps what a person has, reads back, and has nothing to do then', async () => {
    const { setup, settings, put, changes, org_id, project_id } = await project();
    await put({
      custom_instructions: 'Never store names of clients.',
      custom_categories: [{ mine: 'my own' }, { decision: 'as I mean it' }],
    });
    const { status, stdout, stderr } = await setup('--yes', '--json');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const answer = JSON.parse(stdout);
    expect(answer).toMatchObject({
      platform: 'mem0',
      project: { orgId: org_id, projectId: project_id, override: false },
      kept: ['decision'],
      changed: ['customInstructions', 'customCategories'],
    });
    const { custom_instructions, custom_categories } = await settings();
    expect(custom_instructions).toMatch(/^Never store names of clients\.\n\n\[mem0-hooks write gate v2\.0 /);
    expect(custom_categories.slice(0, 2)).toEqual([{ mine: 'my own' }, { decision: 'as I mean it' }]);
    expect(custom_categories.flatMap((one: object) => Object.keys(one)).sort()).toEqual(
      ['mine', 'preference', 'decision', 'convention', 'insight', 'runbook', 'session_state'].sort(),
    );
    expect(changes()).toHaveLength(1);
    const again = await setup('--json');
    expect({ status: again.status, changed: JSON.parse(again.stdout).changed }).toEqual({ status: 0, changed: [] });
    expect((await setup()).stdout).toContain('It has all that it needs');
    expect(changes()).toHaveLength(1);
  });

  it('changes decay where that is asked for, and else leaves it', async () => {
    const { setup, settings } = await project();
    await setup('--yes');
    const before = (await settings()).decay;
    expect((await setup('--yes', '--decay', before ? 'off' : 'on')).status).toBe(0);
    expect((await settings()).decay).toBe(!before);
    expect((await setup('--decay', 'maybe')).status).toBe(2);
  });

  it('says so where the change does not show, is forbidden, or the project cannot be looked at', async () => {
    const { setup, served, path } = await project();
    served.behaviour.instead = ({ method }) =>
      method === 'PATCH' ? { status: 200, headers: {}, body: '{"message":"ok"}' } : undefined;
    expect(await setup('--yes')).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringContaining('the project does not show it: instructions, categories'),
    });
    served.behaviour.instead = () => undefined;
    served.behaviour.fault = (request) => (request.method === 'PATCH' ? 403 : undefined);
    expect((await setup('--yes')).stderr).toContain('this key may not change the project');
    served.behaviour.fault = (request) => (request.path === path ? 401 : undefined);
    expect(await setup('--yes')).toMatchObject({
      status: 1,
      stderr: 'The project cannot be looked at: the platform refuses the key.\n',
    });
    served.behaviour.fault = () => 'broken-json';
    expect((await setup('--yes')).stderr).toContain('the answer made no sense');
  });

  it('waits for a slow platform, and says where there is none', async () => {
    const { setup, served, w } = await project();
    served.behaviour.fault = ({ method }) => (method === 'PATCH' ? 'slow-body' : undefined);
    expect((await setup('--yes')).status).toBe(0);
    w.env = { ...w.env, MEM0_BASE_URL: 'http://127.0.0.1:9' };
    expect(await setup('--yes')).toMatchObject({
      status: 1,
      stdout: '',
      stderr: 'The project cannot be looked at: the platform cannot be reached.\n',
    });
  });

  it('changes nothing that was changed meanwhile', async () => {
    const { setup, served, path, changes } = await project();
    let looks = 0;
    served.behaviour.instead = (request) => {
      if (request.path !== path || request.method !== 'GET') return undefined;
      looks += 1;
      return {
        status: 200,
        headers: {},
        body: JSON.stringify({ custom_instructions: `by ${looks}`, custom_categories: [], decay: false }),
      };
    };
    expect((await setup('--yes')).stderr).toContain('the project was changed meanwhile');
    expect(changes()).toEqual([]);
  });

  it('shows what a project says so that a terminal only shows it', async () => {
    const { setup, put } = await project();
    await put({ custom_instructions: 'mine \u202e\u001b[31m', custom_categories: [{ 'odd\u202e': 'x' }] });
    const { stderr } = await setup();
    expect(stderr).toContain('mine \\u202e');
    expect(stderr).not.toMatch(/[\u202E\u001B]/);
  });

  it('recommends a key of a project of its own where there is an override, and changes that project', async () => {
    const { setup, w, changes } = await project();
    w.env = { ...w.env, MEM0_OVERRIDE_ORG_ID: 'org-x', MEM0_OVERRIDE_PROJECT_ID: 'project-x' };
    const { stderr } = await setup();
    if (stderr.includes('cannot be looked at')) expect(stderr).toContain('status 404');
    else expect(stderr).toContain('A key that is issued for a project of its own is better than an override');
    expect(changes()).toEqual([]);
  });

  it('without a key says that none is needed and how to get one, and asks nobody', async () => {
    const { setup, w, served } = await project();
    w.env = {};
    const { status, stdout } = await setup();
    expect(status).toBe(0);
    expect(stdout).toContain('the local platform needs no setup');
    expect(stdout).toContain('settings set api_key -');
    expect(served.seen).toEqual([]);
  });
});
