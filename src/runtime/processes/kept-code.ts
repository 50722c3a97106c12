/**
 * The code of a bundle as V8 had compiled it in an earlier run, kept in the state folder: with it a hook, or the background process, starts without compiling
 * anything (a third of what a start takes beside the platform). It is code, so it is taken only from a private folder and a private
 * file of this user, and only when it is whole: V8 itself checks neither, and would run what a torn file happens to hold.
 * Out of scope: the launcher that reads it (`hook/launch`) and the process that writes it (`keep-code`). It has few imports, since both need it
 * before all else.
 */
import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, type Stats } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';

/** The folder in the state folder. */
export const CODE_FOLDER = 'code';

/** The code of one bundle, for one version of Node. */
export interface CodePlace {
  /** The state folder that it was looked for in. */
  readonly root: string;
  readonly name: string;
}

/** What the launcher leaves to the hook where there is no code yet. */
export interface CodeOffer extends CodePlace {
  /** All that was compiled until now. */
  make(): Uint8Array;
}

const OFFER = Symbol.for('mem0-hooks.code');
const HEAD = Buffer.from('mem0 code 1\n\0\0\0\0');
const HEAD_BYTES = HEAD.length + 8;
/** Bits that let anybody but the owner in. */
const OTHERS = 0o077;
/** Eight in 4 KB, and no power of two, so that they are at another place in each page. */
const STRIDE = 508;
/** No code of ours is larger: the largest bundle has 1.2 MB. */
const MOST_BYTES = 16 * 1024 * 1024;

/**
 * Where the code of a bundle would be; undefined where no state folder is named in a way that is understood without the settings
 * file: then the hook compiles, as it would without any of this. `fingerprint`: of the bundle's text.
 */
export function codePlace(
  env: Readonly<Record<string, string | undefined>>,
  bundle: string,
  fingerprint: string,
): CodePlace | undefined {
  const root = stateFolder(env['MEM0_HOOKS_HOME']?.trim() ?? '');
  return root === undefined ? undefined : { root, name: `${namePrefix(bundle)}${fingerprint}` };
}

/** How the names begin of a bundle's code for this very Node. */
export function namePrefix(bundle: string): string {
  return `${bundle}-${process.version}-${process.arch}-`;
}

function stateFolder(named: string): string | undefined {
  if (isAbsolute(named)) return resolve(named);
  if (named !== '' && !named.startsWith('~/')) return undefined;
  try {
    return named === '' ? join(homedir(), '.mem0', 'hooks') : join(homedir(), named.slice(2));
  } catch {
    // A user without a home has no code either.
    return undefined;
  }
}

/** The code that is there and can be trusted, and when it was written (ms since the epoch). Never throws. */
export function readCode({ root, name }: CodePlace): { readonly code: Buffer; readonly at: number } | undefined {
  try {
    const folder = join(root, CODE_FOLDER);
    if (!isPrivate(lstatSync(root), 'folder') || !isPrivate(lstatSync(folder), 'folder')) return undefined;
    const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
    const descriptor = openSync(join(folder, name), flags);
    try {
      const stats = fstatSync(descriptor);
      if (!isPrivate(stats, 'file') || stats.size > MOST_BYTES) return undefined;
      const code = opened(readFileSync(descriptor));
      return code === undefined ? undefined : { code, at: stats.mtimeMs };
    } finally {
      closeSync(descriptor);
    }
  } catch {
    // Not there, as a rule; whatever else it is, the hook compiles.
    return undefined;
  }
}

function isPrivate(stats: Stats, what: 'folder' | 'file'): boolean {
  if (what === 'folder' ? !stats.isDirectory() : !stats.isFile()) return false;
  // Windows has neither; there the folder's inherited access list is the protection, as for the other files (`io/private-files`).
  return process.geteuid === undefined || (stats.uid === process.geteuid() && (stats.mode & OTHERS) === 0);
}

/** A head, the length, a checksum, and the code. */
export function sealed(code: Uint8Array): Buffer {
  const numbers = Buffer.alloc(8);
  numbers.writeUInt32LE(code.length, 0);
  numbers.writeUInt32LE(checksum(code), 4);
  return Buffer.concat([HEAD, numbers, code]);
}

/** The code of what `sealed` made; undefined when it is anything else. */
export function opened(bytes: Buffer): Buffer | undefined {
  if (bytes.length < HEAD_BYTES || !bytes.subarray(0, HEAD.length).equals(HEAD)) return undefined;
  const code = bytes.subarray(HEAD_BYTES);
  const isWhole =
    bytes.readUInt32LE(HEAD.length) === code.length && bytes.readUInt32LE(HEAD.length + 4) === checksum(code);
  return isWhole ? code : undefined;
}

/**
 * Against what a crash leaves, which is missing in whole pages of the disk, and not against people: those are kept out by the folder.
 * Of each page of 4 KB eight words are looked at: to look at all would take longer than the code saves (measured: 5 ms with zlib's).
 */
function checksum(code: Uint8Array): number {
  const view = new DataView(code.buffer, code.byteOffset, code.byteLength);
  let sum = 1;
  for (let at = 0; at + 4 <= code.length; at += STRIDE) sum = (Math.imul(sum, 31) + view.getUint32(at, true)) | 0;
  return sum >>> 0;
}

/** For the hook, which knows when it has run as it usually does. */
export function offerCode(offer: CodeOffer): void {
  Reflect.set(globalThis, OFFER, offer);
}

export function offeredCode(): CodeOffer | undefined {
  return Reflect.get(globalThis, OFFER);
}
