/**
 * Jobs: that a session has ended and is to be captured. Pointers only, no content. Written by session-end in the foreground
 * before anything else, so that a kill right after it loses nothing.
 */
import { boolean, looseObject, optional, string, type ZodMiniType } from 'zod/mini';
import { readDocument, writeDocument } from '../io/document.ts';
import { type StateFolder, safeName } from '../io/file-store.ts';

const JOBS = 'jobs';

export interface Job {
  readonly sessionId: string;
  readonly transcriptPath: string;
  readonly cwd: string;
  /** ISO 8601. */
  readonly at: string;
  /** Whether a prompt was made in it: the client names one at the end only then (client contract §1). */
  readonly prompted: boolean;
  /** ISO 8601; since when its transcript could not be read. */
  readonly failingSince?: string;
}

export const jobSchema = looseObject({
  sessionId: string(),
  transcriptPath: string(),
  cwd: string(),
  at: string(),
  prompted: boolean(),
  failingSince: optional(string()),
}) as unknown as ZodMiniType<Job>;

export interface NamedJob {
  readonly name: string;
  readonly job: Job;
}

/** The stamp in a job's name. */
export function stampOf(name: string): string {
  return name.split('.').at(-2) ?? name;
}

export class Jobs {
  readonly #folder: StateFolder;

  constructor(folder: StateFolder) {
    this.#folder = folder;
  }

  /** `stamp` makes the name unique: a second end of the same session (resume) must not replace a job that is being worked on. */
  record(job: Job, stamp: string): void {
    writeDocument(this.#folder, `${JOBS}/${safeName(job.sessionId)}.${stamp}.json`, job);
  }

  /** Keeps a job whose transcript could not be read, for a later run. */
  keep(named: NamedJob, failingSince: string): void {
    writeDocument(this.#folder, `${JOBS}/${named.name}`, { ...named.job, failingSince });
  }

  any(): boolean {
    return this.#folder.list(JOBS).length > 0;
  }

  /** All jobs that can be read; what cannot is removed, since nothing could ever be made of it. */
  all(): readonly NamedJob[] {
    return this.#folder.list(JOBS).flatMap((name) => {
      const job = readDocument(this.#folder, `${JOBS}/${name}`, jobSchema);
      if (job === undefined) this.#folder.remove(`${JOBS}/${name}`);
      return job === undefined ? [] : [{ name, job }];
    });
  }

  done(name: string): void {
    this.#folder.remove(`${JOBS}/${name}`);
  }
}
