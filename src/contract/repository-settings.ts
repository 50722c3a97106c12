/**
 * What a repository's own file may say: it can only narrow what the person allows (design §4). Host, key, user, project id and
 * instructions are not among what it can say, whatever stands in it.
 */
import { safeParse } from 'zod/mini';
import type { ConfigProblem } from './config.ts';
import { NO_PATTERN } from './patterns.ts';
import { REPOSITORY_SCHEMAS } from './setting-values.ts';

/** A repository's file as it was found; `broken` where it is there and says nothing that can be understood. */
export type RepositoryFile =
  | { readonly state: 'absent' }
  /** `problem`: what it is, in words. */
  | { readonly state: 'broken'; readonly problem: string }
  | { readonly state: 'read'; readonly settings: Readonly<Record<string, unknown>> };

/** The file at the root of a work tree. */
export const REPOSITORY_FILE = '.mem0-hooks.json';

export interface Narrowing {
  /** False: nothing that is said in this repository is captured. */
  readonly capture: boolean;
  /** False: no context pack in it. */
  readonly recall: boolean;
  /** Files that are looked at for omission even where git ignores them, as patterns from the root of the work tree. */
  readonly omit: readonly string[];
  readonly problems: readonly ConfigProblem[];
  /** Keys that say nothing here. */
  readonly ignored: readonly string[];
}

const KEYS = Object.keys(REPOSITORY_SCHEMAS) as readonly (keyof typeof REPOSITORY_SCHEMAS)[];

/** Several files narrow together: those of a work tree and of the main one. Never throws. */
export function narrowingOf(files: readonly RepositoryFile[]): Narrowing {
  const each = files.map(readOne);
  return {
    capture: each.every(({ capture }) => capture),
    recall: each.every(({ recall }) => recall),
    omit: [...new Set(each.flatMap(({ omit }) => omit))],
    problems: each.flatMap(({ problems }) => problems),
    ignored: [...new Set(each.flatMap(({ ignored }) => ignored))],
  };
}

function readOne(file: RepositoryFile): Narrowing {
  if (file.state === 'absent') return { capture: true, recall: true, omit: [], problems: [], ignored: [] };
  if (file.state === 'broken') {
    const problem = `${file.problem}; nothing is captured here until it is mended`;
    return { capture: false, recall: true, omit: [], problems: [{ name: REPOSITORY_FILE, problem }], ignored: [] };
  }
  const problems: ConfigProblem[] = [];
  const { settings } = file;
  const capture = wordIn(settings, 'capture', problems);
  const recall = wordIn(settings, 'recall', problems);
  const omit = safeParse(REPOSITORY_SCHEMAS.omit(), settings['omit'] ?? []);
  if (!omit.success)
    problems.push({
      name: nameOf('omit'),
      problem: `is no list of patterns, or has too many or ${NO_PATTERN}; it is ignored`,
    });
  return {
    capture,
    recall,
    omit: omit.success ? omit.data : [],
    problems,
    ignored: Object.keys(settings).filter((key) => !KEYS.some((known) => known === key)),
  };
}

/** Whoever wrote a word that is no switch wanted less to happen, not more. */
function wordIn(
  settings: Readonly<Record<string, unknown>>,
  key: 'capture' | 'recall',
  problems: ConfigProblem[],
): boolean {
  const value = settings[key];
  if (value === undefined || value === null) return true;
  const parsed = safeParse(REPOSITORY_SCHEMAS[key](), value);
  if (parsed.success) return parsed.data;
  problems.push({ name: nameOf(key), problem: 'must be on or off; it is taken for off' });
  return false;
}

function nameOf(key: string): string {
  return `${key} in ${REPOSITORY_FILE}`;
}
