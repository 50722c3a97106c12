/**
 * The local platform of a scenario, in this process and served on loopback: its file is a copy of one that was filled before, its
 * clock can be put forward, and it gets into trouble as asked. Bundled from the source, since the shipped bundles keep it inside.
 */
import { symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';

const ROOT = join(import.meta.dirname, '..', '..');
const PROJECT = { org_id: 'local', project_id: 'local' };
const DAY = 24 * 60 * 60 * 1000;

/** Made up, evidently. */
export const KEY = 'm0-made-up-key-of-the-scorer';

/** Whose the memories are, and where. */
export const USER = 'mara@acme.example';
export const APP = 'acme-shop';

/** What is needed of the source, as one file in `folder`. */
export async function loadPlatform(folder) {
  const file = join(folder, 'local.cjs');
  await build({
    stdin: {
      contents: [
        "export { openLocalPlatform } from './src/local/platform.ts';",
        "export { openStore } from './src/local/store/open.ts';",
        "export { serve } from './src/local/serve.ts';",
      ].join('\n'),
      resolveDir: ROOT,
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
  // Found from the bundle's own folder, as it is beside an installed hook.
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return createRequire(import.meta.url)(file);
}

/**
 * Memories in a store (`labels.mjs` says what they are made of). `now`: ms, what ages count from. `replacedBy` names another one
 * by its id.
 */
export function fill(store, memories, now) {
  store.write(() => {
    for (const one of memories) store.insert(PROJECT, rowOf(one, now));
    for (const { id, replacedBy } of memories)
      if (replacedBy !== undefined) store.memories.supersede(id, replacedBy, now);
    for (const { id, deleted } of memories)
      if (deleted === true) store.memories.markDeleted(store.memories.byId(PROJECT, id), now);
  });
}

/** As the platform has it (platform contract §4, §6). A preference has no project (§2). */
function rowOf(one, now) {
  const said = now - Math.round(one.age * DAY);
  const metadata = { session_id: 's-before', branch: 'main', editor: 'claude-code', policy: 'v2.0', ...one.metadata };
  return {
    id: one.id,
    memory: one.text,
    user_id: one.user ?? USER,
    agent_id: null,
    app_id: one.app === undefined ? (one.type === 'preference' ? null : APP) : one.app,
    run_id: null,
    metadata: one.metadata === null ? null : { ...(one.type === undefined ? {} : { type: one.type }), ...metadata },
    attributes: null,
    expiration_date: one.expires === undefined ? null : dayOf(now + one.expires * DAY),
    created_at: said,
    updated_at: said,
    categories: one.categories ?? null,
    categorise_at: null,
    category_names: null,
    immutable: false,
    touches: null,
  };
}

const dayOf = (ms) => new Date(ms).toISOString().slice(0, 10);

/** One platform for one scenario. `trouble(request)`: a fault of `serve`, or nothing; may be changed at any time. */
export class ScenePlatform {
  trouble = () => undefined;
  /** True: it returns superseded and expired rows unasked, and adds `deleted` rows (as the wire has them). */
  leaky = false;
  #ahead = 0;

  static async open(library, file, { random, leaky, latencyMs = 0, lagMs = 0 }) {
    const scene = new ScenePlatform();
    scene.leaky = leaky === true;
    const now = () => Date.now() + scene.#ahead;
    scene.store = library.openStore(file);
    const newId = () => random.uuid();
    scene.local = await library.openLocalPlatform({ file, user: USER, now, newId, extractionLagMs: lagMs });
    scene.served = await library.serve({
      send: (request, within) => scene.#send(request, within),
      key: KEY,
      port: 0,
      latencyMs,
      faultOf: (request) => scene.trouble(request),
      now,
    });
    return scene;
  }

  /** As if so much time had passed, for the platform alone. */
  later(ms) {
    this.#ahead += ms;
  }

  async #send(request, within) {
    if (!this.leaky || !/^\/v3\/memories\/(search\/)?$/.test(request.path)) return this.local.send(request, within);
    const body = { ...request.body, latest_only: false, show_expired: true };
    const response = await this.local.send({ ...request, body }, within);
    const page = JSON.parse(response.body);
    const [like] = page.results ?? [];
    const deleted = like === undefined ? [] : this.deleted.map((row) => ({ ...like, ...row, is_deleted: true }));
    return { ...response, body: JSON.stringify({ ...page, results: [...deleted, ...(page.results ?? [])] }) };
  }

  deleted = [];

  async close() {
    await this.served.close();
    this.local.close();
    this.store.close();
  }
}
