/** Who has the background in hand, as a person is told; reads only (`background-lock` is for those who want it). */
import type { StateFolder } from '../io/file-store.ts';

export interface Holder {
  readonly pid: number;
  /** Since when (ms since the epoch). */
  readonly since: number;
  /** False where its process is gone: the next one takes it over. */
  readonly isAlive: boolean;
}

/** The one that is alive, if one is; undefined where nobody has it. Throws where the state folder cannot be read. */
export function holderOf(folder: StateFolder, isAlive: (pid: number) => boolean): Holder | undefined {
  const holders = folder.list('background').flatMap((name): Holder[] => {
    const [, pid, since] = /^held-(\d+)-(\d+)$/.exec(name) ?? [];
    return pid === undefined ? [] : [{ pid: Number(pid), since: Number(since), isAlive: isAlive(Number(pid)) }];
  });
  return holders.find((one) => one.isAlive) ?? holders[0];
}
