/**
 * Files of the working tree that are newer than the first words which they are evidence for: who says a rule first and writes it
 * down afterwards has not repeated the file. They wait until all older ones are shown, and until it is known what they held
 * before. Out of scope: what they held before (`earlier-lines`), what the order means (`core/omission/quotations`).
 */

/**
 * Shows one text of a file. `since` is the second (unix time) at which the file came to be as it is, where that is after the
 * first words; 0: it was there before, or nobody can tell.
 */
export type Feed = (path: string, content: Uint8Array, since: number) => void;

/** Shows the lines of one file as they were. */
export type FeedEarlier = (path: string, text: string) => void;

/** Shows what the files held at a second. `nothing`: nothing is known of that time. `unknown`: nobody could be asked. */
export type AskEarlier = (
  paths: readonly string[],
  second: number,
  show: FeedEarlier,
) => Promise<'known' | 'nothing' | 'unknown'>;

/** So many, the newest, are asked about. More of them are a clone or another branch, and were written elsewhere before. [?] ours */
const MOST_FILES = 200;
const MOST_BYTES = 4 * 1024 * 1024;
/** A file from the future has a clock of its own, and its age says nothing. [?] ours */
const CLOCK_SLACK_MS = 60_000;

interface Waiting {
  readonly path: string;
  readonly text: Uint8Array;
  /** Unix time. */
  readonly second: number;
}

export class LaterFiles {
  readonly #feed: Feed;
  readonly #saidFrom: number;
  readonly #now: number;
  #waiting: Waiting[] = [];
  #bytes = 0;
  #hasOlder = false;

  /** @param saidFrom unix seconds; infinite: the age of files does not matter. @param now ms since the epoch */
  constructor(feed: Feed, saidFrom: number, now: number) {
    this.#feed = feed;
    this.#saidFrom = saidFrom;
    this.#now = now;
  }

  /** Shows an older file at once; a newer one waits. */
  take(path: string, text: Uint8Array, sinceMs: number): void {
    const second = Math.floor(sinceMs / 1000);
    if (second <= this.#saidFrom) this.#hasOlder = true;
    if (second <= this.#saidFrom || sinceMs > this.#now + CLOCK_SLACK_MS || text.length > MOST_BYTES) {
      this.#feed(path, text, 0);
      return;
    }
    this.#waiting.push({ path, text, second });
    this.#bytes += text.length;
    while (this.#waiting.length > MOST_FILES || this.#bytes > MOST_BYTES) this.#feedOldest();
  }

  #feedOldest(): void {
    const oldest = this.#waiting.reduce((one, other) => (other.second < one.second ? other : one));
    this.#waiting = this.#waiting.filter((one) => one !== oldest);
    this.#bytes -= oldest.text.length;
    this.#feed(oldest.path, oldest.text, 0);
  }

  /** Shows those that wait: what they held before first, then the oldest first. */
  async feedAll(ask: AskEarlier): Promise<void> {
    const waiting = this.#waiting.sort((a, b) => a.second - b.second);
    if (waiting.length === 0) return;
    const paths = waiting.map(({ path }) => path);
    const earlier = await ask(paths, this.#saidFrom, (path, text) => this.#feed(path, Buffer.from(text), 0));
    // A tree without anything older was put there as a whole, from elsewhere: its age says nothing of its texts.
    const tellsAge = earlier === 'known' || (earlier === 'nothing' && this.#hasOlder);
    for (const { path, text, second } of waiting) this.#feed(path, text, tellsAge ? second : 0);
  }
}
