/**
 * Which lines are the talk, and in which order. File order is not conversation order, and abandoned branches stay in
 * the file (transcript contract §2, §4): the talk is the chain of parents from the last line. Out of scope: what the lines say.
 */
import type { TranscriptEntry } from '../../contract/transcript.ts';
import { Column, Ids } from './ids.ts';

/** What of a line says where it belongs. */
export interface Link {
  readonly id: string;
  readonly parent: string | undefined;
  /** Lines of one API message belong together: parallel tool calls hang off its first blocks (§2). */
  readonly messageId: string | undefined;
  /** A tool result, or an attachment: it follows its parent even when the chain went on from a sibling. */
  readonly follower: boolean;
  /** Of a side chain: it has no place in the talk, but its id counts as known. */
  readonly aside: boolean;
}

export function linkOf(entry: TranscriptEntry): Link {
  const results = entry.type === 'user' && typeof entry.message.content !== 'string' ? entry.message.content : [];
  const logical = entry.type === 'system' ? entry.logicalParentUuid : undefined;
  return {
    id: entry.uuid,
    parent: entry.parentUuid ?? logical ?? undefined,
    messageId: entry.type === 'assistant' ? entry.message.id : undefined,
    follower: entry.type === 'attachment' || results.some((block) => block.type === 'tool_result'),
    aside: entry.isSidechain === true,
  };
}

const KNOWN = 1;
const FOLLOWER = 2;
const NONE = -1;

/** The lines of a file by numbers, a few bytes each: a file of 600 MB has some 60,000 of them, one of small messages more. */
export class Chain {
  readonly #ids = new Ids();
  readonly #messages = new Ids();
  /** By number of the id; an id may be named as a parent and have no line. Numbers in lists are one more, so that 0 is none. */
  readonly #flags = new Column();
  readonly #parents = new Column();
  readonly #messageOf = new Column();
  readonly #placeInFile = new Column();
  /** The lines of the main chain in file order. */
  readonly #lines = new Column();
  #count = 0;

  /** Takes in the next line of the file; returns its number, or undefined where its id has come before. */
  add(link: Link): number | undefined {
    const line = this.#ids.numberOf(link.id);
    if (this.#flags.at(line) !== 0) return undefined;
    this.#flags.put(line, link.follower ? KNOWN | FOLLOWER : KNOWN);
    if (link.aside) return line;
    if (link.parent !== undefined) this.#parents.put(line, this.#ids.numberOf(link.parent) + 1);
    if (link.messageId !== undefined) this.#messageOf.put(line, this.#messages.numberOf(link.messageId) + 1);
    this.#lines.put(this.#count, line);
    this.#count += 1;
    this.#placeInFile.put(line, this.#count);
    return line;
  }

  /** The id of a line. */
  idOf(line: number): string {
    return this.#ids.idOf(line);
  }

  /**
   * The place of each line in the talk, by its number; below 0 where it is not in the talk. Where a parent is named that the file
   * does not have, the line before it in the file is taken for the parent: rows are rather kept twice connected than lost. A root
   * (no parent) ends the chain.
   */
  order(): Float64Array {
    const chain = new Column();
    let length = 0;
    const onChain = new Uint8Array(this.#count);
    const early = this.#writtenEarly();
    let behind = this.#count;
    for (let at = this.#leaf(); at >= 0 && onChain[at] === 0; ) {
      onChain[at] = 1;
      const line = this.#lines.at(at);
      chain.put(length, line);
      length += 1;
      const parent = this.#parents.at(line) - 1;
      if (parent === NONE) break;
      const parentAt = this.#parentAt(at);
      const child = at;
      at = parentAt === NONE ? fileOrderParent(at, onChain, early) : parentAt;
      if (at === NONE) at = this.#parentBehind(behind, onChain);
      behind = child;
    }
    const order = new Float64Array(this.#ids.size).fill(NONE);
    const placed = new Column();
    for (let place = 0; place < length; place += 1) {
      const line = chain.at(length - 1 - place);
      order[line] = place;
      placed.put(place, line);
    }
    this.#addSiblings(order, placed, length);
    return order;
  }

  /** Where the parent of the line at a place in the file stands; NONE where it has none, or the file has not. */
  #parentAt(at: number): number {
    const line = this.#lines.at(at);
    const parent = this.#parents.at(line) - 1;
    return parent === NONE || parent === line ? NONE : this.#placeInFile.at(parent) - 1;
  }

  /** Children that were written before their parents (§2), by the parent's place. */
  #writtenEarly(): ReadonlyMap<number, number> {
    const early = new Map<number, number>();
    for (let at = 0; at < this.#count; at += 1) {
      const parentAt = this.#parentAt(at);
      if (parentAt > at) early.set(parentAt, at);
    }
    return early;
  }

  /**
   * For the end of a chain before which nothing stands: a child may be written before its parent (§2), at the top of the file, and
   * then all the talk stands behind it. The nearest line before `child`, the next one of the chain, that does not branch off it;
   * NONE where there is none.
   */
  #parentBehind(child: number, onChain: Uint8Array): number {
    const branches = Uint8Array.from(onChain);
    for (let before = child - 1; before >= 0; before -= 1) {
      const way = new Set<number>();
      let at = before;
      while (at !== NONE && branches[at] === 0 && !way.has(at)) {
        way.add(at);
        at = this.#parentAt(at);
      }
      if (at === NONE || branches[at] === 0) return before;
      for (const one of way) branches[one] = 1;
    }
    return NONE;
  }

  /** The last line, or its child where a child was written before it (§2). Places in the file. */
  #leaf(): number {
    let leaf = this.#count - 1;
    for (const passed = new Set<number>(); leaf >= 0 && !passed.has(leaf); ) {
      passed.add(leaf);
      const line = this.#lines.at(leaf);
      const child = this.#lastChildOf(line);
      if (child < 0 || passed.has(child)) break;
      leaf = child;
    }
    return leaf;
  }

  #lastChildOf(line: number): number {
    for (let at = this.#count - 1; at >= 0; at -= 1) {
      const child = this.#lines.at(at);
      if (child !== line && this.#parents.at(child) === line + 1) return at;
    }
    return NONE;
  }

  /** Other blocks of the messages on the chain, and the results and attachments that hang off them. `placed` are all with a place. */
  #addSiblings(order: Float64Array, placed: Column, length: number): void {
    const messagePlaces = new Float64Array(this.#messages.size + 1).fill(NONE);
    for (let at = 0; at < this.#count; at += 1) {
      const line = this.#lines.at(at);
      const place = order[line] ?? NONE;
      if (place >= 0) messagePlaces[this.#messageOf.at(line)] = place;
    }
    messagePlaces[0] = NONE;
    let end = length;
    const put = (line: number, at: number): void => {
      if ((order[line] ?? NONE) >= 0) return;
      // Between its parent and what came next.
      order[line] = at + 0.5;
      placed.put(end, line);
      end += 1;
    };
    for (let at = 0; at < this.#count; at += 1) {
      const line = this.#lines.at(at);
      const place = messagePlaces[this.#messageOf.at(line)] ?? NONE;
      if (place >= 0) put(line, place);
    }
    // A follower may stand before its parent in the file, so each that is placed lets its own followers be looked at.
    const { first, next } = this.#followers();
    for (let at = 0; at < end; at += 1) {
      const line = placed.at(at);
      for (let follower = first.at(line) - 1; follower !== NONE; follower = next.at(follower) - 1) {
        put(follower, order[line] ?? 0);
      }
    }
  }

  /** The followers of each line in file order: its first one, and of each the one that comes next. */
  #followers(): { readonly first: Column; readonly next: Column } {
    const first = new Column();
    const next = new Column();
    for (let at = this.#count - 1; at >= 0; at -= 1) {
      const line = this.#lines.at(at);
      const parent = this.#parents.at(line) - 1;
      if (parent === NONE || (this.#flags.at(line) & FOLLOWER) === 0) continue;
      next.put(line, first.at(parent));
      first.put(parent, line + 1);
    }
    return { first, next };
  }
}

/** The nearest earlier line that the chain does not have yet, or its child where that was written before it; NONE for none. */
function fileOrderParent(at: number, onChain: Uint8Array, early: ReadonlyMap<number, number>): number {
  let before = at - 1;
  while (before >= 0 && onChain[before] === 1) before -= 1;
  // Each child stands before its parent, so this ends.
  for (let child = early.get(before); child !== undefined && onChain[child] === 0; child = early.get(child))
    before = child;
  return before;
}
