import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pathsIn, type RepositoryView, standingOf } from '../../src/core/recall/standing.ts';
import { memory } from './memories.ts';

const view: RepositoryView = {
  branch: 'main',
  isDefault: (name) => name === 'main',
  unmerged: new Set(),
  folder: '',
  exists: (path) => /^src\/(?:queue\.ts|$)/.test(path),
};
const marksOf = (text: string, change: Partial<RepositoryView> = {}, branch?: string) =>
  standingOf(memory(text, { metadata: { type: 'decision', ...(branch === undefined ? {} : { branch }) } }), {
    ...view,
    ...change,
  }).marks;

describe('the paths that a text names', () => {
  it.each<[string, readonly string[]]>([
    ['Retries are in src/queue.ts.', ['src/queue.ts']],
    ['Look at `./src/queue.ts:12`, and (docs/audit.md).', ['src/queue.ts', 'docs/audit.md']],
    ['Workflows live in .github/workflows/ci.yml', ['.github/workflows/ci.yml']],
    ['All of src/billing/ is frozen.', ['src/billing/']],
    ['Größen stehen in src/größe.ts', ['src/größe.ts']],
    ['Routes are in app/[id]/page.tsx, see app/(shop)/page.tsx', []],
    ['See https://docs.example/a/b.html and github.com/acme/shop.git', []],
    ['Use read/write locks, and/or a queue, with acme/shop.', []],
    ['Call POST /api/v1/orders.json, keep ~/notes/a.md and /etc/hosts.conf out.', []],
    ['Import from @acme/ui/button.tsx and lodash/fp', []],
    ['Nothing under dist/index.js or node_modules/x/y.js counts', []],
    ['Match src/**/*.ts, src/{a,b}.ts, src/<name>.ts and $HOME/x.ts', []],
    ['../other/x.ts and src/../x.ts leave', []],
    ['C:\\shop\\src/x.ts', []],
  ])('%s', (text, paths) => {
    expect(pathsIn(text)).toEqual(paths);
  });

  it('are found in any text, quickly, and stay inside', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (text) => {
        for (const path of pathsIn(text)) expect(path).not.toMatch(/^\/|(?:^|\/)\.\.?(?:\/|$)|^~/);
      }),
    );
    expect(pathsIn('a/'.repeat(40_000))).toHaveLength(0);
    expect(pathsIn('src/a.ts '.repeat(40_000))).toEqual(['src/a.ts']);
  });
});

describe('a memory', () => {
  it('is marked when no path is there that it names, and with the path where only some are gone', () => {
    expect(marksOf('Retries are in src/queue.ts.')).toEqual([]);
    expect(marksOf('Retries are in src/retry.ts.')).toEqual(['path gone']);
    expect(marksOf('Retries are in src/queue.ts and src/retry.ts.')).toEqual(['path gone: src/retry.ts']);
    expect(marksOf('We moved src/retry.ts to src/queue.ts.')).toEqual([]);
    expect(marksOf('We moved the seeds to src/seeds.ts.')).toEqual(['path gone']);
    expect(marksOf('No path at all.')).toEqual([]);
    // Where it may not be told whether something is there, nothing is.
    expect(marksOf('Retries are in src/retry.ts.', { exists: () => undefined })).toEqual([]);
  });

  it('is marked with its branch while that is not part of what is checked out', () => {
    const unmerged = new Set(['fix/poll', 'main']);
    expect(marksOf('Polling it is.', { unmerged }, 'fix/poll')).toEqual(['on branch fix/poll']);
    expect(marksOf('Polling it is.', {}, 'fix/poll')).toEqual([]);
    // What was learnt on the branch from which all come is everybody's.
    expect(marksOf('Polling it is.', { unmerged, branch: 'fix/other' }, 'main')).toEqual([]);
    expect(marksOf('Polling it is.', { unmerged, branch: 'fix/poll' }, 'fix/poll')).toEqual([]);
  });

  it('of the person, which is no project of its own, is never marked', () => {
    const row = memory('I keep notes in src/notes.md.', { app_id: null, metadata: { branch: 'fix/poll' } });
    expect(standingOf(row, { ...view, unmerged: new Set(['fix/poll']) }).marks).toEqual([]);
  });

  it("of one's own branch stands before all others, then what this folder is about", () => {
    const far = (text: string, branch: string, change: Partial<RepositoryView> = {}) =>
      standingOf(memory(text, { metadata: { branch } }), { ...view, branch: 'fix/poll', ...change }).distance;
    expect(far('x', 'fix/poll')).toBeLessThan(far('x', 'main'));
    expect(far('x', 'main')).toBeLessThan(far('x', 'fix/a', { unmerged: new Set(['fix/a']) }));
    const folder = { folder: 'src/billing/' };
    expect(far('src/billing/pay.ts rounds up.', 'main', folder)).toBeLessThan(far('docs/x.md is old.', 'main', folder));
    // On the branch from which all come, it is no branch of one's own.
    expect(far('x', 'main', { branch: 'main' })).toBe(far('x', 'other', { branch: 'main' }));
  });
});
