/** `mem0-hooks register`: these hooks as plain hooks in the settings of Claude Code (client contract §4). */
import { isDeepStrictEqual } from 'node:util';
import { type HookEvent, type HookGroup, hooksIn, withGroup } from '../../core/settings/hook-entries.ts';
import type { Edit } from '../../io/settings-file-edit.ts';
import { ownerOf } from '../client-folder.ts';
import { refuse } from '../leave.ts';
import { command } from '../line/definition.ts';
import { something } from '../line/values.ts';
import { oneLine } from '../plain-words.ts';
import { groupsOfRelease, type Release, releaseHere } from '../release.ts';
import { type Beside, besideFile, besideWords, type Changed, changeFile, fileFor, isShared } from './registration.ts';

export const registerCommand = command({
  about: `
Puts the three hooks of this folder into the settings of Claude Code, for those who do not use the plugin. All else in the file stays
as it is, byte for byte; a copy of it is kept beside it. What is there already stays, so it may be repeated. A file that cannot be
understood is not touched. Sessions that are open get them when they are started anew.`,
  line: (empty) =>
    empty
      .option('--user', 'your own settings, ~/.claude/settings.json; so without any option')
      .option('--project <FILE>', 'a settings file of a project, such as .claude/settings.local.json', something),
  json: 'one JSON object: file, changed, added (events), backup, differs (events with settings of their own), beside (what runs them as well)',
  statuses: { done: 'they are registered', not: 'they are not (it is said why)' },
  run: ({ runtime, options, misused, answer }) => {
    const path = fileFor(runtime, options, misused);
    const release = releaseHere();
    const groups = groupsOfRelease(release);
    if (groups === undefined)
      refuse(`${release.root} has no hooks.json that says which hooks there are. Nothing was written.`);
    const found: Registered = { added: [], differs: [] };
    const changed = changeFile(path, registering(groups, release, runtime.home, found));
    const beside = besideFile(runtime, release, path);
    const done = { file: path, ...changed, ...found, beside };
    answer(done, () => textOf(done, { shared: isShared(path, runtime), root: release.root }));
  },
});

interface Registered {
  added: HookEvent[];
  /** They are there, but not as this version would write them. */
  differs: HookEvent[];
}

/** Adds what is missing; what it has done is in `found` afterwards, since the file may be looked at more than once. */
function registering(
  groups: readonly (readonly [HookEvent, HookGroup])[],
  release: Release,
  home: string | undefined,
  found: Registered,
): Edit {
  return (text, block) => {
    found.added = [];
    found.differs = [];
    let next = text;
    const known = hooksIn(block).filter((hook) => ownerOf(hook, release, home) === 'ours');
    for (const [event, group] of groups) {
      const here = known.filter((hook) => hook.event === event);
      if (here.length === 0) {
        const added = withGroup(next, block, event, group);
        if (added === undefined) return { refused: `has something else than a list under hooks.${event}` };
        next = added;
        found.added.push(event);
      } else if (!isAsWritten(here, group)) found.differs.push(event);
    }
    return next === text ? {} : { text: next };
  };
}

function isAsWritten(
  here: readonly { readonly entry: unknown; readonly matcher: string | undefined }[],
  group: HookGroup,
) {
  const [only, second] = here;
  const [entry] = Array.isArray(group['hooks']) ? group['hooks'] : [];
  return second === undefined && (only?.matcher ?? '') === '' && isDeepStrictEqual(only?.entry, entry);
}

type Done = Changed & Registered & { readonly file: string; readonly beside: Beside };

interface Around {
  readonly shared: boolean;
  readonly root: string;
}

function textOf({ file, changed, added, differs, backup, beside }: Done, { shared, root }: Around): string {
  return [
    changed
      ? `Registered in ${oneLine(file)}: ${added.join(', ')}.`
      : `They are registered in ${oneLine(file)} already; nothing was changed.`,
    ...(backup === null ? [] : [`As it was before: ${oneLine(backup)} (0600).`]),
    ...differs.map(
      (event) => `${event} is there with settings of its own, which stay; unregister and register makes it anew.`,
    ),
    ...(shared
      ? ['This file goes to whoever has the project, and names a folder of this machine: settings.local.json does not.']
      : []),
    // Where the client keeps the plugins that it has installed (measured with 2.1.197).
    ...(/[\\/]plugins[\\/]cache[\\/]/.test(root)
      ? [
          "This folder is the client's copy of the plugin, and goes when that is updated: register from a clone instead.",
        ]
      : []),
    ...besideWords(beside),
  ].join('\n');
}
