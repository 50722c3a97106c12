/**
 * What a session is about to work on, as words to search memories by: the branch, the last commits and where the last session stood.
 * Words alone, of letters: what is asked leaves the machine, and an identifier, a number or a token is no use in it. Pure.
 */

export interface TodaysWork {
  readonly branch?: string;
  /** Subjects of the last commits, the newest first. */
  readonly subjects: readonly string[];
  /** The text of the session state, where one is known. */
  readonly state?: string;
  /** Values that must not leave, whatever they look like. */
  readonly isSecret: (word: string) => boolean;
}

/** A query is a line, not a text. [?] ours */
const MOST_WORDS = 24;
/** Of the session state the goal and the latest request tell; the rest are lists of paths and tasks. [?] ours */
const STATE_CHARS = 400;
/** Longer ones are no words; a sign of Chinese or Japanese is one. */
const WORD = /\p{Script=Han}+|[\p{Script=Hiragana}\p{Script=Katakana}]+|[\p{L}\p{M}]{3,24}/gu;
/** What every commit and branch says. */
const IDLE: ReadonlySet<string> = new Set(
  (
    'the and for with from this that into onto when then not add adds added fix fixes fixed update updates updated remove removes removed make makes ' +
    'use uses used feat feature chore docs test tests refactor merge branch main master develop release bump wip initial commit start goal person words ' +
    'where latest request said claude user'
  ).split(' '),
);

/** The query; undefined where nothing is known that says anything. */
export function queryOf({ branch, subjects, state = '', isSecret }: TodaysWork): string | undefined {
  const words = new Set<string>();
  // A name of a branch has no spaces: `SHOP-412_invoice_export`.
  for (const text of [branch?.replaceAll('_', '/') ?? '', ...subjects, state.slice(0, STATE_CHARS)]) {
    // A word that is part of something else, such as a key or a path, is none.
    for (const token of text.toWellFormed().split(/[\s/.,;:()[\]{}"'`-]+/u)) {
      if (/\p{N}|[@=+$%#\\~<>]/u.test(token) || isSecret(token)) continue;
      for (const [word] of token.matchAll(WORD)) if (!IDLE.has(word.toLowerCase())) words.add(word.toLowerCase());
    }
  }
  return words.size === 0 ? undefined : [...words].slice(0, MOST_WORDS).join(' ');
}
