/**
 * The window: the turns that are not yet captured, and of a very long one those that may be sent at all. They are chosen before
 * anything costly is done with them: what is looked for in the evidence, omitted and redacted is what may leave.
 * Out of scope: reading lines (`turns`), what becomes of the window (`build-capture`).
 */
import type { LinePlan } from '../omission/shown.ts';
import { sentencesOf } from '../talk/sentences.ts';
import { isNoiseSentence } from './gate.ts';
import { CONTEXT_CHARS, MAX_MESSAGE_CHARS } from './pack-turns.ts';
import type { PrivatePart } from './private-talk.ts';
import { type Spoken, type Talk, turnsOf } from './turns.ts';

export interface Turn {
  readonly human: readonly Spoken[];
  readonly claude: readonly Spoken[];
  /** Whether Claude said more than that. */
  readonly shortened: boolean;
}

export interface Window {
  /** In the order of the talk, as they were said. */
  readonly turns: readonly Turn[];
  /** Turns that cannot fit, by number. */
  readonly left: number;
  /** Prompts so long that their middle was not looked at. */
  readonly cut: number;
  /** Messages, people's and Claude's, that were taken back since the last capture: they are not in the talk. */
  readonly takenBack: number;
  /** Messages that stand between private tags of two prompts. */
  readonly hidden: number;
  /** Entry ids that a capture of it accounts for, sent or left: they go into the cursor. */
  readonly covered: readonly string[];
  /** Texts to look for in the evidence. */
  readonly texts: readonly string[];
  readonly plans: ReadonlyMap<number, LinePlan>;
  readonly privateParts: readonly PrivatePart[];
  /** Secrets that the session gave away outside of these turns. */
  readonly toldSecrets: readonly string[];
  readonly branch: string | undefined;
}

/** More than half again of what five adds of 40,000 characters hold: omission and the gate take the rest. [?] ours */
const MAX_WINDOW_CHARS = 320_000;
/** Of Claude's words in a turn, four times what one message takes. [?] ours */
const MAX_CLAUDE_CHARS = 4 * MAX_MESSAGE_CHARS;
/** Longer than this a prompt is a paste with words around it: its beginning and its end are looked at. [?] ours */
const MAX_HUMAN_CHARS = 200_000;

/** Of what a person says at a stretch: less than one add holds. [?] ours */
const MAX_TURN_CHARS = 30_000;

/** The window of a talk that was taken in without what is captured already. */
export function openWindow(talk: Talk): Window {
  const all = turnsOf(talk.spoken).flatMap(divided).map(bounded);
  const turns = chosen(all);
  return {
    turns,
    left: all.length - turns.length,
    cut: talk.spoken.filter((one) => one.role === 'user' && one.text.length > MAX_HUMAN_CHARS).length,
    // Those before the last line that was captured an earlier capture has told of.
    takenBack: talk.abandoned.filter((one) => one.position > talk.capturedUpTo).length,
    hidden: talk.hidden,
    covered: [...new Set(talk.spoken.map((one) => one.line))].map((line) => talk.idOf(line)),
    texts: turns.flatMap((turn) => [...turn.human, ...turn.claude].map((one) => one.text)),
    plans: talk.plans,
    privateParts: talk.privateParts,
    toldSecrets: talk.toldSecrets,
    branch: talk.branch,
  };
}

/** Thousands of prompts in a row without an answer are one turn: in pieces that can be chosen from. */
function divided(turn: Pick<Turn, 'human' | 'claude'>): Pick<Turn, 'human' | 'claude'>[] {
  if (lengthOf(turn.human) <= MAX_TURN_CHARS) return [turn];
  const turns: Spoken[][] = [[]];
  let size = 0;
  for (const one of turn.human) {
    if (size > 0 && size + one.text.length > MAX_TURN_CHARS) {
      turns.push([]);
      size = 0;
    }
    turns.at(-1)?.push(one);
    size += one.text.length;
  }
  return turns.map((human, at) => ({ human, claude: at === turns.length - 1 ? turn.claude : [] }));
}

function bounded(turn: Pick<Turn, 'human' | 'claude'>): Turn {
  // Texts that need no cutting are not held twice.
  const human = turn.human.map((one) =>
    one.text.length <= MAX_HUMAN_CHARS ? one : { ...one, text: withoutMiddle(one.text) },
  );
  const shortened = turn.claude.some((one) => one.shortened === true);
  return { human, ...withClaude({ claude: turn.claude, shortened }, MAX_CLAUDE_CHARS) };
}

function withClaude({ claude, shortened }: Omit<Turn, 'human'>, chars: number): Omit<Turn, 'human'> {
  const kept = cut(claude, chars);
  return { claude: kept, shortened: shortened || lengthOf(kept) < lengthOf(claude) };
}

function withoutMiddle(text: string): string {
  if (text.length <= MAX_HUMAN_CHARS) return text;
  const half = MAX_HUMAN_CHARS / 2;
  const tailAt = text.length - half;
  return `${head(text, half)}\n${text.slice(tailAt + head(text.slice(tailAt), half / 10).length).trimStart()}`;
}

/** Where a text may be cut: nothing is cut in two that is masked as a whole, so never inside a line if it can be. */
function head(text: string, room: number): string {
  if (text.length <= room) return text;
  const line = text.lastIndexOf('\n', room);
  if (line > room / 2) return text.slice(0, line);
  return text.slice(0, Math.max(0, text.slice(0, room).search(/\s\S*$/)));
}

/**
 * All turns where they fit. Else what people said comes first, and Claude's words take the room that is left: of every turn the
 * first two or three sentences, then whole turns, those with the most of the person's words first.
 */
function chosen(turns: readonly Turn[]): readonly Turn[] {
  const all = (which: readonly Turn[]) =>
    which.reduce((sum, turn) => sum + lengthOf(turn.human) + lengthOf(turn.claude), 0);
  if (all(turns) <= MAX_WINDOW_CHARS) return turns;
  const spoken = fitting(turns.filter((turn) => turn.human.length > 0));
  const short = spoken.map((turn) => ({ turn, ...withClaude(turn, CONTEXT_CHARS) }));
  let room =
    MAX_WINDOW_CHARS - short.reduce((sum, { turn, claude }) => sum + lengthOf(turn.human) + lengthOf(claude), 0);
  const whole = new Set<Turn>();
  for (const { turn, claude } of [...short].sort((a, b) => lengthOf(b.turn.human) - lengthOf(a.turn.human))) {
    const more = lengthOf(turn.claude) - lengthOf(claude);
    if (more > room) continue;
    room -= more;
    whole.add(turn);
  }
  return short.map(({ turn, ...kept }) => (whole.has(turn) ? turn : { human: turn.human, ...kept }));
}

/** Half of the room is for what people said; of more than that those turns in which they say something, then the shortest. */
function fitting(turns: readonly Turn[]): readonly Turn[] {
  const sizeOf = (turn: Turn): number => lengthOf(turn.human) + Math.min(CONTEXT_CHARS, lengthOf(turn.claude));
  let room = MAX_WINDOW_CHARS / 2;
  if (turns.reduce((sum, turn) => sum + sizeOf(turn), 0) <= room) return turns;
  const ranked = turns.map((turn) => ({ turn, size: sizeOf(turn), says: saysSomething(turn) }));
  const taken = new Set<Turn>();
  for (const { turn, size } of ranked.sort((a, b) => Number(b.says) - Number(a.says) || a.size - b.size)) {
    if (size > room) break;
    room -= size;
    taken.add(turn);
  }
  return turns.filter((turn) => taken.has(turn));
}

function saysSomething(turn: Turn): boolean {
  if (turn.human.some((one) => one.kind === 'answer')) return true;
  const human = turn.human.map((one) => one.text).join('\n');
  return human.length > MAX_MESSAGE_CHARS || sentencesOf(human).some((sentence) => !isNoiseSentence(sentence));
}

function cut(spoken: readonly Spoken[], chars: number): readonly Spoken[] {
  if (lengthOf(spoken) <= chars) return spoken;
  let room = chars;
  return spoken.flatMap((one) => {
    const text = head(one.text, room);
    // What stands behind a cut does not follow on what stands before it.
    room = text.length < one.text.length ? 0 : room - text.length;
    return text.trim() === '' ? [] : [{ ...one, text }];
  });
}

function lengthOf(spoken: readonly Spoken[]): number {
  return spoken.reduce((sum, one) => sum + one.text.length, 0);
}
