import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const engines: string = JSON.parse(read('package.json')).engines.node;
const tested: { version: string; always: boolean; why: string }[] = JSON.parse(read('scripts/nodes/versions.json'));

const lowest = engines.split(' || ').map((range) => range.replace(/^\^/, ''));
const major = (version: string) => Number(version.split('.')[0]);
const order = (version: string) => version.split('.').reduce((sum, part) => sum * 1_000 + Number(part), 0);

describe('the Nodes that package.json names', () => {
  it('are majors, each from one version on, and nothing is said of those between and after', () => {
    expect(engines).toMatch(/^\^\d+\.\d+\.\d+(?: \|\| \^\d+\.\d+\.\d+)*$/);
  });

  it('are those that the Node matrix tries: the lowest of each major, and a newer one', () => {
    expect([...new Set(tested.map(({ version }) => major(version)))]).toEqual(lowest.map(major));
    for (const low of lowest) {
      const [first = '', ...newer] = tested.map(({ version }) => version).filter((one) => major(one) === major(low));
      expect(first).toBe(low);
      expect(newer.filter((one) => order(one) > order(low))).toHaveLength(1);
    }
  });

  it('are each tried without asking for all, the lowest and the newest of them as well', () => {
    const always = tested.filter((one) => one.always).map(({ version }) => version);
    expect([...new Set(always.map(major))]).toEqual(lowest.map(major));
    expect(always).toEqual(expect.arrayContaining([tested[0]?.version, tested.at(-1)?.version]));
  });

  it('are the same in package-lock.json, the README and the build', () => {
    const lock = JSON.parse(read('package-lock.json'));
    expect(lock.packages[''].engines.node).toBe(engines);
    const [first, ...others] = lowest.map((version) =>
      /\.0\.0$/.test(version) ? `${major(version)}` : `${major(version)} (from ${version.replace(/\.0$/, '')})`,
    );
    const named = `You need Node ${[first, ...others.slice(0, -1)].join(', ')} or ${others.at(-1)}, npm and git.`;
    expect(read('README.md').replaceAll('\n', ' ')).toContain(named);
    const targets = [...read('scripts/build.mjs').matchAll(/target: 'node([\d.]+)'/g)].map(([, target]) => target);
    // What tells an older one so is built for that.
    expect(targets).toEqual([expect.stringMatching(/^14\./), lowest[0]?.replace(/\.\d+$/, '')]);
  });
});
