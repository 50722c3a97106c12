/** What a rule for a shape of secrets is, and how one is applied. The rules themselves are in the `rules-*` files, by kind. */

export interface SecretRule {
  /** Stands in the mark and in receipts. */
  readonly name: string;
  /**
   * Global, every quantifier bounded. A group `keep` at the beginning stays in the text; the rest of the match is the secret.
   * A group `label` inside `keep` is the name that promises it.
   */
  readonly pattern: RegExp;
  /** A word without which no text matches, where that is cheaper to ask. Not global. */
  readonly mentions?: RegExp;
  /** What a pattern cannot say: whether this is a value at all. Without it every match counts. */
  readonly accepts?: (secret: string, label: string) => boolean;
  readonly finds: readonly string[];
  readonly leaves: readonly string[];
}

const MARK_START = '[redacted:';

/** The mark that stands for a secret. */
export function redactionMark(rule: string): string {
  return `${MARK_START} ${rule}]`;
}

/**
 * The text with what the rule finds masked, and how often it fired. A mark that is already there stays as it is. `told` hears each
 * secret: who said it once may say it again, without what gave it away.
 */
export function applyRule(
  rule: SecretRule,
  text: string,
  told?: (secret: string) => void,
): { text: string; count: number } {
  if (rule.mentions?.test(text) === false) return { text, count: 0 };
  let count = 0;
  const masked = text.replace(rule.pattern, (...match: unknown[]) => {
    const whole = String(match[0]);
    const groups = match.at(-1);
    const keep = groupOf(groups, 'keep');
    const found = whole.slice(keep.length);
    const mark = found.indexOf(MARK_START);
    const secret = mark < 0 ? found : found.slice(0, mark);
    if (secret === '' || rule.accepts?.(secret, groupOf(groups, 'label')) === false) return whole;
    count += 1;
    told?.(secret);
    return `${keep}${redactionMark(rule.name)}${found.slice(secret.length)}`;
  });
  return { text: masked, count };
}

function groupOf(groups: unknown, name: string): string {
  const found: unknown = typeof groups === 'object' && groups !== null ? Reflect.get(groups, name) : '';
  return typeof found === 'string' ? found : '';
}
