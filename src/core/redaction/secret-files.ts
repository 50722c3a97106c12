/**
 * Files besides `.env*` that keep secrets by their names, where git ignores them: of these only what stands under a name that promises
 * a secret counts, because the rest is settings. [?] ours: design §2.4 names `.env*` files.
 * Out of scope: reading files (`io/work-tree`), the readings of a line (`env-file`), which values are worth masking (`secret-values`).
 */
import { type EnvReadings, envReadings, textsOf } from './env-file.ts';
import { asVariable, looksSecret } from './secret-names.ts';

/** Names of such files: `*` stands for any signs but a slash. No folder is meant, and no file that a package brings along by the thousand. */
export const SECRETS_FILES: readonly string[] = [
  ...[
    'local.properties',
    'key.properties',
    'keystore.properties',
    'signing.properties',
    'secrets.properties',
    'gradle.properties',
  ],
  ...[
    'secrets.*',
    'secret.*',
    '*.secrets',
    '*.secret',
    '*-secrets.y*ml',
    '*.secrets.y*ml',
    'credentials',
    'credentials.*',
  ],
  ...['service-account*.json', 'serviceaccount*.json', '*.tfvars', '*.tfvars.json', 'kubeconfig', '*.kubeconfig'],
  ...['.npmrc', '.yarnrc.yml', '.pypirc', '.netrc', '_netrc', '.pgpass', '.my.cnf', '.vault_pass*', 'auth.json'],
  ...['.dev.vars', '*.env', 'appsettings.*.json', 'database.yml', 'application-local.*'],
];

const PATTERN = new RegExp(
  `^(?:${SECRETS_FILES.map((name) => name.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '[^/]*')).join('|')})$`,
  'i',
);

/** Whether a file of this name, without its folder, is one of them. */
export function isSecretsFile(name: string): boolean {
  return PATTERN.test(name);
}

/** `//registry.example/:_authToken=…`, `machine a.example login shop password …`, `host:5432:db:shop:…`. */
const OF_REGISTRY = /:(_authToken|_auth|_password)\s{0,8}=\s{0,8}["']?([^\s"']{6,4096})/g;
const OF_NETRC = /(?:^|\s)(password)\s{1,20}(\S{6,400})/g;
const OF_PGPASS = /^(?!#)[^:\n]{1,200}:(?:\d{1,5}|\*):[^:\n]{1,100}:[^:\n]{1,100}:()(\S{6,200})$/gm;

/** The readings of the bytes under names that promise a secret, by the names of variables. Never throws. */
export function secretReadings(bytes: Uint8Array): EnvReadings {
  const found = new Map<string, Set<string>>();
  const add = (name: string, values: readonly string[]): void => {
    found.set(name, new Set([...(found.get(name) ?? []), ...values]));
  };
  for (const [name, values] of Object.entries(envReadings(bytes)))
    if (looksSecret(asVariable(name))) add(asVariable(name), values);
  for (const text of textsOf(bytes)) {
    for (const form of [OF_REGISTRY, OF_NETRC, OF_PGPASS])
      for (const match of text.matchAll(form)) add('password', [match[2] ?? '']);
  }
  return Object.fromEntries([...found].map(([name, values]) => [name, [...values]]));
}
