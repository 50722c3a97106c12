import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { servePlatform } from './served-platform.ts';
import { fixtures, transcriptOf, World } from './world.ts';

/** Lines of the repository that are long enough to be nobody's own words. */
function repositoryLines(): readonly string[] {
  const top = join(fixtures, 'shop-repo');
  return readdirSync(top, { recursive: true, encoding: 'utf8' })
    .map((name) => join(top, name))
    .filter((path) => statSync(path).isFile() && !path.endsWith('.png'))
    .flatMap((path) => readFileSync(path, 'utf8').split('\n'))
    .map((line) => line.trim().replace(/^- /, ''))
    .filter((line) => line.length >= 24 && /\s/.test(line));
}

const RUNS = readdirSync(join(fixtures, 'transcripts')).filter((run) => run !== 'r-empty-and-exits');

describe.each(RUNS)('of the session %s', (run) => {
  it('no line of the repository, no secret and nothing of the harness leaves', async () => {
    const w = new World();
    const served = await servePlatform();
    w.env = { ...served.env, DEPLOY_TOKEN: 'a-value-that-looks-like-nothing-77' };
    const transcript = transcriptOf(run);
    await w.preCompact('s1', transcript);
    await w.sessionEnd('s1', transcript);
    await w.settled();
    const sent = served.adds().flatMap(({ body }) => body?.['messages'] as { role: string; content: string }[]);
    const text = sent.map(({ content }) => content).join('\n');
    for (const line of repositoryLines()) expect(text).not.toContain(line);
    expect(text).not.toMatch(/FAKE|hunter2|sk_test_|whsec_|AKIA/);
    expect(text).not.toMatch(/<system-reminder>|<command-name>|<task-notification>|tool_result|recalled-memory/);
    expect(text).not.toMatch(/\[Request interrupted|This session is being continued/);
    for (const { role } of sent) expect(role).toMatch(/^(user|assistant)$/);
    // Whatever stands in the state folder is what was sent or points at it: nothing more private than that.
    const files = w.everyFile().join('\n');
    expect(files).not.toMatch(/FAKE|hunter2/);
    for (const line of repositoryLines()) expect(files).not.toContain(line);
  });
});

describe('every add', () => {
  it('is made by the schema: type, session, branch, editor, policy; true roles; preferences without app_id (§2 to §4)', async () => {
    const w = new World();
    const served = await servePlatform();
    w.env = served.env;
    await w.sessionEnd('s1', transcriptOf('d-compact'));
    await w.sessionEnd('s2', transcriptOf('f-resume', '9df28784'));
    await w.settled();
    await w.until(() => w.names('spool/waiting').length === 0 && w.names('background').includes('free'));
    const bodies = served.adds().map(({ body }) => body as Record<string, unknown>);
    expect(bodies.length).toBeGreaterThan(2);
    for (const body of bodies) {
      const metadata = body['metadata'] as Record<string, unknown>;
      expect(metadata).toMatchObject({
        session_id: expect.stringMatching(/^s[12]$/),
        branch: 'main',
        editor: 'claude-code',
        policy: 'v2.0',
        type: expect.stringMatching(/^(preference|decision|convention|runbook|insight)$/),
        capture_id: expect.any(String),
      });
      expect(body).toMatchObject({
        user_id: 'mara@acme.example',
        infer: true,
        custom_instructions: expect.any(String),
      });
      expect(body['app_id']).toBe(metadata['type'] === 'preference' ? undefined : 'acme-shop');
    }
  });

  it('of a value in the environment or in an ignored .env file is masked, whatever it looks like', async () => {
    const w = new World();
    const served = await servePlatform();
    w.env = { ...served.env, DEPLOY_TOKEN: 'snake_case' };
    await w.sessionEnd('s1', transcriptOf('f-resume', '9df28784'));
    await w.settled();
    const text = JSON.stringify(served.adds());
    expect(text).toContain('[redacted: known-value]');
    expect(text).not.toContain('snake_case');
  });
});
