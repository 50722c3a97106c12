/**
 * The model that tells what a sentence states: weights for what it shows of itself (`features`), trained from labelled sentences
 * in twelve languages (`npm run train:types`; how well it does on sentences that it has not seen is told there). It is a sum of
 * weights: what speaks for a type can be looked up in `type-weights.json`. Out of scope: labels and other evident cases (`reading`).
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
}

const TYPES: readonly CapturedType[] = ['preference', 'decision', 'convention', 'runbook', 'insight'];
const NOISE = TYPES.length;

let known: Map<string, Float32Array> | undefined;

/** Made when it is first needed: hooks that read no sentence do without. */
function weights(): Map<string, Float32Array> {
  if (known !== undefined) return known;
  known = new Map();
  const { features, scale, zero, gain } = WEIGHTS;
  for (const line of features.split('\n')) {
    const tab = line.indexOf('\t');
    const row = new Float32Array(NOISE + 1);
    for (let at = 0; at <= NOISE; at += 1) row[at] = ((line.charCodeAt(tab + 1 + at) - zero) * gain) / scale;
    known.set(line.slice(0, tab), row);
  }
  return known;
}

/** What a plain sentence (`plainSentence`) states; undefined where the model knows none of its words. */
export function likelyType(sentence: string): Likely | undefined {
  const sums = new Float64Array(NOISE + 1);
  let found = 0;
  let words = 0;
  for (const feature of featuresOf(sentence)) {
    const row = weights().get(feature);
    if (row === undefined) continue;
    found += 1;
    if (!feature.startsWith('|')) words += 1;
    for (let at = 0; at <= NOISE; at += 1) sums[at] = (sums[at] ?? 0) + (row[at] ?? 0);
  }
  if (words === 0) return undefined;
  // A long sentence is not surer than a short one.
  const root = Math.sqrt(found);
  const most = Math.max(...sums);
  const powers = [...sums].map((sum) => Math.exp((sum - most) / root));
  const all = powers.reduce((a, b) => a + b, 0);
  let best = 0;
  for (let at = 1; at < NOISE; at += 1) if ((sums[at] ?? 0) > (sums[best] ?? 0)) best = at;
  return { type: TYPES[best] ?? 'insight', noise: (powers[NOISE] ?? 0) / all };
}
