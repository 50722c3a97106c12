/**
 * Reads a context pack as the model gets it (design §4): its sections and lines, and what is malformed about it. Pure. Written from
 * the design and the issue, not from the code that assembles packs: it has to notice when that goes wrong.
 */
const OPEN = '<recalled-memory>';
const CLOSE = '</recalled-memory>';
export const STATE = 'Where you left off';
export const JUST_NOW = 'Said just now (no memories yet)';

/** The order in which sections stand; the first one has a date behind its title. */
const ORDER = [
  STATE,
  JUST_NOW,
  'Pinned',
  'Preferences of the user',
  'Decisions',
  'Conventions',
  'Runbooks',
  'Insights',
];

/** One line an item: date, text and marks, short id. */
const ITEM = /^- (\d{4}-\d{2}-\d{2}|undated): \S.* \[([\da-f]{8})\]$/u;

/** What the eye does not see: controls, directions, zero-width signs; a joiner and a selector are parts of emoji. */
const HIDDEN = /(?!\n|\u200d|\ufe0f)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/** What the repository says of a memory, behind its text. */
const MARK = /\((?:path gone(?:: [^()]+)?|on branch [^()]+)\)/gu;

/** `items`: {section, text, id?, marks}. `state`: the lines of the session state. `free`: lines of no section. */
export function readPack(text) {
  const lines = text.split('\n');
  const pack = { text, items: [], state: [], titles: [], free: [], problems: [] };
  let section;
  for (const line of lines.slice(1, -1)) {
    const title = /^## (.+)$/u.exec(line)?.[1];
    if (title !== undefined) {
      section = ORDER.find((one) => title === one || (one === STATE && title.startsWith(`${STATE} (`))) ?? title;
      pack.titles.push({ section, title });
    } else if (section === STATE && line.startsWith('  ')) pack.state.push(line.trim());
    else if (section !== undefined && line.startsWith('- ')) pack.items.push(itemOf(section, line));
    else pack.free.push(line);
  }
  pack.problems.push(...problemsOf(pack, lines));
  return pack;
}

function itemOf(section, line) {
  const id = ITEM.exec(line)?.[2];
  const isOdd = id === undefined && section !== JUST_NOW;
  const tail = id === undefined ? '' : /(?: \([^()]*\))* \[[\da-f]{8}\]$/u.exec(line)[0];
  return {
    section,
    text: line,
    id,
    isOdd,
    marks: (tail.match(MARK) ?? []).map((mark) => mark.replace(/^\(path gone: .*/, '(path gone)')),
  };
}

function* problemsOf(pack, lines) {
  const count = (sign) => pack.text.toLowerCase().split(sign).length - 1;
  if (lines[0] !== OPEN || lines.at(-1) !== CLOSE || lines.length < 3) yield 'the fence does not stand around it';
  if (count(OPEN) !== 1 || count(CLOSE) !== 1) yield 'a fence inside';
  const inside = lines.slice(1, -1).join('\n');
  const tag = /<\s*[/!?a-z].{0,20}/iu.exec(inside)?.[0];
  if (tag !== undefined) yield `a tag inside: ${tag}`;
  if (!pack.text.isWellFormed()) yield 'a lone surrogate';
  const hidden = HIDDEN.exec(inside)?.[0];
  if (hidden !== undefined) yield `a hidden sign: U+${hidden.codePointAt(0).toString(16)}`;
  const places = pack.titles.map(({ section }) => ORDER.indexOf(section));
  for (const [index, place] of places.entries()) {
    if (place < 0) yield `a title that there is not: ${pack.titles[index].title.slice(0, 60)}`;
    else if (index > 0 && places[index - 1] >= place) yield `${pack.titles[index].title} stands too late`;
    const { section } = pack.titles[index];
    const isEmpty = section === STATE ? pack.state.length === 0 : pack.items.every((item) => item.section !== section);
    if (isEmpty) yield `nothing stands under ${section}`;
  }
  for (const { isOdd, text } of pack.items) if (isOdd) yield `an odd item: ${text.slice(0, 60)}`;
}

/** A mark that says that a newer row, by its short id, or what was said just now tells otherwise. */
const OLDER = / \(older; see (?:([\da-f]{8})|what was said just now)\)/u;

/** By which newer row an item is told as no longer current: its short id, or '' for what was said just now; undefined where it is not. */
export function olderThan(item) {
  if (item.id === undefined) return undefined;
  const tail = /(?: \([^()]*\))* \[[\da-f]{8}\]$/u.exec(item.text)?.[0] ?? '';
  const mark = OLDER.exec(tail);
  return mark === null ? undefined : (mark[1] ?? '');
}

/** The text of a line as far as it is told as true today: what stands in `(was …)` is told as past. */
export const asCurrent = (line) => line.replace(/\(was\b(?:[^()]|\([^()]*\))*\)/giu, '');

/** Whether a line says a word or a phrase: not as a part of another word, and in whatever letter case. */
export function says(line, phrase) {
  const literal = phrase.replace(/[\\^$.*+?()[\]{}|/]/gu, '\\$&');
  return new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`, 'iu').test(line);
}
