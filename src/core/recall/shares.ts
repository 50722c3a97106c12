/**
 * How the characters of a pack are shared among its sections, so that none starves (design §4): a share each for the first line,
 * then round by round the next of each section, until nothing fits. Pure. Out of scope: what the lines are (`context-pack`).
 */

export interface Queue<S, I> {
  readonly section: S;
  /** What its heading costs. */
  readonly heading: number;
  readonly items: readonly I[];
}

/** What is asked of items. */
export interface Lines<I> {
  readonly idOf: (item: I) => string | undefined;
  /** The line is no shorter than this, whatever is cut from it; known without making it. `at`: its place in the queue. */
  readonly atLeast: (item: I, at: number) => number;
  /** The line, at most so long; made when it is asked for, since most of a large store is not. */
  readonly lineOf: (item: I, limit: number) => string;
}

export interface Shared<S> {
  readonly taken: ReadonlyMap<S, readonly string[]>;
  readonly ids: readonly string[];
  readonly leftOut: number;
  /** What is left of the room. */
  readonly room: number;
}

/** A line of fewer characters says too little to be cut to: the sections that come first get one. [?] */
const LEAST_LINE = 60;

/** Is told of each item which line was taken, or that none was. */
export type Taking<S, I> = (item: I, section: S, line: string | undefined) => void;

/** Takes from queues in their order what fits; `limit` for one line. */
export function shared<S, I>(
  queues: readonly Queue<S, I>[],
  lines: Lines<I>,
  allRoom: number,
  limit: number,
  taking?: Taking<S, I>,
): Shared<S> {
  const taken = new Map<S, string[]>();
  const ids: string[] = [];
  let leftOut = 0;
  let room = allRoom;
  const rounds = Math.max(0, ...queues.map(({ items }) => items.length));
  const first = firstLimit(queues, lines, room, limit);
  for (let round = 0; round < rounds; round++) {
    for (const { section, heading, items } of queues) {
      const item = items[round];
      if (item === undefined) continue;
      const its = taken.get(section);
      const besides = 1 + (its === undefined ? heading : 0);
      const line =
        lines.atLeast(item, round) + besides > room ? undefined : lines.lineOf(item, round === 0 ? first : limit);
      if (line === undefined || line.length + besides > room) {
        leftOut++;
        taking?.(item, section, undefined);
        continue;
      }
      room -= line.length + besides;
      taking?.(item, section, line);
      const id = lines.idOf(item);
      if (id !== undefined) ids.push(id);
      if (its === undefined) taken.set(section, [line]);
      else its.push(line);
    }
  }
  return { taken, ids, leftOut, room };
}

/** The longest that a first line may be so that each section has one: short ones leave the rest to the long. */
function firstLimit<S, I>(queues: readonly Queue<S, I>[], { lineOf }: Lines<I>, room: number, limit: number): number {
  const lengths = queues.flatMap(({ items: [item] }) => (item === undefined ? [] : [lineOf(item, limit).length]));
  let left = room - queues.reduce((sum, { heading }) => sum + heading + 1, 0);
  let sections = lengths.length;
  for (const length of lengths.sort((a, b) => a - b)) {
    const share = Math.floor(left / sections);
    if (length > share) return Math.min(limit, Math.max(share, LEAST_LINE));
    left -= length;
    sections--;
  }
  return limit;
}
