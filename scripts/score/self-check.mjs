/** Whether the labels of a case speak of its session: a label that stands nowhere measures nothing. */
import { humanTexts, linesOf } from './talk.mjs';
import { within, wordsOf } from './words.mjs';

/** Labels that stand nowhere, as texts that say which. */
export function labelsInTheAir(one, { transcript, files }) {
  const lines = linesOf(transcript);
  const human = humanTexts(lines).map(wordsOf);
  const all = [...strings(lines), ...Object.values(files), ...Object.values(one.env)];
  const words = all.map(wordsOf);
  const said = (text) => human.some((each) => within(wordsOf(text), each));
  const anywhere = (text) =>
    all.some((each) => each.includes(text)) || words.some((each) => within(wordsOf(text), each));
  const missing = (label, texts, holds) =>
    texts.filter((text) => !holds(text)).map((text) => `${one.id}: ${label}: ${text}`);
  return [
    ...missing(
      'statement',
      one.statements.map(({ text }) => text),
      said,
    ),
    ...missing('survivor', one.survivors, said),
    ...['noise', 'quoted', 'secrets', 'private', 'own'].flatMap((label) => missing(label, one[label], anywhere)),
  ];
}

const strings = (value) => {
  if (typeof value === 'string') return [value];
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(strings) : [];
};
