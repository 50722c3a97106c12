/**
 * The checkpoint's text: where a session stands, in the person's words, short enough to be given back after a compaction. No
 * file content, no output of tools, no secrets. Out of scope: when it is written and how long it lives (`flows/checkpoint`).
 */

import { Cleaner, hasWords } from '../capture/clean.ts';
import { isNoiseSentence } from '../capture/gate.ts';
import { type TakeInOptions, type Talk, type TranscriptLine, takeIn } from '../capture/turns.ts';
import type { Evidence } from '../omission/evidence.ts';
import { type SecretValues, withMore } from '../redaction/secret-values.ts';
import { partsOf } from '../statements/classify.ts';
import { isNarration } from '../statements/claude-words.ts';
import { sentencesOf, shortened } from '../talk/sentences.ts';
import { wellFormed } from '../talk/wellformed.ts';
import { type FailedCommand, SessionFacts } from './session-facts.ts';

export interface SessionStateInput {
  readonly session: Session;
  /** What was shown of what is said there: by the transcript itself (`session.talk.plans`), and by the working tree. */
  readonly evidence: Evidence;
  readonly branch?: string;
  /** Commit id of HEAD; shown with 12 characters. */
  readonly head?: string;
  readonly secrets: SecretValues;
  /** UTF-16 code units; default MAX_STATE_CHARS. */
  readonly maxChars?: number;
}

/** Under 4,000 characters: half of a default pack, so that the rest of the pack still has room. [?] ours */
export const MAX_STATE_CHARS = 4_000;
/** Shares of it: 2 × 500 + 900 + 600 + 500 + 160 + 400 = 3,560, which leaves 440 for labels, branch and commit. [?] ours */
const GOAL_CHARS = 500;
const DECISIONS_CHARS = 900;
const TASKS_CHARS = 600;
const FILES_CHARS = 500;
const COMMAND_CHARS = 160;
const LAST_CHARS = 400;

/** A session as far as its state needs it. */
export interface Session {
  readonly talk: Talk;
  readonly facts: SessionFacts;
}

/** Takes in the whole transcript, or its tail. */
export function takeInSession(
  lines: Iterable<TranscriptLine>,
  options: Pick<TakeInOptions, 'isPassedOver' | 'mayName'> = {},
): Session {
  const facts = new SessionFacts(options.mayName);
  return { talk: takeIn(lines, { ...options, observe: (entry, calls) => facts.observe(entry, calls) }), facts };
}

/** The text of a session_state, or undefined when the session has said and done nothing yet. */
export function buildSessionState(input: SessionStateInput): string | undefined {
  const { talk, facts } = input.session;
  const cleaner = new Cleaner(input.evidence, talk.privateParts, withMore(input.secrets, talk.toldSecrets));
  const spoken = cleaner.clean(talk.spoken).filter((one) => hasWords(one.text));
  const plain = (text: string): string => cleaner.redact(wellFormed(text)).replace(/\s+/g, ' ').trim();

  const prompts = spoken.filter((one) => one.role === 'user' && saysSomething(one.text)).map((one) => one.text);
  const first = prompts[0];
  const latest = prompts.length > 1 ? prompts.at(-1) : undefined;
  const decisions = prompts.flatMap((text) =>
    partsOf(text, { projectScope: true })
      .filter((part) => part.type === 'decision' || part.type === 'convention')
      .map((part) => part.text),
  );
  const tasks = facts.openTasks.map((task) => `[${plain(task.status)}] ${plain(task.subject)}`);
  const last = spoken.findLast((one) => one.role === 'assistant' && !isNarration(one.text))?.text;
  const branch = input.branch ?? talk.branch;

  const lines = [
    ...(first === undefined ? [] : [`Goal, in the person's words: ${shortened(oneLine(first), GOAL_CHARS)}`]),
    ...(latest === undefined ? [] : [`Latest request: ${shortened(oneLine(latest), GOAL_CHARS)}`]),
    // The newest decisions are kept when not all fit.
    ...section('Decided in this session:', decisions.map(oneLine).reverse(), DECISIONS_CHARS, true),
    ...section('Open tasks:', tasks, TASKS_CHARS, false),
    ...(facts.files.length === 0 ? [] : [`Files touched: ${listed(facts.files.map(plain), FILES_CHARS)}`]),
    ...(facts.lastFailed === undefined ? [] : [failure(facts.lastFailed, plain)]),
    ...(last === undefined ? [] : [`Last said by Claude: ${shortened(oneLine(last), LAST_CHARS)}`]),
  ];
  if (lines.length === 0) return undefined;
  const place = [
    ...(branch === undefined ? [] : [`branch ${plain(branch)}`]),
    ...(input.head === undefined ? [] : [`commit ${input.head.slice(0, 12)}`]),
  ];
  const text = [...(place.length === 0 ? [] : [`Where: ${place.join(', ')}`]), ...lines].join('\n');
  const limit = input.maxChars ?? MAX_STATE_CHARS;
  return text.length <= limit ? text : shortened(text, limit);
}

function saysSomething(text: string): boolean {
  return sentencesOf(text).some((sentence) => {
    const errand = isNoiseSentence(sentence);
    // An errand is noise for memory but may be all of a session's goal; a bare "ok" is not.
    return !errand || sentence.trim().split(/\s+/).length >= 3;
  });
}

function oneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ').trim();
}

/** A labelled list within its share; `reversed` items are given newest first and shown in their order. */
function section(label: string, items: readonly string[], share: number, reversed: boolean): string[] {
  const kept: string[] = [];
  let size = 0;
  for (const item of items) {
    const line = `- ${shortened(item, Math.min(300, share - 2))}`;
    if (size + line.length > share) break;
    size += line.length + 1;
    kept.push(line);
  }
  if (kept.length === 0) return [];
  const more = items.length - kept.length;
  return [label, ...(reversed ? kept.reverse() : kept), ...(more > 0 ? [`- and ${more} more`] : [])];
}

function listed(items: readonly string[], share: number): string {
  let text = '';
  for (const [at, item] of items.entries()) {
    const next = `${text === '' ? '' : `${text}, `}${item}`;
    if (next.length > share) return `${text === '' ? '' : `${text}, `}and ${items.length - at} more`;
    text = next;
  }
  return text;
}

function failure(failed: FailedCommand, plain: (text: string) => string): string {
  const command = shortened(plain(failed.command.split('\n')[0] ?? ''), COMMAND_CHARS);
  const since = {
    no: 'not solved yet',
    yes: 'a later run succeeded',
    'behind a pipe': 'a later run behind a pipe showed no error',
  } as const;
  return `Last command that failed: ${command} (${since[failed.solved]})`;
}
