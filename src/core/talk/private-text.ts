/**
 * `<private>` … `</private>`: what a person put between these tags never leaves, in any letter case, nested, with attributes, escaped
 * for HTML, JSON or addresses, and to the end of the text when the closing tag is missing; from its beginning when the opening tag
 * is. A tag in marks of code, with nothing beside it there, is only spoken of. In doubt it is private. [?] ours: the platform knows no such tag.
 * Out of scope: secrets (`redact`), repository content (`core/omission`), what Claude repeats of it (`capture/private-repeats`).
 */

const GAP = '[\\s\\u200B-\\u200D\\u2060\\uFEFF]{0,20}';
const OPEN = '(?:<|\\uFF1C|&(?:amp;){0,2}(?:lt|#0{0,6}60|#x0{0,6}3c);?|\\\\u003c|\\\\x3c|%(?:25)?3c)';
const CLOSE = '(?:>|\\uFF1E|&(?:amp;){0,2}(?:gt|#0{0,6}62|#x0{0,6}3e);?|\\\\u003e|\\\\x3e|%(?:25)?3e)';
const SLASH = '(?:\\\\?/|&#(?:x2f|47);|&sol;|%2f|\\\\u002f)';
/** A tag that nothing closes is one all the same; what follows on it is no attribute then. */
const TAG = new RegExp(`${OPEN}${GAP}(${SLASH}?)${GAP}private\\b(?:([^<>\\uFF1C\\uFF1E]{0,300}?)${CLOSE})?`, 'gi');
/** Text that the client puts into a prompt on its own account (transcript contract §3). */
const REMINDER = /<system-reminder>[\s\S]*?<\/system-reminder>/g;

/** A text read for its private parts. */
export interface PrivateReading {
  /** The text without them. */
  readonly kept: string;
  /** What stands between the tags, piece by piece: Claude may repeat it, and then it must not leave either. */
  readonly parts: readonly string[];
  /** A tag is left open at the end: a later text may close it. */
  readonly opens: boolean;
  /** A tag is closed that an earlier text may have opened. */
  readonly closes: boolean;
}

/** Divides a text into what is private and what is not. */
export function readPrivate(text: string): PrivateReading {
  const parts: string[] = [];
  let depth = 0;
  let kept = '';
  let closes = false;
  let from = 0;
  for (const tag of text.matchAll(TAG)) {
    // In marks of code of its own it is spoken of, not used.
    const end = tag.index + tag[0].length;
    if (text[tag.index - 1] === '`' && text[end] === '`') continue;
    const piece = text.slice(from, tag.index);
    if (depth > 0) parts.push(piece);
    else kept += piece;
    from = end;
    if (tag[1] === '') {
      depth += 1;
      // Words inside the tag itself are no less private.
      parts.push(tag[2] ?? '');
    } else if (depth > 0) depth -= 1;
    else {
      // Opened before this text, or nowhere: what stands before it is private.
      parts.push(kept);
      kept = '';
      closes = true;
    }
  }
  if (depth > 0) parts.push(text.slice(from));
  else kept += text.slice(from);
  return { kept, parts: parts.map((part) => part.trim()).filter((part) => part !== ''), opens: depth > 0, closes };
}

/** The text without its private parts. */
export function withoutPrivate(text: string): string {
  return readPrivate(text).kept;
}

/** The text without the reminders that the client itself adds. */
export function withoutReminders(text: string): string {
  return text.replace(REMINDER, '');
}
