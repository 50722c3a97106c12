/**
 * Utterances made fit to leave: keys are masked, then what they repeat is omitted, then secrets are redacted, all counted. Nothing else in
 * this project turns transcript text into text that may be written or sent. Out of scope: what is worth sending (`gate`).
 */
import type { Evidence } from '../omission/evidence.ts';
import { type Omission, omitRepeats } from '../omission/omit.ts';
import { maskKeysInOrder, type Redaction, redact, redactInOrder } from '../redaction/redact.ts';
import type { SecretValues } from '../redaction/secret-values.ts';
import { MARKS } from '../talk/marks.ts';
import { withoutPrivate } from '../talk/private-text.ts';
import type { Spoken } from './turns.ts';

/** What was taken out, summed over utterances. */
export class Tally {
  readonly #omitted = new Map<string, number>();
  readonly #redacted = new Map<string, number>();

  add(omitted: readonly Omission[], redacted: readonly Redaction[]): void {
    for (const one of omitted) this.#omitted.set(one.path, (this.#omitted.get(one.path) ?? 0) + one.lines);
    for (const one of redacted) this.#redacted.set(one.rule, (this.#redacted.get(one.rule) ?? 0) + one.count);
  }
  get omitted(): Omission[] {
    return [...this.#omitted].map(([path, lines]) => ({ path, lines }));
  }
  get redacted(): Redaction[] {
    return [...this.#redacted].map(([rule, count]) => ({ rule, count }));
  }
}

/** A shorter private part would be found inside unrelated words. [?] ours */
const MIN_PRIVATE_CHARS = 6;

/** Masks keys, omits, then redacts; paths in marks and in the tally are redacted too. */
export class Cleaner {
  readonly tally = new Tally();
  readonly #evidence: Evidence;
  readonly #secrets: SecretValues;

  /** `privateParts` are masked like secrets where they are repeated, as a whole and line by line. */
  constructor(evidence: Evidence, privateParts: readonly string[], secrets: SecretValues) {
    this.#evidence = evidence;
    const repeated = privateParts.flatMap((part) => [part, ...part.split('\n').map((line) => line.trim())]);
    const values = [...secrets.values, ...repeated.filter((part) => part.length >= MIN_PRIVATE_CHARS)];
    this.#secrets = { values: values.sort((a, b) => b.length - a.length) };
  }

  /** The utterances in their order with their texts fit to leave; a text may be marks only. A secret may go over several. */
  clean(spoken: readonly Spoken[]): Spoken[] {
    const keyless = maskKeysInOrder(spoken.map((one) => one.text));
    const kept = spoken.map((one, n) => omitRepeats(keyless[n]?.text ?? '', this.#evidence, one.position));
    const safe = redactInOrder(
      kept.map((one) => one.text),
      this.#secrets,
    );
    for (const [n, { omitted }] of kept.entries()) {
      const paths = omitted.map((one) => ({ ...one, path: redact(one.path, this.#secrets).text }));
      this.tally.add(paths, [...(keyless[n]?.redacted ?? []), ...(safe[n]?.redacted ?? [])]);
    }
    return spoken.map((one, n) => ({ ...one, text: (safe[n]?.text ?? '').trim() }));
  }

  /** Other text that leaves (a command, a path, a task, a branch): without private parts, redacted. */
  redact(text: string): string {
    return redact(withoutPrivate(text), this.#secrets).text;
  }
}

/** Whether anything but marks is left. */
export function hasWords(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text.replace(MARKS, ' '));
}
