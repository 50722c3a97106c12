/**
 * Takes secrets out of texts: first values that are known to be secret, wherever they stand, then shapes of secrets. A mark
 * names the rule and never carries the value. Out of scope: repository content (`omit`), reading the environment.
 */
import { maskKeyBlocks, type OpenBlock } from './key-blocks.ts';
import { knownRanges, maskKnownValues, type Range, withMarks } from './known-values.ts';
import { applyRule } from './secret-rule.ts';
import { SECRET_RULES } from './secret-rules.ts';
import { NO_SECRETS, type SecretValues } from './secret-values.ts';

/** How often a rule fired. */
export interface Redaction {
  readonly rule: string;
  readonly count: number;
}
export interface Redacted {
  readonly text: string;
  readonly redacted: readonly Redaction[];
}

/** Texts that follow each other: a key block that one of them leaves open goes on in the next ones. */
export class Redactor {
  readonly #secrets: SecretValues;
  #open: OpenBlock = 0;
  readonly #told = new Set<string>();

  constructor(secrets: SecretValues) {
    this.#secrets = secrets;
  }

  /** Secrets that rules have found so far. */
  get told(): ReadonlySet<string> {
    return this.#told;
  }

  /** The text without secrets, and how often each rule fired. Doing it twice changes nothing more. */
  redact(text: string): Redacted {
    const counts = new Map<string, number>();
    const note = (rule: string, found: { text: string; count: number }): string => {
      if (found.count > 0) counts.set(rule, (counts.get(rule) ?? 0) + found.count);
      return found.text;
    };
    const blocks = maskKeyBlocks(text, this.#open);
    this.#open = blocks.open;
    let out = note('private-key', blocks);
    out = note('known-value', maskKnownValues(out, this.#secrets));
    const hear = (secret: string): void => {
      // The stop of the sentence is none of it.
      const value = secret.replace(/[.,;:!?]+$/, '');
      if (isWorthKnowing(value)) this.#told.add(value);
    };
    // A match may hide another one that overlaps it: until nothing is found any more.
    for (let before = ''; before !== out; ) {
      before = out;
      for (const rule of SECRET_RULES) out = note(rule.name, applyRule(rule, out, hear));
    }
    return { text: out, redacted: [...counts].map(([rule, count]) => ({ rule, count })) };
  }
}

/** A shorter value, or a mere word, would be found where nobody means it. [?] ours */
const MIN_TOLD_CHARS = 7;

function isWorthKnowing(secret: string): boolean {
  return (
    secret.length >= MIN_TOLD_CHARS && /\p{L}/u.test(secret) && /[^\p{L}_.:/-]/u.test(secret) && !/\s/.test(secret)
  );
}

/**
 * The texts of a talk in their order without key blocks: before anything else is taken out of them, because the line with which
 * a block begins may go as a repetition, and then nobody would know what the next lines are.
 */
export function maskKeysInOrder(texts: readonly string[]): Redacted[] {
  let open: OpenBlock = 0;
  return texts.map((text) => {
    const masked = maskKeyBlocks(text, open);
    open = masked.open;
    return { text: masked.text, redacted: masked.count === 0 ? [] : [{ rule: 'private-key', count: masked.count }] };
  });
}

/** One text for itself. */
export function redact(text: string, secrets: SecretValues): Redacted {
  return new Redactor(secrets).redact(text);
}

/**
 * The texts of a talk in their order: besides what `redact` does, blocks that go over several texts, and known values of
 * which one text has the head and the next one the tail. `hear` is given what the texts told, for other texts of the talk.
 */
export function redactInOrder(
  texts: readonly string[],
  secrets: SecretValues,
  hear?: (told: SecretValues) => void,
): Redacted[] {
  // All at once: a value may go over several texts, and each reading of a text takes its time.
  const redactor = new Redactor(NO_SECRETS);
  const masked = maskInOrder(texts, secrets).map(({ text, count }) => {
    const { text: safe, redacted } = redactor.redact(text);
    return { text: safe, redacted: count === 0 ? redacted : withOne(redacted, 'known-value', count) };
  });
  const told: SecretValues = { values: [...redactor.told].sort((a, b) => b.length - a.length) };
  if (told.values.length === 0) return masked;
  hear?.(told);
  const again = maskInOrder(
    masked.map(({ text }) => text),
    told,
  );
  return again.map(({ text, count }, n) => {
    const redacted = masked[n]?.redacted ?? [];
    return { text, redacted: count === 0 ? redacted : withOne(redacted, 'known-value', count) };
  });
}

/** The texts without known values; one that goes over the end of a text counts for that in which it begins. */
function maskInOrder(
  texts: readonly string[],
  secrets: SecretValues,
): { readonly text: string; readonly count: number }[] {
  const ranges = knownRanges(texts.join('\n'), secrets);
  let start = 0;
  let next = 0;
  return texts.map((text) => {
    const end = start + text.length;
    const here: Range[] = [];
    let count = 0;
    for (let range = ranges[next]; range !== undefined && range[0] < end; range = ranges[next]) {
      const [from, to] = range;
      if (to > start) here.push([Math.max(from, start) - start, Math.min(to, end) - start]);
      if (from >= start) count += 1;
      if (to > end) break;
      next += 1;
    }
    start = end + 1;
    return { text: withMarks(text, here), count };
  });
}

function withOne(redacted: readonly Redaction[], rule: string, more: number): Redaction[] {
  const before = redacted.find((one) => one.rule === rule);
  return [...redacted.filter((one) => one !== before), { rule, count: (before?.count ?? 0) + more }];
}
