/**
 * Our part of a project's instructions, between two marks, so that a person's own words beside it stay as they are and a later
 * revision takes the place of an earlier one. Out of scope: what the part says (`core/capture/project-gate`).
 */
import { hash64 } from '../hash.ts';

const END = '[end of the mem0-hooks write gate]';
/** From a first mark to the next last one, without another first mark in between. */
const BLOCK =
  /\[mem0-hooks write gate (\S{1,40}) ([0-9a-f]{16})\]\r?\n((?:(?!\[mem0-hooks write gate )[\s\S])*?)\r?\n\[end of the mem0-hooks write gate\]/g;

/** The text between its marks: the first names the revision, and the text by its hash, so that an edit by hand is seen. */
export function gateBlock(text: string, revision: string): string {
  return `[mem0-hooks write gate ${revision} ${hashOf(text)}]\n${text}\n${END}`;
}

export interface Found {
  readonly from: number;
  readonly to: number;
  readonly revision: string;
}

/** The blocks of ours in instructions. One that somebody has changed is not ours any more, but theirs: `edited` counts those. */
export function findBlocks(instructions: string): { readonly ours: readonly Found[]; readonly edited: number } {
  const ours: Found[] = [];
  let edited = 0;
  for (const match of instructions.matchAll(BLOCK)) {
    const [whole, revision = '', hash, text = ''] = match;
    if (hashOf(text) === hash) ours.push({ from: match.index, to: match.index + whole.length, revision });
    else edited += 1;
  }
  return { ours, edited };
}

/** A server may change the ends of lines or spaces at them; that is no edit. */
function hashOf(text: string): string {
  return hash64(text.replace(/\s+/g, ' ').trim());
}
