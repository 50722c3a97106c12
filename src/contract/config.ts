/**
 * The settings, as one table: names, meaning and defaults (design §4). The README's table is made from it. Out of scope: how a value
 * is read (`setting-values`), which source comes before which (`read-config`), and the files themselves (`io/settings-files`).
 */
import { MAX_PACK_CHARS } from './hook.ts';
import { MAX_DEADLINE_MS, MAX_SESSION_STATE_DAYS, type SettingKey } from './setting-values.ts';
import { OFF } from './switch-words.ts';

/** Where requests go when nothing else is said (platform contract §6). */
export const MEM0_ORIGIN = 'https://api.mem0.ai';

export const DEFAULT_DEADLINE_MS = 4_000;
/** A session that nobody returns to for a month is over. */
export const DEFAULT_SESSION_STATE_DAYS = 30;
export const DEFAULT_PACK_CHARS = 8_000;

/** Folders and projects, as patterns: `*` and `**` as in a shell. */
export interface Lists {
  readonly paths: readonly string[];
  readonly projects: readonly string[];
}

/** Ids of the person's and of projects under which memories were written before: read beside today's, never written. */
export interface Aliases {
  readonly userIds: readonly string[];
  /** By today's project id. */
  readonly appIds: Readonly<Record<string, readonly string[]>>;
}

export interface Config {
  /** The platform key; absent means the local platform. */
  readonly apiKey: string | undefined;
  /** Origin of the platform: https, or http on loopback. Undefined when a value was given that is neither: nothing may be sent. */
  readonly origin: string | undefined;
  readonly override: { readonly orgId: string; readonly projectId: string } | undefined;
  readonly userId: string | undefined;
  readonly appId: string | undefined;
  /** The state folder as given; the default needs the home folder and is made in `runtime/runtime`. */
  readonly stateFolder: string | undefined;
  /** False: no hook reads, writes or sends anything. */
  readonly enabled: boolean;
  readonly capture: boolean;
  readonly recall: boolean;
  /** Session start's overall deadline in milliseconds. */
  readonly deadlineMs: number;
  /** Days after which a session state is given back no more. */
  readonly sessionStateDays: number;
  /** Pack budget in UTF-16 code units. */
  readonly packChars: number;
  readonly debug: boolean;
  readonly dryRun: boolean;
  readonly userLine: boolean;
  readonly deny: Lists;
  /** Empty lists allow everything. */
  readonly allow: Lists;
  readonly aliases: Aliases;
  /** Files of a repository that are looked at for omission even where git ignores them, as patterns. */
  readonly omit: readonly string[];
  /**
   * True where the person's own file has something of ours in it and cannot be understood: it may say what must not be captured,
   * so captures wait until it can be.
   */
  readonly held: boolean;
  /** True where not even whose words these are can be told: the whole file cannot be understood. */
  readonly unsettled: boolean;
}

export interface ConfigProblem {
  /** The variable's or the setting's name; its value is never repeated. */
  readonly name: string;
  readonly problem: string;
}

/** One row of the README's table. */
export interface Setting {
  readonly names: readonly string[];
  /** The key in the settings file. */
  readonly key: SettingKey;
  readonly meaning: string;
  readonly default: string;
}

export const SETTINGS: readonly Setting[] = [
  {
    names: ['MEM0_API_KEY', 'CLAUDE_PLUGIN_OPTION_API_KEY'],
    key: 'api_key',
    meaning: 'Platform key. Without one, everything stays on this machine in the local platform.',
    default: 'none',
  },
  {
    names: ['MEM0_BASE_URL'],
    key: 'base_url',
    meaning: 'Another platform host: https, or http on loopback only.',
    default: MEM0_ORIGIN,
  },
  {
    names: ['MEM0_OVERRIDE_ORG_ID'],
    key: 'override_org_id',
    meaning: 'With the next one: points the key at another project of its organisation. One alone is ignored.',
    default: 'none',
  },
  {
    names: ['MEM0_OVERRIDE_PROJECT_ID'],
    key: 'override_project_id',
    meaning: 'With the one before.',
    default: 'none',
  },
  {
    names: ['MEM0_USER_ID'],
    key: 'user_id',
    meaning: 'User id, instead of the e-mail address of the key.',
    default: 'from the key',
  },
  {
    names: ['MEM0_APP_ID', 'MEM0_PROJECT_ID'],
    key: 'app_id',
    meaning:
      "Project id, instead of the repository's `owner-repo`. The second name is the first Mem0 plugin's and means the same.",
    default: 'from the repository',
  },
  {
    names: ['MEM0_HOOKS_HOME'],
    key: 'home',
    meaning: 'State folder: an absolute path, or one that begins with `~/`.',
    default: '~/.mem0/hooks',
  },
  { names: ['MEM0_HOOKS'], key: 'enabled', meaning: '`off`: no hook reads, writes or sends anything.', default: 'on' },
  {
    names: ['MEM0_CAPTURE'],
    key: 'capture',
    meaning: '`off`: nothing is captured, and no session state is saved.',
    default: 'on',
  },
  { names: ['MEM0_RECALL'], key: 'recall', meaning: '`off`: no context pack.', default: 'on' },
  {
    names: ['MEM0_DEADLINE_MS'],
    key: 'deadline_ms',
    meaning: `Session start's overall deadline, 100 to ${MAX_DEADLINE_MS} milliseconds.`,
    default: String(DEFAULT_DEADLINE_MS),
  },
  {
    names: ['MEM0_PACK_CHARS'],
    key: 'pack_chars',
    meaning: `Budget of the pack, 500 to ${MAX_PACK_CHARS} characters.`,
    default: String(DEFAULT_PACK_CHARS),
  },
  {
    names: ['MEM0_SESSION_STATE_DAYS'],
    key: 'session_state_days',
    meaning: `Days for which a session state is kept, 1 to ${MAX_SESSION_STATE_DAYS}.`,
    default: String(DEFAULT_SESSION_STATE_DAYS),
  },
  {
    names: ['MEM0_USER_LINE'],
    key: 'user_line',
    meaning: '`off`: the one line at session start is not shown.',
    default: 'on',
  },
  { names: ['MEM0_LOG'], key: 'log', meaning: '`debug`: a JSON line per step on stderr.', default: 'none' },
  {
    names: ['MEM0_DRY_RUN'],
    key: 'dry_run',
    meaning: '`1`: run everything, send and store nothing, print each request (key masked) to stderr.',
    default: 'off',
  },
];

/** `MEM0_HOOKS=off`, asked before anything is read or written; on its own, so that the hooks can ask it first. */
export function isOff(env: Readonly<Record<string, string | undefined>>): boolean {
  return OFF.test(env['MEM0_HOOKS']?.trim() ?? '');
}
