/**
 * Divides what a person said at its sentences and tells what each one states. Every sentence gets one type or none, so a
 * statement can stand in one add only. Out of scope: the rules themselves (`reading`), Claude's words (`claude-words`).
 */
import type { CapturedType } from '../../contract/memory.ts';
import { sentencesOf } from '../talk/sentences.ts';
import {
  BOUNDS,
  CONFIRMS,
  CONTINUES,
  EXPLAINS,
  NEXT_STEP,
  REFERS,
  RULES,
  RUNBOOK_HEAD,
  STRESSES,
} from './joining-words.ts';
import { typesOf } from './neighbours.ts';
import { plainSentence } from './plain-sentence.ts';
import { isFragment, readingOf } from './reading.ts';

/** A part of a prompt. The parts of a prompt, joined, are the prompt. */
export interface Part {
  readonly text: string;
  /** What it states; undefined when it states nothing. */
  readonly type: CapturedType | undefined;
}

export interface ClassifyOptions {
  /** Without a project a preference about "this repo" stays a preference: there is nowhere else to keep it. */
  readonly projectScope: boolean;
}

/** What one sentence states; undefined when it is noise. */
export function typeOf(sentence: string, options: ClassifyOptions): CapturedType | undefined {
  return typesOf([sentence], options.projectScope)[0];
}

const STEP = /^[\s>]*(?:\d{1,3}[.)]|[-*+•])\s+\S/;
/** Fewer steps are no procedure. */
const MIN_STEPS = 2;

/** The number of pieces from `at` on that are one runbook: a head that announces it and its steps; 0 when it is none. */
function listLength(pieces: readonly string[], at: number): number {
  const head = pieces[at] ?? '';
  // A blank line may stand between a head and its steps.
  const first = (pieces[at + 1] ?? '').trim() === '' ? at + 2 : at + 1;
  if (STEP.test(head) || !STEP.test(pieces[first] ?? '')) return 0;
  if (!RUNBOOK_HEAD.test(plainSentence(head)) && readingOf(head) !== 'runbook') return 0;
  let end = first;
  let steps = 0;
  while (end < pieces.length) {
    const piece = pieces[end] ?? '';
    if (STEP.test(piece)) steps += 1;
    // A sentence within a step stands on the step's own line, or indented under it.
    else if (piece.trim() !== '' && !/^\s{2,}\S/.test(piece) && (pieces[end - 1] ?? '').includes('\n')) break;
    end += 1;
  }
  return steps >= MIN_STEPS ? end - at : 0;
}

const NUMBERED = /^[\s>]*\d{1,3}[.)]\s+\S/;
/** Of steps without a head so many, and half of them runbook steps by themselves, are a procedure. [?] ours */
const MIN_HEADLESS_STEPS = 3;

/** The number of pieces from `at` on that are a numbered procedure without a head; 0 when there is none. */
function headlessLength(pieces: readonly string[], at: number): number {
  let end = at;
  let steps = 0;
  let known = 0;
  while (
    end < pieces.length &&
    (NUMBERED.test(pieces[end] ?? '') || (end > at && !(pieces[end - 1] ?? '').includes('\n')))
  ) {
    if (NUMBERED.test(pieces[end] ?? '')) steps += 1;
    if (readingOf(pieces[end] ?? '') === 'runbook') known += 1;
    end += 1;
  }
  return steps >= MIN_HEADLESS_STEPS && known * 2 >= steps ? end - at : 0;
}

/** A runbook's name and nothing more. */
const NAMED_ONLY = /^(?:runbook|playbook|procedure)\b[^,:]{0,40}:[^,:;]{2,60}$/i;

/** The same for a procedure in prose: sentences that go on with "then" and "finally" behind one that says what for. */
function proseLength(pieces: readonly string[], at: number, announced: boolean): number {
  const head = pieces[at] ?? '';
  let end = at + 1;
  // A label that names the occasion only has its steps behind it.
  const named = announced && !head.includes('\n') && end < pieces.length && NAMED_ONLY.test(plainSentence(head));
  if (named) end += 1;
  while (
    end < pieces.length &&
    !(pieces[end - 1] ?? '').includes('\n\n') &&
    NEXT_STEP.test(plainSentence(pieces[end] ?? ''))
  ) {
    end += 1;
  }
  if (announced) return end - at;
  return end - at > MIN_STEPS && RUNBOOK_HEAD.test(plainSentence(head)) ? end - at : 0;
}

/** No line ends between it and the next sentence. */
function isSameParagraph(part: Part | undefined): boolean {
  return part !== undefined && !part.text.includes('\n', part.text.trimEnd().length);
}

/** Whether a sentence that confirms it, or makes a rule of it, says what the part before it is. */
function mayBeMade(part: Part): boolean {
  if (part.type === undefined) return readingOf(part.text) !== 'noise';
  return part.type !== 'preference' && part.type !== 'runbook';
}

/** The parts of what a person said, in order. */
export function partsOf(text: string, options: ClassifyOptions): Part[] {
  const pieces = sentencesOf(text);
  const types = typesOf(pieces, options.projectScope);
  const parts: Part[] = [];
  for (let at = 0; at < pieces.length; ) {
    const piece = pieces[at] ?? '';
    const type = types[at];
    const length = listLength(pieces, at) || headlessLength(pieces, at) || proseLength(pieces, at, type === 'runbook');
    if (length > 0) {
      parts.push({ text: pieces.slice(at, at + length).join(''), type: 'runbook' });
      at += length;
      continue;
    }
    const next = pieces[at + 1];
    if (next !== undefined && !piece.includes('\n') && isFragment(plainSentence(piece))) {
      const reason = types[at + 1];
      if (reason !== undefined && reason !== 'runbook') {
        // What is named first and then given a reason was chosen.
        parts.push({ text: piece + next, type: reason === 'insight' ? 'decision' : reason });
        at += 2;
        continue;
      }
    }
    const last = parts.at(-1);
    const said = last === undefined ? '' : plainSentence(piece);
    const made = CONFIRMS.test(said) ? 'decision' : RULES.test(said) ? 'convention' : undefined;
    if (last !== undefined && made !== undefined && isSameParagraph(last) && mayBeMade(last)) {
      parts[parts.length - 1] = { text: last.text + piece, type: made };
      at += 1;
      continue;
    }
    if (last !== undefined && STRESSES.test(said) && last.type !== undefined) {
      parts[parts.length - 1] = { text: last.text + piece, type: last.type };
      at += 1;
      continue;
    }
    const before = last?.type === 'runbook' ? undefined : last?.type;
    if (
      last !== undefined &&
      type === 'convention' &&
      before === 'decision' &&
      isSameParagraph(last) &&
      BOUNDS.test(said)
    ) {
      parts[parts.length - 1] = { text: last.text + piece, type };
      at += 1;
      continue;
    }
    const goesOn =
      CONTINUES.test(said) ||
      (type === 'insight' && isSameParagraph(last) && (REFERS.test(said) || /^\p{Ll}/u.test(said))) ||
      (type === 'decision' && before === 'insight' && isSameParagraph(last) && EXPLAINS.test(said));
    parts.push({ text: piece, type: before !== undefined && goesOn ? before : type });
    at += 1;
  }
  return parts;
}
