/** The local platform with 100,000 memories over 50 projects, in one process on the Node that runs the benchmark. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '../library.mjs';
import { fillStore, idOf } from '../memories.mjs';

const MEMORIES = 100_000;
const PROJECTS = 50;
const USER = 'mara@localhost';
const APP = 'acme-project-7';
const SIZE = '100,000 memories';
const within = () => ({ deadline: Date.now() + 60_000 });

/** The store, filled once, open, and the reads that a session start makes of it. */
function storeOf(bench) {
  return bench.ground.once('store', async () => {
    const { openLocalPlatform, Mem0Client, RECIPES } = bench.library;
    const file = join(bench.ground.folder('store'), 'memories.sqlite');
    fillStore(bench.library, file, { count: MEMORIES, projects: PROJECTS, user: USER, app: 'acme-project-0' });
    const platform = await openLocalPlatform({ file, user: USER, now: () => Date.now() });
    bench.ground.atEnd(() => platform.close());
    const reads = [];
    const recording = new Mem0Client(
      (request, how) => {
        reads.push(request);
        return platform.send(request, how);
      },
      { userId: USER, appId: APP },
    );
    const firstPage = ({ pageSize }) => ({ number: 1, size: pageSize });
    const found = await Promise.all(RECIPES.map((recipe) => recording.read(recipe, firstPage(recipe), within())));
    if (found.every(({ rows }) => rows.length === 0)) throw new Error('the reads found nothing');
    return { file, platform, reads };
  });
}

async function timed(work) {
  const started = performance.now();
  await work();
  return { ms: performance.now() - started };
}

/** `work` gets the store and the number of the run. */
const row = (name, what, work, more = {}) => ({
  name: `store-${name}`,
  what: `local platform, ${SIZE}: ${what}`,
  ...more,
  async prepare(bench) {
    const store = await storeOf(bench);
    let runs = 0;
    return { ours: () => timed(() => work(store, runs++)) };
  },
});

/** In a fresh process: how long the opening took, or the reads after it. */
const fresh = (name, what, which, ms) => ({
  name: `store-${name}`,
  what: `local platform, ${SIZE}: ${what}`,
  goals: { ms },
  async prepare(bench) {
    const { file, reads } = await storeOf(bench);
    const program = join(ROOT, 'scripts', 'bench', 'programs', 'open-store.mjs');
    const args = [program, bench.libraryFile, file, USER, JSON.stringify(reads)];
    return { ours: () => ({ ms: JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }))[which] }) };
  },
});

const search = (filters) => ({
  method: 'POST',
  path: '/v3/memories/search/',
  body: { query: 'which queue retries in week 12?', filters, latest_only: true },
});

const add = (n, infer) => ({
  method: 'POST',
  path: '/v3/memories/add/',
  body: {
    messages: [{ role: 'user', content: `We use tool number ${n} for the nightly export.` }],
    user_id: USER,
    app_id: APP,
    metadata: { type: 'decision' },
    infer,
  },
});

const batch = (n) => ({
  method: 'DELETE',
  path: '/v1/batch/',
  body: { memories: Array.from({ length: 1000 }, (_, at) => ({ memory_id: idOf(n * 1000 + at) })) },
});

export const STORE_ROWS = [
  fresh('open', 'opening it in a fresh process, driver included', 'opened', 30),
  fresh('first-reads', 'the first reads of a session start there', 'read', 50),
  row(
    'reads',
    'the reads of a session start together',
    ({ platform, reads }) => Promise.all(reads.map((request) => platform.send(request, within()))),
    { goals: { ms: 50 } },
  ),
  row('search', 'a search in a project', ({ platform }) =>
    platform.send(search({ AND: [{ user_id: USER }, { app_id: APP }] }), within()),
  ),
  row('search-all', 'a search in all of a user', ({ platform }) => platform.send(search({ user_id: USER }), within())),
  row('add', 'an add with infer: false', ({ platform }, n) => platform.send(add(n, false), within()), {
    goals: { ms: 10 },
  }),
  row('infer', 'an add with infer: true, facts included', ({ platform }, n) => platform.send(add(n, true), within())),
  row('delete', 'a batch that deletes 1,000', ({ platform }, n) => platform.send(batch(n), within()), { rounds: 9 }),
];
