/**
 * The files that hold settings: the person's own, which is shared with other tools, and a repository's, which may be anybody's.
 * Out of scope: what the settings mean and which come first (`contract/read-config`).
 */
import { isUtf8 } from 'node:buffer';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { BLOCK, type OwnFile } from '../contract/read-config.ts';
import { REPOSITORY_FILE, type RepositoryFile } from '../contract/repository-settings.ts';
import { repeated, repeatedIn } from '../core/settings/json-edit.ts';
import { readBeginning } from './bounded-file.ts';

/** The person's own file in a home folder. */
export function ownFileIn(home: string): string {
  return join(home, '.mem0', 'settings.json');
}

/** A settings file of a person has some kilobytes. */
const MOST_BYTES = 1024 * 1024;

/** The write bit for everybody. */
const ANYBODY_WRITES = 0o002;
const OTHERS_READ = 0o044;

/** Tells one state of a file from another, as far as its times and size do; of one that is not there it is always the same. */
export function stampOf(path: string): string {
  try {
    const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
    return stats === undefined ? '' : [stats.mtimeNs, stats.ctimeNs, stats.size, stats.ino].join(' ');
  } catch (error) {
    if (error instanceof Error && 'code' in error) return String(error.code);
    throw error;
  }
}

/** The block of ours in the person's own file. A link is followed: people keep such files elsewhere. Never throws. */
export function readOwnFile(path: string): OwnFile {
  let text: string;
  let mode: number;
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return { state: 'absent' };
    mode = process.geteuid === undefined ? 0 : stats.mode;
    const mine = process.geteuid === undefined || stats.uid === process.geteuid() || stats.uid === 0;
    const read = stats.isFile() ? readBeginning(path, MOST_BYTES) : undefined;
    if (read === undefined || read.more) return broken('is no file of this kind', true);
    if (!mine) return broken("is somebody else's, so nothing of it is used", true);
    if ((mode & ANYBODY_WRITES) !== 0) return broken('can be written by anybody, so nothing of it is used', true);
    // A pattern in another encoding would be another pattern.
    if (!isUtf8(read.bytes)) return broken('is not UTF-8', true);
    text = read.bytes.toString('utf8').replace(/^\ufeff/, '');
  } catch (error) {
    if (error instanceof Error && 'code' in error) {
      const isAbsent = error.code === 'ENOENT' || error.code === 'ENOTDIR';
      return isAbsent ? { state: 'absent' } : broken('cannot be read', true);
    }
    throw error;
  }
  const parsed = parse(text);
  if (parsed === undefined) return broken('is not JSON', mayBeOurs(text));
  const twice = repeatedIn(text, BLOCK);
  if (twice !== undefined) return broken(`has the name ${JSON.stringify(twice)} twice`, true);
  const other = Object.keys(parsed).find((key) => key !== BLOCK && key.trim().toLowerCase() === BLOCK);
  if (other !== undefined) return broken(`has ${JSON.stringify(other)} where "${BLOCK}" is meant`, true);
  const block = parsed[BLOCK];
  if (block !== undefined && block !== null && !isRecord(block))
    return broken(`has something else than settings under "${BLOCK}"`, true);
  const ours = block ?? {};
  const meant = Object.keys(ours).find((key) => /^(?:deny|allow)$/i.test(key.trim()) && !/^(?:deny|allow)$/.test(key));
  const outside = Object.keys(parsed).find((key) => /^hooks\.(?:deny|allow)$/i.test(key.trim()));
  const misspelt = meant ?? outside;
  if (misspelt !== undefined) return broken(`has a list under ${JSON.stringify(misspelt)}, which says nothing`, true);
  const shared = (mode & OTHERS_READ) !== 0 && 'api_key' in ours;
  return {
    state: 'read',
    settings: ours,
    ...(shared ? { problem: 'holds a key and can be read by others; make it private (chmod 600)' } : {}),
  };
}

/** Whether something of ours may be in a text that is not JSON: written oddly, or cut off before it. */
function mayBeOurs(text: string): boolean {
  // A name may be written by the numbers of its signs.
  const plain = text.replace(/\\u([0-9a-f]{4})/gi, (_, digits) => String.fromCharCode(Number.parseInt(digits, 16)));
  const isCut = !text.trimEnd().endsWith('}');
  return isCut || text.includes('\0') || plain.toLowerCase().includes(BLOCK);
}

function broken(problem: string, about: boolean): OwnFile {
  return {
    state: 'broken',
    about,
    problem: `${problem}; ${about ? 'until it is mended nothing is captured or sent' : 'the defaults stand'}`,
  };
}

/** The settings file of a work tree; a link in its place is not followed to anything but a file. Never throws. */
export function readRepositoryFile(root: string): RepositoryFile {
  try {
    const read = readBeginning(join(root, REPOSITORY_FILE), MOST_BYTES);
    if (read === undefined || read.more) return { state: 'broken', problem: 'is no file of this kind' };
    const text = read.bytes.toString('utf8').replace(/^\ufeff/, '');
    const settings = parse(text);
    if (settings === undefined) return { state: 'broken', problem: 'is not a JSON object' };
    const twice = repeated(text);
    if (twice === undefined) return { state: 'read', settings };
    return { state: 'broken', problem: `has the name ${JSON.stringify(twice)} twice` };
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    const isAbsent = error.code === 'ENOENT' || error.code === 'ENOTDIR';
    return isAbsent ? { state: 'absent' } : { state: 'broken', problem: 'cannot be read' };
  }
}

/** The block of ours in the text of a person's file, empty where there is none; undefined where it cannot be told. */
export function blockIn(text: string): Readonly<Record<string, unknown>> | undefined {
  const parsed = parse(text.replace(/^\ufeff/, ''));
  const block = parsed?.[BLOCK] ?? {};
  return parsed !== undefined && isRecord(block) ? block : undefined;
}

function parse(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
