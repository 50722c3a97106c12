/**
 * What the settings come to on this system: `C:\mem0` is an absolute path on Windows, and elsewhere a name of a file in whatever
 * folder a session stands in. Out of scope: all else of the settings (`contract/read-config`, which knows no system).
 */
import { isAbsolute } from 'node:path';
import { nameInFile, type OwnFile, readConfig, refusalOf, type Settings } from '../contract/read-config.ts';
import type { OwnKey, SettingKey } from '../contract/setting-values.ts';

type Env = Parameters<typeof readConfig>[0];
type IsAbsolute = (path: string) => boolean;

/** Reads all settings; a state folder that is no absolute path here is ignored, and the next source's taken. Never throws. */
export function settingsHere(env: Env, file?: OwnFile, isAbsoluteHere: IsAbsolute = isAbsolute): Settings {
  const read = readConfig(env, file);
  const { stateFolder } = read.config;
  if (stateFolder === undefined || isStateFolder(stateFolder, isAbsoluteHere)) return read;
  const { home } = read.origins;
  const isInFile = home.from !== 'environment';
  const next = isInFile
    ? settingsHere(env, withoutHome(file), isAbsoluteHere)
    : settingsHere({ ...env, [home.name]: undefined }, file, isAbsoluteHere);
  const name = isInFile ? nameInFile('home') : home.name;
  return { ...next, problems: [{ name, problem: `${noFolder()}; it is ignored` }, ...next.problems] };
}

/** Why a value cannot be a setting's here; undefined where it can. */
export function refusalHere(key: SettingKey | OwnKey, value: unknown, isAbsoluteHere = isAbsolute): string | undefined {
  const refusal = refusalOf(key, value);
  if (refusal !== undefined || key !== 'home') return refusal;
  return isStateFolder(String(value).trim(), isAbsoluteHere) ? undefined : noFolder();
}

/** Asked for when it is told: to make what reads this setting costs each hook a millisecond. */
function noFolder(): string {
  return refusalOf('home', '') ?? '';
}

/** `~/` is the home folder's. */
function isStateFolder(path: string, isAbsoluteHere: IsAbsolute): boolean {
  return path.startsWith('~/') || isAbsoluteHere(path);
}

function withoutHome(file: OwnFile | undefined): OwnFile {
  if (file?.state !== 'read') return file ?? { state: 'absent' };
  const { home: _home, ...settings } = file.settings;
  return { ...file, settings };
}
