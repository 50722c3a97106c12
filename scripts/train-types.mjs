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
const DECAY = 5e-3;
/** Of two labels that are equally fair the first is a little fairer. */
const SHARES = [0.6, 0.4];
const MIN_COUNT = 3;
/** Weights below have no say. */
const MIN_WEIGHT = 0.2;
/** A weight is one sign: (code - ZERO) / SCALE. */
const SCALE = 16;
const MOST = 44;
const ZERO = 80;

async function load() {
  const folder = mkdtempSync(join(tmpdir(), 'mem0-hooks-train-'));
  try {
    const file = join(folder, 'features.cjs');
    const contents =
      "export { featuresOf } from './src/core/statements/features.ts'; export { plainSentence } from './src/core/statements/plain-sentence.ts';";
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

function examples({ featuresOf, plainSentence }) {
  const found = [];
  for (const name of readdirSync(values.from).sort()) {
    if (!name.endsWith('.jsonl')) continue;
    for (const line of readFileSync(join(values.from, name), 'utf8').split('\n')) {
      if (line === '') continue;
      const { lang, text, type } = JSON.parse(line);
      const labels = type.split('|');
      for (const label of labels) if (!CLASSES.includes(label)) throw new Error(`${name}: ${label} is no label`);
      found.push({ lang, text, labels, features: [...featuresOf(plainSentence(text))] });
    }
  }
  return found;
}

/** Always the same order, that has nothing to do with that of the files. */
function shuffled(list, seed) {
  let state = seed;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const out = [...list];
  for (let at = out.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    [out[at], out[other]] = [out[other], out[at]];
  }
  return out;
}

const scores = (weights, features) => {
  const sums = new Float64Array(CLASSES.length);
  let known = 0;
  for (const feature of features) {
    const row = weights.get(feature);
    if (row === undefined) continue;
    known += 1;
    for (let at = 0; at < CLASSES.length; at += 1) sums[at] += row[at];
  }
  return sums.map((sum) => (sum * GAIN) / Math.sqrt(Math.max(1, known)));
};

function softmax(sums) {
  const most = Math.max(...sums);
  const powers = [...sums].map((sum) => Math.exp(sum - most));
  const all = powers.reduce((a, b) => a + b, 0);
  return powers.map((power) => power / all);
}

/**
 * Multinomial logistic regression, by stochastic gradient descent with a step for each weight (AdaGrad); the weights are the mean of
 * those after each of the later rounds.
 */
function train(list) {
  const counts = new Map();
  for (const { features } of list) for (const feature of features) counts.set(feature, (counts.get(feature) ?? 0) + 1);
  const weights = new Map();
  const sums = new Map();
  for (const [feature, count] of counts) {
    if (count < MIN_COUNT) continue;
    weights.set(feature, new Float64Array(CLASSES.length));
    sums.set(feature, new Float64Array(CLASSES.length).fill(1e-2));
  }
  const means = new Map([...weights.keys()].map((feature) => [feature, new Float64Array(CLASSES.length)]));
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    for (const { features, labels } of shuffled(list, epoch + 1)) {
      const known = features.filter((feature) => weights.has(feature));
      const guess = softmax(scores(weights, known));
      const target = CLASSES.map((name) => {
        const at = labels.indexOf(name);
        return at < 0 ? 0 : labels.length === 1 ? 1 : SHARES[at];
      });
      const share = GAIN / Math.sqrt(Math.max(1, known.length));
      for (const feature of known) {
        const row = weights.get(feature);
        const sum = sums.get(feature);
        for (let at = 0; at < CLASSES.length; at += 1) {
          const gradient = (guess[at] - target[at]) * share + DECAY * row[at];
          sum[at] += gradient * gradient;
          row[at] -= (RATE * gradient) / Math.sqrt(sum[at]);
        }
      }
    }
    if (epoch < EPOCHS / 2) continue;
    for (const [feature, row] of weights) {
      const mean = means.get(feature);
      for (let at = 0; at < CLASSES.length; at += 1) mean[at] += row[at] / (EPOCHS / 2);
    }
  }
  return means;
}

function packed(weights) {
  const features = [];
  for (const [feature, row] of [...weights].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (Math.max(...row.map(Math.abs)) < MIN_WEIGHT) continue;
    const signs = [...row].map((one) =>
      String.fromCharCode(ZERO + Math.max(-MOST, Math.min(MOST, Math.round(one * SCALE)))),
    );
    features.push(`${feature}\t${signs.join('')}`);
  }
  return { classes: CLASSES, gain: GAIN, scale: SCALE, zero: ZERO, features: features.join('\n') };
}

function unpacked({ features }) {
  return new Map(
    features.split('\n').map((line) => {
      const [feature, signs] = line.split('\t');
      return [feature, [...signs].map((sign) => (sign.charCodeAt(0) - ZERO) / SCALE)];
    }),
  );
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
function decide(weights, features, surely = SURELY_NOISE) {
  const sums = scores(weights, features);
  const noise = softmax(sums)[NOISE];
  const types = [...sums].slice(0, NOISE);
  return { noise, said: noise > surely ? 'noise' : CLASSES[types.indexOf(Math.max(...types))] };
}

const list = examples(await load());
if (values.folds !== undefined) {
  const folds = Number(values.folds);
  const mixed = shuffled(list, 7);
  const results = [];
  for (let fold = 0; fold < folds; fold += 1) {
    const weights = unpacked(packed(train(mixed.filter((_, at) => at % folds !== fold))));
    for (const one of mixed.filter((_, at) => at % folds === fold)) {
      results.push({ ...one, ...decide(weights, one.features) });
    }
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
  const text = `${JSON.stringify(packed(train(list)), null, 1)}\n`;
  if (!values.check) writeFileSync(values.to, text);
  else if (readFileSync(values.to, 'utf8') !== text) {
    console.error('The weights are stale: run `npm run train:types` and commit them.');
    process.exit(1);
  }
  console.log(
    `${list.length} sentences, ${JSON.parse(text).features.split('\n').length} features, ${(text.length / 1024).toFixed(0)} KB`,
  );
}
