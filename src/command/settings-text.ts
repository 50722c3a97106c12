/** The settings as a table for a person. */
import { FILE, type Origin } from '../contract/read-config.ts';
import type { ShownSetting } from '../contract/shown-settings.ts';
import type { Json } from '../contract/wire.ts';
import { columns, oneLine } from './plain-words.ts';

/** Of a list so many are shown; the file has them all, and so has `--json`. */
const MOST_SHOWN = 10;

/** A line for each setting: name, value, and where it came from. */
export function settingsLines(settings: readonly ShownSetting[]): readonly string[] {
  return columns(settings.map((one) => [one.name, valueWords(one), originWords(one.origin)]));
}

/** Where a value came from, in words. */
export function originWords(origin: Origin): string {
  switch (origin.from) {
    case 'environment':
      return origin.name === 'CLAUDE_PLUGIN_OPTION_API_KEY' ? "the plugin's option api_key" : origin.name;
    case 'file':
      return FILE;
    case 'default':
      return 'default';
    default:
      return origin satisfies never;
  }
}

export function valueWords({ name, value, default: otherwise, origin }: ShownSetting): string {
  if (value !== null) return wordsOf(value) || 'none';
  return name === 'base_url' || origin.from !== 'default' ? 'none that can be used' : otherwise;
}

function wordsOf(value: Json): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value !== 'object' || value === null) return oneLine(String(value));
  if (Array.isArray(value)) return listWords(value.map(String));
  return Object.entries(value)
    .map(([name, inner]) => [name, inner === undefined ? '' : wordsOf(inner)])
    .filter(([, inner]) => inner !== '')
    .map(([name, inner]) => `${oneLine(name ?? '')}: ${inner}`)
    .join('; ');
}

function listWords(list: readonly string[]): string {
  const more = list.length - MOST_SHOWN;
  const shown = list.slice(0, MOST_SHOWN).map(oneLine).join(', ');
  return more > 0 ? `${shown} and ${more} more` : shown;
}
