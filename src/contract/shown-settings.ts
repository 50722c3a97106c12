/**
 * The settings as they are shown to a person: each with its value and where that came from, the key masked. Out of scope: how
 * they look on a terminal (`command/settings-text`).
 */
import { type Config, SETTINGS } from './config.ts';
import type { Origin, Settings } from './read-config.ts';
import type { OwnKey, SettingKey } from './setting-values.ts';
import type { Json } from './wire.ts';

export interface ShownSetting {
  /** The key in the person's file. */
  readonly name: SettingKey | OwnKey;
  /** The variables that set it; none where only the file can. */
  readonly variables: readonly string[];
  /** The value in force; null where there is none. Of the key only what `maskedKey` leaves. */
  readonly value: Json;
  /** What holds without a value, in words; where the default is a value it is that. */
  readonly default: string;
  readonly origin: Origin;
}

/** So many characters of a key are shown, and only of one that is long enough for them to give nothing away. [?] ours */
const SHOWN_CHARS = 4;
const SHORTEST_SHOWN = 20;

/** What may be seen of a key. */
export function maskedKey(key: string): string {
  const isPlain = /^[\x21-\x7e]+$/.test(key);
  return isPlain && key.length >= SHORTEST_SHOWN ? `…${key.slice(-SHOWN_CHARS)}` : '…';
}

/** All settings, in the order of the README's table, and then those that only the person's file can hold. */
export function shownSettings({ config, origins }: Pick<Settings, 'config' | 'origins'>): readonly ShownSetting[] {
  const table = SETTINGS.map(({ key, names, default: otherwise }) => ({
    name: key,
    variables: names,
    value: valueIn(key, config),
    default: otherwise,
    origin: origins[key],
  }));
  const own = ownValues(config).map(([name, value]) => ({
    name,
    variables: [],
    value,
    default: 'none',
    origin: origins[name],
  }));
  return [...table, ...own];
}

function valueIn(key: SettingKey, config: Config): Json {
  switch (key) {
    case 'api_key':
      return config.apiKey === undefined ? null : maskedKey(config.apiKey);
    case 'base_url':
      // None where the one that is given cannot be used, or the key: nothing is sent then.
      return config.origin ?? null;
    case 'override_org_id':
      return config.override?.orgId ?? null;
    case 'override_project_id':
      return config.override?.projectId ?? null;
    case 'user_id':
      return config.userId ?? null;
    case 'app_id':
      return config.appId ?? null;
    case 'home':
      return config.stateFolder ?? null;
    case 'enabled':
      return config.enabled;
    case 'capture':
      return config.capture;
    case 'recall':
      return config.recall;
    case 'session_state_days':
      return config.sessionStateDays;
    case 'deadline_ms':
      return config.deadlineMs;
    case 'pack_chars':
      return config.packChars;
    case 'user_line':
      return config.userLine;
    case 'log':
      return config.debug ? 'debug' : null;
    case 'dry_run':
      return config.dryRun;
    default:
      return key satisfies never;
  }
}

function ownValues({ deny, allow, aliases, omit }: Config): readonly (readonly [OwnKey, Json])[] {
  const lists = ({ paths, projects }: Config['deny']): Json => ({ paths: [...paths], projects: [...projects] });
  const appIds = Object.fromEntries(Object.entries(aliases.appIds).map(([id, others]) => [id, [...others]]));
  return [
    ['deny', lists(deny)],
    ['allow', lists(allow)],
    ['aliases', { user_ids: [...aliases.userIds], app_ids: appIds }],
    ['omit', [...omit]],
  ];
}
