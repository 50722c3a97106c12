/** Memories by their number alone: the same store every time. */

const TYPES = ['decision', 'convention', 'insight', 'runbook', 'session_state'];
const PARTS = ['queue', 'webhook', 'invoice', 'login', 'cache', 'search', 'export', 'import', 'mailer', 'report'];
const VERBS = ['retries', 'times out', 'is written in', 'deploys to', 'is tested with', 'logs to', 'reads from'];
const TOOLS = ['Postgres', 'Redis', 'Vitest', 'Railway', 'Fly.io', 'pnpm', 'Biome', 'SQS', 'Stripe', 'Sentry'];
const pick = (list, n) => list[n % list.length];

export const idOf = (n) => `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;

export const textOf = (n) =>
  `The ${pick(PARTS, n)} of part ${n % 997} ${pick(VERBS, n * 7)} ${pick(TOOLS, n * 3)}, as we decided in week ${n % 52}.`;

/** The n-th of `count` rows over `projects`; a user's own scope is as large as one of them. The first project is `app`. */
function rowOf(n, { count, projects, user, app, now }) {
  const isPreference = n % (projects + 1) === projects;
  const type = isPreference ? 'preference' : pick(TYPES, Math.floor(n / projects));
  const said = now - (count - n) * 60_000;
  const project = n % (projects + 1) === 0 ? app : `acme-project-${n % (projects + 1)}`;
  const pinned = n % 500 === 0 ? { pinned: true } : {};
  return {
    id: idOf(n),
    memory: textOf(n),
    user_id: user,
    agent_id: null,
    app_id: isPreference ? null : project,
    run_id: null,
    metadata: { type, session_id: `s-${n % 5000}`, branch: 'main', editor: 'claude-code', policy: 'v2.0', ...pinned },
    attributes: { extractor: 'local-rules', rule: 'states-use', role: 'user' },
    expiration_date: null,
    created_at: said,
    updated_at: said,
    categories: [type],
    categorise_at: null,
    category_names: null,
    immutable: false,
    touches: null,
  };
}

/** Fills a new store. */
export function fillStore({ openStore }, file, filling) {
  const store = openStore(file);
  const now = Date.now();
  store.write(() => {
    for (let n = 0; n < filling.count; n += 1)
      store.insert({ org_id: 'local', project_id: 'local' }, rowOf(n, { ...filling, now }));
  });
  store.close();
}

/** Rows as the platform returns them. */
export function wireRows(count) {
  const now = Date.now();
  return Array.from({ length: count }, (_, n) => ({
    id: idOf(n),
    memory: textOf(n),
    user_id: 'mara@acme.example',
    app_id: 'acme-shop',
    metadata: { type: pick(['decision', 'convention', 'insight', 'runbook', 'preference'], n) },
    categories: null,
    replaced_by: null,
    expiration_date: null,
    created_at: new Date(now - n * 600_000).toISOString(),
  }));
}
