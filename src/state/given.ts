/**
 * What the requests of each session hold already, as marks (`core/recall/given`), so that a resume adds only what is new. Out of
 * scope: which contexts the client drops (`flows/recall`).
 */
import { array, literal, looseObject, optional, string } from 'zod/mini';
import { documentOf, readDocument } from '../io/document.ts';
import type { StateFolder } from '../io/file-store.ts';
import { safeName } from '../io/plain-names.ts';

interface Given {
  readonly version: 1;
  readonly sessionId: string;
  readonly marks: readonly string[];
  /** Given by starts that may have been those of a fork: then the fork's requests hold it, and not these. */
  readonly maybe?: readonly { readonly fork: string; readonly marks: readonly string[] }[];
}

/** A start gives some hundreds; of a session that is resumed for months the newest count. [?] ours */
const MOST_MARKS = 3_000;

const schema = documentOf<Given>()(() =>
  looseObject({
    version: literal(1),
    sessionId: string(),
    marks: array(string()),
    maybe: optional(array(looseObject({ fork: string(), marks: array(string()) }))),
  }),
);

export class GivenMarks {
  readonly #folder: StateFolder;
  readonly #isFork: (sessionId: string) => boolean;

  /** `isFork`: whether there is a session under an id, by its transcript. */
  constructor(folder: StateFolder, isFork: (sessionId: string) => boolean) {
    this.#folder = folder;
    this.#isFork = isFork;
  }

  /** Undefined where nothing is known of the session. */
  of(sessionId: string): ReadonlySet<string> | undefined {
    const given = this.#read(sessionId);
    if (given === undefined) return undefined;
    const own = (given.maybe ?? []).filter(({ fork }) => !this.#isFork(fork));
    return new Set([...given.marks, ...own.flatMap(({ marks }) => marks)]);
  }

  /** From now on the session's requests hold these and nothing else. */
  begin(sessionId: string, marks: readonly string[]): void {
    this.#write({ version: 1, sessionId, marks });
  }

  /** They hold these as well. `fork`: the id under which the session goes on if this start is a fork's, which takes over what it has. */
  add(sessionId: string, marks: readonly string[], fork?: string): void {
    const before = [...(this.of(sessionId) ?? [])];
    if (fork === undefined) {
      this.begin(sessionId, [...before, ...marks]);
      return;
    }
    this.begin(fork, [...before, ...marks]);
    const given = this.#read(sessionId);
    const maybe = [...(given?.maybe ?? []).filter((one) => one.fork !== fork), { fork, marks }];
    this.#write({ version: 1, sessionId, marks: given?.marks ?? [], maybe: maybe.slice(-MOST_FORKS) });
  }

  #read(sessionId: string): Given | undefined {
    const given = readDocument(this.#folder, pathOf(sessionId), schema);
    return given?.sessionId === sessionId ? given : undefined;
  }

  #write(given: Given): void {
    const unique = (marks: readonly string[]) => [...new Set(marks)].slice(-MOST_MARKS);
    const maybe = given.maybe?.map(({ fork, marks }) => ({ fork, marks: unique(marks) }));
    const document = { ...given, marks: unique(given.marks), ...(maybe === undefined ? {} : { maybe }) };
    // Lost with a power cut, it costs a resume that tells a few memories again.
    this.#folder.writeSoon(pathOf(given.sessionId), JSON.stringify(document));
  }
}

/** More are forgotten: then what they gave is given once more. */
const MOST_FORKS = 20;

function pathOf(sessionId: string): string {
  return `given/${safeName(sessionId)}.json`;
}
