/** The end-to-end tests once, on one Node: what passed and what did not. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

/**
 * @param {string} node the executable that runs the bundles
 * @param {readonly string[]} filters of Vitest
 * @returns {{ passed: number, failures: { name: string, message: string }[], seconds: number }}
 */
export function runTests(node, filters) {
  const folder = mkdtempSync(join(tmpdir(), 'node-matrix-'));
  const file = join(folder, 'report.json');
  const started = performance.now();
  try {
    const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
    const args = [vitest, 'run', ...filters, '--reporter=json', `--outputFile=${file}`];
    const { status, stderr } = spawnSync(process.execPath, args, {
      cwd: root,
      env: { ...process.env, MEM0_TEST_NODE: node },
      stdio: ['ignore', 'ignore', 'pipe'],
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    });
    const seconds = (performance.now() - started) / 1_000;
    const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { testResults: [] };
    const { passed, failures } = outcome(report);
    // Something outside of the tests (an error that nobody caught), or nothing at all.
    if ((status !== 0 || passed === 0) && failures.length === 0)
      failures.push({ name: `Vitest ended with status ${status}`, message: stderr.trim() });
    return { passed, failures, seconds };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What Vitest's report says; a file that could not be loaded is one failure, and so is a test that was not run. */
export function outcome({ testResults }) {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const unloaded = testResults.filter(
    ({ assertionResults, status }) => status === 'failed' && assertionResults.length === 0,
  );
  return {
    passed: tests.filter(({ status }) => status === 'passed').length,
    failures: [
      ...unloaded.map(({ name, message }) => ({ name, message })),
      ...tests
        .filter(({ status }) => status !== 'passed')
        .map(({ fullName, failureMessages = [], status }) => ({
          name: fullName,
          message: failureMessages[0] ?? status,
        })),
    ],
  };
}
