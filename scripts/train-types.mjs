/**
 * Trains the model that tells what a sentence states, from the labelled sentences in test/fixtures/sentences, and writes
 * src/core/statements/type-weights.json. The same sentences give the same bytes. `npm run train:types`; `--check` compares with what
 * is there; `--folds 5` says how well it does on sentences that it has not seen.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';

const root = join(import.meta.dirname, '..');
const { values } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    folds: { type: 'string' },
    from: { type: 'string', default: join(root, 'test', 'fixtures', 'sentences') },
    to: { type: 'string', default: join(root, 'src', 'core', 'statements', 'type-weights.json') },
  },
});

/** In the order of the weights. */
const CLASSES = ['preference', 'decision', 'convention', 'runbook', 'insight', 'noise'];
const NOISE = CLASSES.indexOf('noise');
/** As in src/core/statements/reading.ts. */
const SURELY_NOISE = 0.6;
const EPOCHS = 20;
/** A long sentence is not surer than a short one: the sum of its weights is divided by the root of their number. */
const GAIN = 3;
const RATE = 0.1;
/** Pulls each weight towards zero. */
const DECAY = 2e-3;
/** In training a sentence shows only some of its features, each time others, so that no few of them decide alone. */
const HIDDEN = 0.3;
/** Of two labels that are equally fair the first is a little fairer. */
const SHARES = [0.6, 0.4];
const MIN_COUNT = 2;
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

async function load() {
  const folder = mkdtempSync(join(tmpdir(), 'mem0-hooks-train-'));
  try {
    const file = join(folder, 'features.cjs');
    const contents =
      "export { featuresOf, wordsOf } from './src/core/statements/features.ts'; export { plainSentence } from './src/core/statements/plain-sentence.ts';";
    await build({
      stdin: { contents, resolveDir: root, loader: 'ts' },
      outfile: file,
      bundle: true,
      platform: 'node',
      format: 'cjs',
    });
    return createRequire(import.meta.url)(file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function examples({ plainSentence }) {
  const found = [];
  for (const name of readdirSync(values.from).sort()) {
    if (!name.endsWith('.jsonl')) continue;
    for (const line of readFileSync(join(values.from, name), 'utf8').split('\n')) {
      if (line === '') continue;
      const { lang, text, type } = JSON.parse(line);
      const labels = type.split('|');
      for (const label of labels) if (!CLASSES.includes(label)) throw new Error(`${name}: ${label} is no label`);
      const target = CLASSES.map((label) => {
        const at = labels.indexOf(label);
        return at < 0 ? 0 : labels.length === 1 ? 1 : SHARES[at];
      });
      found.push({ name, lang, text, labels, target, plain: plainSentence(text) });
    }
  }
  return found;
}

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
function shuffled(list, seed) {
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
function train(list, { featuresOf, wordsOf }) {
  const words = [...counted(list.map(({ plain }) => wordsOf(plain)))].filter(([, count]) => count >= MIN_COMMON);
  const common = new Set(words.map(([word]) => word).sort());
  const shown = list.map(({ plain }) => numbersOf(plain, common, featuresOf));
  const hashes = [...counted(shown)].filter(([, count]) => count >= MIN_COUNT).map(([hash]) => hash);
  const rows = new Map(hashes.sort((a, b) => a - b).map((hash, at) => [hash, at * CLASSES.length]));
  const examples = list.map(({ target }, at) => ({
    target,
    rows: shown[at].filter((hash) => rows.has(hash)).map((hash) => rows.get(hash)),
  }));
  const weights = new Float64Array(rows.size * CLASSES.length);
  const squares = new Float64Array(weights.length).fill(1e-2);
  const means = new Float64Array(weights.length);
  const random = numbers(99);
  const sums = new Float64Array(CLASSES.length);
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    for (const { target, rows: all } of shuffled(examples, epoch + 1)) {
      const seen = all.filter(() => random() >= HIDDEN);
      const share = GAIN / Math.sqrt(Math.max(1, seen.length));
      sums.fill(0);
      for (const row of seen) for (let at = 0; at < CLASSES.length; at += 1) sums[at] += weights[row + at] * share;
      softmax(sums);
      for (const row of seen) {
        for (let at = 0; at < CLASSES.length; at += 1) {
          const gradient = (sums[at] - target[at]) * share + DECAY * weights[row + at];
          squares[row + at] += gradient * gradient;
          weights[row + at] -= (RATE * gradient) / Math.sqrt(squares[row + at]);
        }
      }
    }
    if (epoch < EPOCHS / 2) continue;
    for (let at = 0; at < means.length; at += 1) means[at] += weights[at] / (EPOCHS / 2);
  }
  return { common, weights: new Map([...rows].map(([hash, row]) => [hash, means.slice(row, row + CLASSES.length)])) };
}

function digitsOf(number) {
  const rest = Math.floor(number / BASE);
  const code = DIGIT + (number % BASE) + (rest > 0 ? BASE : 0);
  return String.fromCharCode(code) + (rest > 0 ? digitsOf(rest) : '');
}

/** What is left of the weights when they are shipped: in steps, and those that tell most. */
function shipped({ common, weights }) {
  const tells = ([, row]) => Math.max(...row.map(Math.abs));
  const most = [...weights].sort((a, b) => tells(b) - tells(a) || a[0] - b[0]).slice(0, MAX_FEATURES);
  const steps = (weight) => Math.max(-MOST, Math.min(MOST, Math.round(weight * SCALE)));
  return { common, weights: new Map(most.sort(([a], [b]) => a - b).map(([hash, row]) => [hash, row.map(steps)])) };
}

/** How src/core/statements/type-model.ts reads it. */
function packed({ common, weights }) {
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

function tell(name, results) {
  const right = results.filter(({ labels, said }) => labels.includes(said)).length;
  const statements = results.filter(({ labels }) => !labels.includes('noise'));
  const noise = results.filter(({ labels }) => labels.includes('noise'));
  const kept = statements.filter(({ said }) => said !== 'noise');
  const typed = kept.filter(({ labels, said }) => labels.includes(said));
  const share = (part, whole) => (whole.length === 0 ? '-' : `${((100 * part.length) / whole.length).toFixed(1)} %`);
  console.log(
    `${name.padEnd(12)} ${String(results.length).padStart(5)}  right ${((100 * right) / results.length).toFixed(1)} %  kept ${share(kept, statements)}  typed ${share(typed, kept)}  noise ${share(
      noise.filter(({ said }) => said === 'noise'),
      noise,
    )}`,
  );
}

/** The model alone: the program asks labels and outright words first, and is surer of some sentences (`reading.ts`). */
function decide({ common, weights }, plain, { featuresOf }) {
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

const parts = await load();
const list = examples(parts);
if (values.folds !== undefined) {
  const folds = Number(values.folds);
  const mixed = shuffled(list, 7);
  const results = [];
  for (let fold = 0; fold < folds; fold += 1) {
    const model = shipped(
      train(
        mixed.filter((_, at) => at % folds !== fold),
        parts,
      ),
    );
    for (const one of mixed.filter((_, at) => at % folds === fold))
      results.push({ ...one, ...decide(model, one.plain, parts) });
  }
  tell('all', results);
  for (const lang of [...new Set(list.map((one) => one.lang))].sort())
    tell(
      lang,
      results.filter((one) => one.lang === lang),
    );
  for (const surely of [0.5, 0.6, 0.7, 0.8, 0.9, 0.95]) {
    const count = (of, is) => `${((100 * of.filter(is).length) / of.length).toFixed(1)} %`;
    const statements = results.filter(({ labels }) => !labels.includes('noise'));
    const noise = results.filter(({ labels }) => labels.includes('noise'));
    console.log(
      `  noise when surer than ${surely}: statements kept ${count(statements, (one) => one.noise <= surely)}, noise left out ${count(noise, (one) => one.noise > surely)}`,
    );
  }
  for (const wanted of CLASSES) {
    const of = results.filter(({ labels }) => labels[0] === wanted);
    console.log(
      `  ${wanted.padEnd(11)} → ${CLASSES.map((name) => `${name} ${of.filter(({ said }) => said === name).length}`).join(', ')}`,
    );
  }
} else {
  const text = `${JSON.stringify(packed(shipped(train(list, parts))), null, 1)}\n`;
  if (!values.check) writeFileSync(values.to, text);
  else if (readFileSync(values.to, 'utf8') !== text) {
    console.error('The weights are stale: run `npm run train:types` and commit them.');
    process.exit(1);
  }
  console.log(`${list.length} sentences, ${JSON.parse(text).count} features, ${(text.length / 1024).toFixed(0)} KB`);
}
