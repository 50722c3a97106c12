/**
 * What the background process gets of the environment: an allow-list. Variables that hold secrets are on it, because their values
 * are masked by value in whatever it captures (design §2.4); the rest of a person's environment is not. It reaches the platform
 * by the same proxy and trusts the same certificates as the hook that starts it.
 */
import { delimiter, resolve } from 'node:path';
import { holdsSecret } from '../../core/redaction/secret-values.ts';

/** Set in every process that we start: a hook that sees it does nothing, so nothing that we start can trigger us again. */
const GUARD = 'MEM0_HOOKS_CHILD';

const NEEDED = new Set([
  'HOME',
  'USERPROFILE',
  'USER',
  'LOGNAME',
  'USERNAME',
  'PATH',
  'TMPDIR',
  'TEMP',
  'TMP',
  'SYSTEMROOT',
  'APPDATA',
  'XDG_CONFIG_HOME',
  'HOMEDRIVE',
  'HOMEPATH',
  'LANG',
  'HTTPS_PROXY',
  'HTTP_PROXY',
  'NO_PROXY',
  'NODE_USE_SYSTEM_CA',
  'CLAUDE_PLUGIN_DATA',
  // Where the client keeps the person's CLAUDE.md, which is evidence.
  'CLAUDE_CONFIG_DIR',
]);

/**
 * Git's configuration: it says which `.env` files git ignores, whose values are masked. Not what moves a repository (`GIT_DIR` and the
 * like): the background looks at the folders of other sessions, too.
 */
const GIT_CONFIGURATION = /^GIT_CONFIG_(?:GLOBAL|SYSTEM|NOSYSTEM|COUNT|KEY_\d+|VALUE_\d+)$/;

/** Files and folders. A relative one is so to the hook's folder, and the background process stands in another. */
const PATHS = new Set([
  'NODE_EXTRA_CA_CERTS',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'GIT_CONFIG_GLOBAL',
  'GIT_CONFIG_SYSTEM',
]);

/** All that is passed of NODE_OPTIONS: a debugger, or code that is to be loaded first, was not meant for a process of ours. */
const CA_FLAGS = /^--(?:no-)?use-(?:system|openssl|bundled)-ca$/;

type Env = Readonly<Record<string, string | undefined>>;

export function childEnvironment(env: Env): Record<string, string> {
  const child: Record<string, string> = { [GUARD]: '1' };
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined) continue;
    const upper = name.toUpperCase();
    const isOurs = upper.startsWith('MEM0_') || upper.startsWith('CLAUDE_PLUGIN_OPTION_');
    const wanted = NEEDED.has(upper) || isOurs || GIT_CONFIGURATION.test(upper);
    if (upper === 'NODE_OPTIONS') {
      const flags = caFlags(value);
      if (flags !== '') child[name] = flags;
    } else if (PATHS.has(upper) && value !== '') {
      child[name] = (upper === 'SSL_CERT_DIR' ? value.split(delimiter) : [value])
        .map((path) => (path === '' ? path : resolve(path)))
        .join(delimiter);
    } else if (wanted || holdsSecret(name, value)) child[name] = value;
  }
  return child;
}

/** Node reads its options as words that spaces set apart, in which double quotes keep spaces together; `_` may stand for `-`. */
function caFlags(options: string): string {
  return [...options.matchAll(/(?:[^\s"]|"(?:\\.|[^"\\])*")+/g)]
    .map(([word]) => word.replaceAll('"', '').replaceAll('_', '-'))
    .filter((word) => CA_FLAGS.test(word))
    .join(' ');
}

export function isOurChild(env: Env): boolean {
  return env[GUARD] === '1';
}
