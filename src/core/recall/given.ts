/**
 * What a session has been given already: a resume replays its earlier contexts and adds the new one (client contract §2), so only
 * what is new since then is given again. Marks, not texts. Pure. Out of scope: where they are kept (`state/given`).
 */
import type { Memory } from '../../contract/mem0.ts';
import type { JustNow } from './context-pack.ts';
import { harmlessLine } from './fence.ts';

/** Stands for a memory as its text is now: one whose text has changed is new. */
export function markOf({ id, memory }: Pick<Memory, 'id' | 'memory'>): string {
  return `${fingerprint(id)}.${fingerprint(memory.slice(0, LOOKED_AT))}`;
}

/** Stands for words that were no memory yet. */
export function markOfWords(text: string): string {
  return `.${fingerprint(harmlessLine(text).toLowerCase())}`;
}

/** More of a memory is neither shown nor kept (`last-answer`). */
const LOOKED_AT = 1_200;

/** Ids of the rows that were given; what was given in the person's words is not given again as the memory of the same words. */
export function givenIds(rows: readonly Memory[], marks: ReadonlySet<string>): ReadonlySet<string> {
  if (marks.size === 0) return new Set();
  const given = rows.filter((row) => marks.has(markOf(row)) || marks.has(markOfWords(row.memory)));
  return new Set(given.map(({ id }) => id));
}

export function newWords(said: readonly JustNow[], marks: ReadonlySet<string>): readonly JustNow[] {
  return said.filter(({ text }) => !marks.has(markOfWords(text)));
}

/** FNV-1a with 32 bits, twice, over two views of the text: `core/hash` would take some 30 ms for 300 memories. */
function fingerprint(text: string): string {
  let [one, other] = [0x811c9dc5, 0x811c9dc5 ^ text.length];
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    one = Math.imul(one ^ unit, 0x01000193);
    other = Math.imul(other ^ (unit + at), 0x01000193);
  }
  return (one >>> 0).toString(36) + (other >>> 0).toString(36);
}
