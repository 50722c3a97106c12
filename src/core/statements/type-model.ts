/**
 * The model that tells what a sentence states: weights for what it shows of itself (`features`), trained from labelled sentences
 * in twelve languages (`npm run train:types`; how well it does on sentences that it has not seen is told there). It is a sum of
 * weights. Out of scope: labels and other evident cases (`reading`).
 */
import type { CapturedType } from '../../contract/memory.ts';
import { featuresOf } from './features.ts';
import WEIGHTS from './type-weights.json' with { type: 'json' };

/** What the model takes a sentence for. */
export interface Likely {
  /** The likeliest, if it states something. */
  readonly type: CapturedType;
  /** How likely it states nothing, 0 to 1. */
  readonly noise: number;
  /** How likely each type is if it states something; they sum up to 1. */
  readonly shares: Shares;
}

/** A share of one for each type. */
export type Shares = Readonly<Record<CapturedType, number>>;

const TYPES: readonly CapturedType[] = ['preference', 'decision', 'convention', 'runbook', 'insight'];
const NOISE = TYPES.length;
const CLASSES = NOISE + 1;

interface Weights {
  readonly common: ReadonlySet<string>;
  /** The place of a feature's row, by its number. */
  readonly rows: ReadonlyMap<number, number>;
  readonly values: Float32Array;
}

let known: Weights | undefined;

/** Made when it is first needed: hooks that read no sentence do without. */
function weights(): Weights {
  known ??= unpacked();
  return known;
}

/** As `packed` in scripts/train-types.mjs writes them: how far a feature's number is from the last one's, and its weights. */
function unpacked(): Weights {
  const { common, count, features, scale, zero, digit, base } = WEIGHTS;
  const rows = new Map<number, number>();
  const values = new Float32Array(count * CLASSES);
  let hash = 0;
  let at = 0;
  for (let row = 0; row < count; row += 1) {
    for (let power = 1, more = true; more; power *= base, at += 1) {
      const code = features.charCodeAt(at) - digit;
      more = code >= base;
      hash += (code % base) * power;
    }
    rows.set(hash, row * CLASSES);
    for (let of = 0; of < CLASSES; of += 1, at += 1) {
      values[row * CLASSES + of] = (features.charCodeAt(at) - zero) / scale;
    }
  }
  return { common: new Set(common.split(' ')), rows, values };
}

/** What a plain sentence (`plainSentence`) states; undefined where the model knows none of its words. */
export function likelyType(sentence: string): Likely | undefined {
  const { common, rows, values } = weights();
  const features = featuresOf(sentence, common);
  const sums = new Float64Array(CLASSES);
  const add = (numbers: ReadonlySet<number>): number => {
    let found = 0;
    for (const number of numbers) {
      const row = rows.get(number);
      if (row === undefined) continue;
      found += 1;
      for (let at = 0; at < CLASSES; at += 1) sums[at] = (sums[at] ?? 0) + (values[row + at] ?? 0);
    }
    return found;
  };
  const words = add(features.words);
  if (words === 0) return undefined;
  const found = words + add(features.build);
  // A long sentence is not surer than a short one.
  const scale = WEIGHTS.gain / Math.sqrt(found);
  const most = Math.max(...sums);
  const powers = [...sums].map((sum) => Math.exp((sum - most) * scale));
  const all = powers.reduce((a, b) => a + b, 0);
  let best = 0;
  for (let at = 1; at < NOISE; at += 1) if ((sums[at] ?? 0) > (sums[best] ?? 0)) best = at;
  const stated = all - (powers[NOISE] ?? 0);
  const share = (type: number): number => (stated > 0 ? (powers[type] ?? 0) / stated : 1 / NOISE);
  const shares = Object.fromEntries(TYPES.map((type, at) => [type, share(at)])) as Record<CapturedType, number>;
  return { type: TYPES[best] ?? 'insight', noise: (powers[NOISE] ?? 0) / all, shares };
}
