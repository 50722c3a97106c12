/**
 * Where a text comes from: what the transcript showed before it was said, and what the working tree holds. Whatever an
 * utterance repeats from there is left out and named. Order decides: a rule that a person says first and Claude then
 * writes to a file stays the person's. Out of scope: reading files (they are fed in), secrets (`redact`), matches with
 * small changes.
 */
import { eachFingerprint, type Fingerprint } from './fingerprint.ts';

/** Where evidence came from: a file, or a tool's output that belongs to no known file. */
export interface Source {
  readonly label: string;
  readonly isPath: boolean;
}

/** What the working tree says about a line or sentence: the file that holds it. */
export interface TreeEvidence {
  pathOf(fingerprint: Fingerprint): string | undefined;
}

/** Evidence of files, fed one by one; the first file that holds a line names it. Keeps fingerprints, no text. */
export class TreeIndex implements TreeEvidence {
  readonly #paths: string[] = [];
  readonly #lines = new Map<Fingerprint, number>();

  /** `path` is what a mark will show: relative to the repository. */
  addFile(path: string, text: string): void {
    const at = this.#paths.push(path) - 1;
    eachFingerprint(text, (found) => {
      if (!this.#lines.has(found)) this.#lines.set(found, at);
    });
  }

  pathOf(fingerprint: Fingerprint): string | undefined {
    const at = this.#lines.get(fingerprint);
    return at === undefined ? undefined : this.#paths[at];
  }
}

/** No working tree at hand. */
export const NO_TREE: TreeEvidence = { pathOf: () => undefined };

/** Sources in one number with the position: positions stay below 2^37 (2^53 / 2^16). */
const SOURCES = 0x10000;

/**
 * Evidence of one transcript. A position is a number that grows along the file; a text is known at position p when it
 * was shown at a position before p.
 */
export class Evidence {
  readonly #sources: Source[] = [];
  readonly #sourceIds = new Map<string, number>();
  /** First showing of each line: position * SOURCES + source. */
  readonly #shown = new Map<Fingerprint, number>();
  /** First writing of each line by a tool of Claude's: its position. */
  readonly #written = new Map<Fingerprint, number>();

  /** Text that a tool or an attachment showed at `position`. */
  show(text: string, source: Source, position: number): void {
    const packed = position * SOURCES + this.#idOf(source);
    eachFingerprint(text, (found) => {
      const before = this.#shown.get(found);
      if (before === undefined || packed < before) this.#shown.set(found, packed);
    });
  }

  /** Text that Claude puts into a file or a command at `position`: until then it stood in no file. */
  write(text: string, position: number): void {
    eachFingerprint(text, (found) => {
      if (!this.#written.has(found)) this.#written.set(found, position);
    });
  }

  /** Text that turns out to have stood in the file before that writing: the writing is no first writing of it. */
  stoodBefore(text: string, position: number): void {
    eachFingerprint(text, (found) => {
      if (this.#written.get(found) === position) this.#written.delete(found);
    });
  }

  /**
   * Who showed this before `position`, or which file of the tree holds it. A tree file does not count when this session
   * wrote the line, and only after `position`: then the file repeats the utterance, not the other way round.
   */
  sourceOf(found: Fingerprint, position: number, tree: TreeEvidence): string | undefined {
    const path = tree.pathOf(found);
    const packed = this.#shown.get(found);
    if (packed !== undefined && Math.floor(packed / SOURCES) < position) {
      const source = this.#sources[packed % SOURCES];
      return source === undefined || source.isPath ? source?.label : (path ?? source.label);
    }
    const written = this.#written.get(found);
    return written !== undefined && written > position ? undefined : path;
  }

  #idOf(source: Source): number {
    const known = this.#sourceIds.get(source.label);
    if (known !== undefined) return known;
    // The last id is shared by all that no longer fit: a wrong name in a mark is better than a wrong position.
    const id = Math.min(this.#sources.length, SOURCES - 1);
    if (id === this.#sources.length) this.#sources.push(source);
    this.#sourceIds.set(source.label, id);
    return id;
  }
}
