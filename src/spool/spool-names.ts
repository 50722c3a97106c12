/** Where the files of the spool lie, and what their names say. Out of scope: what becomes of them (`spool`). */
import { tagOf } from './belonging.ts';

export const WAITING = 'spool/waiting';
export const CLAIMED = 'spool/claimed';
export const ACCEPTED = 'spool/accepted';
export const PARKED = 'spool/parked';

/** Ids sort in the order of enqueueing. A waiting or accepted file is named by id and destination, a claim by id, process and instant. */
export const ID = /^[0-9a-z]+(?:_[0-9a-z]+)*$/;
export const WAITS = /^([0-9a-z_]+)\.([0-9a-z]+)\.json$/;
export const CLAIM = /^([0-9a-z_]+)-(\d+)-(\d+)\.json$/;

export function acceptedPath(id: string, tag: string): string {
  return `${ACCEPTED}/${id}.${tag}.json`;
}

export function waitingPath(id: string, destination: string): string {
  return `${WAITING}/${id}.${tagOf(destination)}.json`;
}
