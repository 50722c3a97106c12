/**
 * How the value of a setting is read, be it the text of a variable or the JSON of a settings file. Out of scope: what the settings
 * mean (`config`), and which source comes before which (`read-config`).
 */
import {
  array,
  boolean,
  int,
  maximum,
  maxLength,
  minimum,
  number,
  optional,
  pipe,
  record,
  refine,
  regex,
  strictObject,
  string,
  transform,
  union,
} from 'zod/mini';
import { MAX_PACK_CHARS } from './hook.ts';
import { areFew, isFolderPattern, isPattern, isProjectPattern } from './patterns.ts';
import { OFF, ON } from './switch-words.ts';

/** Nobody goes on where they left off a year ago. [?] ours */
export const MAX_SESSION_STATE_DAYS = 365;

/** `hooks.json` gives session start ten seconds, after which the client drops all that it printed (client contract §3). */
export const MAX_DEADLINE_MS = 9_000;

/**
 * What may stand in a body as an id, in a line for the person, and in the pack: nothing that the eye cannot see, no tag; nor `*`
 * alone, which in a filter is everybody's (platform contract §7).
 */
export const PLAIN_ID =
  /^(?!\*$)[^\s<>\u0000-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]{1,200}$/;

/** `/x`, `~/x` (the home folder), `C:\\x`, `\\\\host\\x`. */
const ABSOLUTE = /^(?:~?\/|[A-Za-z]:[\\/]|\\\\)/;

/** Printable ASCII without spaces: it must be able to stand in a header. */
const KEY = /^[\x21-\x7e]+$/;

/** Text as a variable has it; JSON's own numbers and truth values become such text. */
const text = () =>
  pipe(
    union([string(), number(), boolean()]),
    transform((value: string | number | boolean) => String(value).trim()),
  );
const matching = (shape: RegExp) => pipe(text(), string().check(regex(shape)));
const onOff = () =>
  pipe(
    text(),
    pipe(
      string().check(refine((word) => OFF.test(word) || ON.test(word))),
      transform((word: string) => ON.test(word)),
    ),
  );
const debugOnly = () =>
  pipe(
    text(),
    pipe(
      string().check(refine((word) => OFF.test(word) || /^debug$/i.test(word))),
      transform((word: string) => !OFF.test(word)),
    ),
  );
const whole = (least: number, most: number) =>
  pipe(
    text(),
    pipe(
      transform((digits: string) => (/^\d{1,9}$/.test(digits) ? Number(digits) : Number.NaN)),
      number().check(int(), minimum(least), maximum(most)),
    ),
  );

/** Longest list, and longest pattern, that a settings file may hold. [?] ours */
const MOST_PATTERNS = 1_000;
const LONGEST_PATTERN = 1_000;
/** One pattern may stand without its brackets. */
const patternsOf = (isOne: (text: string) => boolean) => {
  const pattern = string().check(maxLength(LONGEST_PATTERN), refine(isOne));
  const one = pipe(
    pattern.check(refine((only) => areFew([only]))),
    transform((only: string) => [only]),
  );
  const several = array(pattern).check(maxLength(MOST_PATTERNS), refine(areFew));
  return union([several, one]);
};
const patterns = () => patternsOf(isPattern);
const lists = () =>
  strictObject({ paths: optional(patternsOf(isFolderPattern)), projects: optional(patternsOf(isProjectPattern)) });
const plainIds = () => array(string().check(regex(PLAIN_ID))).check(maxLength(20));

/** The settings by their keys in the settings file, each read by a schema that is made when it is asked for. */
export const SETTING_SCHEMAS = {
  api_key: () => matching(KEY),
  base_url: () => pipe(text(), string().check(refine((value) => originOf(value) !== undefined))),
  override_org_id: () => matching(PLAIN_ID),
  override_project_id: () => matching(PLAIN_ID),
  user_id: () => matching(PLAIN_ID),
  app_id: () => matching(PLAIN_ID),
  home: () => matching(ABSOLUTE),
  enabled: onOff,
  capture: onOff,
  recall: onOff,
  deadline_ms: () => whole(100, MAX_DEADLINE_MS),
  session_state_days: () => whole(1, MAX_SESSION_STATE_DAYS),
  pack_chars: () => whole(500, MAX_PACK_CHARS),
  user_line: onOff,
  log: debugOnly,
  dry_run: onOff,
} as const;

/** What only the person's own file can say. */
export const OWN_SCHEMAS = {
  deny: lists,
  allow: lists,
  aliases: () => strictObject({ user_ids: optional(plainIds()), app_ids: optional(record(string(), plainIds())) }),
  omit: patterns,
} as const;

/** What a repository may say: it can only narrow. */
export const REPOSITORY_SCHEMAS = { capture: onOff, recall: onOff, omit: patterns } as const;

export type SettingKey = keyof typeof SETTING_SCHEMAS;
export type OwnKey = keyof typeof OWN_SCHEMAS;

/** The origin of a base URL, or undefined when the key must not be sent there (contract §6: https; http on loopback is for tests). */
export function originOf(value: string): string | undefined {
  if (!URL.canParse(value)) return undefined;
  const { protocol, hostname, origin, pathname, search, username, password } = new URL(value);
  if (username !== '' || password !== '') return undefined;
  if (pathname !== '/' || search !== '') return undefined;
  if (protocol === 'https:') return origin;
  const loopback = hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
  return protocol === 'http:' && loopback ? origin : undefined;
}
