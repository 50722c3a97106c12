/** `mem0-hooks unregister`: takes plain hooks of this project out of the settings of Claude Code. */
import { hooksIn, withoutHooks } from '../../core/settings/hook-entries.ts';
import type { Edit } from '../../io/settings-file-edit.ts';
import { ownerOf } from '../client-folder.ts';
import { command } from '../line/definition.ts';
import { something } from '../line/values.ts';
import { counted, oneLine } from '../plain-words.ts';
import { type Release, releaseHere } from '../release.ts';
import { type Beside, besideFile, besideWords, type Changed, changeFile, fileFor } from './registration.ts';

export const unregisterCommand = command({
  about: `
Takes the hooks of this folder out of the settings of Claude Code; with --all those of other clones of this project as well. Everybody
else's hooks, and all else in the file, stay as they are. A copy of the file is kept beside it. The plugin is not touched: claude
plugin disable does that.`,
  line: (empty) =>
    empty
      .option('--user', 'your own settings, ~/.claude/settings.json; so without any option')
      .option('--project <FILE>', 'a settings file of a project, such as .claude/settings.local.json', something)
      .option('--all', 'those of other clones, too'),
  json: 'one JSON object: file, changed, removed (hooks), backup, beside (what runs them still)',
  statuses: { done: 'they are not registered (any more)', not: 'they may be still (it is said why)' },
  run: ({ runtime, options: { all = false, ...which }, misused, answer }) => {
    const path = fileFor(runtime, which, misused);
    const release = releaseHere();
    const found = { removed: 0 };
    const changed = changeFile(path, unregistering(release, runtime.home, all, found));
    const beside = besideFile(runtime, release, path);
    const done = { file: path, ...changed, ...found, beside };
    answer(done, () => textOf(done));
  },
});

function unregistering(release: Release, home: string | undefined, all: boolean, found: { removed: number }): Edit {
  return (text, block) => {
    const ours = hooksIn(block).filter((hook) => {
      const owner = ownerOf(hook, release, home);
      return owner === 'ours' || (all && owner === 'clone');
    });
    found.removed = ours.length;
    return ours.length === 0 ? {} : { text: withoutHooks(text, ours) };
  };
}

type Done = Changed & { readonly file: string; readonly removed: number; readonly beside: Beside };

function textOf({ file, changed, removed, backup, beside }: Done): string {
  const { plugins, files, clones } = beside;
  return [
    changed
      ? `${counted(removed, 'hook')} taken out of ${oneLine(file)}.`
      : `None of them is in ${oneLine(file)}; nothing was changed.`,
    ...(backup === null ? [] : [`As it was before: ${oneLine(backup)} (0600).`]),
    ...plugins.map((name) => `The plugin ${oneLine(name)} is still active.`),
    ...files.map((path) => `${oneLine(path)} has them still.`),
    ...besideWords({ plugins: [], files: [], clones, isOff: false }),
  ].join('\n');
}
