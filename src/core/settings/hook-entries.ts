/**
 * Hooks in the settings of Claude Code (client contract §4: `hooks` → event → groups → hooks), found and changed in the text of the
 * file. Pure. Out of scope: the file (`io/settings-file-edit`), and which folder is ours.
 */
import { withValue } from './json-edit.ts';
import { withElement, withoutElement } from './json-list-edit.ts';

export const HOOK_EVENTS = ['SessionStart', 'SessionEnd', 'PreCompact'] as const;
export type HookEvent = (typeof HOOK_EVENTS)[number];

/** What an event has: a group as Claude Code reads it. */
export type HookGroup = Readonly<Record<string, unknown>>;

export interface FoundHook {
  readonly event: string;
  readonly group: number;
  readonly hook: number;
  /** The program and its arguments, or the line of a shell. */
  readonly words: readonly string[];
  /** As it stands there. */
  readonly entry: Readonly<Record<string, unknown>>;
  /** Only where the event is like this. */
  readonly matcher: string | undefined;
}

/** Every hook that is a command, of every event. */
export function hooksIn(block: Readonly<Record<string, unknown>>): readonly FoundHook[] {
  return Object.entries(block).flatMap(([event, groups]) =>
    listOf(groups).flatMap((group, groupAt) =>
      listOf(isRecord(group) ? group['hooks'] : undefined).flatMap((entry, hook): FoundHook[] => {
        if (!isRecord(group) || !isRecord(entry) || typeof entry['command'] !== 'string') return [];
        const words = [entry['command'], ...listOf(entry['args']).filter((word) => typeof word === 'string')];
        const matcher = typeof group['matcher'] === 'string' ? group['matcher'] : undefined;
        return [{ event, group: groupAt, hook, words, entry, matcher }];
      }),
    ),
  );
}

/** The names of the bundles that hooks start, whichever clone they are of. */
const BUNDLE = /^(.*)[\\/](?:session-start|session-end|pre-compact)\.cjs$/;
/** The same in the line of a shell, with or without quotes around it. */
const IN_LINE = /"([^"]+\.cjs)"|'([^']+\.cjs)'|((?:[^\s"'\\]|\\.)+\.cjs)/g;

/** The folder of the bundle that a hook starts; undefined where it starts none that is called like ours. */
export function bundleFolderOf({ words }: Pick<FoundHook, 'words'>): string | undefined {
  const [line = '', ...args] = words;
  const paths =
    args.length > 0
      ? args
      : [...line.matchAll(IN_LINE)].map(([, one, two, bare]) => one ?? two ?? bare?.replace(/\\(.)/g, '$1') ?? '');
  for (const path of paths) {
    const [, folder] = BUNDLE.exec(path) ?? [];
    if (folder !== undefined) return folder;
  }
  return undefined;
}

/** The text with this group for an event; undefined where what is there is no list. */
export function withGroup(text: string, block: HookGroup, event: HookEvent, group: HookGroup): string | undefined {
  if (block[event] === undefined) return withValue(text, ['hooks', event], [group]);
  return withElement(text, ['hooks', event], group);
}

/** The text without these hooks, and without the groups, lists and block that are empty then. */
export function withoutHooks(text: string, found: readonly FoundHook[]): string {
  // From the last to the first: those before keep their numbers.
  const ordered = [...found].sort((left, right) => right.group - left.group || right.hook - left.hook);
  return ordered.reduce((rest, { event, group, hook }) => withoutHook(rest, event, group, hook), text);
}

function withoutHook(text: string, event: string, group: number, hook: number): string {
  const groups = listOf(blockOf(text)[event]);
  const holder = groups[group];
  if (listOf(isRecord(holder) ? holder['hooks'] : undefined).length > 1)
    return withoutElement(text, ['hooks', event, group, 'hooks', hook]);
  if (groups.length > 1) return withoutElement(text, ['hooks', event, group]);
  const without = withValue(text, ['hooks', event], undefined);
  return Object.keys(blockOf(without)).length > 0 ? without : withValue(without, ['hooks'], undefined);
}

function blockOf(text: string): HookGroup {
  const parsed: unknown = JSON.parse(text.replace(/^\ufeff/, ''));
  const block = isRecord(parsed) ? parsed['hooks'] : undefined;
  return isRecord(block) ? block : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
