/** How far long work is: one line on stderr that is written again and again, for a person at a terminal; silent otherwise. */
import { isatty } from 'node:tty';
import { writeAll } from '../../runtime/processes/write-all.ts';

/** Tells how many are done. */
export type Step = (done: number) => void;

/** Where the line goes, and what time it is. */
export interface ProgressPorts {
  readonly isTerminal: boolean;
  readonly write: (text: string) => void;
  readonly now: () => number;
}

/** More often than that nobody can read it. */
const EACH_MS = 100;
/** Back to the beginning of the line, and clear it. */
const CLEAR = '\r\u001B[K';

/**
 * Does the work, and shows `what: done of total` while it lasts; the line is gone when it has ended, however it has. Leave (`answer`,
 * `refuse`) after it, not within it: a process that ends there leaves the line behind.
 */
export async function withProgress<Result>(
  what: string,
  total: number | undefined,
  work: (step: Step) => Promise<Result>,
  ports: ProgressPorts = { isTerminal: isatty(2), write: (text) => writeAll(2, text), now: () => Date.now() },
): Promise<Result> {
  if (!ports.isTerminal) return work(() => undefined);
  let shown: number | undefined;
  const step: Step = (done) => {
    const now = ports.now();
    if (shown !== undefined && now - shown < EACH_MS && done !== total) return;
    shown = now;
    ports.write(`${CLEAR}${what}: ${done}${total === undefined ? '' : ` of ${total}`}`);
  };
  try {
    step(0);
    return await work(step);
  } finally {
    ports.write(CLEAR);
  }
}
