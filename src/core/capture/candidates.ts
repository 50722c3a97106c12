/**
 * The window: the turns that are not yet captured, and of a very long one those that may be sent at all. They are chosen before
 * anything costly is done with them: what is looked for in the evidence, omitted and redacted is what may leave.
 * Out of scope: reading lines (`turns`), what becomes of the window (`window`).
 */
import type { LinePlan } from '../omission/shown.ts';
import { sentencesOf } from '../talk/sentences.ts';
import { isNoiseSentence } from './gate.ts';
import { MAX_MESSAGE_CHARS } from './pack-turns.ts';
import { type Spoken, type Talk, turnsOf } from './turns.ts';

export interface Turn {
  readonly human: readonly Spoken[];
  readonly claude: readonly Spoken[];
}

export interface Window {
  /** In the order of the talk, as they were said. */
  readonly turns: readonly Turn[];
  /** Turns that cannot fit, by number. */
  readonly left: number;
  /** Entry ids that a capture of it accounts for, sent or left: they go into the cursor. */
  readonly covered: readonly string[];
  /** Texts to look for in the evidence. */
  readonly texts: readonly string[];
  readonly plans: ReadonlyMap<number, LinePlan>;
  readonly privateParts: readonly string[];
  readonly branch: string | undefined;
}

/** Three times what five adds of 40,000 characters hold: omission and the gate take the rest. [?] ours */
const MAX_WINDOW_CHARS = 600_000;
/** Of Claude's words in a turn, four times what one message takes. [?] ours */
const MAX_CLAUDE_CHARS = 4 * MAX_MESSAGE_CHARS;
/** Longer than this a prompt is a paste with words around it: its beginning and its end are looked at. [?] ours */
const MAX_HUMAN_CHARS = 200_000;

/** The window of a talk: what `isCaptured` does not know yet, by entry id. */
export function openWindow(talk: Talk, isCaptured: (entryId: string) => boolean): Window {
  const spoken = talk.spoken.filter((one) => !isCaptured(one.entryId));
  const all = turnsOf(spoken).map(bounded);
  const turns = chosen(all);
  return {
    turns,
    left: all.length - turns.length,
    covered: [...new Set(spoken.map((one) => one.entryId))],
    texts: turns.flatMap((turn) => [...turn.human, ...turn.claude].map((one) => one.text)),
    plans: talk.plans,
    privateParts: talk.privateParts,
    branch: talk.branch,
  };
}

function bounded(turn: Turn): Turn {
  let room = MAX_CLAUDE_CHARS;
  const claude = turn.claude.flatMap((one) => {
    const text = one.text.slice(0, room);
    room -= text.length;
    return text === '' ? [] : [{ ...one, text }];
  });
  return { human: turn.human.map((one) => ({ ...one, text: withoutMiddle(one.text) })), claude };
}

function withoutMiddle(text: string): string {
  if (text.length <= MAX_HUMAN_CHARS) return text;
  const half = MAX_HUMAN_CHARS / 2;
  // At line ends, so that nothing is cut in two; a text without any is cut all the same.
  const head = text.slice(0, text.lastIndexOf('\n', half) + 1 || half);
  const tailAt = text.indexOf('\n', text.length - half);
  return `${head}\n${text.slice(tailAt < 0 ? text.length - half : tailAt)}`;
}

/** All turns where they fit; else those in which the person says something, longest first, then Claude's. */
function chosen(turns: readonly Turn[]): readonly Turn[] {
  const sizes = turns.map((turn) => lengthOf(turn.human) + lengthOf(turn.claude));
  if (sizes.reduce((sum, size) => sum + size, 0) <= MAX_WINDOW_CHARS) return turns;
  const ranks = turns.map(rankOf);
  const byRank = turns.map((_, at) => at).sort((a, b) => (ranks[b] ?? 0) - (ranks[a] ?? 0) || a - b);
  const taken = new Set<number>();
  let room = MAX_WINDOW_CHARS;
  for (const at of byRank) {
    const size = sizes[at] ?? 0;
    if (size > room) continue;
    room -= size;
    taken.add(at);
  }
  return turns.filter((_, at) => taken.has(at));
}

/** Above any rank that Claude's words alone could have. */
const SPOKEN_RANK = 1_000_000;

function rankOf(turn: Turn): number {
  const human = turn.human.map((one) => one.text).join('\n');
  const says = human.length > MAX_MESSAGE_CHARS || sentencesOf(human).some((sentence) => !isNoiseSentence(sentence));
  return (says ? SPOKEN_RANK : 0) + 4 * Math.min(human.length, MAX_MESSAGE_CHARS) + lengthOf(turn.claude);
}

function lengthOf(spoken: readonly Spoken[]): number {
  return spoken.reduce((sum, one) => sum + one.text.length, 0);
}
