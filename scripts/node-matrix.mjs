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

/** What differs from Node to Node: databases, undici, TLS, the loopback server, streams, processes, signals, flags, files. */
const DEPENDENT = ['what-was-said-is-known-at-the-next-start'];

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
const filters = values.whole ? ['test/hooks/', 'test/clients/'] : DEPENDENT.map((name) => `test/hooks/${name}.test.ts`);

let passed = 0;
let failed = 0;
for (const { version } of nodes) {
  const result = tried(version);
  passed += result.passed;
  failed += result.failures.length;
  console.log(
    `Node ${version} (${result.driver}): ${result.passed} passed, ${result.failures.length} failed, ${result.seconds.toFixed(0)} s`,
  );
  for (const { name, message } of result.failures) console.log(`  ${name}\n${indented(message)}`);
}
console.log(`${passed} passed, ${failed} failed`);
if (failed > 0) process.exitCode = 1;

/** A Node that cannot be had is one failure. */
function tried(version) {
  try {
    const node = installedNode(version);
    return { driver: driverOf(node), ...runTests(node, filters) };
  } catch (error) {
    return { driver: 'not installed', passed: 0, failures: [{ name: 'install', message: error.message }], seconds: 0 };
  }
}

/** Which of the two the local platform takes (`src/local/store/driver.ts`). */
function driverOf(node) {
  const asked = `process.getBuiltinModule?.('node:sqlite') ? 'node:sqlite' : 'libsql'`;
  return execFileSync(node, ['--no-warnings', '-p', asked], { encoding: 'utf8' }).trim();
}

function indented(text) {
  return text
    .split('\n')
    .slice(0, 12)
    .map((line) => `    ${line}`)
    .join('\n');
}
