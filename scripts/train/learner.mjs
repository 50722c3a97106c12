/**
 * Learns weights from labelled sentences and packs them: see `../train-types.mjs`. The same sentences give the same weights: numbers by
 * chance are always the same ones, and the order is never that of the files.
 */

/** In the order of the weights. */
export const CLASSES = ['preference', 'decision', 'convention', 'runbook', 'insight', 'noise'];
const NOISE = CLASSES.indexOf('noise');
/** As in src/core/statements/reading.ts. */
const SURELY_NOISE = 0.7;
const EPOCHS = 20;
/** What is shipped is the mean of so many models that were trained in different orders: one alone is a matter of luck. */
const MODELS = 4;
/** A long sentence is not surer than a short one: the sum of its weights is divided by the root of their number. */
const GAIN = 3;
const RATE = 0.1;
/** Pulls each weight towards zero. */
const DECAY = 4e-3;
/**
 * In training a sentence shows only some of its features, each time others, so that no few of them decide alone. Sentences of a file
 * that the model has not seen are told best with so few (`--folds files`).
 */
const HIDDEN = 0.65;
const MIN_COUNT = 3;
/** A word that stands in so many sentences stands for itself in their build. */
const MIN_COMMON = 30;
/** The weights that tell most are shipped, so many that the file stays below some 600 KB; the others are small. */
const MAX_FEATURES = 60_000;
/** A weight is one sign: (code - ZERO) / SCALE. */
const SCALE = 16;
const MOST = 44;
const ZERO = 80;
/** A number is signs from DIGIT on, to the base of BASE, the lowest first; all but the last are BASE greater. */
const DIGIT = 36;
const BASE = 44;

function counted(lists) {
  const counts = new Map();
  for (const list of lists) for (const one of new Set(list)) counts.set(one, (counts.get(one) ?? 0) + 1);
  return counts;
}

function numbersOf(plain, common, featuresOf) {
  const { words, build } = featuresOf(plain, common);
  return [...new Set([...words, ...build])];
}

/** Numbers between 0 and 1, always the same. */
function numbers(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Always the same order, that has nothing to do with that of the files. */
export function shuffled(list, seed) {
  const random = numbers(seed);
  const out = [...list];
  for (let at = out.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    [out[at], out[other]] = [out[other], out[at]];
  }
  return out;
}

/** Turns sums into shares of one, where they stand. */
function softmax(sums) {
  const most = Math.max(...sums);
  for (let at = 0; at < sums.length; at += 1) sums[at] = Math.exp(sums[at] - most);
  const all = sums.reduce((a, b) => a + b, 0);
  for (let at = 0; at < sums.length; at += 1) sums[at] /= all;
}

/**
 * Multinomial logistic regression, by stochastic gradient descent with a step for each weight (AdaGrad); the weights are the mean of
 * those after each of the later rounds. Gives {common, weights}, the weights by the number of their feature.
 */
export function train(list, { featuresOf, wordsOf }) {
  const words = [...counted(list.map(({ plain }) => wordsOf(plain)))].filter(([, count]) => count >= MIN_COMMON);
  const common = new Set(words.map(([word]) => word).sort());
  const shown = list.map(({ plain }) => numbersOf(plain, common, featuresOf));
  const hashes = [...counted(shown)].filter(([, count]) => count >= MIN_COUNT).map(([hash]) => hash);
  const rows = new Map(hashes.sort((a, b) => a - b).map((hash, at) => [hash, at * CLASSES.length]));
  const examples = list.map(({ target, counts }, at) => ({
    target,
    counts,
    rows: shown[at].filter((hash) => rows.has(hash)).map((hash) => rows.get(hash)),
  }));
  const means = new Float64Array(rows.size * CLASSES.length);
  for (let model = 0; model < MODELS; model += 1) addModel(means, examples, 99 + 1000 * model);
  return { common, weights: new Map([...rows].map(([hash, row]) => [hash, means.slice(row, row + CLASSES.length)])) };
}

/** Trains one model and adds its share to `means`. */
function addModel(means, examples, seed) {
  const weights = new Float64Array(means.length);
  const squares = new Float64Array(means.length).fill(1e-2);
  const random = numbers(seed);
  const sums = new Float64Array(CLASSES.length);
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    for (const { target, counts, rows: all } of shuffled(examples, seed + epoch)) {
      const seen = all.filter(() => random() >= HIDDEN);
      const share = GAIN / Math.sqrt(Math.max(1, seen.length));
      sums.fill(0);
      for (const row of seen) for (let at = 0; at < CLASSES.length; at += 1) sums[at] += weights[row + at] * share;
      softmax(sums);
      for (const row of seen) {
        for (let at = 0; at < CLASSES.length; at += 1) {
          const gradient = counts * (sums[at] - target[at]) * share + DECAY * weights[row + at];
          squares[row + at] += gradient * gradient;
          weights[row + at] -= (RATE * gradient) / Math.sqrt(squares[row + at]);
        }
      }
    }
    if (epoch < EPOCHS / 2) continue;
    for (let at = 0; at < means.length; at += 1) means[at] += weights[at] / (EPOCHS / 2) / MODELS;
  }
}

function digitsOf(number) {
  const rest = Math.floor(number / BASE);
  const code = DIGIT + (number % BASE) + (rest > 0 ? BASE : 0);
  return String.fromCharCode(code) + (rest > 0 ? digitsOf(rest) : '');
}

/** What is left of the weights when they are shipped: in steps, and those that tell most. */
export function shipped({ common, weights }) {
  const tells = ([, row]) => Math.max(...row.map(Math.abs));
  const most = [...weights].sort((a, b) => tells(b) - tells(a) || a[0] - b[0]).slice(0, MAX_FEATURES);
  const steps = (weight) => Math.max(-MOST, Math.min(MOST, Math.round(weight * SCALE)));
  return { common, weights: new Map(most.sort(([a], [b]) => a - b).map(([hash, row]) => [hash, row.map(steps)])) };
}

/** How src/core/statements/type-model.ts reads it. */
export function packed({ common, weights }) {
  let last = 0;
  const features = [...weights].map(([hash, row]) => {
    const number = digitsOf(hash - last);
    last = hash;
    return number + String.fromCharCode(...[...row].map((one) => ZERO + one));
  });
  const signs = { scale: SCALE, zero: ZERO, digit: DIGIT, base: BASE };
  return {
    classes: CLASSES,
    gain: GAIN,
    ...signs,
    count: weights.size,
    common: [...common].join(' '),
    features: features.join(''),
  };
}

/** The model alone: the program asks labels and outright words first, and is surer of some sentences (`reading.ts`). */
export function decide({ common, weights }, plain, { featuresOf }) {
  const rows = numbersOf(plain, common, featuresOf)
    .map((number) => weights.get(number))
    .filter((row) => row !== undefined);
  const share = GAIN / Math.sqrt(Math.max(1, rows.length)) / SCALE;
  const sums = CLASSES.map((_, at) => rows.reduce((sum, row) => sum + row[at], 0) * share);
  const types = sums.slice(0, NOISE);
  softmax(sums);
  const noise = sums[NOISE];
  return { noise, said: noise > SURELY_NOISE ? 'noise' : CLASSES[types.indexOf(Math.max(...types))] };
}
