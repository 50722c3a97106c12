/**
 * The Node matrix: the end-to-end tests, with the committed bundles run by each Node of `nodes/versions.json`, which npm brings.
 * `npm run test:nodes`; `-- --all` the other versions too, `--only 22` those of a major alone (or of more: `--only 20,26`), `--whole`
 * every end-to-end test instead of those that depend on Node. Vitest itself stays on the Node that this is started with.
 * The exit status is 1 when something failed.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { installedNode } from './nodes/install-node.mjs';
import { runTests } from './nodes/run-tests.mjs';

/** Runs of Vitest that differ from Node to Node. `--whole` runs all of test/hooks instead of what is named of it. */
const PART = [
  'what-was-said-is-known-at-the-next-start', // the whole way, on both platforms
  'all-that-is-started-runs-on-one-node', // processes
  'switches-are-kept', // database drivers, and their absence
  'a-capture-keeps-its-heap-small', // flags of V8
  'a-platform-in-trouble-delays-nobody', // Node's HTTP client, timers
  'a-company-network-is-lived-with', // TLS, proxies, NODE_OPTIONS
  'the-served-platform-is-private-and-fails-as-asked', // HTTP server, signals, several processes on one database
  'bad-input-blocks-nobody', // stdin, folders that cannot be written
  'an-odd-world-is-lived-with', // pipes, parsers, environment
];
// Every statement of SQL, by the SQLite of this Node.
const CONTRACT = ['test/contract/any-platform-keeps-the-contract.test.ts', '-t', 'as it ships'];

const { values } = parseArgs({
  options: {
    all: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    whole: { type: 'boolean', default: false },
  },
});
const majors = values.only.split(',').filter((major) => major !== '');
const nodes = JSON.parse(readFileSync(join(import.meta.dirname, 'nodes', 'versions.json'), 'utf8'))
  .filter(({ always }) => always || values.all)
  .filter(({ version }) => majors.length === 0 || majors.includes(version.split('.')[0]));
if (nodes.length === 0) {
  console.error(`No Node of that major is in scripts/nodes/versions.json: ${values.only}`);
  process.exit(2);
}
const runs = [values.whole ? ['test/hooks/'] : PART.map((name) => `test/hooks/${name}.test.ts`), CONTRACT];

let passed = 0;
let failed = 0;
for (const { version } of nodes) {
  const started = performance.now();
  const { driver, results } = tried(version);
  const failures = results.flatMap((result) => result.failures);
  const count = results.reduce((sum, result) => sum + result.passed, 0);
  const seconds = Math.round((performance.now() - started) / 1_000);
  console.log(`Node ${version} (${driver}): ${count} passed, ${failures.length} failed, ${seconds} s`);
  for (const { name, message } of failures) console.log(`  ${name}\n${indented(message)}`);
  passed += count;
  failed += failures.length;
}
console.log(`${passed} passed, ${failed} failed`);
if (failed > 0) process.exitCode = 1;

/** A Node that cannot be had is one failure. */
function tried(version) {
  try {
    const node = installedNode(version);
    return { driver: driverOf(node), results: runs.map((args) => runTests(node, args)) };
  } catch (error) {
    return { driver: 'not there', results: [{ passed: 0, failures: [{ name: 'install', message: error.message }] }] };
  }
}

/** Which driver the local platform takes there, asked as `src/local/store/driver.ts` does. */
function driverOf(node) {
  const asked = `process.getBuiltinModule?.('node:sqlite') ? 'node:sqlite' : 'libsql'`;
  return execFileSync(node, ['--no-warnings', '-p', asked], { encoding: 'utf8' }).trim();
}

/** The first lines of what a failed test says. */
function indented(text) {
  const lines = String(text).split('\n').slice(0, 12);
  return lines.map((line) => `    ${line}`).join('\n');
}
