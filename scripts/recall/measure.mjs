/**
 * Compares what a session start printed with the labels of its scenario. Pure: texts in, findings out. A finding is one miss of one
 * measure; `counts` says of how many things each measure spoke. A fact is recognised by a word or phrase that nothing else says.
 */
import { asCurrent, JUST_NOW, olderThan, readPack, STATE, says } from './pack.mjs';

/** Each measure with its target: the share that must hold. */
export const MEASURES = {
  required: { name: 'required', target: 0.98 },
  outdated: { name: 'outdated', target: 1 },
  foreign: { name: 'foreign', target: 1 },
  repeated: { name: 'repeated', target: 1 },
  marks: { name: 'marks', target: 1 },
  place: { name: 'place', target: 1 },
  told: { name: 'told', target: 1 },
  limit: { name: 'over limit', target: 1 },
  malformed: { name: 'malformed', target: 1 },
  ran: { name: 'did not run', target: 1 },
};

/** Design §4: a pack is never longer, and by default it is shorter. */
const MOST_CHARS = 9500;
const DEFAULT_CHARS = 8000;

/**
 * `output`: {status, stdout, stderr} of the hook. `expect`, all optional: `required` [{word, marks?, section?}]; words that may not be
 * said: `outdated`, `foreign`, `given` (the session has it already), `absent` (another one stands in its place); `onlyNew` (nothing but
 * what is required) and `none` (no pack at all); patterns: `told`, `untold` (the person's line), `says` (the pack, beside its items);
 * `packChars`. `statusOf`: what a row is, by its short id.
 */
export function measure(output, expect, statusOf = () => undefined) {
  const found = new Findings();
  const printed = printedBy(output);
  found.check('ran', printed !== undefined, `exit status ${output.status}: ${output.stderr.slice(0, 200)}`);
  const text = printed?.hookSpecificOutput?.additionalContext;
  const pack = text === undefined ? EMPTY : readPack(text);
  if (text !== undefined) {
    const limit = Math.min(expect.packChars ?? DEFAULT_CHARS, MOST_CHARS);
    found.check('limit', text.length <= limit, `${text.length} characters of ${limit}`);
    found.check('malformed', pack.problems.length === 0, pack.problems.join('; '));
  }
  for (const item of pack.items) item.isOlder = isToldAsOlder(item, pack, statusOf);
  facts(found, pack, expect);
  untrue(found, pack, expect, statusOf);
  words(found, pack, expect, printed?.systemMessage ?? '');
  return { misses: found.misses, counts: found.counts, chars: text?.length };
}

const EMPTY = { text: '', items: [], state: [], titles: [], free: [], problems: [] };

/**
 * A line that is marked as older is not shown as current, provided that the mark names another row that may be true, or that something was
 * said just now: a mark that leads nowhere tells nothing.
 */
function isToldAsOlder(item, pack, statusOf) {
  const newer = olderThan(item);
  if (newer === undefined || newer === item.id) return false;
  if (newer === '') return pack.items.some(({ section }) => section === JUST_NOW);
  return ['required', 'any'].includes(statusOf(newer));
}

class Findings {
  misses = [];
  counts = {};
  check(measureId, holds, text) {
    this.counts[measureId] = (this.counts[measureId] ?? 0) + 1;
    if (!holds) this.misses.push({ measure: measureId, text });
  }
}

/** The one object that a hook prints, `{}` where it printed nothing; undefined where it did not do as hooks do (design §4). */
function printedBy({ status, stdout, stderr }) {
  if (status !== 0 || stderr !== '') return undefined;
  try {
    return stdout === '' ? {} : JSON.parse(stdout);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function facts(found, pack, { required = [], given = [], absent = [], onlyNew = false, none = false }) {
  for (const { word, marks, section } of required) {
    const lines = pack.items.filter((item) => !item.isOlder && says(asCurrent(item.text), word));
    const inState = pack.state.some((line) => says(line, word));
    const isThere = section === STATE ? inState : lines.length > 0 || (section === undefined && inState);
    found.check('required', isThere || lines.length > 0 || inState, word);
    if (!isThere && lines.length === 0) continue;
    found.check('repeated', lines.length <= 1, `on ${lines.length} lines: ${word}`);
    if (section !== undefined) {
      const stands = section === STATE ? inState : lines.every((line) => line.section === section);
      found.check('place', stands, `${word} stands under ${lines[0]?.section ?? 'nothing'} instead of ${section}`);
    }
    const line = lines[0];
    if (marks === undefined || line === undefined || line.section === JUST_NOW) continue;
    const same = [...line.marks].sort().join(' ') === [...marks].sort().join(' ');
    found.check('marks', same, `${line.marks.join(' ') || 'none'} instead of ${marks.join(' ') || 'none'}: ${word}`);
  }
  for (const word of given)
    found.check('repeated', !pack.items.some(({ text }) => says(text, word)), `given again: ${word}`);
  const old = pack.items.filter(({ text }) => !required.some(({ word }) => says(text, word)));
  if (onlyNew) found.check('repeated', old.length === 0, `${old.length} that are not new: ${old[0]?.text}`);
  for (const word of absent) found.check('place', !within(pack, word), `stands there all the same: ${word}`);
  if (none) found.check('place', pack.text === '', `a pack where there is nothing: ${pack.text.slice(0, 120)}`);
}

const within = ({ items, state }, word) =>
  items.some(({ text }) => says(asCurrent(text), word)) || state.some((line) => says(line, word));

/** By the labels, and whatever else stands there by what its row is. */
function untrue(found, pack, expect, statusOf) {
  for (const kind of ['outdated', 'foreign']) {
    // Somebody else's is so whether it is told as older or not.
    const shown = kind === 'outdated' ? { ...pack, items: pack.items.filter((item) => !item.isOlder) } : pack;
    for (const word of expect[kind] ?? []) found.check(kind, !within(shown, word), word);
    for (const { id, text } of shown.items)
      if (id !== undefined) found.check(kind, statusOf(id) !== kind, `by its id: ${text.slice(0, 120)}`);
  }
}

function words(found, pack, { told = [], untold = [], says: sayings = [] }, line) {
  for (const pattern of told) found.check('told', pattern.test(line), `the person is not told ${pattern}: ${line}`);
  for (const pattern of untold) found.check('told', !pattern.test(line), `the person is told ${pattern}: ${line}`);
  const said = [...pack.free, ...pack.titles.map(({ title }) => title)].join('\n');
  for (const pattern of sayings) found.check('told', pattern.test(said), `the pack does not say ${pattern}`);
}
