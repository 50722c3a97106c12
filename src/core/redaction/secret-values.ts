/**
 * Which values must not leave: those of secret-named variables and of git-ignored `.env*` files (design §2.4).
 * Out of scope: finding and masking them in a text (`known-values`), how a file is read (`env-file`), reading the environment.
 */
import { isPassphraseLike, isRandomLike } from './likely-values.ts';
import { looksSecret, mayHoldSecret } from './secret-names.ts';
import { percentDecoded } from './views.ts';

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
/** A line or a part of a value that is masked without the rest of it. [?] ours */
const MIN_PART_CHARS = 16;
/** Values that people leave in place of a secret, or that say nothing. */
const TRIVIAL: ReadonlySet<string> = new Set(
  'true false yes no on off null none undefined default development production staging test testing local localhost debug info warn error postgres postgresql mysql mariadb mongodb redis rabbitmq docker minio minioadmin github gitlab google keycloak strict lax required optional password passw0rd password1 secret changeme change-me example admin administrator root guest user enabled disabled 123456 12345678 123456789 1234567890 preview sandbox internal external public private session sessions bearer oauth oauth2 cookie cookies header headers database memory filesystem server client service always never prefer require dynamic master primary secondary anonymous nobody system sample placeholder stripe sendgrid auth0 firebase supabase cognito console sqlite sqlite3 verify-full verify-ca'.split(
    ' ',
  ),
);
const NUMBER = /^[\d.,:+-]+$/;
const PATH = /^(?:[/~.][^\s:@]*|[A-Za-z]:\\.*)$/;
/** `acme-shop-api`, `info`, `host01`. With a number set apart it may be a passphrase. */
const WORDS = /^[a-z]+(?:[-_.][a-z]+)*\d{0,2}$/i;
/** `europe-west4`, `eu-central-1`, `us-gov-east-1a`. */
const REGION =
  /^[a-z]{2,12}-(?:gov-|iso-)?(?:north|south|east|west|central|northeast|northwest|southeast|southwest)(?:us|eu)?-?\d{1,2}[a-f]?$/i;
/** Words, numbers and marks between them: a title, a sentence. */
const PHRASE = /^(?:[(["'–-]*(?:\p{L}+(?:['’._-]\p{L}+)*|\d{1,4})[)\]"'.,;:!?…–-]*(?:\s+[&/|–-])*(?:\s+|$))+$/u;
const PLAIN_URL = /^[a-z][a-z0-9+.-]*:\/\/[^\s@?]*$/i;
/** A part of a path that is a key: the address of a webhook. */
const KEY_IN_PATH = /\/(?=[^/]{0,200}\d)(?=[^/]{0,200}[A-Za-z])[\w-]{16,}(?:\/|$)/;
/** Up to the last `@` before the path: people forget to escape one in a password (`HTTPS_PROXY`), and clients take it so. */
const URL_PASSWORD = /^[a-z][a-z0-9+.-]*:\/\/[^\s/@:]*:([^\s/]+)@/i;
/** A bare password behind a user's name, as in `BASIC_AUTH`. */
const USER_PASSWORD = /^[\w.-]{1,60}:(?!\/\/)([^\s:/]{8,})$/;
/** `Password=…;`, `&sig=…`, `"private_key": "…"` inside a value. */
const NAMED_PART = /(?:pass(?:word)?|pwd|secret|token|sig(?:nature)?|\w*key)["']?\s?[=:]\s?["']?([^;&\s"',]{8,4096})/gi;

/** More values than this are data; those of names that promise a secret come first. [?] ours */
const MOST_VALUES = 20_000;

/**
 * The values worth masking: of variables whose names look secret, and of git-ignored `.env*` files, whose values count
 * whatever their names unless they are plainly no secret (numbers, paths, plain words, addresses without a password). A name in a file may have several values: all that it may mean.
 */
export function secretValues(
  env: Readonly<Record<string, string | undefined>>,
  envFiles: readonly Readonly<Record<string, string | readonly string[]>>[],
): SecretValues {
  const found = new Set<string>();
  const less = new Set<string>();
  const home = env['HOME'] ?? env['USERPROFILE'];
  const consider = (name: string, value: string | undefined, fromFile: boolean): void => {
    const text = unquoted(value?.trim() ?? '');
    for (const part of innerSecrets(text)) found.add(part);
    if (isTrivial(text) || (home !== undefined && home.length > 1 && text.startsWith(home))) return;
    const promising = looksSecret(name) || promises(name, text);
    if (isPlainAddress(text) && !/hook/i.test(name)) return;
    // A name that promises a secret is believed: a key may begin like a path, be all digits, or be an address (a webhook).
    if (!promising) {
      if (!fromFile || text.length < MIN_FILE_VALUE_CHARS || isPhrase(text)) return;
      if (NUMBER.test(text) || PATH.test(text) || PLAIN_URL.test(text)) return;
    }
    if (text.length < MIN_SECRET_CHARS) return;
    (promising ? found : less).add(text);
    if (!promising) return;
    for (const part of partsOf(text)) found.add(part);
  };
  for (const [name, value] of Object.entries(env)) consider(name, value, false);
  for (const file of envFiles) {
    for (const [name, values] of Object.entries(file)) {
      for (const value of typeof values === 'string' ? [values] : values) consider(name, value, true);
    }
  }
  const all = [...new Set([...found, ...less])].slice(0, MOST_VALUES);
  return { values: all.sort((a, b) => b.length - a.length || (a < b ? -1 : 1)) };
}

/** A value that is told by its looks: drawn by chance, or a passphrase under a name that may hold one and gives it no word. */
function promises(name: string, text: string): boolean {
  if (isRandomLike(text)) return true;
  if (!mayHoldSecret(name) || !isPassphraseLike(text)) return false;
  const words = new Set(name.toLowerCase().match(/\p{L}{3,}/gu));
  return !(text.toLowerCase().match(/\p{L}{3,}/gu) ?? []).some((word) => words.has(word));
}

/** These values and more of them; without more the same object, whose forms are made already. */
export function withMore(secrets: SecretValues, more: readonly string[]): SecretValues {
  const known = new Set(secrets.values);
  const added = more.filter((value) => !known.has(value));
  if (added.length === 0) return secrets;
  return { values: [...secrets.values, ...added].sort((a, b) => b.length - a.length || (a < b ? -1 : 1)) };
}

/** A word, or a few of them; the expression is for texts of a sentence's length. */
function isPhrase(text: string): boolean {
  return WORDS.test(text) || REGION.test(text) || (text.length <= 300 && PHRASE.test(text));
}

function isTrivial(text: string): boolean {
  return TRIVIAL.has(text.toLowerCase());
}

/** Quotation marks around a value belong to the file that it was read from. */
function unquoted(text: string): string {
  return /^(["'`])([\s\S]*)\1$/.exec(text)?.[2]?.trim() ?? text;
}

/** `https://auth.example.com/oauth/token`, `redis://cache:6379`: no user, no query, no key in the path. */
function isPlainAddress(text: string): boolean {
  return PLAIN_URL.test(text) && !KEY_IN_PATH.test(text.replace(/^[^:]*:\/\/[^/]*/, ''));
}

/** The passwords in an address, in `user:password` and in a connection string, as written and as meant. */
function innerSecrets(text: string): string[] {
  const password = URL_PASSWORD.exec(text)?.[1];
  const inner = [password, password?.split('@')[0]];
  if (/[=:]/.test(text)) inner.push(...[...text.matchAll(NAMED_PART)].map((part) => part[1]));
  return inner
    .flatMap((part) => (part === undefined ? [] : [part, percentDecoded(part)]))
    .filter((part) => part.length >= MIN_SECRET_CHARS && !isTrivial(part));
}

/** The lines of a key, the entries of a list and the password behind a user: each of them is masked alone too. */
function partsOf(text: string): string[] {
  const lines = text.split(/\r?\n|\\n/).map((line) => line.trim());
  const listed = lines.length === 1 && !/:\/\/|=/.test(text) ? text.split(/[,;\s]+/) : [];
  const password = USER_PASSWORD.exec(text)?.[1];
  const long = [...lines, ...listed].filter((part) => part.length >= MIN_PART_CHARS && !/^-----|:\s/.test(part));
  return [...(password === undefined || isTrivial(password) ? [] : [password]), ...long];
}
