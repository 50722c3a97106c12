/**
 * What a language needs so that its sentences can be told apart: rules as data with examples, words by which it is known,
 * and openings of errands and questions. Out of scope: which rule wins (`classify`), what is sent (`gate`).
 */
import type { CapturedType } from '../../contract/memory.ts';

/** A rule that tells what a sentence states. The first that fits wins; tests run both lists. */
export interface ClassifyRule {
  readonly name: string;
  readonly type: CapturedType;
  readonly pattern: RegExp;
  /** Does not fit when this does. */
  readonly unless?: RegExp;
  readonly finds: readonly string[];
  readonly leaves: readonly string[];
}

/** A rule that tells that a sentence adds nothing: an errand for now, a question, a bare status. */
export interface NoiseRule {
  readonly name: string;
  readonly kind: 'errand' | 'question' | 'status';
  readonly pattern: RegExp;
  readonly unless?: RegExp;
  readonly finds: readonly string[];
  readonly leaves: readonly string[];
}

/** How one language says things. */
export interface Speech {
  readonly language: string;
  /** Small words by which it is known among languages of one alphabet. */
  readonly known: ReadonlySet<string>;
  /** Letters that few others have. */
  readonly letters?: RegExp;
  /** Letters by which it is known when they make up enough of a text. */
  readonly script?: RegExp;
  readonly rules: readonly ClassifyRule[];
  readonly noise: readonly NoiseRule[];
  /** Words that give a reason or a rule: with one of them an errand or a question is more than that. */
  readonly lasting: RegExp;
  /** Words of which a bare acknowledgement is made; a sentence of nothing else says nothing. */
  readonly acknowledges: ReadonlySet<string>;
  /** Claude telling what it is about to do. */
  readonly narration: RegExp;
  /** Claude telling something worth keeping. */
  readonly finding: RegExp;
}

/** Whole words of any alphabet, in any case: `\b` knows the Latin alphabet without accents only. */
export function phrase(alternatives: string): RegExp {
  return new RegExp(String.raw`(?<![\p{L}\p{N}_])(?:${alternatives})(?![\p{L}\p{N}_])`, 'iu');
}

/** Such words at the beginning. */
export function opening(alternatives: string): RegExp {
  return new RegExp(String.raw`^(?:${alternatives})(?![\p{L}\p{N}_])`, 'iu');
}

/** A pattern as it stands; for scripts that put no space between words, and for ends of sentences. */
export function anywhere(source: string): RegExp {
  return new RegExp(source, 'iu');
}

/** Such a pattern that is tried only where one of the words stands that all its alternatives need: it is dear to try. */
export function guarded(needed: string, source: string): RegExp {
  return new RegExp(String.raw`^(?=.*?\b(?:${needed})\b).*?(?:${source})`, 'iu');
}

/** Words, one a space. */
export function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}
