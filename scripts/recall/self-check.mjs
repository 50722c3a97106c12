/** Whether the labels of a scenario measure what they say: a word that nothing says, or that something else says too, does not. */
import { fillerOf } from './filler.mjs';
import { asCurrent, says } from './pack.mjs';

const fillers = new Map();

/** Labels that are in doubt, as texts that say which. */
export function labelsInDoubt(scenario) {
  const steps = scenario.steps ?? [];
  const memories = [
    ...(scenario.memories ?? []),
    ...steps.flatMap(({ add = [], by }) => [...add, ...(by ? [by] : [])]),
  ];
  const labelled = memories.filter(({ expect, word }) => expect !== 'any' && word !== undefined);
  const prompts = steps.flatMap((step) => step.prompts ?? []);
  const known = [...memories.map(({ text }) => text), ...prompts];
  const others = (one) => labelled.filter((other) => other.word !== one.word);
  const doubts = [
    ...memories.filter(({ text }) => typeof text !== 'string' || text.trim() === '').map(() => 'a memory says nothing'),
    ...labelled.filter(({ word, text }) => !says(text, word)).map(({ word }) => `its own text does not say: ${word}`),
    ...labelled.flatMap((one) =>
      others(one)
        .filter(({ text }) => says(asCurrent(text), one.word))
        .map(({ text }) => `${one.word} is said by another: ${text.slice(0, 80)}`),
    ),
    ...wordsOf(steps)
      .filter((word) => !known.some((text) => says(text, word)))
      .map((word) => `nobody says: ${word}`),
  ];
  if (scenario.filler !== false) {
    const filler = fillerTextOf(scenario.seed ?? 1);
    const words = [...labelled.map(({ word }) => word), ...wordsOf(steps)];
    doubts.push(...words.filter((word) => says(filler, word)).map((word) => `the filler says: ${word}`));
  }
  return doubts.map((doubt) => `${scenario.id}: ${doubt}`);
}

/** Whether anything must, or must not, be in the packs of these scenarios. */
export function hasLabels(scenarios) {
  return scenarios.some(
    ({ memories = [], steps = [] }) => memories.some(({ expect }) => expect !== 'any') || wordsOf(steps).length > 0,
  );
}

const wordsOf = (steps) =>
  steps.flatMap(({ required = [], outdated = [], foreign = [], given = [], absent = [] }) => [
    ...required.map(({ word }) => word),
    ...[...outdated, ...foreign, ...given, ...absent],
  ]);

function fillerTextOf(seed) {
  const known = fillers.get(seed);
  if (known !== undefined) return known;
  const text = fillerOf(seed)
    .map((one) => one.text)
    .join('\n');
  fillers.set(seed, text);
  return text;
}
