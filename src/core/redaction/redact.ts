/**
 * Takes secrets out of a text: first values that are known to be secret, wherever they stand, then shapes of secrets. A mark
 * names the rule and never carries the value. Out of scope: repository content (`omit`), reading the environment.
 */
import { SECRET_RULES } from './secret-rules.ts';
import type { SecretValues } from './secret-values.ts';

/** How often a rule fired. */
export interface Redaction {
  readonly rule: string;
  readonly count: number;
}
export interface Redacted {
  readonly text: string;
  readonly redacted: readonly Redaction[];
}

/** Below this a value counts only where it stands alone, not inside a longer word. [?] ours */
const ALONE_BELOW_CHARS = 12;

const WORD_SIGN = /[\p{L}\p{N}]/u;

function maskValue(text: string, value: string, mark: string): { text: string; count: number } {
  let out = '';
  let count = 0;
  let from = 0;
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, Math.max(from, at + 1))) {
    const after = text.charAt(at + value.length);
    const inWord = WORD_SIGN.test(text.charAt(at - 1)) || WORD_SIGN.test(after);
    if (value.length < ALONE_BELOW_CHARS && inWord) continue;
    out += text.slice(from, at) + mark;
    from = at + value.length;
    count += 1;
  }
  return { text: out + text.slice(from), count };
}

/** The mark that stands for a secret. */
export function redactionMark(rule: string): string {
  return `[redacted: ${rule}]`;
}

/** The text without secrets, and how often each rule fired. Doing it twice changes nothing more. */
export function redact(text: string, secrets: SecretValues): Redacted {
  const counts = new Map<string, number>();
  const note = (rule: string, count: number): void => {
    if (count > 0) counts.set(rule, (counts.get(rule) ?? 0) + count);
  };
  let out = text;
  for (const value of secrets.values) {
    if (!out.includes(value)) continue;
    const masked = maskValue(out, value, redactionMark('known-value'));
    out = masked.text;
    note('known-value', masked.count);
  }
  for (const rule of SECRET_RULES) {
    out = out.replace(rule.pattern, (...match: unknown[]) => {
      const groups = match.at(-1);
      const keep = typeof groups === 'object' && groups !== null && 'keep' in groups ? groups.keep : '';
      note(rule.name, 1);
      return `${typeof keep === 'string' ? keep : ''}${redactionMark(rule.name)}`;
    });
  }
  return { text: out, redacted: [...counts].map(([rule, count]) => ({ rule, count })) };
}
