import { mkdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MarkingGit } from '../io/kept-answers.ts';
import { World } from './world.ts';

/** A shop whose remote only git can tell, in files that have settled. */
class Rewritten extends World {
  readonly marking = new MarkingGit(this.root);

  constructor() {
    super();
    this.env = { PATH: this.marking.env['PATH'] };
    writeFileSync(join(this.home, '.gitconfig'), '[url "git@github.com:acme/"]\n\tinsteadOf = work:\n');
    this.git('remote', 'set-url', 'origin', 'work:shop.git');
    this.marking.wasAsked();
  }

  async hasSettled(): Promise<void> {
    const changed = Date.now();
    await this.until(() => Date.now() > changed + 2_100);
  }

  get kept(): readonly string[] {
    return this.names('cache').filter((name) => name.startsWith('git-'));
  }

  project(session: string): unknown {
    return this.document(`sessions/${session}.json`)['appId'];
  }
}

describe('what git said', () => {
  it('is kept in a private file, and not asked again until something changes', async () => {
    const w = new Rewritten();
    await w.hasSettled();
    for (const [session, asks] of [
      ['aa', true],
      ['bb', false],
    ] as const) {
      await w.sessionStart(session);
      expect(w.project(session)).toBe('acme-shop');
      expect(w.marking.wasAsked()).toBe(asks);
    }
    expect(w.kept).toHaveLength(1);
    expect(statSync(join(w.state, 'cache', w.kept[0] ?? '')).mode & 0o777).toBe(0o600);
    w.git('remote', 'set-url', 'origin', 'work:bank.git');
    w.marking.wasAsked();
    await w.sessionStart('cc');
    expect([w.project('cc'), w.marking.wasAsked()]).toEqual(['acme-bank', true]);
  });

  it.each([
    ['cut off', (path: string) => writeFileSync(path, '{"version":1,"fold')],
    ["another version's", (path: string) => writeFileSync(path, '{"version":2}')],
    ['a folder', (path: string) => mkdirSync(path)],
    ['a link to another file', (path: string) => symlinkSync('/etc/hostname', path)],
  ])('costs a question, and no more, where it is %s', async (_what, harm) => {
    const w = new Rewritten();
    await w.hasSettled();
    await w.sessionStart('aa');
    const path = join(w.state, 'cache', w.kept[0] ?? '');
    rmSync(path);
    harm(path);
    w.marking.wasAsked();
    expect(await w.sessionStart('bb')).toMatchObject({ status: 0, stderr: '' });
    expect([w.project('bb'), w.marking.wasAsked()]).toEqual(['acme-shop', true]);
  });

  it('costs a question each time where it cannot be written', async () => {
    const w = new Rewritten();
    await w.hasSettled();
    mkdirSync(w.state, { recursive: true, mode: 0o700 });
    writeFileSync(join(w.state, 'cache'), 'in the way');
    for (const session of ['aa', 'bb']) {
      expect(await w.sessionStart(session)).toMatchObject({ status: 0, stderr: '' });
      expect([w.project(session), w.marking.wasAsked()]).toEqual(['acme-shop', true]);
    }
  });

  it('is not kept by a dry run or a preview', async () => {
    const w = new Rewritten();
    await w.hasSettled();
    await w.sessionStart('aa', 'startup', { env: { MEM0_DRY_RUN: '1' } });
    await w.run('mem0-hooks', ['preview']);
    expect(w.marking.wasAsked()).toBe(true);
    expect(w.kept).toEqual([]);
  });
});
