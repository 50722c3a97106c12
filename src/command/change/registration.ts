/** What `register` and `unregister` share: which file, how it is changed, and what else would run the hooks. */
import { basename, dirname, resolve } from 'node:path';
import type { FoundHook } from '../../core/settings/hook-entries.ts';
import { Backup } from '../../io/backup.ts';
import { type Edit, type Edited, editOwnFile } from '../../io/settings-file-edit.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import {
  activePlugins,
  clientSettings,
  hooksOf,
  isOurPlugin,
  ownerOf,
  readClientSettings,
  settingsFilesFor,
} from '../client-folder.ts';
import { refuse } from '../leave.ts';
import { orRefuse } from '../or-refuse.ts';
import { oneLine } from '../plain-words.ts';
import type { Release } from '../release.ts';
import { workingFolder } from '../working-folder.ts';

export interface Which {
  readonly user?: true | undefined;
  readonly project?: string | undefined;
}

/** The settings file that is meant; ends with wrong usage where two are. */
export function fileFor(runtime: Runtime, { user, project }: Which, misused: (wrong: string) => never): string {
  if (user === true && project !== undefined) misused('Either your own settings, or a file of a project.');
  if (project === undefined) return orRefuse(() => clientSettings(runtime));
  if (!project.endsWith('.json')) misused('--project names a settings file, such as .claude/settings.local.json.');
  return resolve(workingFolder(runtime.env), project);
}

export interface Changed {
  readonly changed: boolean;
  /** Where the file is as it was. */
  readonly backup: string | null;
}

/** Changes the file in place, with a copy of what it was beside it; ends where that cannot be done. */
export function changeFile(path: string, edit: Edit): Changed {
  const backup = new Backup(path, Date.now());
  const edited = orRefuse((): Edited => {
    try {
      return editOwnFile(path, (text, block) => {
        const change = edit(text, block);
        if (!('refused' in change) && change.text !== undefined && change.text !== text) backup.keep(text);
        return change;
      });
    } catch (error) {
      backup.drop();
      throw error;
    }
  });
  const isChanged = !('refused' in edited) && edited.changed;
  if (!isChanged) backup.drop();
  if ('refused' in edited) return refuse(`${path} ${edited.refused}. Nothing was written.`);
  return { changed: isChanged, backup: backup.path ?? null };
}

export interface Beside {
  /** This project's plugin, as the client names it. */
  readonly plugins: readonly string[];
  /** Other files that have hooks of this project. */
  readonly files: readonly string[];
  /** Folders of other clones that are registered. */
  readonly clones: readonly string[];
  /** A setting of the client that lets no hook run. */
  readonly isOff: boolean;
}

/** What would run the same hooks besides the file at `path`, for a session in this folder. */
export function besideFile(runtime: Runtime, release: Release, path: string): Beside {
  const here = workingFolder(runtime.env);
  const files = readClientSettings([...new Set([...settingsFilesFor(runtime, here), path])]);
  const known = files.flatMap(hooksOf).map((hook) => ({ ...hook, owner: ownerOf(hook, release, runtime.home) }));
  const clones = known.flatMap(({ owner, words, path: at }) =>
    owner === 'clone' ? [`${folderIn(words)} (${at})`] : [],
  );
  return {
    plugins: activePlugins(files).filter(isOurPlugin),
    files: [...new Set(known.filter(({ owner, path: at }) => owner === 'ours' && at !== path).map((one) => one.path))],
    clones: [...new Set(clones)],
    isOff: files.some(({ json }) => json['disableAllHooks'] === true),
  };
}

function folderIn(words: FoundHook['words']): string {
  return words.length > 1 ? dirname(words[1] ?? '') : (words[0] ?? '');
}

/** Hooks that run twice capture twice and recall twice. */
export function besideWords({ plugins, files, clones, isOff }: Beside): readonly string[] {
  return [
    ...plugins.map(
      (name) =>
        `The plugin ${oneLine(name)} is active: with hooks in the settings as well they run twice. Disable one of the two: claude plugin disable ${oneLine(name)}, or mem0-hooks unregister.`,
    ),
    ...files.map((path) => `${oneLine(path)} has them as well: there they run twice.`),
    ...clones.map(
      (clone) => `Another clone is registered: ${oneLine(clone)}. mem0-hooks unregister --all takes all of them out.`,
    ),
    ...(isOff ? ['The settings of Claude Code have disableAllHooks: no hook runs.'] : []),
  ];
}

/** A project's own settings go to whoever gets the project. */
export function isShared(path: string, runtime: Runtime): boolean {
  return basename(path) === 'settings.json' && path !== orRefuse(() => clientSettings(runtime));
}
