/** What is needed of the source, as one CommonJS file with the database driver left outside, like the hooks. */
import { symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';

export const ROOT = join(import.meta.dirname, '..', '..');

const EXPORTS = [
  "export { openLocalPlatform } from './src/local/platform.ts';",
  "export { openStore } from './src/local/store/open.ts';",
  "export { Mem0Client } from './src/mem0/client.ts';",
  "export { RECIPES } from './src/core/recall/recipes.ts';",
  "export { assemblePack } from './src/core/recall/context-pack.ts';",
  "export { madeUpAuthority } from './test/support/certificates.ts';",
];

/** @returns {Promise<{ file: string, library: object }>} the bundle, and what it exports */
export async function loadLibrary(folder) {
  const file = join(folder, 'library.cjs');
  await build({
    stdin: { contents: EXPORTS.join('\n'), resolveDir: ROOT, loader: 'ts' },
    outfile: file,
    bundle: true,
    platform: 'node',
    target: 'node20.18',
    format: 'cjs',
    external: ['libsql'],
    logOverride: { 'empty-import-meta': 'silent' },
    logLevel: 'warning',
  });
  // Found from the bundle's own folder, as it is beside an installed hook.
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return { file, library: createRequire(import.meta.url)(file) };
}
