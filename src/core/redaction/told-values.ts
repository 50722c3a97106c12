/**
 * Secrets that a session gives away in what is not sent: in messages that an earlier capture took, and in results of tools that
 * show a value under a name that promises one. Once known they are masked wherever they are said again. [?] ours
 * Out of scope: the texts that are sent (`redact` hears what they tell), variables and files (`secret-values`).
 */
import { isLikely, isVeryLikely } from './likely-values.ts';
import { Redactor } from './redact.ts';
import { asVariable } from './secret-names.ts';
import { holdsSecret, NO_SECRETS } from './secret-values.ts';

/** Lines without such a word or sign tell no secret by any rule that is not a provider's own shape. */
const MAY_TELL =
  /pass|pw|secret|token|key|\bpin\b|creds?\b|credential|code|log ?in|sign in|auth|cookie|bearer|wort|schl[üu]ssel|mot de|cl[ée]\b|jeton|contrase|clave|senha|chave|wachtwoord|has[łl]o|парол|lösen|passord|adgang|salasana|şifre|パス|暗証|トークン|密|口令|令牌|비밀|암호|:\/\/|gh[pousr]_|sk-|xox|eyJ|AKIA|glpat/i;
/** Of a longer text only the beginning is heard: it is a paste. */
const MAX_HEARD_CHARS = 20_000;
/** Of a whole session so much, in lines that may tell something. */
const MAX_HEARD_IN_ALL = 200_000;
/** A longer result is a program, a log or data; files of settings are shorter. */
const MAX_RESULT_CHARS = 16_000;
const MAY_SHOW = /pass|pw|secret|token|key|pin|psk|cred|auth|admin|login|seal|lock|sign|salt|cookie|webhook|dsn/i;
/** A line that gives a name its value, as a file of settings or a search for it shows it. */
const SETTING =
  /^[ \t]{0,40}(?:[\w./-]{1,200}:(?:\d{1,6}:)?|\d{1,6}(?:→|\t|:))?[ \t]{0,40}(?:export[ \t]{1,4}|set[ \t]{1,4})?["']?([A-Za-z_][\w.-]{1,80})["']?[ \t]{0,8}(?:=>|[:=])[ \t]{0,8}(["']?)([^\s"'`,;<>{}()]{8,300})\2[,;]?[ \t]{0,8}$/gm;
/** `primary_key`, `cache_key`: these open nothing, and their values are names. */
const BARE_KEY = /key$/i;
const OPENING_KEY =
  /(?:api|access|secret|sign(?:ing)?|private|encryption|master|auth|deploy|admin|service|account|licen[sc]e|shared|unseal|client|app)_?key$/i;
/** More secrets than that are data. */
const MOST = 500;

export class ToldValues {
  readonly #redactor = new Redactor(NO_SECRETS);
  readonly #shown = new Set<string>();
  #room = MAX_HEARD_IN_ALL;

  /** What somebody said, and what is not sent now. */
  hear(text: string): void {
    if (this.#room <= 0) return;
    const lines = text
      .slice(0, MAX_HEARD_CHARS)
      .split('\n')
      .filter((line) => MAY_TELL.test(line));
    if (lines.length === 0) return;
    const telling = lines.join('\n').slice(0, this.#room);
    this.#room -= telling.length;
    this.#redactor.redact(telling);
  }

  /** What a tool showed. */
  see(result: string): void {
    if (result.length > MAX_RESULT_CHARS || this.#shown.size >= MOST || !MAY_SHOW.test(result)) return;
    for (const [, name = '', , value = ''] of result.matchAll(SETTING))
      if (isShownSecret(asVariable(name), value)) this.#shown.add(value);
  }

  /** All that was given away so far. Holds secrets: never log, never serialise. */
  get values(): readonly string[] {
    return [...new Set([...this.#shown, ...this.#redactor.told])];
  }
}

function isShownSecret(name: string, value: string): boolean {
  if (!holdsSecret(name, value)) return false;
  return BARE_KEY.test(name) && !OPENING_KEY.test(name) ? isVeryLikely(value, name) : isLikely(value, name);
}
