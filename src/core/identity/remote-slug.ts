/**
 * From a git remote's URL to the project id `owner-repo` (platform contract §2), the same from every form of the address.
 * Out of scope: which remote is meant (`io/git`), and what is taken when there is none (`core/scope`).
 *
 * Choices of ours [?]:
 * - The host is no part of the id (ssh host aliases would split it), except where the path has one part only: two servers
 *   that each hold a `shop` must not share memories, so the host then stands for the owner.
 * - The letter case of the path is kept. Other tools that write the same ids keep it too, so changing it would hide their
 *   memories; a forge prints one spelling, so clones that differ in case alone are rare.
 * - `a-b/c` and `a/b-c` give one id. The form `owner-repo` is given by the contract and cannot tell them apart.
 * - A local path keeps all its parts: the last two alone would mix `/srv/ann/git/shop` with `/srv/bob/git/shop`. Where it is a
 *   repository that has a remote, or in which somebody works, that one's id is taken instead (`io/git`).
 */
import { hash64 } from '../hash.ts';

/** Longest id that is ever made. */
const MAX_ID = 100;
/** Digits of a hash in an id; with its hyphen it takes 9 of the 100 characters, so 91 stay for the text. */
export const HASH_DIGITS = 8;
/** A URL longer than this is not one that git fetches from [?]. */
const MAX_URL = 2048;

interface Address {
  /** '' for a path on this machine. */
  readonly host: string;
  readonly parts: readonly string[];
}

/**
 * The remote's URL without user info, query and fragment: the only form that may leave the module which read it.
 * @returns undefined for a value that is empty, hostile, or in which a secret could not be told from the rest
 */
export function withoutUserInfo(url: string): string | undefined {
  const text = url.trim();
  if (text === '' || text.length > MAX_URL || /[\u0000-\u001f\u007f]/.test(text) || text.startsWith('-'))
    return undefined;
  // `helper::address`: ext:: and fd:: hold a command and a file number, no place; other helpers wrap an ordinary URL.
  const [, helper, inner = ''] = /^([A-Za-z0-9-]+)::(.*)$/s.exec(text) ?? [];
  if (helper !== undefined) {
    return /^(ext|fd)$/i.test(helper) || !inner.includes('://') || inner.startsWith('/')
      ? undefined
      : withoutUserInfo(inner);
  }
  const [, scheme, authority = '', tail = ''] = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)(.*)$/is.exec(text) ?? [];
  if (scheme !== undefined) {
    const place = afterLast(authority, '@');
    const path = tail.replace(/[?#].*$/s, '');
    // A port that is none, or an @ further on, means that a sign in a password cut the authority short.
    if (!/^(\[[^\]]*\]|[^:[\]]*)(:\d*)?$/.test(place) || tail.includes('@')) return undefined;
    return `${scheme.toLowerCase()}://${place}${path}`;
  }
  if (isAbsolute(text)) return text;
  const slash = text.indexOf('/');
  const head = slash < 0 ? text : text.slice(0, slash);
  const tailPath = slash < 0 ? '' : text.slice(slash);
  const bracketed = /^\[([^\]]*)\](:[^@]*)$/s.exec(head);
  if (tailPath.includes('@') || (bracketed === null && head.startsWith('['))) return undefined;
  const bare = bracketed ? `[${afterLast(bracketed[1] ?? '', '@')}]${bracketed[2]}` : afterLast(head, '@');
  return (bare + tailPath).replace(/[?#].*$/s, '') || undefined;
}

/**
 * The id of the project that a remote's URL names: 1 to 100 characters of `[A-Za-z0-9._-]`.
 * @returns undefined where the URL names nothing that is the same in every clone
 */
export function slugOfRemote(url: string): string | undefined {
  const clean = withoutUserInfo(url);
  const address = clean === undefined ? undefined : addressOf(clean);
  if (address === undefined) return undefined;
  const parts = withoutGitSuffix(byForge(address.host, address.parts));
  if (parts.length === 0) return undefined;
  return slugOf(parts.length === 1 && address.host !== '' ? [address.host, ...parts] : parts);
}

/**
 * Joins names to one id of `[A-Za-z0-9._-]`, at most 100 characters. Accents are dropped, other characters become a
 * hyphen; where letters were lost or the text had to be cut, a hash keeps different names different.
 * @returns undefined when nothing is left
 */
export function slugOf(names: readonly string[]): string | undefined {
  const plain = names.map((name) => name.normalize('NFKD').replace(/\p{M}+/gu, ''));
  const lost = plain.some((name) => /[\p{L}\p{N}]/u.test(name.replace(/[\u0000-\u007f]+/g, '')));
  const text = plain
    .map((name) => trimmed(name.replace(/[^A-Za-z0-9._-]+/g, '-'), '-'))
    .filter((name) => name !== '')
    .join('-');
  const id = trimmed(text, '-.');
  if (!lost && id.length <= MAX_ID) return /[A-Za-z0-9]/.test(id) ? id : undefined;
  const cut = trimmed(id.slice(0, MAX_ID - HASH_DIGITS - 1), '-.');
  const hash = hash64(names.map((name) => name.normalize('NFKC')).join('/')).slice(0, HASH_DIGITS);
  return cut === '' ? hash : `${cut}-${hash}`;
}

/** Takes an address apart that has no user info any more. */
function addressOf(text: string): Address | undefined {
  const [, scheme, authority = '', path = ''] = /^([a-z][a-z0-9+.-]*):\/\/([^/]*)(.*)$/s.exec(text) ?? [];
  if (scheme !== undefined) {
    const host = hostOf(authority);
    const parts = partsOf(path, true);
    if (scheme === 'file') return local(host === '' || host === 'localhost' ? parts : [host, ...parts]);
    return host === '' ? undefined : { host, parts };
  }
  const unc = /^(?:\\\\|\/\/)([^\\/]+)(.*)$/s.exec(text);
  if (unc !== null) return local([hostOf(unc[1] ?? ''), ...partsOf(unc[2] ?? '', false)]);
  if (isAbsolute(text)) return local(partsOf(text, false));
  // `host:path`: git takes it for ssh when the colon comes before the first slash.
  const [, bracketed, plain, rest = ''] = /^(?:\[([^\]]*)\]|([^/:]+)):(.*)$/s.exec(text) ?? [];
  if (bracketed !== undefined || plain !== undefined) {
    // `[host:port]:path` is git's way to give a port here; two colons and more are an IPv6 address.
    const inner = bracketed === undefined || /:.*:/.test(bracketed) ? bracketed : hostOf(bracketed);
    return { host: (inner ?? plain ?? '').toLowerCase(), parts: partsOf(rest, true) };
  }
  // A relative path means another place in every folder; one that climbs says nothing at all.
  return /^\.\.([\\/]|$)/.test(text) ? undefined : local(partsOf(text, false));
}

function local(parts: readonly string[]): Address {
  return { host: '', parts: parts.map((part, at) => (at === 0 ? part.replace(/^([a-z]):$/i, upper) : part)) };
}

function upper(_match: string, drive: string): string {
  return drive.toUpperCase();
}

/** The host in lower case, without port, brackets and final dot. */
function hostOf(authority: string): string {
  return authority
    .replace(/:\d*$/, '')
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();
}

function partsOf(path: string, encoded: boolean): readonly string[] {
  return path
    .split(encoded ? '/' : /[\\/]/)
    .map((part) => (encoded ? decoded(part) : part))
    .map((part) => part.replace(/^~(?=.)/, ''))
    .filter((part) => part !== '' && part !== '.' && part !== '..' && part !== '~');
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch (error) {
    // A stray per cent sign is no error of ours: the part is then taken as it stands.
    if (error instanceof URIError) return part;
    throw error;
  }
}

/** What forges put between owner and repository in some of their forms and not in others. */
function byForge(host: string, parts: readonly string[]): readonly string[] {
  const git = parts.indexOf('_git');
  if (git >= 0 && git < parts.length - 1) return azure(host, parts.slice(0, git), parts.slice(git + 1));
  // Azure over ssh: v3/organisation/project/repository, also behind a host alias.
  if (parts.length === 4 && parts[0] === 'v3') return parts.slice(1);
  // Bitbucket Server over https: [context/]scm/project/repository; over ssh it has neither.
  if (parts.length >= 3 && parts.at(-3) === 'scm') return parts.slice(-2);
  return parts;
}

/** `dev.azure.com/org/project/_git/repo`, `org.visualstudio.com/[DefaultCollection/]project/_git/repo`, and on own servers. */
function azure(host: string, before: readonly string[], after: readonly string[]): readonly string[] {
  const repo = after.filter((part) => part !== '_optimized' && part !== '_full');
  const [, organisation] = /^([^.]+)\.visualstudio\.com$/.exec(host) ?? [];
  if (organisation === undefined && host !== 'dev.azure.com') return [...before, ...repo];
  const path = organisation === undefined ? before : [organisation, ...before.filter((p) => p !== 'DefaultCollection')];
  // A project whose name is the repository's may be left out of the web form; the ssh form always has it.
  return path.length === 1 ? [...path, ...repo, ...repo] : [...path, ...repo];
}

function withoutGitSuffix(parts: readonly string[]): readonly string[] {
  const last = parts.at(-1)?.replace(/\.git$/i, '') ?? '';
  return last === '' ? parts.slice(0, -1) : [...parts.slice(0, -1), last];
}

function isAbsolute(text: string): boolean {
  return /^([\\/]|[A-Za-z]:[\\/])/.test(text);
}

function afterLast(text: string, sign: string): string {
  return text.slice(text.lastIndexOf(sign) + 1);
}

/** Without the given characters at both ends; in one pass, whatever the text. */
function trimmed(text: string, signs: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && signs.includes(text.charAt(from))) from++;
  while (to > from && signs.includes(text.charAt(to - 1))) to--;
  return text.slice(from, to);
}
