/**
 * Fits turns into requests of a bounded size, at turn borders. What people said comes before what Claude said; what does not fit
 * is counted, never dropped silently. Out of scope: what the texts say, how a write looks.
 */
import type { Message } from '../../contract/memory.ts';
import { sentencesOf, shortened } from '../talk/sentences.ts';

/** One turn as it would be sent; messages in true roles. */
export interface PackedTurn {
  readonly messages: readonly Message[];
  /** Unix seconds of its last utterance, when known. */
  readonly at: number | undefined;
  /** Which turn of the window it is of. */
  readonly of: number;
  /** Whether Claude's words in it are fewer than Claude said. */
  readonly shortened: boolean;
}

/** A request stays under 40,000 characters; others keep under about 50,000 (platform contract §3 [?]). */
export const MAX_ADD_CHARS = 40_000;
/** A single message is cut here, so that one answer cannot fill a request alone: 40,000 / 8,000 = five of them. [?] ours */
export const MAX_MESSAGE_CHARS = 8_000;

/** Claude's answer to a statement is context, not content: two or three sentences. [?] ours */
export const CONTEXT_CHARS = 400;

const sizeOf = (turn: PackedTurn): number => turn.messages.reduce((sum, one) => sum + one.content.length, 0);

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

/** What Claude's words in a message are shortened to, in steps, before anything that a person said is left out. [?] ours */
const CLAUDE_STEPS: readonly number[] = [MAX_MESSAGE_CHARS, 2_000, CONTEXT_CHARS, 0];

/** Packs turns, in order, into at most `adds` requests. Returns the requests and the number of turns left out. */
export function packTurns(turns: readonly PackedTurn[], adds: number): { packs: PackedTurn[][]; left: number } {
  const fitting = turns.flatMap(divided);
  let chosen = fitting;
  for (const limit of CLAUDE_STEPS) {
    chosen = fitting.map((turn) => withClaudeUpTo(turn, limit)).filter((turn) => turn.messages.length > 0);
    const packs = greedy(chosen);
    if (packs.length <= adds) return { packs, left: fitting.length - chosen.length };
  }
  // Only people's words are left. A statement is worth the same however long it is, so the longest go first.
  const byLength = [...chosen].sort((a, b) => sizeOf(a) - sizeOf(b));
  const packed = (count: number): PackedTurn[][] => {
    const kept = new Set(byLength.slice(0, count));
    return greedy(chosen.filter((turn) => kept.has(turn)));
  };
  let fits = 0;
  let tooMany = byLength.length;
  while (tooMany - fits > 1) {
    const middle = (fits + tooMany) >> 1;
    if (packed(middle).length <= adds) fits = middle;
    else tooMany = middle;
  }
  return { packs: packed(fits), left: fitting.length - fits };
}

function withClaudeUpTo(turn: PackedTurn, limit: number): PackedTurn {
  const messages = turn.messages.flatMap((one): Message[] => {
    if (one.role === 'user' || one.content.length <= limit) return [one];
    return limit === 0 ? [] : [{ role: one.role, content: shortened(one.content, limit) }];
  });
  const isShort = turn.shortened || turn.messages.some((one) => one.role === 'assistant' && one.content.length > limit);
  return { ...turn, messages, shortened: isShort };
}

/** A turn that alone is too large for a request, in several: each message is below the limit (`messagesOf`). */
function divided(turn: PackedTurn): PackedTurn[] {
  if (sizeOf(turn) < MAX_ADD_CHARS) return [turn];
  const parts: Message[][] = [[]];
  let size = 0;
  for (const message of turn.messages) {
    if (size + message.content.length >= MAX_ADD_CHARS) {
      parts.push([]);
      size = 0;
    }
    parts.at(-1)?.push(message);
    size += message.content.length;
  }
  return parts.map((messages) => ({ ...turn, messages }));
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
