import { describe, expect, it } from 'vitest';
import { commandMayBeTold, textMayBeTold } from '../../src/core/checkpoint/told-names.ts';

/** As the lists would say it of a project at /shop with a vault in it, and a folder whose name has a space. */
function mayName(path: string, cwd = '/shop'): boolean {
  const ways = path.startsWith('/') ? [path] : [`${cwd}/${path}`, `/shop/${path}`];
  return ways.every((way) => {
    const parts: string[] = [];
    for (const part of way.split('/'))
      if (part === '..') parts.pop();
      else if (part !== '' && part !== '.') parts.push(part);
    const whole = `/${parts.join('/')}`;
    return !/^\/shop\/(?:vault|Client Plans)(?:\/|$)/.test(whole);
  });
}

describe('a command', () => {
  it.each([
    'cat vault/plan.md',
    'cat "vault/plan.md"',
    'cat va"ul"t/plan.md',
    'cat "Client Plans/plan.md"',
    'cd vault && cat plan.md',
    'cd "Client Plans"; ls',
    'cd src; cd ../vault; ls plan.md',
    'git diff :/vault/plan.md',
    'git add . :!vault/plan.md',
    'rg x -g !vault/plan.md',
    'git -C src diff ../vault/plan.md',
    'make -C src ../vault/plan.pdf',
    'tar -xzfvault/plan.tgz',
    'cc -isystemvault/plan a.c',
    'curl -d @vault/plan.md --data=vault/x',
    'git show HEAD:vault/plan.md',
    'cat $PWD/vault/plan.md',
    'cat va*/plan.md',
    'cat ~/x',
    'cat va\\ult/x',
  ])('%s is not told', (command) => {
    expect(commandMayBeTold(command, '/shop', mayName)).toBe(false);
    expect(commandMayBeTold(command.replace('vault', 'src'), '/shop/src', () => true)).toBe(!/[$*~\\]/.test(command));
  });

  it.each([
    'cd src && pnpm test',
    'pnpm test -t "retry queue"',
    'cargo build --release',
    'git diff HEAD:src/a.ts',
    'ls vaults',
  ])('%s is', (command) => expect(commandMayBeTold(command, '/shop', mayName)).toBe(true));

  it('that goes from folder to folder is followed some way, and no further', () => {
    expect(commandMayBeTold('cd a; cd b; cd c; ls', '/shop', mayName)).toBe(true);
    expect(commandMayBeTold('cd a; cd b; cd c; cd d; ls', '/shop', mayName)).toBe(false);
  });

  it('counted from its own folder and from the root', () => {
    expect(commandMayBeTold('git show HEAD:vault/x', '/shop/src', mayName)).toBe(false);
    expect(commandMayBeTold('cat ../vault/x', '/shop/src', mayName)).toBe(false);
    expect(commandMayBeTold('cat x', '/shop/vault', mayName)).toBe(false);
  });
});

describe('the title of a task', () => {
  it.each([
    'Write [vault/plan.md]',
    'Write **vault/plan.md**',
    'Write “vault/plan.md”.',
    'Write {vault/plan.md}',
    'See #vault/plan.md',
    'Write Client Plans/plan.md!',
    'Write "Client Plans/plan.md"',
  ])('%s is not told', (title) => expect(textMayBeTold(title, '/shop', mayName)).toBe(false));

  it.each(['Notify clients of the change', 'Write docs/plan.md', 'Run the tests of src/'])('%s is', (title) =>
    expect(textMayBeTold(title, '/shop', mayName)).toBe(true),
  );

  it('of very many words is not', () => {
    expect(textMayBeTold('word '.repeat(5_000), '/shop', () => true)).toBe(false);
  });
});
