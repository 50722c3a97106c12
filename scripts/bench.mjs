/**
 * Measures the local platform and prints a table: medians of many runs in one process, on the Node that runs this script.
 * `npm run bench`; `--memories N` and `--projects N` for another size; `--rounds N` for another number of runs.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';

const root = join(import.meta.dirname, '..');
const { values } = parseArgs({
  options: {
    memories: { type: 'string', default: '100000' },
    projects: { type: 'string', default: '50' },
    rounds: { type: 'string', default: '21' },
    /** Opens this file once, makes the requests, and says how long each took; the script calls itself so. */
    open: { type: 'string' },
    bundle: { type: 'string' },
    requests: { type: 'string' },
  },
});

const USER = 'mara@localhost';
const TYPES = ['decision', 'convention', 'insight', 'runbook', 'session_state'];
const PARTS = ['queue', 'webhook', 'invoice', 'login', 'cache', 'search', 'export', 'import', 'mailer', 'report'];
const VERBS = ['retries', 'times out', 'is written in', 'deploys to', 'is tested with', 'logs to', 'reads from'];
const TOOLS = ['Postgres', 'Redis', 'Vitest', 'Railway', 'Fly.io', 'pnpm', 'Biome', 'SQS', 'Stripe', 'Sentry'];

/** What is measured, as one CommonJS file with the driver left outside, like the hooks. */
async function bundle(folder) {
  const file = join(folder, 'local.cjs');
  await build({
    stdin: {
      contents: [
        "export { openLocalPlatform } from './src/local/platform.ts';",
        "export { openStore } from './src/local/store/open.ts';",
        "export { Mem0Client } from './src/mem0/client.ts';",
        "export { RECIPES } from './src/core/recall/recipes.ts';",
      ].join('\n'),
      resolveDir: root,
      loader: 'ts',
    },
    outfile: file,
    bundle: true,
    platform: 'node',
    target: 'node20.18',
    format: 'cjs',
    external: ['libsql'],
    logOverride: { 'empty-import-meta': 'silent' },
    logLevel: 'warning',
  });
  return file;
}

/** The same store every time: texts, types and ages follow from the number of the memory alone. */
function fill(openStore, file, memories, projects) {
  const store = openStore(file);
  const now = Date.now();
  const pick = (list, n) => list[n % list.length];
  store.write(() => {
    for (let n = 0; n < memories; n += 1) {
      // A user's own scope is as large as a project.
      const isPreference = n % (projects + 1) === projects;
      const type = isPreference ? 'preference' : pick(TYPES, Math.floor(n / projects));
      const said = now - (memories - n) * 60_000;
      store.insert(
        { org_id: 'local', project_id: 'local' },
        {
          id: idOf(n),
          memory: `The ${pick(PARTS, n)} of part ${n % 997} ${pick(VERBS, n * 7)} ${pick(TOOLS, n * 3)}, as we decided in week ${n % 52}.`,
          user_id: USER,
          agent_id: null,
          app_id: isPreference ? null : `acme-project-${n % (projects + 1)}`,
          run_id: null,
          metadata: {
            type,
            session_id: `s-${n % 5000}`,
            branch: 'main',
            editor: 'claude-code',
            policy: 'v2.0',
            ...(n % 500 === 0 ? { pinned: true } : {}),
          },
          attributes: { extractor: 'local-rules', rule: 'states-use', role: 'user' },
          expiration_date: null,
          created_at: said,
          updated_at: said,
          categories: [type],
          categorise_at: null,
          category_names: null,
          immutable: false,
          touches: null,
        },
      );
    }
  });
  store.close();
}

const idOf = (n) => `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];

async function timed(work) {
  const start = process.hrtime.bigint();
  await work();
  return Number(process.hrtime.bigint() - start) / 1e6;
}

async function times(rounds, work) {
  const all = [];
  for (let n = 0; n < rounds; n += 1) all.push(await timed(() => work(n)));
  return all;
}

async function measure(folder) {
  const { memories, projects, rounds } = Object.fromEntries(
    ['memories', 'projects', 'rounds'].map((name) => [name, Number(values[name])]),
  );
  const require = createRequire(import.meta.url);
  const code = await bundle(folder);
  const { openLocalPlatform, openStore, Mem0Client, RECIPES } = require(code);
  const file = join(folder, 'memories.sqlite');
  const filled = await timed(() => fill(openStore, file, memories, projects));
  console.log(
    `local platform, ${memories} memories over ${projects} projects, ${(statSync(file).size / 2 ** 20).toFixed(0)} MiB, filled in ${(filled / 1000).toFixed(1)} s`,
  );
  console.log(
    `Node ${process.versions.node}, ${process.getBuiltinModule?.('node:sqlite') ? 'node:sqlite' : 'libsql'}, ${rounds} rounds, medians (fastest, slowest)\n`,
  );

  const rows = [];
  const row = (what, list, goal) => rows.push({ what, list, goal });

  const options = { file, user: USER, now: () => Date.now() };
  const platform = await openLocalPlatform(options);
  const within = () => ({ deadline: Date.now() + 60_000 });
  const scope = { userId: USER, appId: 'acme-project-7' };
  const requests = [];
  const recording = new Mem0Client((request, how) => {
    requests.push(request);
    return platform.send(request, how);
  }, scope);
  const client = new Mem0Client(platform.send, scope);
  const found = await Promise.all(RECIPES.map((recipe) => recording.read(recipe, within())));
  if (found.every((one) => one.length === 0)) throw new Error('the reads found nothing');
  const fresh = [];
  for (let n = 0; n < rounds; n += 1) {
    const args = ['--open', file, '--bundle', code, '--requests', JSON.stringify(requests)];
    fresh.push(JSON.parse(execFileSync(process.execPath, [import.meta.filename, ...args], { encoding: 'utf8' })));
  }
  row(
    'opening the store in a fresh process, driver included',
    fresh.map(({ opened }) => opened),
    30,
  );
  row(
    'seven reads of a session start there, for the first time',
    fresh.map(({ reads }) => reads),
    50,
  );
  row(
    'seven reads of a session start together',
    await times(rounds, () => Promise.all(requests.map((request) => platform.send(request, within())))),
    50,
  );
  row(
    'the same through the client',
    await times(rounds, () => Promise.all(RECIPES.map((recipe) => client.read(recipe, within())))),
  );
  const ask = {
    method: 'POST',
    path: '/v3/memories/search/',
    body: {
      query: 'which queue retries in week 12?',
      filters: { AND: [{ user_id: USER }, { app_id: 'acme-project-7' }] },
      latest_only: true,
    },
  };
  row('one search in a project', await times(rounds, () => platform.send(ask, within())));
  const wide = { ...ask, body: { ...ask.body, filters: { user_id: USER } } };
  row('one search in everything of a user', await times(rounds, () => platform.send(wide, within())));
  const add = (n, infer) => ({
    method: 'POST',
    path: '/v3/memories/add/',
    body: {
      messages: [{ role: 'user', content: `We use tool number ${n} for the nightly export.` }],
      user_id: USER,
      app_id: 'acme-project-7',
      metadata: { type: 'decision' },
      infer,
    },
  });
  row('an add with infer: false', await times(rounds, (n) => platform.send(add(n, false), within())), 10);
  row('an add with infer: true, facts included', await times(rounds, (n) => platform.send(add(n, true), within())));
  const batch = (n) => ({
    method: 'DELETE',
    path: '/v1/batch/',
    body: { memories: Array.from({ length: 1000 }, (_, at) => ({ memory_id: idOf(n * 1000 + at) })) },
  });
  row(
    'a batch that deletes 1,000 memories',
    await times(Math.min(rounds, 9), (n) => platform.send(batch(n), within())),
  );
  platform.close();

  console.log('| what | ms | fastest | slowest | goal | |');
  console.log('| --- | --: | --: | --: | --: | --- |');
  for (const { what, list, goal } of rows) {
    console.log(
      `| ${what} | ${median(list).toFixed(1)} | ${Math.min(...list).toFixed(1)} | ${Math.max(...list).toFixed(1)} | ${goal === undefined ? ' | ' : `< ${goal} | ${median(list) < goal ? 'met' : 'MISSED'}`} |`,
    );
  }
}

async function open() {
  const { openLocalPlatform } = createRequire(import.meta.url)(values.bundle);
  const requests = JSON.parse(values.requests);
  const options = { file: values.open, user: USER, now: () => Date.now() };
  let platform;
  const opened = await timed(async () => {
    platform = await openLocalPlatform(options);
  });
  const within = { deadline: Date.now() + 60_000 };
  const reads = await timed(() => Promise.all(requests.map((request) => platform.send(request, within))));
  platform.close();
  console.log(JSON.stringify({ opened, reads }));
}

if (values.open !== undefined) await open();
else {
  const folder = mkdtempSync(join(tmpdir(), 'mem0-hooks-bench-'));
  // Found from the bundle's own folder, as it is beside an installed hook.
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  try {
    await measure(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
