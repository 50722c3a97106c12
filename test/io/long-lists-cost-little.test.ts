import { mkdirSync, realpathSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { areFew, MOST_OF_A_LIST } from '../../src/contract/patterns.ts';
import { permissionFor } from '../../src/core/settings/lists.ts';
import { realPatterns } from '../../src/io/real-patterns.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const LONGEST = Array.from({ length: MOST_OF_A_LIST / 8 }, (_, n) => `${n}-{a,b,{c,d,e},f,g,h}/x/y/z`);

describe('a list of very many folders', () => {
  it('is bounded by what it stands for, braces written out', () => {
    expect(areFew(LONGEST)).toBe(true);
    expect(areFew([...LONGEST, 'one-more'])).toBe(false);
    expect(areFew(Array.from({ length: MOST_OF_A_LIST }, (_, n) => `/w/${n}`))).toBe(true);
  });

  it('looks at each folder on the way once, and at nothing below what is not there', () => {
    const folder = realpathSync(temporaryFolder());
    mkdirSync(join(folder, 'real', 'there'), { recursive: true });
    symlinkSync('real', join(folder, 'link'));
    const asked = vi.spyOn(realpathSync, 'native');
    try {
      const patterns = [...LONGEST.map((one) => `~/link/gone/${one}`), '~/link/there/*', '~/link/gone'];
      const real = realPatterns(patterns, folder);
      expect(real).toEqual(expect.arrayContaining([`${folder}/real/there/*`, `${folder}/real/gone/0-a/x/y/z`]));
      const paths = asked.mock.calls.map(([path]) => String(path));
      expect(new Set(paths).size).toBe(paths.length);
      // The folder, `link`, `gone` and `there` in it, and the name `*`.
      expect(paths.filter((path) => path.startsWith(folder))).toHaveLength(5);
    } finally {
      asked.mockRestore();
    }
  });

  it('is read once, of however many places it is asked', () => {
    let reads = 0;
    const deny = {
      get paths() {
        reads += 1;
        return LONGEST.map((one) => `/w/${one}`);
      },
      projects: [],
    };
    const lists = { deny, allow: { paths: [], projects: [] } };
    const allowed = (path: string) =>
      permissionFor({ named: path, paths: [path], appIds: [] }, lists, { ignoreCase: false }).allowed;
    for (let n = 0; n < 100; n++) expect(allowed(`/w/${n}-i/x/y/z`)).toBe(true);
    expect(allowed('/w/99-e/x/y/z/below')).toBe(false);
    expect(reads).toBe(1);
  });
});
