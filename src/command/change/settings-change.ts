/** The changes that `mem0-hooks settings` makes to the person's own file: of its text, checked before anything is written. */
import { resolve } from 'node:path';
import { SETTINGS } from '../../contract/config.ts';
import { BLOCK, isOwnKey, nameInFile, refusalOf } from '../../contract/read-config.ts';
import type { OwnKey, SettingKey } from '../../contract/setting-values.ts';
import { quotedPath } from '../../core/settings/glob.ts';
import { withValue } from '../../core/settings/json-edit.ts';
import type { Edit } from '../../io/settings-file-edit.ts';

/** A setting by its key in the file, or by a variable's name; undefined where there is none. */
export function settingNamed(name: string): SettingKey | OwnKey | undefined {
  const own = name as OwnKey;
  return isOwnKey(own) ? own : SETTINGS.find(({ key, names }) => key === name || names.includes(name))?.key;
}

/** What is written for a word of the command line: numbers as such, and for what is a list its JSON, or one pattern. */
export function valueFor(key: SettingKey | OwnKey, word: string): unknown {
  if (isOwnKey(key)) return jsonOr(word);
  const text = word.trim();
  const isNumber = key === 'deadline_ms' || key === 'pack_chars' || key === 'session_state_days';
  return isNumber && /^\d{1,9}$/.test(text) ? Number(text) : text;
}

function jsonOr(word: string): unknown {
  try {
    const value: unknown = JSON.parse(word);
    return typeof value === 'object' && value !== null ? value : word;
  } catch (error) {
    if (error instanceof SyntaxError) return word;
    throw error;
  }
}

/** Sets a value that has been let pass. A key is for nobody else's eyes. */
export function settingIt(key: SettingKey | OwnKey, value: unknown): Edit {
  return (text) => ({ text: withValue(text, [BLOCK, key], value), secret: key === 'api_key' });
}

/** Takes a key away, be it one that is not known here. */
export function unsettingIt(key: string): Edit {
  return (text, settings) => (Object.hasOwn(settings, key) ? { text: withValue(text, [BLOCK, key], undefined) } : {});
}

export interface Listing {
  readonly list: 'deny' | 'allow';
  readonly kind: 'paths' | 'projects';
  readonly pattern: string;
  readonly remove: boolean;
}

/** Puts a pattern on a list, or takes it off. A list that cannot be understood is left as it is. */
export function listing({ list, kind, pattern, remove }: Listing): Edit {
  return (text, settings) => {
    const lists = settings[list] ?? {};
    const odd = refusalOf(list, lists);
    if (odd !== undefined) return { refused: `cannot be changed: ${nameInFile(list)} ${odd}` };
    const known = patternsIn(lists, kind);
    if (known.includes(pattern) !== remove) return {};
    const next = remove ? known.filter((one) => one !== pattern) : [...known, pattern];
    const refusal = refusalOf(list, { [kind]: next });
    if (refusal !== undefined) return { refused: `cannot hold this pattern, or not so many: ${list} ${refusal}` };
    return { text: withValue(text, [BLOCK, list, kind], next.length === 0 ? undefined : next) };
  };
}

/** One pattern may stand without its brackets. */
function patternsIn(lists: object, kind: Listing['kind']): readonly string[] {
  const held: unknown = Object.entries(lists).find(([name]) => name === kind)?.[1];
  return [held].flat().filter((one) => typeof one === 'string');
}

/** A folder that is named from here, as the file must name it: there it would hold at any depth. The way to here is names alone. */
export function fromRoot(pattern: string, here: string): string {
  return /^\.{1,2}([\\/]|$)/.test(pattern) ? resolve(quotedPath(here), pattern) : pattern;
}
