/**
 * What a pattern plainly means where it could match nothing as it stands: people write folders and projects as they see them
 * elsewhere. Each stands for itself as well. [?] ours. Out of scope: matching (`glob`), the home folder (`io/real-patterns`).
 */

import { slugOfRemote } from '../identity/remote-slug.ts';
import { quoted } from './glob.ts';

/** A pattern of folders: blanks around it, a `file:` URL, `$HOME`. */
export function folderSpellings(pattern: string): readonly string[] {
  const trimmed = pattern.trim();
  const url = /^file:(?:\/\/(?:localhost)?)?(\/(?!\/).*)$/i.exec(trimmed)?.[1];
  const plain = url === undefined ? trimmed : decoded(url);
  return [...new Set([pattern, trimmed, plain, plain.replace(/^\$(?:HOME|\{HOME\})(?=\/|$)/, '~')])];
}

function decoded(path: string): string {
  // A sign is one to four bytes; what is no such sequence is what it says.
  return path.replace(/(?:%[0-9a-f]{2})+/gi, (bytes) => {
    try {
      return quoted(decodeURIComponent(bytes));
    } catch (error) {
      if (error instanceof URIError) return bytes;
      throw error;
    }
  });
}

/**
 * A pattern of project ids: also `owner/repo`, with or without its host, and the address of a remote, as the id that it gives. A list
 * that denies means the patterns among those as well: it may deny more than was thought of, where one that allows must not.
 */
export function projectSpellings(pattern: string, list: 'deny' | 'allow'): readonly string[] {
  const trimmed = pattern.trim();
  // Nearly all are ids, and are asked for by hooks that somebody waits for.
  const spellings = [pattern, trimmed];
  if (!/[/\\:]/.test(trimmed)) return distinct(spellings);
  const address = withoutView(trimmed);
  if (list === 'deny') spellings.push(...pathsOfRemote(address).map(asId));
  // Brackets around a host are no pattern.
  const isOne = !/[*?[\]{}]/.test(trimmed.replace(/(^|@|\/\/)\[[^\]*?]*\](?=[:/])/, '$1'));
  if (isOne) spellings.push(slugOfRemote(address) ?? '');
  return distinct(spellings);
}

function distinct(spellings: readonly string[]): readonly string[] {
  return [...new Set(spellings)].filter((one) => one !== '');
}

/** What a browser shows behind the address of a repository. */
const PAGE =
  /^(https?:\/\/[^/]+\/[^/]+\/[^/]+)\/(?:tree|blob|raw|issues|pulls?|commits?|actions|releases|wiki|branches|tags|compare|settings|merge_requests|src)(?:[/?#].*)?$/i;

/** The address of a repository, as a browser has it of a page in it. */
function withoutView(address: string): string {
  return address.replace(/^(https?:\/\/[^/]+\/.+?)\/-\/.*$/i, '$1').replace(PAGE, '$1');
}

/** What may be the path of a repository at its host, patterns among it: of those no id is made. */
function pathsOfRemote(text: string): string[] {
  const url = /^[a-z][a-z0-9+.-]*:\/\/[^/]*\/(.+)$/i.exec(text)?.[1];
  if (url !== undefined) return [url.replace(/[?#].*$/, '')];
  const scp = /^(?:[^/@:]+@)?[^/@:]+:(?!\/\/)(.+)$/.exec(text)?.[1];
  if (scp !== undefined) return [scp];
  // A namespace may have a dot in it too, so both are meant.
  const behindHost = /^[^/]+\.[^/.]+\/(.+\/.+)$/.exec(text)?.[1];
  return behindHost === undefined ? [text] : [text, behindHost];
}

function asId(path: string): string {
  return path
    .replace(/^\/+|\/+$/g, '')
    .replace(/\.git$/i, '')
    .replaceAll('/', '-');
}
