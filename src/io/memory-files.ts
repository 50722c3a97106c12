/**
 * The instructions that Claude Code gives to the model at the start and that stand in no line of a transcript (transcript contract
 * §3): CLAUDE.md of the person and of every folder from the working folder up to the root, with what they import. Whatever of it
 * cannot be read is no evidence, and never an error. Out of scope: files of the working tree (`work-tree`), and nested CLAUDE.md
 * files, which the transcript shows.
 */
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { realOf } from './missing.ts';
import { readTreeFile, textBytesOf } from './tree-file.ts';
import { isWithin } from './within.ts';

export interface MemoryFile {
  /** As a mark names it: `~/.claude/CLAUDE.md`; inside the working tree relative to it. */
  readonly label: string;
  readonly text: Uint8Array;
  /** As in `TreeFile`. */
  readonly sinceMs: number;
}

export interface MemoryPlaces {
  /** The working folder. All are absolute and real. */
  readonly cwd: string;
  /** The top of the working tree. */
  readonly root: string;
  readonly home: string | undefined;
  /** Where the client keeps what is the person's: `~/.claude` as a rule. */
  readonly client: string | undefined;
}

/** What a folder may hold for Claude; AGENTS.md is read by newer clients, or imported. */
const NAMES = ['CLAUDE.md', 'CLAUDE.local.md', join('.claude', 'CLAUDE.md'), 'AGENTS.md'];
/** Far more than anybody gives to a model. [?] ours */
const MOST_FILES = 64;
const MOST_BYTES = 1024 * 1024;
/** As the client's documentation has it: five hops. */
const MOST_HOPS = 5;
/** `@path` at the beginning of a line or after a space. */
const IMPORT = /(?:^|\s)@((?:~\/|\.{0,2}\/)?[\w.-][^\s`'"<>()]{0,400})/g;
/** In code it imports nothing. */
const CODE = /```[\s\S]*?(?:```|$)|`[^`\n]*`/g;

/** The memory files that a session in `cwd` begins with. */
export function memoryFiles(places: MemoryPlaces, hasTime: () => boolean): readonly MemoryFile[] {
  const found = new Map<string, MemoryFile>();
  const visit = (path: string, hops: number): void => {
    if (found.size >= MOST_FILES || !hasTime()) return;
    const real = allowed(path, places);
    if (real === undefined || found.has(real)) return;
    const file = readTreeFile(real, MOST_BYTES);
    const text = file === undefined ? undefined : textBytesOf(file.bytes);
    if (file === undefined || text === undefined) return;
    found.set(real, { label: labelOf(path, places), text, sinceMs: file.sinceMs });
    if (hops >= MOST_HOPS) return;
    for (const imported of importsOf(Buffer.from(text).toString('utf8'), dirname(path), places.home))
      visit(imported, hops + 1);
  };
  if (places.client !== undefined) visit(join(places.client, 'CLAUDE.md'), 0);
  for (const folder of upwards(places.cwd)) for (const name of NAMES) visit(join(folder, name), 0);
  return [...found.values()];
}

function importsOf(text: string, folder: string, home: string | undefined): string[] {
  return [...text.replace(CODE, ' ').matchAll(IMPORT)].flatMap(([, path = '']) => {
    const plain = path.replace(/[.,;:!?]+$/, '');
    if (!plain.startsWith('~/')) return [resolve(folder, plain)];
    return home === undefined ? [] : [join(home, plain.slice(2))];
  });
}

function upwards(folder: string): string[] {
  const folders = [folder];
  for (let at = folder; dirname(at) !== at; at = dirname(at)) folders.push(dirname(at));
  return folders;
}

/** The real path, where no link leads out of the home folder, the working tree, or the folder that the file is looked for in. */
function allowed(path: string, { root, home, client }: MemoryPlaces): string | undefined {
  const real = realOf(path);
  if (real === undefined) return undefined;
  const isInside = [root, home, client].some((folder) => folder !== undefined && isWithin(real, folder));
  return isInside || real === path ? real : undefined;
}

/** Of a path that is in neither, the last part only: the rest tells of the machine. */
function labelOf(path: string, { root, home }: MemoryPlaces): string {
  if (isWithin(path, root)) return relative(root, path).replaceAll(sep, '/');
  if (home !== undefined && isWithin(path, home)) return `~/${relative(home, path).replaceAll(sep, '/')}`;
  return basename(path);
}
