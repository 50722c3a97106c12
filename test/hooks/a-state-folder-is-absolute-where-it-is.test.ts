import { posix, win32 } from 'node:path';
import { describe, expect, it } from 'vitest';
import { refusalHere, settingsHere } from '../../src/runtime/settings-here.ts';

const PROBLEM = 'must be an absolute path; it is ignored';
const FOREIGN = ['C:\\mem0', 'c:/mem0', '\\\\host\\share'];
const inFile = (home: string) => ({ state: 'read', settings: { home, app_id: 'shop' } }) as const;

describe("a state folder in another system's words", () => {
  it.each(FOREIGN)('(%s) is ignored here, and said', (path) => {
    const env = { MEM0_HOOKS_HOME: path, MEM0_USER_ID: 'mara' };
    const none = settingsHere(env, { state: 'absent' }, posix.isAbsolute);
    expect(none).toMatchObject({
      config: { userId: 'mara' },
      problems: [{ name: 'MEM0_HOOKS_HOME', problem: PROBLEM }],
    });
    expect(none.config.stateFolder).toBeUndefined();
    expect(none.origins.home).toEqual({ from: 'default' });
    const next = settingsHere(env, inFile('/data'), posix.isAbsolute);
    expect(next.config).toMatchObject({ stateFolder: '/data', appId: 'shop' });
    expect(next.problems).toHaveLength(1);
    const both = settingsHere(env, inFile(path), posix.isAbsolute);
    expect(both.config).toMatchObject({ stateFolder: undefined, appId: 'shop' });
    expect(both.problems).toEqual([
      { name: 'MEM0_HOOKS_HOME', problem: PROBLEM },
      { name: 'hooks.home in ~/.mem0/settings.json', problem: PROBLEM },
    ]);
    expect(refusalHere('home', path, posix.isAbsolute)).toBe('must be an absolute path');
  });

  it.each(FOREIGN)('(%s) is one there', (path) => {
    const read = settingsHere({ MEM0_HOOKS_HOME: path }, undefined, win32.isAbsolute);
    expect(read).toMatchObject({ config: { stateFolder: path }, problems: [] });
    expect(refusalHere('home', path, win32.isAbsolute)).toBeUndefined();
  });

  it.each(['/data', '~/data'])('(%s) is one everywhere', (path) => {
    for (const { isAbsolute } of [posix, win32]) {
      const read = settingsHere({ MEM0_HOOKS_HOME: path }, undefined, isAbsolute);
      expect(read).toMatchObject({ config: { stateFolder: path }, problems: [] });
      expect(refusalHere('home', path, isAbsolute)).toBeUndefined();
    }
  });
});
