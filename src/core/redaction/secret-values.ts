/**
 * Which values must not leave: those of secret-named variables and of git-ignored `.env*` files (design §2.4).
 * Out of scope: finding and masking them in a text (`redact`), reading the environment and the files.
 */
import { looksSecret } from './secret-names.ts';

/** Values that must not leave, longest first. Holds secrets: never log, never serialise. */
export interface SecretValues {
  readonly values: readonly string[];
}
/** Whether a variable holds anything that is masked. */
export function holdsSecret(name: string, value: string | undefined): boolean {
  return secretValues({ [name]: value }, []).values.length > 0;
}

export const NO_SECRETS: SecretValues = { values: [] };

/** Shorter values occur by chance. [?] ours */
const MIN_SECRET_CHARS = 6;
/** Values of an ignored file whose name promises nothing need to be longer. [?] ours */
const MIN_FILE_VALUE_CHARS = 8;
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
