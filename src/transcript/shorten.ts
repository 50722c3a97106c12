/**
 * A line without the bulk in it: the same JSON, with the text of tool results, written files, thinking and images cut. What
 * people and Claude said stays whole; the bulk is evidence, and is looked at as it goes by (`shown-text`).
 * Out of scope: what is conversation (`core/talk`): here everything that could be stays whole.
 */
import { type JsonHandler, JsonScanner } from './json-scanner.ts';

/** A text above this is bulk where it cannot be somebody's words: paths, commands and subjects stay whole. [?] ours */
const BULK_BYTES = 4 * 1024;
/** What a tool showed or answered: subjects of tasks and the client's own words before a refusal are shorter. [?] ours */
const RESULT_BYTES = 512;
/** A refusal carries the person's words behind some of the client's; a pasted file among them is no reason to hold all of it. */
const REFUSAL_BYTES = 1024 * 1024;
/** What the client puts before them (transcript contract §3). */
const REFUSAL = 'the user said:';
/** More than anybody types or says. */
const WORDS_BYTES = 8 * 1024 * 1024;

class Shortener implements JsonHandler {
  #out = Buffer.allocUnsafe(64 * 1024);
  #size = 0;
  #room = 0;
  #mayRefuse = false;
  #pending: Uint8Array | undefined;
  #pendingFrom = 0;
  #pendingTo = 0;
  readonly #keys: (string | undefined)[] = [];

  take(): string {
    const text = this.#out.toString('utf8', 0, this.#size);
    this.#size = 0;
    this.#keys.length = 0;
    return text;
  }
  get size(): number {
    return this.#size;
  }

  enter(depth: number, key: string | undefined): void {
    this.#keys[depth] = key;
  }
  leave(depth: number): void {
    this.#keys.length = depth;
  }
  string(depth: number, key: string | undefined): boolean {
    this.#room = roomFor(this.#keys, depth, key);
    this.#mayRefuse =
      this.#keys[1] === 'message' && ((depth === 4 && key === 'content') || (depth === 6 && key === 'text'));
    return true;
  }
  /** A refusal carries the person's words: then all of it stays. The client's own words before them are few. */
  #lookForRefusal(): void {
    this.#mayRefuse = false;
    this.flush();
    const kept = this.#out.subarray(Math.max(0, this.#size - RESULT_BYTES), this.#size);
    if (kept.includes(REFUSAL)) this.#room += REFUSAL_BYTES;
  }
  plain(bytes: Uint8Array, from: number, to: number): boolean {
    if (this.#mayRefuse && this.#room <= to - from) this.#lookForRefusal();
    const end = Math.min(to, from + this.#room);
    this.#room -= end - from;
    this.structure(bytes, from, end);
    return this.#room > 0;
  }
  escape(bytes: Uint8Array, from: number, to: number): void {
    if (this.#mayRefuse && this.#room <= to - from) this.#lookForRefusal();
    if (this.#room < to - from) this.#room = 0;
    else {
      this.#room -= to - from;
      this.structure(bytes, from, to);
    }
  }
  stringEnd(): void {
    this.#room = 0;
  }
  /** What stands side by side is copied at once. */
  structure(bytes: Uint8Array, from: number, to: number): void {
    if (bytes === this.#pending && from === this.#pendingTo) {
      this.#pendingTo = to;
      return;
    }
    this.flush();
    this.#pending = bytes;
    this.#pendingFrom = from;
    this.#pendingTo = to;
  }

  /** Copies what is pending: its bytes may be gone afterwards. */
  flush(): void {
    const bytes = this.#pending;
    if (bytes === undefined) return;
    this.#pending = undefined;
    this.#copy(bytes, this.#pendingFrom, this.#pendingTo);
  }

  #copy(bytes: Uint8Array, from: number, to: number): void {
    const size = this.#size + to - from;
    if (size > this.#out.length) {
      const larger = Buffer.allocUnsafe(Math.max(size, this.#out.length * 2));
      this.#out.copy(larger, 0, 0, this.#size);
      this.#out = larger;
    }
    this.#out.set(bytes.subarray(from, to), this.#size);
    this.#size = size;
  }
}

/** How much of a string stays. Keys are those of the containers around it: the first one is the line itself, without a key. */
function roomFor(keys: readonly (string | undefined)[], depth: number, key: string | undefined): number {
  const [, first, second] = keys;
  if (first === 'message') {
    // A prompt or an answer, as one string or in text blocks; thinking and the inputs of tools are none.
    if ((depth === 2 && key === 'content') || (depth === 4 && key === 'text')) return WORDS_BYTES;
    return (depth === 4 && key === 'content') || depth === 6 ? RESULT_BYTES : BULK_BYTES;
  }
  if (first === 'attachment') {
    const queued = key === 'prompt' || (second === 'prompt' && key === 'text');
    return queued ? WORDS_BYTES : BULK_BYTES;
  }
  // Answers to questions; the keys below are the questions.
  if (first === 'toolUseResult') return second === 'answers' ? WORDS_BYTES : RESULT_BYTES;
  return BULK_BYTES;
}

/** Cuts the bulk out of one line after the other. */
export class LineShortener {
  readonly #shortener = new Shortener();
  readonly #scanner = new JsonScanner(this.#shortener);

  /** The next bytes of the line. */
  push(bytes: Uint8Array, from: number, to: number): void {
    this.#scanner.push(bytes, from, to);
    this.#shortener.flush();
  }
  /** Bytes that are held of the line. */
  get size(): number {
    return this.#shortener.size;
  }
  /** The line is at its end. */
  take(): string {
    this.#scanner.reset();
    return this.#shortener.take();
  }
}
