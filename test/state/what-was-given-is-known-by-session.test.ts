import { describe, expect, it } from 'vitest';
import { StateFolder } from '../../src/io/file-store.ts';
import { GivenMarks } from '../../src/state/given.ts';
import { temporaryFolder } from '../temporary-folder.ts';

function given() {
  const folder = new StateFolder(temporaryFolder());
  const forks = new Set<string>();
  return { folder, forks, given: new GivenMarks(folder, (id) => forks.has(id)) };
}
const of = (one: GivenMarks, id: string) => [...(one.of(id) ?? ['nothing is known'])].sort();

describe('what a session has been given', () => {
  it('is what it began with and what was added, and only that once it begins anew', () => {
    const { given: g } = given();
    expect(g.of('s1')).toBeUndefined();
    g.begin('s1', ['a', 'b']);
    g.add('s1', ['b', 'c']);
    expect(of(g, 's1')).toEqual(['a', 'b', 'c']);
    g.begin('s1', ['d']);
    expect(of(g, 's1')).toEqual(['d']);
    g.begin('s1', []);
    expect(g.of('s1')).toEqual(new Set());
    expect(g.of('s2')).toBeUndefined();
    g.add('s2', ['x']);
    expect(of(g, 's2')).toEqual(['x']);
  });

  it("is taken over by a fork, and what that was given is not the origin's", () => {
    const { given: g, forks } = given();
    g.begin('old', ['a']);
    g.add('old', ['b'], 'new');
    forks.add('new');
    expect(of(g, 'new')).toEqual(['a', 'b']);
    expect(of(g, 'old')).toEqual(['a']);
    g.add('new', ['c']);
    g.add('old', ['d']);
    expect(of(g, 'new')).toEqual(['a', 'b', 'c']);
    expect(of(g, 'old')).toEqual(['a', 'd']);
  });

  it("is the session's own where no fork came of it: plain -c names an id that is never used", () => {
    const { given: g, forks } = given();
    for (const [mark, id] of [
      ['a', 'n1'],
      ['b', 'n2'],
      ['c', 'n2'],
    ] as const)
      g.add('s', [mark], id);
    expect(of(g, 's')).toEqual(['a', 'c']);
    forks.add('n1');
    expect(of(g, 's')).toEqual(['c']);
  });

  it('stays small, however often it is resumed', () => {
    const { given: g, folder } = given();
    const marks = (from: number) => Array.from({ length: 2_000 }, (_, n) => `${from + n}`);
    for (let n = 0; n < 5; n++) g.add('s', marks(n * 2_000));
    expect(g.of('s')?.size).toBe(3_000);
    expect(g.of('s')?.has('9999')).toBe(true);
    for (let n = 0; n < 50; n++) g.add('s', ['x'], `fork-${n}`);
    expect((folder.read('given/s.json') ?? '').length).toBeLessThan(100_000);
  });

  it('is nothing where it cannot be read', () => {
    const { given: g, folder } = given();
    folder.write('given/s.json', '{"version":1,"sessionId":"s","marks":[1]}');
    expect(g.of('s')).toBeUndefined();
    folder.write('given/s.json', '{"version":1,"sessionId":"other","marks":["a"]}');
    expect(g.of('s')).toBeUndefined();
    g.add('s', ['b']);
    expect(of(g, 's')).toEqual(['b']);
  });
});
