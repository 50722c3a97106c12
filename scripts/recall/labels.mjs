/**
 * Memories with what is expected of them. A memory: {text, type, age (days), app?, user?, metadata?, categories?, expires? (days from
 * today), deleted?, replacedBy?, word, expect, marks?, section?}. `word` is what nothing else in its scenario says.
 */

/** Must be in the pack. By default without a mark of the repository's. */
export const fact = (word, text, more = {}) => ({
  type: 'decision',
  age: 1,
  marks: [],
  ...more,
  word,
  text,
  expect: 'required',
});

/** Is not true today: must not stand there as if it were. */
export const outdated = (word, text, more = {}) => ({
  type: 'decision',
  age: 30,
  ...more,
  word,
  text,
  expect: 'outdated',
});

/** Belongs to somebody else or to another project. */
export const foreign = (word, text, more = {}) => ({
  type: 'decision',
  age: 1,
  ...more,
  word,
  text,
  expect: 'foreign',
});

/** Another one stands in its place. */
export const absent = (word, text, more = {}) => ({ type: 'decision', age: 1, ...more, word, text, expect: 'absent' });

/** May stand there or not. */
export const any = (text, more = {}) => ({ type: 'decision', age: 1, ...more, text, expect: 'any' });

/**
 * One subject through time, the oldest first, each as [word, text]: the last is the fact, the others are outdated. `linked`: each row
 * says what has replaced it (platform contract §5), else nothing does. `days` between them.
 */
export function chain(steps, { linked, days = 20, newest = 1, ...more }) {
  return steps.map(([word, text], index) => {
    const age = newest + (steps.length - 1 - index) * days;
    if (index === steps.length - 1) return fact(word, text, { ...more, age });
    return outdated(word, text, { ...more, age, ...(linked ? { replacedByWord: steps[index + 1][0] } : {}) });
  });
}

/** A checkpoint's row (platform contract §3, §4), of a session and a branch. */
export const state = (label, word, text, { session = 's-before', branch = 'main', age = 1, ...more } = {}) =>
  label(word, text, {
    ...more,
    type: 'session_state',
    age,
    metadata: { session_id: session, branch, ...more.metadata },
  });

/** One that may stand there or not. */
export const anyState = (text, more = {}) => state((_, told, rest) => any(told, rest), undefined, text, more);

/** The ids are given once, in order, so that every run has the same; links by word become links by id. */
export function withIds(memories, random) {
  const named = memories.map((one) => ({ ...one, id: random.uuid() }));
  return named.map(({ replacedByWord, ...one }) => {
    if (replacedByWord === undefined) return one;
    return { ...one, replacedBy: named.find(({ word }) => word === replacedByWord).id };
  });
}

/** The expectations of a start that these memories make. */
export function expectationsOf(memories) {
  const of = (label) => memories.filter(({ expect }) => expect === label);
  return {
    required: of('required').map(({ word, marks, section }) => ({ word, marks, section })),
    ...Object.fromEntries(['outdated', 'foreign', 'absent'].map((label) => [label, of(label).map(({ word }) => word)])),
  };
}
