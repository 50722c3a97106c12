import { cpSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from './temporary-folder.ts';

const root = join(import.meta.dirname, '..');
const { differences } = (await import(join(root, 'scripts/build.mjs'))) as {
  differences(folder?: string): Promise<string[]>;
};

/** KB. Where one is reached, `scripts/build.mjs` with esbuild's metafile tells what takes the room; raising it is a decision. */
const CEILINGS: Readonly<Record<string, number>> = {
  'session-start.cjs': 3.9,
  'session-end.cjs': 3.9,
  'pre-compact.cjs': 3.9,
  'code/session-start.cjs': 440,
  'code/session-end.cjs': 128,
  'code/pre-compact.cjs': 128,
  'code/mem0-hooks.cjs': 1_500,
  'mem0-hooks.cjs': 3.9,
};

describe('the bundles', () => {
  it('are, byte for byte, what src/ builds', async () => {
    expect(await differences()).toEqual([]);
  });

  it('that are stale, missing or too many are named', async () => {
    const folder = join(temporaryFolder(), 'hooks');
    cpSync(join(root, 'hooks'), folder, { recursive: true });
    writeFileSync(join(folder, 'session-end.cjs'), '// old');
    rmSync(join(folder, 'code', 'pre-compact.cjs'));
    writeFileSync(join(folder, 'code', 'other.cjs'), '');
    expect(await differences(folder)).toEqual([
      'missing: hooks/code/pre-compact.cjs',
      'stale: hooks/session-end.cjs',
      'extra: hooks/code/other.cjs',
    ]);
  });

  it('hold no path of the machine that built them, and the licence of everything in them', () => {
    for (const name of Object.keys(CEILINGS)) {
      const text = readFileSync(join(root, 'hooks', name), 'utf8');
      expect(text).not.toContain(root);
      expect(text).not.toContain('sourceMappingURL');
      // V8 holds it at one byte a letter, and as it is read.
      expect(text).toMatch(/^[\0-\x7f]*$/);
    }
    const licenses = readFileSync(join(root, 'hooks/LICENSES.txt'), 'utf8');
    for (const name of ['commander', 'p-limit', 'zod', 'simple-git'])
      expect(licenses).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\(MIT\\)$`, 'm'));
  });

  it('have the command as the bin of the package, which starts by itself', () => {
    const { bin } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    expect(bin).toEqual({ 'mem0-hooks': 'hooks/mem0-hooks.cjs' });
    expect(readFileSync(join(root, bin['mem0-hooks']), 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
  });

  it('are no larger than was decided: what a hook does not need is not in it', () => {
    const sizes = Object.keys(CEILINGS).map((name) => [name, statSync(join(root, 'hooks', name)).size / 1024] as const);
    for (const [name, size] of sizes) expect(size, name).toBeLessThan(CEILINGS[name] ?? 0);
    // A ceiling far above holds nobody: whoever makes a bundle smaller lowers it.
    for (const [name, size] of sizes) expect(size, name).toBeGreaterThan((CEILINGS[name] ?? 0) * 0.8);
  });

  it('are registered in exec form, one for each event, in the plugin manifest that names them', () => {
    const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'));
    expect(read('.claude-plugin/plugin.json').hooks).toBe('./hooks.json');
    const { hooks } = read('hooks.json');
    expect(Object.keys(hooks)).toEqual(['SessionStart', 'SessionEnd', 'PreCompact']);
    for (const [entry] of Object.values<{ hooks: { command: string; args: string[] }[] }[]>(hooks)) {
      const [hook] = entry?.hooks ?? [];
      expect(hook?.command).toBe('node');
      const file = hook?.args[0]?.replace(/^\$\{CLAUDE_PLUGIN_ROOT\}/, root) ?? '';
      expect(readFileSync(file, 'utf8').length).toBeGreaterThan(1_000);
    }
    const version = read('package.json').version;
    expect(read('.claude-plugin/plugin.json').version).toBe(version);
  });
});
