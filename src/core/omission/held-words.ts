/**
 * Words that may turn out to say nothing: the place before a line (`path:12:`), the target of a link, the name of a tag. They
 * wait until that is known. Out of scope: where words begin and end (`word-scanner`).
 */
import { CLOSE_BRACKET, CLOSE_PAREN, DOT, GREATER, NEWLINE, SLASH, SPACE, WIDE_STOP } from './signs.ts';
import { NO_WORD, type WordSink, withSign } from './word-sink.ts';

/** `prefix`: what stands before the first space of a line. `target`: after `](` or `][`. `tag`: after `<`. */
export type Held = 'nothing' | 'prefix' | 'target' | 'tag';

/** Longer ones are none. [?] ours */
const MOST_WORDS = 48;

function hashOf(word: string): number {
  return [...word].reduce((hash, sign) => withSign(hash, sign.charCodeAt(0)), NO_WORD);
}

/** The link, which may have attributes. */
const LINK_TAG = hashOf('a');
/** HTML within a sentence. Tags of other names, or with attributes, say something themselves: they are most of a template. [?] ours */
const TAGS: ReadonlySet<number> = new Set(
  'a b i u s p br em strong code kbd tt sub sup mark small del ins span li ul ol td tr th'.split(' ').map(hashOf),
);

/** What stands between the words of a path and its line number. */
const PATH_SIGNS: ReadonlySet<number> = new Set([...'./\\-_:@+~'].map((sign) => sign.charCodeAt(0)));

type Word = Parameters<WordSink['word']>;

export class HeldWords {
  as: Held = 'nothing';
  /** How the line was before. */
  wasFresh = true;
  wasBlank = true;
  readonly #words: Word[] = [];
  #isLink = false;
  #hasPathSign = false;

  begin(as: 'tag' | 'target', sink: WordSink, fresh: boolean, blank: boolean): void {
    this.release(sink);
    this.as = as;
    this.wasFresh = fresh;
    this.wasBlank = blank;
  }

  /** The first word of a line ends with `separator`: it may be the first of a path. */
  beginPrefix(separator: number): void {
    if (!PATH_SIGNS.has(separator)) return;
    this.as = 'prefix';
    this.#hasPathSign = separator === DOT || separator === SLASH;
  }
  /** The next one does. */
  lengthenPrefix(separator: number, sink: WordSink): void {
    if (PATH_SIGNS.has(separator)) this.#hasPathSign ||= separator === DOT || separator === SLASH;
    else this.release(sink);
  }
  get isPath(): boolean {
    return this.as === 'prefix' && this.#hasPathSign;
  }

  /** The name comes first; only a link may have more than that. */
  takeInTag(hash: number, sink: WordSink): void {
    const isName = this.#words.length === 0;
    if (isName) this.#isLink = hash === LINK_TAG;
    if (isName ? !TAGS.has(hash) : !this.#isLink) this.release(sink);
  }

  hold(word: Word, sink: WordSink): void {
    this.#words.push(word);
    if (this.#words.length >= MOST_WORDS) this.release(sink);
  }

  /** What stands between words may end it. @returns whether they were dropped */
  endsWith(code: number, kind: number, sink: WordSink): boolean {
    const isEmpty = this.#words.length === 0;
    const isEnd =
      (this.as === 'tag' && code === GREATER) ||
      (this.as === 'target' && (code === CLOSE_PAREN || code === CLOSE_BRACKET));
    if (isEnd && !isEmpty) {
      this.drop();
      return true;
    }
    const isInLink = this.as === 'tag' && this.#isLink && !isEmpty;
    if (isEnd || kind === NEWLINE || kind === WIDE_STOP || (kind === SPACE && !isInLink)) this.release(sink);
    return false;
  }

  /** They are words like others. */
  release(sink: WordSink): void {
    if (this.as === 'nothing') return;
    this.as = 'nothing';
    for (const word of this.#words) sink.word(...word);
    this.#words.length = 0;
  }

  /** They say nothing. */
  drop(): void {
    this.as = 'nothing';
    this.#words.length = 0;
  }
}
