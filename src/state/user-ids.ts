/**
 * Whose a key is, as `GET /v1/ping/` last said (platform contract §2), so that a warm start needs no ping. Kept by a hash of
 * the key; the key itself is in no file.
 */
import { looseObject, number, optional, string } from 'zod/mini';
import { documentOf, readDocument, writeDocument } from '../io/document.ts';
import type { StateFolder } from '../io/file-store.ts';

/** A key's owner does not change; a week bounds a mistake [?]. */
const LONGEST_AGE_MS = 7 * 24 * 60 * 60 * 1000;

export interface Known {
  readonly userId: string;
  /** The key's organisation and project, for the paths that name them (§1.1). */
  readonly orgId?: string | undefined;
  readonly projectId?: string | undefined;
  /** ms since the epoch. */
  readonly at: number;
}

const schema = documentOf<Known>()(() =>
  looseObject({ userId: string(), orgId: optional(string()), projectId: optional(string()), at: number() }),
);

export class UserIds {
  readonly #folder: StateFolder;

  constructor(folder: StateFolder) {
    this.#folder = folder;
  }

  of(keyHash: string, now: number): string | undefined {
    return this.known(keyHash, now)?.userId;
  }

  /** The same with when it was said. */
  known(keyHash: string, now: number): Known | undefined {
    const known = readDocument(this.#folder, pathOf(keyHash), schema);
    return known !== undefined && Math.abs(now - known.at) < LONGEST_AGE_MS ? known : undefined;
  }

  /** `ids`: of the key's organisation and project. */
  remember(keyHash: string, userId: string, now: number, ids: Pick<Known, 'orgId' | 'projectId'> = {}): void {
    writeDocument(this.#folder, pathOf(keyHash), { userId, ...ids, at: now });
  }

  /** A rejected key's answer is not trusted any longer. */
  forget(keyHash: string): void {
    this.#folder.remove(pathOf(keyHash));
  }
}

function pathOf(keyHash: string): string {
  return `cache/user-${keyHash}.json`;
}
