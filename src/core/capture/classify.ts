/**
 * Divides what a person said at its sentences and tells what each one states. Every sentence gets one type or none, so a
 * statement can stand in one add only. Out of scope: the rules themselves (`classify-rules`), Claude's words.
 */
import type { CapturedType } from '../../contract/memory.ts';
import { MARKS } from '../omission/omit.ts';
import { sentencesOf } from '../talk/sentences.ts';
import { CLASSIFY_RULES, CONTINUES, REPOSITORY_WORDS, RUNBOOK_HEAD } from './classify-rules.ts';

/** A part of a prompt. The parts of a prompt, joined, are the prompt. */
export interface Part {
  readonly text: string;
  /** What it states; undefined when it states nothing of a known type. */
  readonly type: CapturedType | undefined;
}

export interface ClassifyOptions {
  /** Without a project a preference about "this repo" stays a preference: there is nowhere else to keep it. */
  readonly projectScope: boolean;
}

/** What one sentence states by the rules. A question states nothing, unless a label says otherwise. */
export function typeOf(sentence: string, options: ClassifyOptions): CapturedType | undefined {
  const text = sentence.replace(MARKS, ' ').trim();
  if (!/[\p{L}\p{N}]/u.test(text)) return undefined;
  const question = /[?？]["'”’)]*\s*$/.test(text);
  for (const rule of CLASSIFY_RULES) {
    if (question && !rule.name.startsWith('label-')) continue;
    if (!rule.pattern.test(text) || rule.unless?.test(text) === true) continue;
    const ofRepository = rule.type === 'preference' && options.projectScope && REPOSITORY_WORDS.test(text);
    return ofRepository ? 'convention' : rule.type;
  }
  return undefined;
}

const STEP = /^\s*(?:\d{1,3}[.)]|[-*+•])\s+\S/;
/** Fewer steps are no procedure. */
const MIN_STEPS = 2;

/** The number of pieces from `at` on that are one runbook: a head that announces it and its steps; 0 when it is none. */
function runbookLength(pieces: readonly string[], at: number): number {
  const head = pieces[at] ?? '';
  if (STEP.test(head) || !RUNBOOK_HEAD.test(head)) return 0;
  let end = at + 1;
  let steps = 0;
  while (end < pieces.length) {
    const piece = pieces[end] ?? '';
    if (STEP.test(piece)) steps += 1;
    // A sentence within a step stands on the step's own line, or indented under it.
    else if (steps === 0 || !(/^\s{2,}\S/.test(piece) || !(pieces[end - 1] ?? '').includes('\n'))) break;
    end += 1;
  }
  return steps >= MIN_STEPS ? end - at : 0;
}

/** The parts of what a person said, in order. */
export function partsOf(text: string, options: ClassifyOptions): Part[] {
  const pieces = sentencesOf(text);
  const parts: Part[] = [];
  for (let at = 0; at < pieces.length; ) {
    const length = runbookLength(pieces, at);
    if (length > 0) {
      parts.push({ text: pieces.slice(at, at + length).join(''), type: 'runbook' });
      at += length;
      continue;
    }
    const piece = pieces[at] ?? '';
    const before = parts.at(-1)?.type;
    const continues = before !== undefined && before !== 'runbook' && CONTINUES.test(piece.trim());
    parts.push({ text: piece, type: typeOf(piece, options) ?? (continues ? before : undefined) });
    at += 1;
  }
  return parts;
}
