/**
 * What a fork has copied: its transcript begins with all lines of the session that it came from, under the same ids
 * (transcript contract §4). Those are the other session's, and are captured as its own or not at all.
 */
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

/** Those of the earlier sessions from which the transcript at `path` was copied, wherever the client keeps theirs by now. */
export function originsOf<Session extends Recorded>(
  path: string,
  earlier: readonly Session[],
): readonly Origin<Session>[] {
  const first = firstId(path);
  if (first === undefined) return [];
  const whereabouts = new Whereabouts();
  return earlier.flatMap((session) => {
    const other = whereabouts.of(session.transcriptPath);
    // A fork copies everything from the first line on, so one look at the first line tells.
    return other === path || firstId(other) !== first ? [] : [{ session, ids: () => idsIn(other) }];
  });
}

function firstId(path: string): string | undefined {
  return unlessAway(() => {
    for (const entry of readEntries(path)) return entry.uuid;
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
