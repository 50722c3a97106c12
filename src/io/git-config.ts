/**
 * Git's configuration files, read without git (git-config(1), "CONFIGURATION FILE"), and what they say about remotes.
 * Out of scope: finding the files (`git-files`), and included files: who needs those asks git.
 */

/** One line of a configuration: section and key in lower case; `key` alone has the value `true`. */
export interface ConfigEntry {
  readonly section: string;
  readonly subsection: string | undefined;
  readonly key: string;
  readonly value: string;
}

/** The entries in the order of the file, or undefined when git would refuse the file. */
export function parseGitConfig(text: string): readonly ConfigEntry[] | undefined {
  const lines = text
    .replace(/^\ufeff/, '')
    .replace(/\r\n/g, '\n')
    .split('\n');
  const entries: ConfigEntry[] = [];
  let section = '';
  let subsection: string | undefined;
  for (let at = 0; at < lines.length; at++) {
    let line = (lines[at] ?? '').trimStart();
    const header = /^\[([A-Za-z0-9.-]+)(?:[ \t]+"((?:[^"\\]|\\.)*)")?\]/.exec(line);
    if (header !== null) {
      const name = (header[1] ?? '').toLowerCase();
      const dot = name.indexOf('.');
      // `[branch.main]` is the old way to write `[branch "main"]`.
      section = dot < 0 ? name : name.slice(0, dot);
      subsection = header[2]?.replace(/\\(.)/g, '$1') ?? (dot < 0 ? undefined : name.slice(dot + 1));
      line = line.slice(header[0].length).trimStart();
    }
    if (line === '' || line.startsWith('#') || line.startsWith(';')) continue;
    const key = /^([A-Za-z][A-Za-z0-9-]*)[ \t]*(=|$)/.exec(line);
    if (key === null || section === '') return undefined;
    let value: string | undefined | typeof CONTINUED = 'true';
    if (key[2] === '=') {
      let raw = line.slice(key[0].length);
      value = parseValue(raw);
      for (let more = 0; value === CONTINUED && more < MOST_CONTINUED && at + 1 < lines.length; more++) {
        raw = raw.slice(0, -1) + (lines[++at] ?? '');
        value = parseValue(raw);
      }
    }
    if (value === undefined || value === CONTINUED) return undefined;
    entries.push({ section, subsection, key: (key[1] ?? '').toLowerCase(), value });
  }
  return entries;
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', b: '\b', '"': '"', '\\': '\\' };

/** The value goes on in the next line. A real one has few lines; each makes the whole be read again. */
const CONTINUED = Symbol('continued');
const MOST_CONTINUED = 100;

function parseValue(raw: string): string | undefined | typeof CONTINUED {
  let value = '';
  /** White space that counts only if something follows it. */
  let space = '';
  let quoted = false;
  for (let at = 0; at < raw.length; at++) {
    let char = raw.charAt(at);
    if (!quoted && (char === '#' || char === ';')) break;
    if (!quoted && (char === ' ' || char === '\t')) {
      if (value !== '') space += char;
      continue;
    }
    if (char === '"') {
      quoted = !quoted;
      continue;
    }
    if (char === '\\') {
      if (at === raw.length - 1) return CONTINUED;
      const escaped = ESCAPES[raw.charAt(++at)];
      if (escaped === undefined) return undefined;
      char = escaped;
    }
    value += space + char;
    space = '';
  }
  return quoted ? undefined : value;
}

/** An entry as `git config --list -z` gives it: the whole key, and after a line feed the value. */
export function entryOf(listed: string): ConfigEntry | undefined {
  const feed = listed.indexOf('\n');
  const name = feed < 0 ? listed : listed.slice(0, feed);
  const [first, last] = [name.indexOf('.'), name.lastIndexOf('.')];
  if (first < 0) return undefined;
  return {
    section: name.slice(0, first),
    subsection: first === last ? undefined : name.slice(first + 1, last),
    key: name.slice(last + 1),
    value: feed < 0 ? 'true' : listed.slice(feed + 1),
  };
}

/** The last value of a single-valued key, as git takes it; undefined when it is not set. */
export function lastValue(
  entries: readonly ConfigEntry[],
  section: string,
  subsection: string | undefined,
  key: string,
): string | undefined {
  return entries.findLast((e) => e.section === section && e.subsection === subsection && e.key === key)?.value;
}

/** Git's reading of a boolean; a number other than 0 is true. */
export function isTrue(value: string | undefined): boolean {
  return value !== undefined && !/^(|false|no|off|0+)$/i.test(value);
}

/** True when another file has a say in these entries. */
export function hasInclude(entries: readonly ConfigEntry[]): boolean {
  return entries.some((entry) => entry.section === 'include' || entry.section === 'includeif');
}

export interface Remote {
  /** Absent when a branch names the URL itself. */
  readonly name?: string;
  readonly url: string;
}

/** The URLs of each remote that has any. One with a line feed is no address: git itself cannot list it. */
export function remotesOf(entries: readonly ConfigEntry[]): ReadonlyMap<string, readonly string[]> {
  const remotes = new Map<string, readonly string[]>();
  for (const { section, subsection, key, value } of entries) {
    if (section !== 'remote' || key !== 'url' || subsection === undefined || value.includes('\n')) continue;
    remotes.set(subsection, [...(remotes.get(subsection) ?? []), value]);
  }
  return remotes;
}

/**
 * The remote that gives the project its id: `origin`, else the upstream of the current branch, else the only one.
 * The first of several URLs is the one that git fetches from.
 */
export function chooseRemote(
  remotes: ReadonlyMap<string, readonly string[]>,
  upstream: string | undefined,
): Remote | undefined {
  const names = remotes.size === 1 ? [...remotes.keys()] : [];
  for (const name of ['origin', ...(upstream === undefined ? [] : [upstream]), ...names]) {
    const url = remotes.get(name)?.[0];
    if (url !== undefined && url !== '') return { name, url };
  }
  // A branch may name a URL instead of a remote; `.` is this repository itself.
  return upstream !== undefined && /[:/\\]/.test(upstream) ? { url: upstream } : undefined;
}

/**
 * `url.<base>.insteadOf`: the longest prefix that matches is replaced by its base; undefined when none does. An empty prefix
 * matches everything. `pushInsteadOf` says where to push, and has no say.
 */
export function rewritten(entries: readonly ConfigEntry[], url: string): string | undefined {
  let longest = -1;
  let result: string | undefined;
  for (const { section, subsection, key, value } of entries) {
    if (section !== 'url' || key !== 'insteadof' || subsection === undefined) continue;
    if (value.length <= longest || !url.startsWith(value)) continue;
    longest = value.length;
    result = subsection + url.slice(value.length);
  }
  return result;
}
