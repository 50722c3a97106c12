/**
 * What a fork has copied: its transcript begins with all lines of the session that it came from, under the same ids
 * (transcript contract §4). Those are the other session's, and are captured as its own or not at all.
 */
import { dirname } from 'node:path';
import type { TranscriptEntry } from '../contract/transcript.ts';
import { readEntries, TranscriptError } from './reader.ts';
import { Whereabouts } from './whereabouts.ts';

/** A session on record, and where its transcript was. */
interface Recorded {
  readonly transcriptPath: string;
}

/** A session from which another one began. */
export interface Origin<Session extends Recorded> {
  readonly session: Session;
  /** The ids of all its lines. */
  ids(): readonly string[];
}

/** A hook of the client's start may have written before ours began. [?] ours */
const BEFORE_MS = 2_000;

/**
 * Those of the earlier sessions from which the transcript at `path` was copied, wherever the client keeps theirs by now. `begun`: when
 * its session was first seen (ISO 8601), where that is known: one that begins with a line of its own was copied from none, and then
 * only the sessions beside it are looked at, since a clock may have been wrong.
 */
export function originsOf<Session extends Recorded>(
  path: string,
  earlier: readonly Session[],
  begun?: string,
): readonly Origin<Session>[] {
  const first = firstOf(path);
  if (first === undefined) return [];
  const isOwn = Date.parse(first.timestamp ?? '') >= Date.parse(begun ?? '') - BEFORE_MS;
  const whereabouts = new Whereabouts();
  return earlier
    .filter((one) => !isOwn || dirname(one.transcriptPath) === dirname(path))
    .flatMap((session) => {
      const other = whereabouts.of(session.transcriptPath);
      // A fork copies everything from the first line on, so one look at the first line tells.
      return other === path || firstOf(other)?.uuid !== first.uuid ? [] : [{ session, ids: () => idsIn(other) }];
    });
}

function firstOf(path: string): TranscriptEntry | undefined {
  return unlessAway(() => {
    for (const entry of readEntries(path)) return entry;
    return undefined;
  });
}

function idsIn(path: string): readonly string[] {
  return unlessAway(() => [...readEntries(path)].map(({ uuid }) => uuid)) ?? [];
}

/** The transcript of a session that is long over may be gone: then nothing of it can be recognised. */
function unlessAway<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof TranscriptError) return undefined;
    throw error;
  }
}
