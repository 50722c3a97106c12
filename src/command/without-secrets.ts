/** What is said of what was typed: it may be a secret that was meant for elsewhere, and would stay in the terminal, or in a log. */
import { redact } from '../core/redaction/redact.ts';
import { secretValues } from '../core/redaction/secret-values.ts';
import { oneLine } from './plain-words.ts';

/** A line that a terminal only shows, without what is a secret by its shape, or is the value of a secret-named variable. */
export function lineWithoutSecrets(text: string): string {
  return redact(oneLine(text), secretValues(process.env, [])).text;
}
