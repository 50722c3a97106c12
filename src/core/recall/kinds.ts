/**
 * Names of one kind exclude each other where the same is said of them: logs are JSON or plain text. Data, ours [?]; a kind that is
 * not known here excludes nothing. Out of scope: where the same is said (`subjects`).
 */

/** Of these a project has one, so that "use X" alone speaks of it. */
const ONE_IN_A_PROJECT: Readonly<Record<string, string>> = {
  'package manager': 'npm|pnpm|yarn|bun',
  'Python package manager': 'pip|poetry|uv|pipenv|conda',
  'test runner': 'jest|vitest|mocha|ava|jasmine',
  'browser tests': 'playwright|cypress|selenium|puppeteer',
  formatter: 'prettier|biome|dprint',
  bundler: 'webpack|rollup|esbuild|parcel|rspack',
  orm: 'prisma|drizzle|typeorm|sequelize|mikroorm',
  'web framework': 'express|fastify|koa|hono|nestjs',
  indentation: 'tabs|spaces',
  quotes: 'single quotes|double quotes',
};

/** Of these a project may have several: they exclude each other where the subject or the purpose is the same. */
const ONE_FOR_A_PURPOSE: Readonly<Record<string, string>> = {
  linter: 'eslint|biome|tslint|oxlint',
  format: 'json|plain text|xml|yaml|toml|csv|logfmt|protobuf|msgpack|avro|parquet',
  database: 'postgres|postgresql|mysql|mariadb|sqlite|mongodb|dynamodb|cockroachdb|oracle',
  cache: 'redis|memcached|valkey',
  queue: 'kafka|rabbitmq|sqs|redis|nats|bullmq',
  host: 'fly.io|railway|render|heroku|vercel|netlify|hetzner|digitalocean|aws|gcp|azure|linode',
  ci: 'github actions|gitlab ci|circleci|jenkins|travis|buildkite',
  case: 'camelcase|snake_case|kebab-case|pascalcase',
  modules: 'esm|commonjs',
  licence: 'mit|apache-2.0|gpl-3.0|mpl-2.0|bsd-3-clause',
  time: 'utc|local time',
  language: 'english|german|french|spanish|italian|dutch|polish|japanese|chinese',
  api: 'rest|graphql|grpc|trpc',
  ids: 'uuid|uuids|uuidv7|ulid|ulids|nanoid',
};

/** Other names of the same. */
const ALSO_CALLED: ReadonlyMap<string, string> = new Map([
  ['postgresql', 'postgres'],
  ['uuids', 'uuid'],
  ['ulids', 'ulid'],
]);

const KINDS: ReadonlyMap<string, readonly string[]> = kindsByName();

function kindsByName(): ReadonlyMap<string, readonly string[]> {
  const kinds = new Map<string, string[]>();
  for (const [kind, names] of [...Object.entries(ONE_IN_A_PROJECT), ...Object.entries(ONE_FOR_A_PURPOSE)])
    for (const name of names.split('|')) kinds.set(name, [...(kinds.get(name) ?? []), kind]);
  return kinds;
}

const KIND_WORDS: ReadonlySet<string> = new Set([...KINDS.keys()].flatMap((name) => name.split(' ')));

/** Is a word, in lower case, the name of something of a kind, or a part of one? */
export function isKindWord(word: string): boolean {
  return KIND_WORDS.has(word);
}

/** The kinds of a name in lower case. */
export function kindsOf(name: string): readonly string[] {
  return KINDS.get(name) ?? [];
}

export function isOneInAProject(kind: string): boolean {
  return Object.hasOwn(ONE_IN_A_PROJECT, kind);
}

/** The one name of what has several. */
export function properName(name: string): string {
  return ALSO_CALLED.get(name) ?? name;
}

/** Is a name among the first of a kind of which one among the second is, and of which a project has one? */
export function shareKind(some: readonly string[], others: readonly string[]): boolean {
  const kinds = new Set(some.flatMap(kindsOf).filter(isOneInAProject));
  return others.flatMap(kindsOf).some((kind) => kinds.has(kind));
}
