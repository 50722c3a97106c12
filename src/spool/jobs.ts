/**
 * Jobs: that a session has ended and is to be captured. Pointers only, no content. Written by session-end in the foreground
 * before anything else, so that a kill right after it loses nothing.
 */
import { boolean, int, looseObject, number, optional, string } from 'zod/mini';
import type { Job, NamedJob } from '../contract/state.ts';
import { documentOf, readDocuments, writeDocument } from '../io/document.ts';
import type { StateFolder } from '../io/file-store.ts';
import { safeName } from '../io/plain-names.ts';
import { belongingSchema } from './belonging.ts';

const JOBS = 'jobs';

export const jobSchema = documentOf<Job>()(() =>
  looseObject({
    sessionId: string(),
    transcriptPath: string(),
    cwd: string(),
    at: string(),
    belongs: belongingSchema(),
    prompted: optional(boolean()),
    failingSince: optional(string()),
    tries: optional(number().check(int())),
    triedAt: optional(string()),
    triedFrom: optional(string()),
    reconciled: optional(boolean()),
  }),
);

export class Jobs {
  readonly #folder: StateFolder;

  constructor(folder: StateFolder) {
    this.#folder = folder;
  }

  /**
   * `stamp` makes the name unique: a second end of the same session (resume) must not replace a job that is being worked on.
   * @returns the job's name
   */
  record(job: Job, stamp: string): string {
    const name = `${safeName(job.sessionId)}.${stamp}.json`;
    writeDocument(this.#folder, `${JOBS}/${name}`, job);
    return name;
  }

  /** Keeps a job that could not be captured, for a later run. */
  keep(named: NamedJob, failingSince: string): void {
    writeDocument(this.#folder, `${JOBS}/${named.name}`, { ...named.job, failingSince });
  }

  /** Notes that a capture of it begins: where that comes to no end, not even to an error, this stays. */
  begins(named: NamedJob, at: string): void {
    const tries = (named.job.tries ?? 0) + 1;
    const triedFrom = named.job.triedFrom ?? at;
    writeDocument(this.#folder, `${JOBS}/${named.name}`, { ...named.job, tries, triedAt: at, triedFrom });
  }

  has(name: string): boolean {
    return this.#folder.modifiedAt(`${JOBS}/${name}`) !== undefined;
  }

  /** All jobs that can be read. One that cannot is left where it is: a newer version may have written it. */
  all(): readonly NamedJob[] {
    return readDocuments(this.#folder, JOBS, jobSchema).map(({ name, document }) => ({ name, job: document }));
  }

  done(name: string): void {
    this.#folder.remove(`${JOBS}/${name}`);
  }
}

/** The stamp in a job's name. */
export function stampOf(name: string): string {
  return name.split('.').at(-2) ?? name;
}
