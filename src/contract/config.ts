/**
 * The settings, as one table: names, meaning, defaults, and how each value is read (design §4). The README's table is made
 * from it. Out of scope: the user file and the repository file, which will be further sources for the same settings.
 */
import { coerce, int, maximum, minimum, safeParse } from 'zod/mini';
import { MAX_PACK_CHARS } from './hook.ts';

/** Where requests go when nothing else is said (platform contract §6). */
export const MEM0_ORIGIN = 'https://api.mem0.ai';

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
  readonly capture: boolean;
  readonly recall: boolean;
  /** Session start's overall deadline in milliseconds. */
  readonly deadlineMs: number;
  /** Pack budget in UTF-16 code units. */
  readonly packChars: number;
  readonly debug: boolean;
  readonly dryRun: boolean;
  readonly userLine: boolean;
}

export interface ConfigProblem {
  /** The variable's name; its value is never repeated. */
  readonly name: string;
  readonly problem: string;
}

/** One row of the README's table. */
export interface Setting {
  readonly names: readonly string[];
  readonly meaning: string;
  readonly default: string;
}

export const DEFAULT_DEADLINE_MS = 4_000;
/** `hooks.json` gives session start ten seconds, after which the client drops all that it printed (client contract §3). */
export const MAX_DEADLINE_MS = 9_000;
export const DEFAULT_PACK_CHARS = 8_000;

export const SETTINGS: readonly Setting[] = [
  {
    names: ['MEM0_API_KEY', 'CLAUDE_PLUGIN_OPTION_API_KEY'],
    meaning: 'Platform key. Without one, everything stays on this machine in the local platform.',
    default: 'none',
  },
  {
    names: ['MEM0_BASE_URL'],
    meaning: 'Another platform host: https, or http on loopback only.',
    default: MEM0_ORIGIN,
  },
  {
    names: ['MEM0_OVERRIDE_ORG_ID', 'MEM0_OVERRIDE_PROJECT_ID'],
    meaning: 'Points the key at another project of its organisation. Both, or neither: one alone is ignored.',
    default: 'none',
  },
  { names: ['MEM0_USER_ID'], meaning: 'User id, instead of the e-mail address of the key.', default: 'from the key' },
  {
    names: ['MEM0_APP_ID', 'MEM0_PROJECT_ID'],
    meaning:
      "Project id, instead of the repository's `owner-repo`. The second name is the first Mem0 plugin's and means the same.",
    default: 'from the repository',
  },
  {
    names: ['MEM0_HOOKS_HOME'],
    meaning: 'State folder: an absolute path, or one that begins with `~/`.',
    default: '~/.mem0/hooks',
  },
  { names: ['MEM0_HOOKS'], meaning: '`off`: no hook reads, writes or sends anything.', default: 'on' },
  { names: ['MEM0_CAPTURE'], meaning: '`off`: nothing is captured, and no session state is saved.', default: 'on' },
  { names: ['MEM0_RECALL'], meaning: '`off`: no context pack.', default: 'on' },
  {
    names: ['MEM0_DEADLINE_MS'],
    meaning: `Session start's overall deadline, 100 to ${MAX_DEADLINE_MS} milliseconds.`,
    default: String(DEFAULT_DEADLINE_MS),
  },
  {
    names: ['MEM0_PACK_CHARS'],
    meaning: `Budget of the pack, 500 to ${MAX_PACK_CHARS} characters.`,
    default: String(DEFAULT_PACK_CHARS),
  },
  { names: ['MEM0_USER_LINE'], meaning: '`off`: the one line at session start is not shown.', default: 'on' },
  { names: ['MEM0_LOG'], meaning: '`debug`: a JSON line per step on stderr.', default: 'none' },
  {
    names: ['MEM0_DRY_RUN'],
    meaning: '`1`: run everything, send and store nothing, print each request (key masked) to stderr.',
    default: 'off',
  },
];

/** `/x`, `~/x` (the home folder), `C:\\x`, `\\\\host\\x`. */
const ABSOLUTE = /^(?:~?\/|[A-Za-z]:[\\/]|\\\\)/;

/** What may stand in a body as an id, in a line for the person, and in the pack: nothing that the eye cannot see, no tag. */
const PLAIN_ID = /^[^\s<>\u0000-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]{1,200}$/;

type Env = Readonly<Record<string, string | undefined>>;

/** `MEM0_HOOKS=off`, asked before anything is read or written; on its own, so that the hooks can ask it first. */
export function isOff(env: Env): boolean {
  return switchedOff(env['MEM0_HOOKS']);
}

/** Reads all settings from an environment. Never throws: a value that cannot be used is a problem and the default stands. */
export function readConfig(env: Env): { readonly config: Config; readonly problems: readonly ConfigProblem[] } {
  const problems: ConfigProblem[] = [];
  const given = (name: string): string | undefined => {
    const value = env[name]?.trim();
    return value === undefined || value === '' ? undefined : value;
  };
  const number = (name: string, least: number, most: number, otherwise: number): number => {
    const value = given(name);
    if (value === undefined) return otherwise;
    const parsed = safeParse(coerce.number().check(int(), minimum(least), maximum(most)), value);
    if (parsed.success) return parsed.data;
    problems.push({ name, problem: `needs a whole number from ${least} to ${most}; ${otherwise} is used` });
    return otherwise;
  };
  const stateFolder = given('MEM0_HOOKS_HOME');
  const usableFolder = stateFolder === undefined || ABSOLUTE.test(stateFolder);
  if (!usableFolder)
    problems.push({ name: 'MEM0_HOOKS_HOME', problem: 'must be an absolute path; the default is used' });
  const id = (name: string): string | undefined => {
    const value = given(name);
    if (value === undefined || PLAIN_ID.test(value)) return value;
    problems.push({ name, problem: 'must be 1 to 200 characters without spaces and controls; it is ignored' });
    return undefined;
  };
  const orgId = given('MEM0_OVERRIDE_ORG_ID');
  const projectId = given('MEM0_OVERRIDE_PROJECT_ID');
  if ((orgId === undefined) !== (projectId === undefined)) {
    const name = orgId === undefined ? 'MEM0_OVERRIDE_PROJECT_ID' : 'MEM0_OVERRIDE_ORG_ID';
    problems.push({ name, problem: 'stands alone; the override needs both ids and is ignored' });
  }
  const apiKey = given('MEM0_API_KEY') ?? given('CLAUDE_PLUGIN_OPTION_API_KEY');
  // It must be able to stand in a header: printable ASCII without spaces.
  const usable = apiKey === undefined || /^[\x21-\x7e]+$/.test(apiKey);
  if (!usable) problems.push({ name: 'MEM0_API_KEY', problem: 'holds characters that no key has' });
  const origin = originOf(given('MEM0_BASE_URL') ?? MEM0_ORIGIN);
  if (origin === undefined && apiKey !== undefined) {
    problems.push({
      name: 'MEM0_BASE_URL',
      problem: 'must be https://host, or http on loopback, without a path; nothing is sent',
    });
  }
  return {
    config: {
      apiKey,
      // A key that cannot be one must not make its owner's words silently local: nothing is sent until it is mended.
      origin: usable ? origin : undefined,
      override: orgId !== undefined && projectId !== undefined ? { orgId, projectId } : undefined,
      userId: id('MEM0_USER_ID'),
      appId: id('MEM0_APP_ID') ?? id('MEM0_PROJECT_ID'),
      stateFolder: usableFolder ? stateFolder : undefined,
      capture: !switchedOff(env['MEM0_CAPTURE']),
      recall: !switchedOff(env['MEM0_RECALL']),
      deadlineMs: number('MEM0_DEADLINE_MS', 100, MAX_DEADLINE_MS, DEFAULT_DEADLINE_MS),
      packChars: number('MEM0_PACK_CHARS', 500, MAX_PACK_CHARS, DEFAULT_PACK_CHARS),
      debug: given('MEM0_LOG')?.toLowerCase() === 'debug',
      dryRun: switchedOn(env['MEM0_DRY_RUN']),
      userLine: !switchedOff(env['MEM0_USER_LINE']),
    },
    problems,
  };
}

function switchedOff(value: string | undefined): boolean {
  return /^(off|0|false|no)$/i.test(value?.trim() ?? '');
}

function switchedOn(value: string | undefined): boolean {
  return /^(on|1|true|yes)$/i.test(value?.trim() ?? '');
}

/** The origin of a base URL, or undefined when the key must not be sent there (contract §6: https; http on loopback is for tests). */
function originOf(value: string): string | undefined {
  if (!URL.canParse(value)) return undefined;
  const { protocol, hostname, origin, pathname, search, username, password } = new URL(value);
  if (username !== '' || password !== '') return undefined;
  if (pathname !== '/' || search !== '') return undefined;
  if (protocol === 'https:') return origin;
  const loopback = hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
  return protocol === 'http:' && loopback ? origin : undefined;
}
