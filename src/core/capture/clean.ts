/**
 * Utterances made fit to leave: keys are masked, then what they repeat is omitted, then secrets are redacted, all counted. Nothing else in
 * this project turns transcript text into text that may be written or sent. Out of scope: what is worth sending (`gate`).
 */
import type { Evidence } from '../omission/evidence.ts';
import { type Omission, omitRepeats } from '../omission/omit.ts';
import type { Moment } from '../omission/quotations.ts';
import { maskKnownValues } from '../redaction/known-values.ts';
import { maskKeysInOrder, type Redaction, redact, redactInOrder } from '../redaction/redact.ts';
import { NO_SECRETS, type SecretValues } from '../redaction/secret-values.ts';
import { MARKS } from '../talk/marks.ts';
import { withoutPrivate } from '../talk/private-text.ts';
import { PrivateRepeats } from './private-repeats.ts';
import type { PrivatePart } from './private-talk.ts';
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

/** A shorter private part would be found inside unrelated words; a longer one is repeated in pieces, as it is written. [?] ours */
const MIN_PRIVATE_CHARS = 6;
const MAX_PRIVATE_CHARS = 4096;

/** Masks keys, omits, redacts, then masks what is repeated of private text; paths in marks and in the tally are redacted too. */
export class Cleaner {
  readonly tally = new Tally();
  readonly #evidence: Evidence;
  readonly #secrets: SecretValues;
  readonly #private: readonly PrivatePart[];
  #repeats: PrivateRepeats;
  #told = NO_SECRETS;

  /** `privateParts` are masked like secrets where they are repeated, whole or in part. */
  constructor(evidence: Evidence, privateParts: readonly PrivatePart[], secrets: SecretValues) {
    this.#evidence = evidence;
    const whole = privateParts.map(({ text }) => text);
    const repeated = whole.filter(({ length }) => length >= MIN_PRIVATE_CHARS && length <= MAX_PRIVATE_CHARS);
    const values = [...secrets.values, ...repeated];
    this.#secrets = repeated.length === 0 ? secrets : { values: values.sort((a, b) => b.length - a.length) };
    // As they read where they are repeated: without secrets, which are masked there first.
    this.#private = privateParts.map(({ text, position }) => ({ text: redact(text, secrets).text, position }));
    this.#repeats = new PrivateRepeats(this.#private, []);
  }

  /** The utterances in their order with their texts fit to leave; a text may be marks only. A secret may go over several. */
  clean(spoken: readonly Spoken[]): Spoken[] {
    const keyless = maskKeysInOrder(spoken.map((one) => one.text));
    const kept = spoken.map((one, n) => omitRepeats(keyless[n]?.text ?? '', this.#evidence, momentOf(one)));
    const safe = redactInOrder(
      kept.map((one) => one.text),
      this.#secrets,
      (told) => {
        this.#told = told;
      },
    );
    const said = spoken.map((one, n) => ({ ...one, text: (safe[n]?.text ?? '').trim() }));
    this.#repeats = new PrivateRepeats(this.#private, said);
    for (const [n, { omitted }] of kept.entries()) {
      const paths = omitted.map((one) => ({ ...one, path: this.redact(one.path) }));
      this.tally.add(paths, [...(keyless[n]?.redacted ?? []), ...(safe[n]?.redacted ?? [])]);
    }
    return said.map((one) => {
      const { text, count } = this.#repeats.mask(one.text);
      if (count > 0) this.tally.add([], [{ rule: 'private', count }]);
      return { ...one, text };
    });
  }

  /** Other text that leaves (a command, a path, a task, a branch): without private parts, redacted. */
  redact(text: string): string {
    const known = maskKnownValues(withoutPrivate(text), this.#told).text;
    return this.#repeats.mask(redact(known, this.#secrets).text).text;
  }
}

/** The time counts for a person's words only: what Claude says may come from the file that it was about to write. */
function momentOf({ position, role, at }: Spoken): Moment {
  return role === 'user' && at !== undefined ? { position, at } : { position };
}

/** Whether anything but marks is left. */
export function hasWords(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text.replace(MARKS, ' '));
}
