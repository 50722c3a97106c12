/**
 * From the sources to the settings: the environment, then the person's own file, then the defaults; and where each value came
 * from. Nothing here throws: a value that cannot be used is a problem, and the next source stands.
 * Out of scope: reading the files (`io/settings-files`), and the repository's file (`narrowed`, which comes last and can only narrow).
 */
import { type output, safeParse } from 'zod/mini';
import {
  type Config,
  type ConfigProblem,
  DEFAULT_DEADLINE_MS,
  DEFAULT_PACK_CHARS,
  DEFAULT_SESSION_STATE_DAYS,
  MEM0_ORIGIN,
  SETTINGS,
} from './config.ts';
import { MAX_PACK_CHARS } from './hook.ts';
import { NO_LISTS, NO_PATTERN } from './patterns.ts';
import {
  MAX_DEADLINE_MS,
  MAX_SESSION_STATE_DAYS,
  OWN_SCHEMAS,
  type OwnKey,
  originOf,
  SETTING_SCHEMAS,
  type SettingKey,
} from './setting-values.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** What the person's own file holds for us, or why it cannot be told. */
export type OwnFile =
  | { readonly state: 'absent' }
  /** `about`: whether something of ours is in it, so that it may say what must not be captured. */
  | { readonly state: 'broken'; readonly about: boolean; readonly problem: string }
  | { readonly state: 'read'; readonly settings: Readonly<Record<string, unknown>>; readonly problem?: string };

/** Where a value came from: a variable's name, the person's own file, or nowhere. */
export type Origin = { readonly from: 'environment'; readonly name: string } | { readonly from: 'file' | 'default' };

export interface Settings {
  readonly config: Config;
  readonly problems: readonly ConfigProblem[];
  readonly origins: Readonly<Record<SettingKey | OwnKey, Origin>>;
  /** Keys of ours in the file that no version of ours knows. */
  readonly unknown: readonly string[];
}

/** The block in `~/.mem0/settings.json` that is ours: other tools keep theirs beside it. */
export const BLOCK = 'hooks';

/** What is said of a value that cannot be used; the value itself is never repeated. */
const PROBLEMS: Readonly<Record<SettingKey | OwnKey, string>> = {
  api_key: 'holds characters that no key has',
  base_url: 'must be https://host, or http on loopback, without a path; nothing is sent',
  override_org_id: 'must be 1 to 200 characters without spaces and controls; the override is ignored',
  override_project_id: 'must be 1 to 200 characters without spaces and controls; the override is ignored',
  user_id: 'must be 1 to 200 characters without spaces and controls; it is ignored',
  app_id: 'must be 1 to 200 characters without spaces and controls; it is ignored',
  home: 'must be an absolute path; it is ignored',
  enabled: 'must be on or off; it is taken for off',
  capture: 'must be on or off; it is taken for off',
  recall: 'must be on or off; it is ignored',
  session_state_days: `needs a whole number from 1 to ${MAX_SESSION_STATE_DAYS}; it is ignored`,
  deadline_ms: `needs a whole number from 100 to ${MAX_DEADLINE_MS}; it is ignored`,
  pack_chars: `needs a whole number from 500 to ${MAX_PACK_CHARS}; it is ignored`,
  user_line: 'must be on or off; it is ignored',
  log: 'knows the word debug only; it is ignored',
  dry_run: 'must be on or off; it is taken for on',
  deny: `${NO_LISTS}; nothing is captured until it is mended`,
  allow: `${NO_LISTS}; nothing is captured until it is mended`,
  aliases: 'is no list of ids that can be read; it is ignored',
  omit: `is no list of patterns, or has too many or ${NO_PATTERN}; it is ignored`,
};

/** What an unusable value of these switches is taken for: whoever wrote one wanted less to happen, not more. */
const CAUTIOUS: Partial<Record<SettingKey, boolean>> = { enabled: false, capture: false, dry_run: true };

const SWITCHES: readonly SettingKey[] = ['enabled', 'capture', 'recall', 'user_line', 'dry_run'];

const OWN_KEYS = Object.keys(OWN_SCHEMAS) as readonly OwnKey[];

/** Whether a key of the person's file is one of the lists that it alone can hold. */
export function isOwnKey(key: SettingKey | OwnKey): key is OwnKey {
  return OWN_KEYS.some((own) => own === key);
}

/**
 * Why a value cannot be a setting's, in the words in which a reading of it would complain (without what would then be done);
 * undefined where it can. The value itself is never repeated.
 */
export function refusalOf(key: SettingKey | OwnKey, value: unknown): string | undefined {
  const schema = isOwnKey(key) ? OWN_SCHEMAS[key]() : SETTING_SCHEMAS[key]();
  return safeParse(schema, value).success ? undefined : PROBLEMS[key].split(';')[0];
}

/** Reads all settings. Never throws. */
export function readConfig(env: Env, file: OwnFile = { state: 'absent' }): Settings {
  const reading = new Reading(env, file);
  const apiKey = reading.value('api_key');
  const baseUrl = reading.value('base_url');
  // A key or a host that cannot be one must not make its owner's words silently local: nothing is sent until it is mended.
  const isUnusable = reading.unusable('api_key') !== undefined || reading.unusable('base_url') !== undefined;
  const deny = reading.own('deny');
  const allow = reading.own('allow');
  const aliases = reading.own('aliases');
  const config: Config = {
    // One that cannot be one still tells whose words they are: they are kept for it.
    apiKey: apiKey ?? reading.unusable('api_key'),
    origin: isUnusable ? undefined : originOf(baseUrl ?? MEM0_ORIGIN),
    override: reading.override(),
    userId: reading.value('user_id'),
    appId: reading.value('app_id'),
    stateFolder: reading.value('home'),
    enabled: reading.value('enabled') ?? true,
    capture: reading.value('capture') ?? true,
    recall: reading.value('recall') ?? true,
    sessionStateDays: reading.value('session_state_days') ?? DEFAULT_SESSION_STATE_DAYS,
    deadlineMs: reading.value('deadline_ms') ?? DEFAULT_DEADLINE_MS,
    packChars: reading.value('pack_chars') ?? DEFAULT_PACK_CHARS,
    debug: reading.value('log') ?? false,
    dryRun: reading.value('dry_run') ?? false,
    userLine: reading.value('user_line') ?? true,
    deny: { paths: deny?.paths ?? [], projects: deny?.projects ?? [] },
    allow: { paths: allow?.paths ?? [], projects: allow?.projects ?? [] },
    aliases: { userIds: aliases?.user_ids ?? [], appIds: aliases?.app_ids ?? {} },
    omit: reading.own('omit') ?? [],
    unsettled: file.state === 'broken' && file.about,
    held: (file.state === 'broken' && file.about) || reading.isOdd('deny') || reading.isOdd('allow'),
  };
  const problems = reading.problems.filter(({ key }) => key !== 'base_url' || config.apiKey !== undefined);
  return {
    config,
    problems: problems.map(({ name, problem }) => ({ name, problem })),
    origins: reading.origins,
    unknown: reading.unknown,
  };
}

type Values = { readonly [K in SettingKey]: output<ReturnType<(typeof SETTING_SCHEMAS)[K]>> };
type OwnValues = { readonly [K in OwnKey]: output<ReturnType<(typeof OWN_SCHEMAS)[K]>> };

interface Given {
  readonly origin: Origin;
  /** The variable's name, or the setting's in the file. */
  readonly name: string;
  readonly value: unknown;
}

/** One reading of the sources: values on demand, and what was noticed on the way. */
class Reading {
  readonly problems: (ConfigProblem & { readonly key: SettingKey | OwnKey | undefined })[] = [];
  readonly origins: Record<SettingKey | OwnKey, Origin>;
  readonly unknown: readonly string[];
  readonly #env: Env;
  readonly #file: Readonly<Record<string, unknown>>;
  readonly #odd = new Map<SettingKey | OwnKey, unknown>();

  constructor(env: Env, file: OwnFile) {
    this.#env = env;
    this.#file = file.state === 'read' ? file.settings : {};
    const keys = [...(Object.keys(SETTING_SCHEMAS) as SettingKey[]), ...OWN_KEYS];
    this.origins = Object.fromEntries(keys.map((key) => [key, { from: 'default' }])) as typeof this.origins;
    this.unknown = Object.keys(this.#file).filter((key) => !keys.some((known) => known === key));
    if (file.state !== 'absent' && file.problem !== undefined) {
      this.problems.push({ key: undefined, name: FILE, problem: file.problem });
    }
  }

  /** The first source's value that can be used; undefined where none gives one. */
  value<K extends SettingKey>(key: K): Values[K] | undefined {
    for (const given of this.#given(key)) {
      const parsed = safeParse(SETTING_SCHEMAS[key](), given.value);
      if (parsed.success) {
        this.origins[key] = given.origin;
        return parsed.data as Values[K];
      }
      this.#complain(key, given);
      // Not the next one: whoever wrote it wanted less to happen, or to send somewhere else.
      if (CAUTIOUS[key] === undefined && key !== 'api_key' && key !== 'base_url') continue;
      this.origins[key] = given.origin;
      return CAUTIOUS[key] as Values[K] | undefined;
    }
    return undefined;
  }

  /** What the person's own file alone can say. */
  own<K extends OwnKey>(key: K): OwnValues[K] | undefined {
    const value = this.#file[key];
    if (value === undefined || value === null) return undefined;
    const origin: Origin = { from: 'file' };
    const parsed = safeParse(OWN_SCHEMAS[key](), value);
    this.origins[key] = origin;
    if (parsed.success) return parsed.data as OwnValues[K];
    this.#complain(key, { origin, name: nameInFile(key), value });
    return undefined;
  }

  /** Both ids of the first source that gives any of them (platform contract §1.1): halves of two sources are no whole. */
  override(): Config['override'] {
    const both = [this.value('override_org_id'), this.value('override_project_id')] as const;
    const [org, project] = [this.origins.override_org_id, this.origins.override_project_id];
    const isFrom = (from: Origin['from']) => org.from === from || project.from === from;
    const from = isFrom('environment') ? 'environment' : 'file';
    const [orgId, projectId] = [org.from === from ? both[0] : undefined, project.from === from ? both[1] : undefined];
    if (orgId !== undefined && projectId !== undefined) return { orgId, projectId };
    if (orgId === undefined && projectId === undefined) return undefined;
    const key = orgId === undefined ? 'override_project_id' : 'override_org_id';
    const name = from === 'file' ? nameInFile(key) : (namesOf(key)[0] ?? key);
    this.problems.push({ key, name, problem: 'stands alone; the override needs both ids and is ignored' });
    return undefined;
  }

  /** What was given for it and cannot be used, as text. */
  unusable(key: SettingKey): string | undefined {
    return this.#odd.has(key) ? String(this.#odd.get(key)).trim() : undefined;
  }

  isOdd(key: OwnKey): boolean {
    return this.#odd.has(key);
  }

  *#given(key: SettingKey): Generator<Given> {
    for (const name of namesOf(key)) {
      const value = this.#env[name];
      if (value !== undefined && value.trim() !== '') yield { origin: { from: 'environment', name }, name, value };
    }
    const value = this.#file[key];
    // An empty text is none; of a switch it is a word that is no switch.
    const isNone = value === undefined || value === null || (value === '' && !SWITCHES.includes(key));
    if (!isNone) {
      yield { origin: { from: 'file' }, name: nameInFile(key), value };
    }
  }

  #complain(key: SettingKey | OwnKey, { name, value }: Given): void {
    this.#odd.set(key, value);
    this.problems.push({ key, name, problem: PROBLEMS[key] });
  }
}

/** The person's own file, as it is named to them. */
export const FILE = '~/.mem0/settings.json';

/** A setting in that file, as it is named to a person. */
export function nameInFile(key: string): string {
  return `${BLOCK}.${key} in ${FILE}`;
}

function namesOf(key: SettingKey): readonly string[] {
  return SETTINGS.find((setting) => setting.key === key)?.names ?? [];
}
