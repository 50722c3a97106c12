/**
 * `<private>` … `</private>`: what a person put between these tags never leaves, in any letter case, nested, and to the
 * end of the text when the closing tag is missing. [?] ours: the platform knows no such tag.
 * Out of scope: secrets (`redact`), repository content (`core/omission`).
 */

const TAG = /<\s*(\/?)\s*private\b[^>]*>|<\s*private\b[^>]*$/gi;
/** Text that the client puts into a prompt on its own account (transcript contract §3). */
const REMINDER = /<system-reminder>[\s\S]*?<\/system-reminder>/g;

/** The text without its private parts. A closing tag alone is dropped and hides nothing. */
export function withoutPrivate(text: string): string {
  let depth = 0;
  let kept = '';
  let from = 0;
  for (const tag of text.matchAll(TAG)) {
    if (depth === 0) kept += text.slice(from, tag.index);
    from = tag.index + tag[0].length;
    depth = tag[1] === '/' ? Math.max(0, depth - 1) : depth + 1;
  }
  return depth === 0 ? kept + text.slice(from) : kept;
}

/** What stands between the tags, piece by piece: Claude may repeat it, and then it must not leave either. */
export function privateParts(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (const tag of text.matchAll(TAG)) {
    if (depth > 0) parts.push(text.slice(from, tag.index));
    from = tag.index + tag[0].length;
    depth = tag[1] === '/' ? Math.max(0, depth - 1) : depth + 1;
  }
  if (depth > 0) parts.push(text.slice(from));
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/** The text without the reminders that the client itself adds. */
export function withoutReminders(text: string): string {
  return text.replace(REMINDER, '');
}
