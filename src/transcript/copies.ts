/**
 * What a fork has copied: its transcript begins with all lines of the session that it came from, under the same ids
 * (transcript contract §4). Those are the other session's, and are captured as its own or not at all.
 */
import { dirname } from 'node:path';
import { readEntries, TranscriptError } from './reader.ts';

/** Ids of the lines that `path` has copied from one of these transcripts of earlier sessions; only its own folder is looked at. */
export function copiedIds(path: string, earlier: readonly string[]): readonly string[] {
  const first = firstId(path);
  if (first === undefined) return [];
  // A fork copies everything from the first line on, so one look at the first line tells.
  return earlier
    .filter((other) => other !== path && dirname(other) === dirname(path) && firstId(other) === first)
    .flatMap(idsIn);
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
