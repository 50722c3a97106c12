/** `mem0-hooks settings`: shows the settings, and changes them in the person's own file. */
import { resolve } from 'node:path';
import { FILE, nameInFile } from '../../contract/read-config.ts';
import type { OwnKey, SettingKey } from '../../contract/setting-values.ts';
import { type ShownSetting, shownSettings } from '../../contract/shown-settings.ts';
import { type Edit, type Edited, editOwnFile } from '../../io/settings-file-edit.ts';
import { ownFileIn } from '../../io/settings-files.ts';
import { permissionsOf } from '../../runtime/place/permission.ts';
import { writeAll } from '../../runtime/processes/write-all.ts';
import { Runtime } from '../../runtime/runtime.ts';
import { refusalHere } from '../../runtime/settings-here.ts';
import { refuse } from '../leave.ts';
import { type Asked, command } from '../line/definition.ts';
import { something } from '../line/values.ts';
import { oneLine } from '../plain-words.ts';
import { originWords, settingsLines, valueWords } from '../settings-text.ts';
import { secretLine } from '../terminal/stdin-line.ts';
import { workingFolder } from '../working-folder.ts';
import { fromRoot, type Listing, listing, settingIt, settingNamed, unsettingIt, valueFor } from './settings-change.ts';

const STATUSES = { done: 'done', not: 'not done (it is said why)' };

const CHANGED = 'one JSON object: setting (as it is in force now, as settings --json has one), notes';

export const settingsCommand = command({
  about: `
Shows every setting with its value and where it comes from, or changes one in ~/.mem0/settings.json. All else in that file stays as
it is, byte for byte. A value that cannot be used is refused, and so is a file that cannot be understood: then nothing is written.`,
  line: (empty) => empty,
  json: 'the settings as an array: name, variables, value, default, origin',
  statuses: { done: 'shown or done', not: 'not done (it is said why)' },
  words: {
    set: [
      'set one',
      command({
        about: `
Sets a setting in ~/.mem0/settings.json. A key is given as -, and read from stdin. What is a list (omit, aliases) is given as JSON,
or as one pattern. What has spaces is put into quotes.`,
        line: (empty) =>
          empty
            .argument('<NAME>', 'as in the file (capture), or the variable (MEM0_CAPTURE)', something)
            .argument('<VALUE>', 'what it is to be; - for a key'),
        json: CHANGED,
        statuses: STATUSES,
        run: set,
      }),
    ],
    unset: [
      'take one out of the file',
      command({
        about: 'Takes a setting out of ~/.mem0/settings.json.',
        line: (empty) => empty.argument('<NAME>', 'as in the file, or the variable', something),
        json: CHANGED,
        statuses: STATUSES,
        run: unset,
      }),
    ],
    deny: [
      'say where nothing is read, written or sent',
      listCommand(
        'deny',
        `
Puts folders on the list of what is denied: nothing is read, written or sent in this folder, or in those that the pattern names;
. is the current one.`,
      ),
    ],
    allow: [
      'say where alone anything is',
      listCommand(
        'allow',
        `
Puts folders on the list of what is allowed: with anything in this list, only what is in it is remembered.`,
      ),
    ],
  },
  run: ({ runtime, json, answer }) => {
    const settings = shownSettings(runtime);
    // A file that cannot be understood, or a value, is not among them, and may hold everything back.
    const notes = runtime.problems.map(({ name, problem }) => `Note: ${oneLine(name)} ${oneLine(problem)}.`);
    if (json) writeAll(2, notes.map((note) => `${note}\n`).join(''));
    answer(settings, () => [...settingsLines(settings), ...(notes.length === 0 ? [] : ['', ...notes])].join('\n'));
  },
});

function listCommand(list: Listing['list'], about: string) {
  return command({
    about,
    line: (empty) =>
      empty
        .argument('<PATTERN>', 'of folders; put it into quotes', something)
        .option('--project', 'the pattern is of project ids')
        .option('--remove', 'take the pattern off the list'),
    statuses: STATUSES,
    json: CHANGED,
    run: ({ runtime, args: [pattern], options: { project, remove }, answer }) =>
      changeList(
        { runtime, answer },
        { list, kind: project === true ? 'projects' : 'paths', pattern, remove: remove === true },
      ),
  });
}

type Answering = Pick<Asked<unknown, object>, 'answer'>;

function set({ runtime, args: [name, word], misused, answer }: Asked<[string, string], object>): never {
  const key = settingNamed(name);
  if (key === undefined) return misused(`There is no setting ${name}.`);
  if (key === 'api_key' && word !== '-')
    return misused(
      'A key is not taken as an argument, where the list of processes shows it: give - and the key on stdin.',
    );
  const typed = key === 'api_key' ? secretLine('The key') : word;
  if (key === 'api_key' && typed === '') refuse('No key has come on stdin. Nothing was written.');
  const value = valueFor(key, typed);
  const refusal = refusalHere(key, value);
  if (refusal !== undefined) refuse(`${name} ${refusal}. Nothing was written.`);
  const { closed } = change(runtime, settingIt(key, value));
  return told({ answer }, key, closed && `${FILE} could be read by others; now it is yours alone (0600).`);
}

function unset({ runtime, args: [name], misused, answer }: Asked<[string], object>): never {
  const key = settingNamed(name);
  const { changed } = change(runtime, unsettingIt(key ?? name));
  if (key !== undefined) return told({ answer }, key, changed ? undefined : `${nameInFile(key)} was not set.`);
  if (!changed) return misused(`There is no setting ${name}, and no such key in ${FILE}.`);
  const taken = `${oneLine(nameInFile(name))} is taken out.`;
  return answer({ setting: null, notes: [taken] }, () => taken);
}

/** A pattern of folders is taken off as it was typed, or as it was written then. */
function changeList({ runtime, answer }: Answering & { readonly runtime: Runtime }, wanted: Listing): never {
  const here = workingFolder(runtime.env);
  const spellings =
    wanted.kind === 'projects'
      ? [wanted.pattern]
      : [fromRoot(wanted.pattern, here), wanted.pattern, resolve(here, wanted.pattern)];
  const tried = wanted.remove ? [...new Set(spellings)] : spellings.slice(0, 1);
  const changed = tried.some((pattern) => change(runtime, listing({ ...wanted, pattern })).changed);
  if (!changed && wanted.remove)
    refuse(`${wanted.pattern} is not among the ${wanted.kind} of ${nameInFile(wanted.list)}.`);
  const { allowed, unknown } = permissionsOf(new Runtime()).of(here);
  const folder =
    unknown === 'project'
      ? 'Whether the current folder is allowed now only git can tell: mem0-hooks status asks it.'
      : `The current folder is ${allowed ? 'allowed' : 'denied'} by the lists now.`;
  return told({ answer }, wanted.list, ...(changed ? [] : ['It was there already.']), folder);
}

function change(runtime: Runtime, edit: Edit): Exclude<Edited, { readonly refused: string }> {
  if (runtime.home === undefined) refuse('There is no home folder (HOME), so there is no settings file.');
  const edited = editOwnFile(ownFileIn(runtime.home), edit);
  if ('refused' in edited) refuse(`${FILE} ${edited.refused}. Nothing was written.`);
  return edited;
}

/** What is in force now, with what stands against it. */
function told(
  { answer }: Answering,
  key: SettingKey | OwnKey,
  ...more: readonly (string | false | undefined)[]
): never {
  const runtime = new Runtime();
  const setting = shownSettings(runtime).find(({ name }) => name === key);
  const about = [FILE, nameInFile(key), ...(setting?.variables ?? [])];
  const notes = runtime.problems.filter(({ name }) => about.includes(name));
  const remarks = more.filter((line) => typeof line === 'string');
  const words = notes.map(({ name, problem }) => `Note: ${oneLine(name)} ${problem}.`);
  return answer({ setting: setting ?? null, notes: [...remarks, ...words] }, () =>
    [...remarks, ...(setting === undefined ? [] : [inForce(setting)]), ...words].join('\n'),
  );
}

function inForce(setting: ShownSetting): string {
  const { name, origin } = setting;
  const [value, from] = [valueWords(setting), originWords(origin)];
  return origin.from === 'environment'
    ? `${name} stays ${value} here: ${from} is set in this environment, and comes before the file.`
    : `${name} is now ${value} (${from}).`;
}
