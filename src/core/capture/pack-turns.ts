/**
 * Fits turns into requests of a bounded size, at turn borders. What does not fit is chosen by substance and counted, never
 * dropped silently. Out of scope: what the texts say, how a write looks.
 */
import type { Message } from '../../contract/memory.ts';
import { sentencesOf, shortened } from '../talk/sentences.ts';

/** One turn as it would be sent; messages in true roles. */
export interface PackedTurn {
  readonly messages: readonly Message[];
  /** Unix seconds of its last utterance, when known. */
  readonly at: number | undefined;
}

/** A request stays under 40,000 characters; others keep under about 50,000 (platform contract §3 [?]). */
export const MAX_ADD_CHARS = 40_000;
/** A single message is cut here, so that one answer cannot fill a request alone: 40,000 / 8,000 = five of them. [?] ours */
export const MAX_MESSAGE_CHARS = 8_000;

const sizeOf = (turn: PackedTurn): number => turn.messages.reduce((sum, one) => sum + one.content.length, 0);
/** A person's words count four times as much as Claude's. [?] ours */
const substanceOf = (turn: PackedTurn): number =>
  turn.messages.reduce((sum, one) => sum + one.content.length * (one.role === 'user' ? 4 : 1), 0);

/** The pieces of a person's long message: each below the limit, cut at sentence ends, nothing lost. */
export function piecesOf(text: string, limit: number): string[] {
  const pieces: string[] = [];
  let piece = '';
  for (const sentence of sentencesOf(text)) {
    if (piece !== '' && piece.length + sentence.length > limit) {
      pieces.push(piece.trim());
      piece = '';
    }
    piece += sentence;
    // A sentence longer than the limit is cut hard, but not inside a surrogate pair.
    while (piece.length > limit) {
      const cut = /[\uD800-\uDBFF]$/.test(piece.slice(0, limit)) ? limit - 1 : limit;
      pieces.push(piece.slice(0, cut).trim());
      piece = piece.slice(cut);
    }
  }
  if (piece.trim() !== '') pieces.push(piece.trim());
  return pieces.filter((one) => one !== '');
}

/** A message at a size that fits: a person's words are divided, Claude's are shortened. */
export function messagesOf(role: Message['role'], text: string): Message[] {
  if (role === 'assistant') return text.trim() === '' ? [] : [{ role, content: shortened(text, MAX_MESSAGE_CHARS) }];
  return piecesOf(text, MAX_MESSAGE_CHARS).map((content) => ({ role, content }));
}

/** Packs turns, in order, into at most `adds` requests. Returns the requests and the number of turns left out. */
export function packTurns(turns: readonly PackedTurn[], adds: number): { packs: PackedTurn[][]; left: number } {
  // A turn that alone is too large keeps its beginning.
  const fitting = turns.map((turn) =>
    sizeOf(turn) < MAX_ADD_CHARS ? turn : { ...turn, messages: head(turn.messages) },
  );
  let chosen = fitting;
  for (;;) {
    const packs = greedy(chosen);
    if (packs.length <= adds) return { packs, left: fitting.length - chosen.length };
    // The least of it goes, and the rest is packed again.
    const least = chosen.reduce((low, turn) => (substanceOf(turn) < substanceOf(low) ? turn : low));
    chosen = chosen.filter((turn) => turn !== least);
  }
}

function head(messages: readonly Message[]): Message[] {
  let size = 0;
  return messages.filter((one) => {
    size += one.content.length;
    return size < MAX_ADD_CHARS;
  });
}

function greedy(turns: readonly PackedTurn[]): PackedTurn[][] {
  const packs: PackedTurn[][] = [];
  let size = MAX_ADD_CHARS;
  for (const turn of turns) {
    const add = sizeOf(turn);
    if (size + add >= MAX_ADD_CHARS) {
      packs.push([]);
      size = 0;
    }
    packs.at(-1)?.push(turn);
    size += add;
  }
  return packs;
}
