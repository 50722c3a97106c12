/** What a person is told of a text that they give: what of it was masked, or why nothing of it can be stored. */
import type { HandText } from '../../core/capture/by-hand.ts';
import { MAX_MESSAGE_CHARS } from '../../core/capture/pack-turns.ts';
import type { Redaction } from '../../core/redaction/redact.ts';
import { oneLine } from '../plain-words.ts';

/** A sentence; none where nothing was masked. */
export function maskedWords(redacted: readonly Redaction[]): readonly string[] {
  if (redacted.length === 0) return [];
  return [`Masked, and not stored: ${redacted.map(({ rule, count }) => `${oneLine(rule)} ${count} ×`).join(', ')}.`];
}

/** Part of a sentence. */
export const REFUSED: Readonly<Record<Extract<HandText, { readonly refused: unknown }>['refused'], string>> = {
  empty: 'nothing is left of the text without its private parts and secrets',
  'too-long': `it is longer than ${MAX_MESSAGE_CHARS} characters, and a memory is never cut`,
};
