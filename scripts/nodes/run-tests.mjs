/** The end-to-end tests once, on one Node: what passed and what did not. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

/**
 * @param {string} node the executable that runs the bundles
 * @param {readonly string[]} args of Vitest: which tests
 * @returns {{ passed: number, failures: { name: string, message: string }[] }}
 */
export function runTests(node, args) {
  const folder = mkdtempSync(join(tmpdir(), 'node-matrix-'));
  const file = join(folder, 'report.json');
  try {
    const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
    const { status, stderr } = spawnSync(
      process.execPath,
      [vitest, 'run', ...args, '--reporter=json', `--outputFile=${file}`],
      {
        cwd: root,
        env: { ...process.env, MEM0_TEST_NODE: node },
        stdio: ['ignore', 'ignore', 'pipe'],
        encoding: 'utf8',
        maxBuffer: 2 ** 28,
      },
    );
    const result = outcome(existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { testResults: [] });
    // Something outside of the tests (an error that nobody caught), or no test at all.
    if ((status !== 0 || result.passed === 0) && result.failures.length === 0)
      result.failures.push({ name: `Vitest ended with status ${status}`, message: stderr.trim() });
    return result;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What Vitest's report says. A file that failed without a test that did (it could not be loaded, or set up) is one failure. */
function outcome({ testResults }) {
  const failures = [];
  let passed = 0;
  for (const { name, status, message, assertionResults } of testResults) {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    passed += assertionResults.filter((test) => test.status === 'passed').length;
    for (const { fullName, failureMessages } of failed) failures.push({ name: fullName, message: failureMessages[0] });
    if (status === 'failed' && failed.length === 0) failures.push({ name, message });
  }
  return { passed, failures };
}
