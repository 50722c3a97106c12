/**
 * What the background process gets of the environment: an allow-list. Variables that hold secrets are on it, because their values
 * are masked by value in whatever it captures (design §2.4); the rest of a person's environment is not.
 */
import { holdsSecret } from '../core/redaction/secret-values.ts';

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
  'LANG',
  'NODE_EXTRA_CA_CERTS',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'CLAUDE_PLUGIN_DATA',
  // Where the client keeps the person's CLAUDE.md, which is evidence.
  'CLAUDE_CONFIG_DIR',
]);

type Env = Readonly<Record<string, string | undefined>>;

export function childEnvironment(env: Env): Record<string, string> {
  const child: Record<string, string> = { [GUARD]: '1' };
  for (const [name, value] of Object.entries(env)) {
    const upper = name.toUpperCase();
    const wanted = NEEDED.has(upper) || upper.startsWith('MEM0_') || upper.startsWith('CLAUDE_PLUGIN_OPTION_');
    if (value !== undefined && (wanted || holdsSecret(name, value))) child[name] = value;
  }
  return child;
}

export function isOurChild(env: Env): boolean {
  return env[GUARD] === '1';
}
