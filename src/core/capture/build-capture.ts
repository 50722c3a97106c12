/**
 * From the window to typed writes: one add for each type that a person stated something of, and the rest as insight (platform
 * contract §1.3, §3). Pure: the same window and evidence give the same writes. Out of scope: what is in the window (`window`),
 * reading (`transcript`), sending and ids (`mem0/client`), cursors (`spool`).
 */
import { CAPTURED_TYPES, type CapturedType, type MemoryWrite, type Message, POLICY } from '../../contract/memory.ts';
import type { Evidence } from '../omission/evidence.ts';
import type { Omission } from '../omission/omit.ts';
import type { Redaction } from '../redaction/redact.ts';
import { type SecretValues, withMore } from '../redaction/secret-values.ts';
import { MARKS } from '../talk/marks.ts';
import { shortened } from '../talk/sentences.ts';
import { Cleaner } from './clean.ts';
import { type DividedTurn, divide } from './divide-turn.ts';
import { instructionsFor, turnHasSubstance } from './gate.ts';
import { CONTEXT_CHARS, MAX_MESSAGE_CHARS, messagesOf, type PackedTurn, packTurns } from './pack-turns.ts';
import type { Spoken } from './turns.ts';
import type { Turn, Window } from './window.ts';

export interface CaptureInput {
  readonly window: Window;
  /** What was shown of what the window says: by the transcript itself (`window.plans`), and by the working tree. */
  readonly evidence: Evidence;
  readonly secrets: SecretValues;
  /** A plain id (`identity/session-id`); redacted like all text that leaves. */
  readonly sessionId: string;
  /** The branch that is checked out now; the transcript's own, on which it was said, comes before it. */
  readonly branch?: string;
  /** The capture id of the n-th write, from 0; the same n must give the same id when a capture is repeated. */
  readonly captureId: (n: number) => string;
  /** false in a place without a project: then only preferences can be kept. */
  readonly projectScope: boolean;
}

/** Something that was not sent, and why. */
export interface Left {
  readonly reason: 'noise' | 'no-project' | 'size' | 'long' | 'shortened' | 'taken-back' | 'private' | 'two-clients';
  /**
   * Turns; of `long`, prompts whose middle was not looked at; of `shortened`, turns that are sent with less than all of Claude's
   * words; of `taken-back`, messages that are in the transcript and no more in the talk (transcript contract §4); of `two-clients`,
   * messages that were said while two clients had the session open and one of them may not be captured like the other.
   */
  readonly count: number;
}

export interface Capture {
  readonly writes: readonly MemoryWrite[];
  /** Entry ids that this capture accounts for, sent or left: they go into the cursor. */
  readonly covered: readonly string[];
  /** Turns in the window. */
  readonly turns: number;
  readonly omitted: readonly Omission[];
  readonly redacted: readonly Redaction[];
  readonly left: readonly Left[];
  /** What the person stated in writes that hold the rest of the talk as well, by the number of the write. */
  readonly stated: ReadonlyMap<number, readonly string[]>;
}

/** At most five adds a capture: one a type. [?] ours */
const MAX_ADDS = 5;

/** Builds the capture of a window. Never throws for what lines say. */
export function buildCapture(input: CaptureInput): Capture {
  const { window } = input;
  const cleaner = new Cleaner(input.evidence, window.privateParts, withMore(input.secrets, window.toldSecrets));
  const turns = cleanTurns(window.turns, cleaner).map((turn, of) => divide(turn, of, input.projectScope));
  const left = new Map<Left['reason'], number>();
  const leave = (reason: Left['reason'], count: number): void => {
    if (count > 0) left.set(reason, (left.get(reason) ?? 0) + count);
  };
  leave('size', window.left);
  leave('long', window.cut);
  leave('taken-back', window.takenBack);
  leave('private', window.hidden);
  const windows = new Map<CapturedType, PackedTurn[]>();
  for (const type of CAPTURED_TYPES) {
    const packed = turns.flatMap((turn) => (type === 'insight' ? insightTurn(turn) : statedTurn(turn, type)));
    if (packed.length === 0) continue;
    if (type !== 'preference' && !input.projectScope) leave('no-project', packed.length);
    else windows.set(type, packed);
  }
  leave('noise', turns.filter(isNoise).length);

  const said = window.branch ?? input.branch;
  const branch = said === undefined ? undefined : cleaner.redact(said);
  const sessionId = cleaner.redact(input.sessionId);
  const writes: MemoryWrite[] = [];
  const shortened = new Set<number>();
  const stated = new Map<number, readonly string[]>();
  let waiting = windows.size;
  for (const [type, packed] of windows) {
    // One add a type; what several types do not need, one that is too large for its own may use.
    waiting -= 1;
    const { packs, left: unfit } = packTurns(packed, MAX_ADDS - writes.length - waiting);
    leave('size', unfit);
    for (const pack of packs) {
      const insights = pack.flatMap(({ of }) => turns[of]?.insights ?? []);
      if (type === 'insight' && insights.length > 0) stated.set(writes.length, [...new Set(insights)]);
      writes.push(writeOf(type, pack, { ...input, sessionId }, branch, writes.length));
      for (const turn of pack) if (turn.shortened) shortened.add(turn.of);
    }
  }
  leave('shortened', shortened.size);
  return {
    writes,
    covered: window.covered,
    turns: turns.length + window.left,
    omitted: cleaner.tally.omitted,
    redacted: cleaner.tally.redacted,
    left: [...left].map(([reason, count]) => ({ reason, count })),
    stated,
  };
}

/** In the order of the talk, because a secret may go over several texts. */
function cleanTurns(turns: readonly Turn[], cleaner: Cleaner): Turn[] {
  const clean = cleaner.clean(turns.flatMap(({ human, claude }) => [...human, ...claude])).values();
  const next = (): Spoken[] => {
    const { value } = clean.next();
    return value === undefined ? [] : [value];
  };
  return turns.map((turn) => ({ ...turn, human: turn.human.flatMap(next), claude: turn.claude.flatMap(next) }));
}

function isNoise(turn: DividedTurn): boolean {
  return turn.stated.size === 0 && insightTurn(turn).length === 0;
}

/** The statements of one type in a turn, with Claude's answer as short context; all that Claude said goes with the rest. */
function statedTurn(turn: DividedTurn, type: CapturedType): PackedTurn[] {
  const said = turn.stated.get(type);
  if (said === undefined) return [];
  const messages = [...said.flatMap(({ role, content }) => messagesOf(role, content)), ...contextOf(turn)];
  return [{ messages, at: turn.at, of: turn.of, shortened: false }];
}

/** Fewer letters ("Understood.", "Verstanden.", "好的。") are no context. [?] ours */
const MIN_CONTEXT_LETTERS = 24;
const MIN_CONTEXT_SIGNS = 10;
const LETTER = /[\p{L}\p{N}]/gu;
const WIDE_SIGN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

function saysSomething(claude: string): boolean {
  const text = claude.replace(MARKS, ' ');
  const wide = text.match(WIDE_SIGN)?.length ?? 0;
  return wide >= MIN_CONTEXT_SIGNS || (text.match(LETTER)?.length ?? 0) >= MIN_CONTEXT_LETTERS;
}

function contextOf(turn: DividedTurn): Message[] {
  return !saysSomething(turn.claude) ? [] : [{ role: 'assistant', content: shortened(turn.claude, CONTEXT_CHARS) }];
}

/** What is left of a turn when its statements are taken out: errands go, and Claude's words stay if they were not sent as context. */
function insightTurn(turn: DividedTurn): PackedTurn[] {
  const human = turn.rest;
  const sentWhole = turn.stated.size > 0 && human === '' && turn.claude.length <= CONTEXT_CHARS;
  const claude = sentWhole || !saysSomething(turn.claude) ? '' : turn.claude;
  if (!turnHasSubstance({ human, claude })) return [];
  const messages = [...messagesOf('user', human), ...messagesOf('assistant', claude)];
  const shortened = claude !== '' && (turn.shortened || claude.length > MAX_MESSAGE_CHARS);
  return messages.length === 0 ? [] : [{ messages, at: turn.at, of: turn.of, shortened }];
}

function writeOf(
  type: CapturedType,
  pack: readonly PackedTurn[],
  input: CaptureInput,
  branch: string | undefined,
  n: number,
): MemoryWrite {
  const times = pack.flatMap((turn) => (turn.at === undefined ? [] : [turn.at]));
  return {
    scope: type === 'preference' ? 'user' : 'project',
    messages: pack.flatMap((turn) => turn.messages),
    metadata: {
      type,
      session_id: input.sessionId,
      ...(branch === undefined ? {} : { branch }),
      editor: 'claude-code',
      policy: POLICY,
      capture_id: input.captureId(n),
    },
    infer: true,
    customInstructions: instructionsFor(type),
    ...(times.length === 0 ? {} : { timestamp: times.reduce((a, b) => Math.max(a, b)) }),
  };
}
