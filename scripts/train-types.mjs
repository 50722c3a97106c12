/**
 * Trains the model that tells what a sentence states, from the labelled sentences in test/fixtures/sentences, and writes
 * src/core/statements/type-weights.json. The same sentences give the same bytes. `npm run train:types`; `--check` compares with what
 * is there; `--folds 5` says how well it does on sentences that it has not seen, `--folds files` on those of files that it has not seen,
 * which is nearer to what other people say.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { CLASSES, decide, packed, shipped, shuffled, train } from './train/learner.mjs';

const root = join(import.meta.dirname, '..');
const { values } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    folds: { type: 'string' },
    from: { type: 'string', default: join(root, 'test', 'fixtures', 'sentences') },
    to: { type: 'string', default: join(root, 'src', 'core', 'statements', 'type-weights.json') },
  },
});

/** Files that are left out together: in each group English and others, so that no language is left without sentences. */
const FILE_GROUPS = [
  ['en1', 'en4', 'more1', 'eu1', 'unseen1', 'unseen7'],
  ['en2', 'en5', 'more2', 'eu2', 'noise1', 'unseen2', 'unseen8'],
  ['en3', 'en6', 'more3', 'eu3', 'unseen3'],
  ['more4', 'eu4', 'plain', 'unseen4', 'unseen6'],
  ['more5', 'noise2', 'prompts', 'as1', 'unseen5'],
  ['voices1', 'voices2', 'voices3'],
];

/** Written as people talk to Claude at work; the others are hard cases on purpose. They count twice (`--folds files` is the better for it). */
const COUNTS_MORE = /^(?:voices|unseen|prompts|plain)/;

/** Of two labels that are equally fair the first is a little fairer. */
const SHARES = [0.6, 0.4];

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
      const counts = COUNTS_MORE.test(name) ? 2 : 1;
      found.push({ name, lang, text, labels, target, counts, plain: plainSentence(text) });
    }
  }
  return found;
}

const learned = (from) => shipped(train(from, parts));

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

const parts = await load();
const list = examples(parts);
if (values.folds !== undefined) {
  const byFile = values.folds === 'files';
  const folds = byFile ? FILE_GROUPS.length : Number(values.folds);
  const groupOf = ({ name }) => FILE_GROUPS.findIndex((group) => group.includes(name.replace('.jsonl', '')));
  const mixed = shuffled(list, 7).map((one, at) => ({ ...one, fold: byFile ? groupOf(one) : at % folds }));
  const results = [];
  for (let fold = 0; fold < folds; fold += 1) {
    const model = learned(mixed.filter((one) => one.fold !== fold));
    for (const one of mixed.filter((one) => one.fold === fold))
      results.push({ ...one, ...decide(model, one.plain, parts) });
  }
  tell('all', results);
  for (const lang of [...new Set(list.map((one) => one.lang))].sort())
    tell(
      lang,
      results.filter((one) => one.lang === lang),
    );
  if (byFile)
    for (const name of [...new Set(results.map((one) => one.name))].sort())
      tell(
        name,
        results.filter((one) => one.name === name),
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
  const text = `${JSON.stringify(packed(learned(list)), null, 1)}\n`;
  if (!values.check) writeFileSync(values.to, text);
  else if (readFileSync(values.to, 'utf8') !== text) {
    console.error('The weights are stale: run `npm run train:types` and commit them.');
    process.exit(1);
  }
  console.log(`${list.length} sentences, ${JSON.parse(text).count} features, ${(text.length / 1024).toFixed(0)} KB`);
}
