/** `mem0-hooks settings`: shows the settings, and changes them in the person's own file. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { FILE, nameInFile } from '../contract/read-config.ts';
import type { OwnKey, SettingKey } from '../contract/setting-values.ts';
import { type ShownSetting, shownSettings } from '../contract/shown-settings.ts';
import { type Edit, type Edited, editOwnFile } from '../io/settings-file-edit.ts';
import { ownFileIn } from '../io/settings-files.ts';
import { permissionsOf } from '../runtime/place/permission.ts';
import { Runtime } from '../runtime/runtime.ts';
import { refusalHere } from '../runtime/settings-here.ts';
import { leave, misused, refuse } from './leave.ts';
import { harmlessJson, oneLine } from './plain-words.ts';
import { secretLine } from './secret-input.ts';
import { fromRoot, type Listing, listing, settingIt, settingNamed, unsettingIt, valueFor } from './settings-change.ts';
import { originWords, settingsLines, valueWords } from './settings-text.ts';
import { whyNot } from './why-not.ts';
import { workingFolder } from './working-folder.ts';

const USAGE = `usage: mem0-hooks settings [--json]
       mem0-hooks settings set NAME VALUE
       mem0-hooks settings unset NAME
       mem0-hooks settings deny | allow PATTERN [--project] [--remove]

Shows every setting with its value and where it comes from, or changes one in ~/.mem0/settings.json. All else in that file stays as
it is, byte for byte. A value that cannot be used is refused, and so is a file that cannot be understood: then nothing is written.

  set NAME VALUE  NAME as in the file (capture), or the variable's (MEM0_CAPTURE). A key is given as -, and read from stdin.
                  What is a list (omit, aliases) is given as JSON, or as one pattern
  unset NAME      take it out of the file
  deny PATTERN    nothing is read, written or sent in this folder, or in those that the pattern names; . is the current one
  allow PATTERN   with anything in this list, only what is in it is remembered
  --project       the pattern is of project ids
  --remove        take the pattern off the list
  --json          the settings as an array: name, variables, value, default, origin

Exit status: 0 shown or done, 1 not done (it is said why), 2 wrong usage.
`;

export async function runSettings(runtime: Runtime, args: readonly string[]): Promise<void> {
  if (args.includes('--help')) leave(0, USAGE.trimEnd());
  const wanted = settingsArguments(args);
  if ('wrong' in wanted) misused(wanted.wrong, USAGE);
  try {
    switch (wanted.what) {
      case 'show': {
        const settings = shownSettings(runtime);
        return leave(0, wanted.json ? harmlessJson(settings) : settingsLines(settings).join('\n'));
      }
      case 'set':
        return set(runtime, wanted);
      case 'unset':
        return unset(runtime, wanted.name);
      case 'list':
        return list(runtime, wanted);
      default:
        return wanted satisfies never;
    }
  } catch (error) {
    refuse(`Not done: ${whyNot(error)}.`);
  }
}

interface Setting {
  readonly what: 'set';
  readonly name: string;
  readonly key: SettingKey | OwnKey;
  readonly word: string;
}

function set(runtime: Runtime, { name, key, word }: Setting): never {
  const value = valueFor(key, key === 'api_key' ? secretLine('The key') : word);
  const refusal = refusalHere(key, value);
  if (refusal !== undefined) refuse(`${name} ${refusal}. Nothing was written.`);
  const { closed } = change(runtime, settingIt(key, value));
  told(key, closed && `${FILE} could be read by others; now it is yours alone (0600).`);
}

function unset(runtime: Runtime, name: string): never {
  const key = settingNamed(name);
  const { changed } = change(runtime, unsettingIt(key ?? name));
  if (key !== undefined) told(key, changed ? undefined : `${nameInFile(key)} was not set.`);
  if (!changed) misused(`There is no setting ${name}, and no such key in ${FILE}.`, USAGE);
  leave(0, `${oneLine(nameInFile(name))} is taken out.`);
}

/** A pattern of folders is taken off as it was typed, or as it was written then. */
function list(runtime: Runtime, wanted: Listing): never {
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
  told(wanted.list, ...(changed ? [] : ['It was there already.']), folder);
}

function change(runtime: Runtime, edit: Edit): Exclude<Edited, { readonly refused: string }> {
  if (runtime.home === undefined) refuse('There is no home folder (HOME), so there is no settings file.');
  const edited = editOwnFile(ownFileIn(runtime.home), edit);
  if ('refused' in edited) refuse(`${FILE} ${edited.refused}. Nothing was written.`);
  return edited;
}

/** What is in force now, with what stands against it. */
function told(key: SettingKey | OwnKey, ...more: readonly (string | false | undefined)[]): never {
  const runtime = new Runtime();
  const setting = shownSettings(runtime).find(({ name }) => name === key);
  const about = [FILE, nameInFile(key), ...(setting?.variables ?? [])];
  const notes = runtime.problems.filter(({ name }) => about.includes(name));
  leave(
    0,
    [
      ...more.filter((line) => typeof line === 'string'),
      ...(setting === undefined ? [] : [inForce(setting)]),
      ...notes.map(({ name, problem }) => `Note: ${oneLine(name)} ${problem}.`),
    ].join('\n'),
  );
}

function inForce(setting: ShownSetting): string {
  const { name, origin } = setting;
  const [value, from] = [valueWords(setting), originWords(origin)];
  return origin.from === 'environment'
    ? `${name} stays ${value} here: ${from} is set in this environment, and comes before the file.`
    : `${name} is now ${value} (${from}).`;
}

type Wanted =
  | { readonly what: 'show'; readonly json: boolean }
  | Setting
  | { readonly what: 'unset'; readonly name: string }
  | ({ readonly what: 'list' } & Listing);

function settingsArguments(args: readonly string[]): Wanted | { readonly wrong: string } {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { json: { type: 'boolean' }, project: { type: 'boolean' }, remove: { type: 'boolean' } },
    });
    const { json = false, project = false, remove = false } = values;
    const [what, name, word, ...rest] = positionals;
    const isList = what === 'deny' || what === 'allow';
    if ((project || remove) && !isList) return { wrong: '--project and --remove are for deny and allow.' };
    if (json && what !== undefined) return { wrong: '--json shows the settings; it goes with no other word.' };
    if (what === undefined) return { what: 'show', json };
    if (what !== 'set' && what !== 'unset' && !isList) return { wrong: `settings knows no ${what}.` };
    if (name === undefined || name === '') return { wrong: `What is to be ${isList ? 'listed' : what}?` };
    if (what === 'set') return setArguments(name, word, rest);
    if (word !== undefined) return { wrong: `${what} takes one word; put it into quotes if it has spaces.` };
    if (!isList) return { what, name };
    return { what: 'list', list: what, kind: project ? 'projects' : 'paths', pattern: name, remove };
  } catch (error) {
    // What parseArgs refuses, it says in plain words.
    if (error instanceof TypeError && 'code' in error) return { wrong: error.message };
    throw error;
  }
}

function setArguments(
  name: string,
  word: string | undefined,
  rest: readonly string[],
): Setting | { readonly wrong: string } {
  const key = settingNamed(name);
  if (key === undefined) return { wrong: `There is no setting ${name}.` };
  if (word === undefined) return { wrong: `Which value is ${name} to have?` };
  if (rest.length > 0) return { wrong: 'set takes a name and one value; put it into quotes if it has spaces.' };
  if (key === 'api_key' && word !== '-') {
    return {
      wrong: 'A key is not taken as an argument, where the list of processes shows it: give - and the key on stdin.',
    };
  }
  return { what: 'set', name, key, word };
}
