/** Whether what stands behind a promising name is a secret, or a placeholder, a word, code. Out of scope: known values. */
import { namesSetting } from './secret-names.ts';

/** Stand-ins that people write where a secret would be. */
const PLACEHOLDER =
  /^(?:[$<{%*#@&|]|\[(?!redacted:).*\]$|(?:x{3,}|\.{3,}|_{3,}|-{3,}|…+)|\.\.\.)|^(?:your|insert|replace|put|enter|paste)[-_ ]?(?:own[-_ ])?(?:api|secret|access|auth|token|key|pass|db|super|client|here|new|value|real)|^(?:my|some|the)[-_](?:api[-_]?|secret[-_]?)?(?:key|token|secret|password)$|^(?:change[-_]?(?:me|it|this)|replace[-_]?me|placeholder|redacted|removed|omitted|hidden|masked|secret|example|required|optional|undefined|disabled|enabled|password|default|unknown|missing|invalid|include|omit|same-origin)[\d!]?$|x{3,}$|^x-oauth-basic|^(?:vault|ssm|sops|arn):|^ENC\[|^\/.*[[\\(^]|…$|\.{3}$|x{6,}|\*{3,}|•{3,}|(?:process|import|os|config|settings|secrets|vars|env|self|this|req|ctx|options)\.[A-Za-z_]|^(?:null|none|nil|true|false|string|number|boolean)\b|%[A-Z_]{2,60}%|\$\{|\{\{/i;
/** `config.apiKey`, `getToken`, `db_password`: names in code, which hold no digit. */
const CODE = /^[A-Za-z_$][A-Za-z_$]*(?:(?:\?\.|\.|::|->)[A-Za-z_$]+)+$/;
const SECRET_WORD = /(?:secret|token|passw|pwd|pass$|key|cred)/i;
const NAMES_SECRET =
  /^(?:password|passwd|passphrase|token|secret|apikey|credentials?)$|^[a-z]+(?:[A-Z][a-z]+)+$|^[A-Za-z]+(?:_[A-Za-z]+)+$/;
/** `getpass.getpass(`, `Token::Ident1`. */
const CALL = /^[\w$.]+\(|^\w+::/;
/** `DB_PASSWORD_2`: the name of a variable. */
const VARIABLE = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/;
const NUMBER = /^[\d.,_:+/-]+$/;
const DIGEST = /^(?:[0-9a-f]{7,12}|[0-9a-f]{40}|[0-9a-f]{64})$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const PATH = /^(?:[~.]{0,2}\/[\w.@+-]+\/|[A-Za-z]:\\|\.{1,2}\/)|^[\w@-]+(?:\/[\w.@-]+)*\.[a-z]{1,5}\d?$/;
const ADDRESS = /^[a-z][a-z0-9+.-]{1,20}:\/\//i;
/** Words that carry a digit: `sha-256`, `utf8`, `oauth2-proxy`, `v2.1`, `64-bit`, `30days`, `2026-11-30`. */
const TECHNICAL =
  /^(?:(?:sha|md|argon|base|utf|aes|rsa|ed|es|rs|hs|ps|hmac|oauth|pbkdf|bcrypt|scrypt|iso|http|tls|ssl|ipv|uuid|web|auth|log|mp|x|node|python|java)[-_]?\d{1,4}[a-z]{0,2}|[vxskpilecnbm]\d{1,3}[a-z]?|h2|(?:line|col|row|page|step|phase|level|version|ver|option|case|user|part|item|stage|tier|next|prev)\d{1,3})(?:[-_./:](?:\d{1,4}|[a-z]{1,20}\d{0,3})){0,4}$|^\d+(?:[-_]?(?:chars?|characters?|bits?|bytes?|digits?|days?|hours?|h|min|minutes?|seconds?|secs?|s|ms|months?|years?|weeks?|times|x|k|kb|mb|gb|th|st|nd|rd|factor))\b|^\d{4}-\d\d|^#\d/i;
/** `NIST-800-63B`, `JWT/RS256`, `ABC-123`. */
const STANDARD = /^[A-Z]{1,6}(?:[-/][A-Z]{0,3}\d{1,6}[A-Z]?){1,3}$/;
/** Hexadecimal of the length of a key need not hold a digit. */
const LONG_HEX = /^[0-9a-f]{24,}$/i;

const DIGIT = /\d/;
const LETTER = /\p{L}/u;
/** Signs that words do not have inside. */
const SPECIAL = /[\p{L}\d][!@#$%^&*+=?~|\\][^\s]*[\p{L}\d]|[!@#$%^&*+=?~|]{2}/u;
const MIXED = /[a-z][A-Z].*[a-z][A-Z].*[a-z][A-Z]|[a-z][A-Z]{2,}[a-z].*[A-Z]/;

/** `BaseEncodingOptions`: words of a type, which no password is made of. */
const TYPE_NAME = /^[A-Za-z][a-z]+(?:[A-Z][a-z]+)+$/;
/** A switch, what stands behind `https:`, a person's or a repository's address. */
const NO_VALUE = /^(?:-|\/\/|\[)|^[\w.+-]+@[\w-]+(?:\.[\w-]+)+(?:$|[:/])/;
/** `idempotency_key2`: the name of a column. */
const COLUMN = /^[a-z]+(?:_[a-z]+)+\d{0,2}$/;
/** `add_index_2026_11`: words and numbers. */
const WORDS_AND_NUMBERS = /^[a-z]+(?:[_-](?:[a-z]+|\d{1,4}))+$/;
/** Ends of lines as code writes them. */
const WRITTEN_BREAK = /\\[nrt].*$/s;

/** Signs at the end that belong to the sentence. */
const SENTENCE_END = /[.,;:!?)\]}'"»”。、]+$/u;

/** A value that was assigned: anything that is no placeholder, no code and no number that counts. */
export function isAssigned(secret: string, label: string): boolean {
  if (namesSetting(label) || PLACEHOLDER.test(secret) || CODE.test(secret)) return false;
  if (CALL.test(secret) || (NAMES_SECRET.test(secret) && SECRET_WORD.test(secret))) return false;
  if (NUMBER.test(secret) && (!/pass|pwd|pin/i.test(label) || secret.length < 6)) return false;
  if (/\s/.test(secret) && !/pass/i.test(label)) return false;
  return !PATH.test(secret) && !(ADDRESS.test(secret) && !/[@?]/.test(secret));
}

/** A value with the looks of one; for places where words may stand as well, such as behind a colon. */
export function isLikely(secret: string, label: string): boolean {
  const value = secret.replace(WRITTEN_BREAK, '').replace(SENTENCE_END, '');
  if (
    NO_VALUE.test(value) ||
    TYPE_NAME.test(value) ||
    COLUMN.test(value) ||
    value.length < 6 ||
    !isAssigned(value, label) ||
    !LETTER.test(value)
  )
    return false;
  if (TECHNICAL.test(value) || STANDARD.test(value) || VARIABLE.test(value) || ADDRESS.test(value)) return false;
  return DIGIT.test(value) || LONG_HEX.test(value) || SPECIAL.test(value) || (MIXED.test(value) && value.length >= 12);
}

/** As `isLikely`, where the name says little (`key`): long, letters and digits, no id and no checksum. */
export function isVeryLikely(secret: string, label: string): boolean {
  const value = secret.replace(SENTENCE_END, '');
  if (value.length < 16 || !isLikely(value, label)) return false;
  return (
    DIGIT.test(value) &&
    !DIGEST.test(value) &&
    !UUID.test(value) &&
    !WORDS_AND_NUMBERS.test(value) &&
    !/[:/{}()#]/.test(value)
  );
}

/** `eu-central-1b`, `2026-11-30`, `db.example.com`, `shop:1.4`, `v2.1`: parts of addresses, dates and versions. */
const NO_PASSPHRASE =
  /[:/\s<>()[\]{}]|\d\.\d|\.[a-z]{2,}$|\d{4}-\d\d|@|^v\d|^sha\d|-(?:(?:north|south|east|west)-?(?:east|west)?|central)-?\d/i;
const WORDS_WITH_NUMBER = /^\p{L}{3,}(?:[-_.+!~]?(?:\p{L}{3,}|\d{1,6})){1,8}[!?$%&*#]?$/u;
/** Letters of both cases and digits, mixed as no name mixes them. */
const RANDOM = /^(?=(?:[^\d]*\d){3})(?=(?:[^A-Z]*[A-Z]){3})(?=(?:[^a-z]*[a-z]){3})[\w+/=.~-]{20,512}$/;
const CLEAR_PART = /(?:^|[-_./])[a-z]{4,}(?=$|[-_./])/i;

/** Words and a number put together (`tangerine-plinth-44`), as a passphrase is; names of machines and branches are so, too. */
export function isPassphraseLike(value: string): boolean {
  return (
    value.length >= 10 &&
    value.length <= 200 &&
    DIGIT.test(value) &&
    !NO_PASSPHRASE.test(value) &&
    !DIGEST.test(value) &&
    !UUID.test(value) &&
    (SPECIAL.test(value) || (value.match(/\p{L}{3,}/gu)?.length ?? 0) > 1) &&
    (WORDS_WITH_NUMBER.test(value) || SPECIAL.test(value)) &&
    isLikely(value, '')
  );
}

/** A value that was drawn by chance, as a key is: no id, no checksum, no words. */
export function isRandomLike(value: string): boolean {
  return (
    RANDOM.test(value) &&
    !PATH.test(value) &&
    !/^\/|^sha\d|^\d{4}-\d\d|\d\.\d/i.test(value) &&
    !CLEAR_PART.test(value) &&
    !UUID.test(value)
  );
}
