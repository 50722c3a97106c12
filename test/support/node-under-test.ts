/**
 * Which Node runs the bundles in the end-to-end tests: the one that MEM0_TEST_NODE names (`npm run test:nodes` does), else the one
 * that runs the tests. Vitest itself stays on that one: it does not run on the lowest Node that the bundles run on.
 */
import { execFileSync } from 'node:child_process';
import { isAbsolute } from 'node:path';

const named = process.env['MEM0_TEST_NODE'] ?? '';
if (named !== '' && !isAbsolute(named)) throw new Error('MEM0_TEST_NODE is not the absolute path of a Node');

/** The path of its executable. */
export const nodeUnderTest = named === '' ? process.execPath : named;

/** The flags with which it has no `node:sqlite`; none where it has none anyway. */
export function flagsWithoutSqlite(): readonly string[] {
  const asked = `process.allowedNodeEnvironmentFlags.has('--experimental-sqlite')`;
  const knows = execFileSync(nodeUnderTest, ['-p', asked], { encoding: 'utf8' }).trim() === 'true';
  return knows ? ['--no-experimental-sqlite'] : [];
}
