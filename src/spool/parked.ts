/**
 * Requests that are set aside: shown to a person, and put back where they say so. Out of scope: why one is set aside
 * (`flows/deliver`), and that they go after a quarter of a year (`sweep`).
 */
import type { SpoolItem } from '../contract/state.ts';
import { readDocument, writeDocument } from '../io/document.ts';
import type { StateFolder } from '../io/file-store.ts';
import { spoolItemSchema } from './spool-item.ts';
import { CLAIMED, ID, PARKED, waitingPath } from './spool-names.ts';

export interface Parked {
  readonly id: string;
  /** Since when (ms since the epoch). */
  readonly at: number;
  /** Absent where it cannot be read. */
  readonly item?: SpoolItem;
}

/** All of them, the oldest first. Throws where the state folder cannot be read. */
export function parkedIn(folder: StateFolder): readonly Parked[] {
  return folder
    .dated(PARKED, (name) => name.endsWith('.json'))
    .map(({ name, at }) => {
      const item = readDocument(folder, `${PARKED}/${name}`, spoolItemSchema);
      return { id: name.slice(0, -'.json'.length), at, ...(item === undefined ? {} : { item }) };
    })
    .sort((left, right) => left.at - right.at || (left.id < right.id ? -1 : 1));
}

/**
 * Lets one wait again as if it were new; what may have arrived is still looked for first. Like a delivery it is claimed meanwhile: of
 * several that try one wins, and after a kill it is taken back (`Spool.takeBack`).
 * @returns false where it is gone, or cannot be read
 */
export function putBack(folder: StateFolder, id: string, { pid, now }: { readonly pid: number; readonly now: number }) {
  const path = `${PARKED}/${id}.json`;
  if (!ID.test(id) || readDocument(folder, path, spoolItemSchema) === undefined) return false;
  const claim = `${CLAIMED}/${id}-${pid}-${now}.json`;
  if (!folder.move(path, claim)) return false;
  const item = readDocument(folder, claim, spoolItemSchema);
  if (item === undefined) {
    folder.move(claim, path);
    return false;
  }
  const { parkedFor: _, refused: __, failed: ___, ...rest } = item;
  writeDocument(folder, claim, { ...rest, attempts: 0, notBefore: 0 } satisfies SpoolItem);
  return folder.move(claim, waitingPath(id, item.destination));
}
