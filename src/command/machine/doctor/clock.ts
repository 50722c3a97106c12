/** This machine's clock against the platform's, by the Date of its answers (RFC 9110 §6.6.1: whole seconds). */
import type { Send } from '../../../contract/wire.ts';
import { type Check, notChecked, ok, warning } from './check.ts';

/** What is said is dated by this clock, and a session state expires by the platform's: minutes are no matter, days are. [?] ours */
const MOST_MS = 120_000;

export class Clock {
  readonly #now: () => number;
  /** The smallest difference seen: an answer that was long on its way says little. */
  #apartMs: number | undefined;

  constructor(now: () => number) {
    this.#now = now;
  }

  watching(send: Send): Send {
    return async (request, within) => {
      const before = this.#now();
      const answer = await send(request, within);
      const at = Date.parse(answer.headers['date'] ?? '');
      if (Number.isFinite(at)) this.#note(at, before, this.#now());
      return answer;
    };
  }

  check(name: string): Check {
    if (this.#apartMs === undefined) return notChecked(name, 'the platform does not say what time it is');
    const apart = this.#apartMs;
    if (Math.abs(apart) <= MOST_MS) return ok(name, "agrees with the platform's");
    const seconds = Math.round(Math.abs(apart) / 1_000);
    const way = apart > 0 ? 'behind' : 'ahead of';
    return warning(
      name,
      `is ${seconds} seconds ${way} the platform's`,
      'set the clock of this machine: memories are dated by it',
    );
  }

  /** Nothing where it may have been said at some moment between the two. */
  #note(at: number, before: number, after: number): void {
    const apart = at + 1_000 < before ? at + 1_000 - before : at > after ? at - after : 0;
    if (this.#apartMs === undefined || Math.abs(apart) < Math.abs(this.#apartMs)) this.#apartMs = apart;
  }
}
