/**
 * Whose a key is, as `GET /v1/ping/` last said (platform contract §2), so that a warm start needs no ping. Kept by a hash of
 * the key; the key itself is in no file.
 */
import { looseObject, number, string } from 'zod/mini';
import { documentOf, readDocument, writeDocument } from '../io/document.ts';
import type { StateFolder } from '../io/file-store.ts';

/** A key's owner does not change; a week bounds a mistake [?]. */
const LONGEST_AGE_MS = 7 * 24 * 60 * 60 * 1000;

export interface Known {
  readonly userId: string;
  /** ms since the epoch. */
  readonly at: number;
}

const schema = documentOf<Known>()(() => looseObject({ userId: string(), at: number() }));

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

  remember(keyHash: string, userId: string, now: number): void {
    writeDocument(this.#folder, pathOf(keyHash), { userId, at: now });
  }

  /** A rejected key's answer is not trusted any longer. */
  forget(keyHash: string): void {
    this.#folder.remove(pathOf(keyHash));
  }
}

function pathOf(keyHash: string): string {
  return `cache/user-${keyHash}.json`;
}
