/** Where the files of the spool lie, and what their names say. Out of scope: what becomes of them (`spool`). */
import { maxLength, regex, string } from 'zod/mini';
import { tagOf } from './belonging.ts';

export const WAITING = 'spool/waiting';
export const CLAIMED = 'spool/claimed';
export const ACCEPTED = 'spool/accepted';
export const PARKED = 'spool/parked';

/** Ids sort in the order of enqueueing. A waiting or accepted file is named by id and destination, a claim by id, process and instant. */
export const ID = /^[0-9a-z]+(?:_[0-9a-z]+)*$/;
/** Ours have about twenty signs; a file system takes 255 bytes for a name, with what we add to it. */
const MOST_ID = 100;

/** An id in a document: it is to name a file, so a document with an odd one is as good as none. */
export const idSchema = () => string().check(regex(ID), maxLength(MOST_ID));

export const WAITS = /^([0-9a-z_]+)\.([0-9a-z]+)\.json$/;
export const CLAIM = /^([0-9a-z_]+)-(\d+)-(\d+)\.json$/;

export function acceptedPath(id: string, tag: string): string {
  return `${ACCEPTED}/${id}.${tag}.json`;
}

export function waitingPath(id: string, destination: string): string {
  return `${WAITING}/${id}.${tagOf(destination)}.json`;
}
