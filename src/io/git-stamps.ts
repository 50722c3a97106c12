/** By what a file is known to be as it was: its times in nanoseconds, its size and its place on the disk. Absence is a stamp as well. */
import { type BigIntStats, lstatSync, readlinkSync, statSync } from 'node:fs';

/**
 * Within so long of a change another one may leave the same times behind: clocks of file systems tick in steps of up to two
 * seconds.
 */
const SETTLED_AFTER_MS = 2_000;

export interface Stamp {
  readonly text: string;
  /** When it changed last, ms since the epoch; absent for a folder, whose content is not what counts, and for nothing. */
  readonly changedAt?: number;
}

/** Of a file, or of what a link leads to and the link itself. */
export function stampOf(path: string): Stamp {
  try {
    const own = lstatSync(path, { bigint: true, throwIfNoEntry: false });
    if (own === undefined) return { text: '-' };
    if (!own.isSymbolicLink()) return ofStats(own);
    const target = statSync(path, { bigint: true, throwIfNoEntry: false });
    const there = target === undefined ? { text: '-' } : ofStats(target);
    return { ...there, text: `${readlinkSync(path)} > ${there.text}` };
  } catch (error) {
    // Not to be looked at, or below something that is no folder: as long as it is so, nothing has changed.
    if (error instanceof Error && 'code' in error) return { text: String(error.code) };
    throw error;
  }
}

/** Whether no change can hide behind a stamp that was taken after this moment. */
export function isSettled({ changedAt }: Stamp, asked: number): boolean {
  return changedAt === undefined || changedAt < asked - SETTLED_AFTER_MS;
}

/** A file that is changed and then given its old time again still has another time of change. */
function ofStats(stats: BigIntStats): Stamp {
  const { dev, ino, size, mtimeNs, ctimeNs } = stats;
  if (stats.isDirectory()) return { text: `folder ${dev} ${ino}` };
  const changedAt = Math.max(...[mtimeNs, ctimeNs].map((time) => Number(time / 1_000_000n)));
  return { text: `${mtimeNs} ${ctimeNs} ${size} ${ino} ${dev}`, changedAt };
}
