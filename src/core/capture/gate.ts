/**
 * The write gate: what is noise goes neither into a request nor, through the instructions that travel with each add, into
 * memory (platform contract §8). Out of scope: types of statements (`classify`), repository content (`omit`).
 */
import type { CapturedType, POLICY } from '../../contract/memory.ts';
import { isFinding } from '../statements/claude-words.ts';
import { readingOf } from '../statements/reading.ts';
import { MARKS } from '../talk/marks.ts';
import { sentencesOf } from '../talk/sentences.ts';

/**
 * The text of the gate with its revision, which every memory names (contract §4). Whoever changes a text changes the
 * revision, here and in POLICY; a test holds the two together.
 */
export const WRITE_GATE = {
  revision: 'v2.0' satisfies typeof POLICY,
  /** What each type asks for. One add asks for one type only: its metadata names that type for every fact (contract §1.3). */
  wanted: {
    preference:
      'Extract only lasting preferences of the person: how they like to work, what they always or never want, tools and styles they favour.',
    decision:
      'Extract only decisions about the project that the person made or agreed to: what was chosen, instead of what, and why. Name what a decision replaces.',
    convention:
      'Extract only conventions of the project: rules for names, formats, structure, tools and workflow that hold from now on.',
    runbook:
      'Extract only runbooks: a procedure with its occasion and its steps in order. Keep all steps of one procedure together in one memory.',
    insight:
      'Extract only insights that will help in later sessions: root causes, how parts of the system behave, what was tried and why it failed, facts about the environment.',
  } satisfies Readonly<Record<CapturedType, string>>,
  /** Platform contract §8, in the order given there. */
  keepOut:
    'Keep out: training heartbeats, progress and time-to-finish messages, lists of modified files, narration that only concerns this session, ' +
    'one-off task directives, questions, greetings and thanks. Text of repository files is never a memory, nor are marks such as [omitted: …] and ' +
    '[redacted: …]. Keep names, numbers and reasons as they were said, add nothing, and extract nothing when nothing qualifies.',
} as const;

/** `custom_instructions` of an add of this type (platform contract §3). */
export function instructionsFor(type: CapturedType): string {
  return `${WRITE_GATE.wanted[type]} ${WRITE_GATE.keepOut} (write gate ${WRITE_GATE.revision})`;
}

/** What the gate looks at: texts of one turn, already without repository content and secrets. */
export interface TurnText {
  readonly human: string;
  readonly claude: string;
}

/** Whether a sentence is an errand for now, a question, a bare acknowledgement, or a slash command. Never a statement. */
export function isNoiseSentence(sentence: string): boolean {
  return readingOf(sentence) === 'noise';
}

/** Whether anything of a turn may be worth remembering. */
export function turnHasSubstance(turn: TurnText): boolean {
  if (sentencesOf(turn.human).some((sentence) => !isNoiseSentence(sentence))) return true;
  return isFinding(turn.claude.replace(MARKS, ' '));
}
