/**
 * The settings, as one table: names, meaning, defaults, and the schema that reads a value, be it the text of a variable or the
 * JSON of a settings file (design §4). The README's table is made from it. Out of scope: which source comes before which
 * (`read-config`), and the files themselves (`io/settings-files`).
 */
import {
  array,
  boolean,
  int,
  maximum,
  maxLength,
  minimum,
  minLength,
  number,
  optional,
  pipe,
  record,
  refine,
  regex,
  strictObject,
  string,
  transform,
  union,
} from 'zod/mini';
import { MAX_PACK_CHARS } from './hook.ts';
import { areFew } from './patterns.ts';

/** Where requests go when nothing else is said (platform contract §6). */
export const MEM0_ORIGIN = 'https://api.mem0.ai';

export const DEFAULT_DEADLINE_MS = 4_000;
/** `hooks.json` gives session start ten seconds, after which the client drops all that it printed (client contract §3). */
export const MAX_DEADLINE_MS = 9_000;
export const DEFAULT_PACK_CHARS = 8_000;

/** Words that people use for a switch. */
const OFF = /^(off|0|false|no|n|none|never|disabled?)$/i;
const ON = /^(on|1|true|yes|y|enabled?)$/i;

/**
 * What may stand in a body as an id, in a line for the person, and in the pack: nothing that the eye cannot see, no tag; nor `*`
 * alone, which in a filter is everybody's (platform contract §7).
 */
const PLAIN_ID = /^(?!\*$)[^\s<>\u0000-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]{1,200}$/;

/** `/x`, `~/x` (the home folder), `C:\\x`, `\\\\host\\x`. */
const ABSOLUTE = /^(?:~?\/|[A-Za-z]:[\\/]|\\\\)/;

/** Printable ASCII without spaces: it must be able to stand in a header. */
const KEY = /^[\x21-\x7e]+$/;

/** Text as a variable has it; JSON's own numbers and truth values become such text. */
const text = () =>
  pipe(
    union([string(), number(), boolean()]),
    transform((value: string | number | boolean) => String(value).trim()),
  );
const matching = (shape: RegExp) => pipe(text(), string().check(regex(shape)));
const onOff = () =>
  pipe(
    text(),
    pipe(
      string().check(refine((word) => OFF.test(word) || ON.test(word))),
      transform((word: string) => ON.test(word)),
    ),
  );
const debugOnly = () =>
  pipe(
    text(),
    pipe(
      string().check(refine((word) => OFF.test(word) || /^debug$/i.test(word))),
      transform((word: string) => !OFF.test(word)),
    ),
  );
const whole = (least: number, most: number) =>
  pipe(
    text(),
    pipe(
      transform((digits: string) => (/^\d{1,9}$/.test(digits) ? Number(digits) : Number.NaN)),
      number().check(int(), minimum(least), maximum(most)),
    ),
  );

/** Longest list, and longest pattern, that a settings file may hold. [?] ours */
const MOST_PATTERNS = 1_000;
const LONGEST_PATTERN = 1_000;
/** One pattern may stand without its brackets. */
const patterns = () => {
  const pattern = string().check(minLength(1), maxLength(LONGEST_PATTERN));
  const one = pipe(
    pattern.check(refine((only) => areFew([only]))),
    transform((only: string) => [only]),
  );
  const several = array(pattern).check(maxLength(MOST_PATTERNS), refine(areFew));
  return union([several, one]);
};
const lists = () => strictObject({ paths: optional(patterns()), projects: optional(patterns()) });
const plainIds = () => array(string().check(regex(PLAIN_ID))).check(maxLength(20));

/** The settings by their keys in the settings file, each read by a schema that is made when it is asked for. */
export const SETTING_SCHEMAS = {
  api_key: () => matching(KEY),
  base_url: () => pipe(text(), string().check(refine((value) => originOf(value) !== undefined))),
  override_org_id: () => matching(PLAIN_ID),
  override_project_id: () => matching(PLAIN_ID),
  user_id: () => matching(PLAIN_ID),
  app_id: () => matching(PLAIN_ID),
  home: () => matching(ABSOLUTE),
  enabled: onOff,
  capture: onOff,
  recall: onOff,
  deadline_ms: () => whole(100, MAX_DEADLINE_MS),
  pack_chars: () => whole(500, MAX_PACK_CHARS),
  user_line: onOff,
  log: debugOnly,
  dry_run: onOff,
} as const;

/** What only the person's own file can say. */
export const OWN_SCHEMAS = {
  deny: lists,
  allow: lists,
  aliases: () => strictObject({ user_ids: optional(plainIds()), app_ids: optional(record(string(), plainIds())) }),
  omit: patterns,
} as const;

/** What a repository may say: it can only narrow. */
export const REPOSITORY_SCHEMAS = { capture: onOff, recall: onOff, omit: patterns } as const;

export type SettingKey = keyof typeof SETTING_SCHEMAS;
export type OwnKey = keyof typeof OWN_SCHEMAS;

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
  /** The state folder as given; the default needs the home folder and is made in `hook/runtime`. */
  readonly stateFolder: string | undefined;
  /** False: no hook reads, writes or sends anything. */
  readonly enabled: boolean;
  readonly capture: boolean;
  readonly recall: boolean;
  /** Session start's overall deadline in milliseconds. */
  readonly deadlineMs: number;
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

/** The origin of a base URL, or undefined when the key must not be sent there (contract §6: https; http on loopback is for tests). */
export function originOf(value: string): string | undefined {
  if (!URL.canParse(value)) return undefined;
  const { protocol, hostname, origin, pathname, search, username, password } = new URL(value);
  if (username !== '' || password !== '') return undefined;
  if (pathname !== '/' || search !== '') return undefined;
  if (protocol === 'https:') return origin;
  const loopback = hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
  return protocol === 'http:' && loopback ? origin : undefined;
}

/** `MEM0_HOOKS=off`, asked before anything is read or written; on its own, so that the hooks can ask it first. */
export function isOff(env: Readonly<Record<string, string | undefined>>): boolean {
  return OFF.test(env['MEM0_HOOKS']?.trim() ?? '');
}
