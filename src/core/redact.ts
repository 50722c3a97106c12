/**
 * Takes secrets out of a text: first values that are known to be secret, wherever they stand, then shapes of secrets. A mark
 * names the rule and never carries the value. Out of scope: repository content (`omit`), reading the environment.
 */
import { looksSecret } from './secret-names.ts';
import { SECRET_RULES } from './secret-rules.ts';

/** Values that must not leave, longest first. Holds secrets: never log, never serialise. */
export interface SecretValues {
  readonly values: readonly string[];
}
/** How often a rule fired. */
export interface Redaction {
  readonly rule: string;
  readonly count: number;
}
export interface Redacted {
  readonly text: string;
  readonly redacted: readonly Redaction[];
}

export const NO_SECRETS: SecretValues = { values: [] };

/** Shorter values occur by chance. [?] ours */
const MIN_SECRET_CHARS = 6;
/** Values of an ignored file whose name promises nothing need to be longer. [?] ours */
const MIN_FILE_VALUE_CHARS = 8;
/** Below this a value counts only where it stands alone, not inside a longer word. [?] ours */
const ALONE_BELOW_CHARS = 12;
/** Values that people leave in place of a secret, or that say nothing. */
const TRIVIAL: ReadonlySet<string> = new Set(
  'true false yes no on off null none undefined default development production staging test testing local localhost debug info warn error postgres password secret changeme change-me example admin root enabled disabled'.split(
    ' ',
  ),
);
const NUMBER = /^[\d.,:+-]+$/;
const PATH = /^(?:[/~.][^\s:@]*|[A-Za-z]:\\.*)$/;
/** `europe-west4`, `acme-shop-api`, `info`: words with at most two digits behind. */
const WORDS = /^[a-z]+(?:[-_.][a-z]+)*\d{0,2}$/i;
const PLAIN_URL = /^[a-z][a-z0-9+.-]*:\/\/[^\s@?]*$/i;
const URL_PASSWORD = /^[a-z][a-z0-9+.-]*:\/\/[^\s/@:]*:([^\s/@]+)@/i;

/**
 * The values worth masking: of variables whose names look secret, and of git-ignored `.env*` files, whose values count
 * whatever their names unless they are plainly no secret (numbers, paths, plain words, addresses without a password).
 */
export function secretValues(
  env: Readonly<Record<string, string | undefined>>,
  envFiles: readonly Readonly<Record<string, string>>[],
): SecretValues {
  const found = new Set<string>();
  const home = env['HOME'] ?? env['USERPROFILE'];
  const consider = (name: string, value: string | undefined, fromFile: boolean): void => {
    const text = value?.trim() ?? '';
    const password = URL_PASSWORD.exec(text)?.[1];
    if (password !== undefined && password.length >= MIN_SECRET_CHARS && !TRIVIAL.has(password.toLowerCase())) {
      found.add(password);
    }
    if (TRIVIAL.has(text.toLowerCase()) || (home !== undefined && home.length > 1 && text.startsWith(home))) return;
    // A name that promises a secret is believed: a key may begin like a path, be all digits, or be an address (a webhook).
    if (!looksSecret(name)) {
      if (!fromFile || text.length < MIN_FILE_VALUE_CHARS || WORDS.test(text)) return;
      if (NUMBER.test(text) || PATH.test(text) || PLAIN_URL.test(text)) return;
    }
    if (text.length < MIN_SECRET_CHARS) return;
    found.add(text);
    // A key over several lines is also masked line by line: text is often re-wrapped.
    for (const line of text.split('\n')) if (line.length >= 20 && !line.startsWith('-----')) found.add(line);
  };
  for (const [name, value] of Object.entries(env)) consider(name, value, false);
  for (const file of envFiles) for (const [name, value] of Object.entries(file)) consider(name, value, true);
  return { values: [...found].sort((a, b) => b.length - a.length || (a < b ? -1 : 1)) };
}

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
