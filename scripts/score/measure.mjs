/**
 * Compares what a capture would send with the labels of a case. Pure: texts in, findings out. A finding is one miss of one measure;
 * `counts` says of how many things each measure spoke.
 */
import { assistantTexts, humanTexts, linesOf, shownFiles } from './talk.mjs';
import { countOf, sentencesOf, telling, within, wordsOf } from './words.mjs';

/** Each measure with its target: the share that must hold. */
export const MEASURES = {
  lines: { name: 'repository lines leaked', target: 1 },
  sentences: { name: 'repository sentences leaked', target: 1 },
  changed: { name: 'changed quotations leaked', target: 1 },
  secrets: { name: 'secrets leaked', target: 1 },
  private: { name: 'private parts leaked', target: 1 },
  noise: { name: 'noise turns sent', target: 1 },
  kept: { name: 'statements kept', target: 0.99 },
  twice: { name: 'statements in several adds', target: 1 },
  role: { name: 'wrong role', target: 1 },
  type: { name: 'type', target: 0.9 },
  scope: { name: 'scope', target: 0.9 },
  survivors: { name: 'survivors kept', target: 1 },
  bodies: { name: 'bodies too large or too many', target: 1 },
  utf8: { name: 'invalid UTF-8', target: 1 },
  ran: { name: 'did not run', target: 1 },
};

/** §3 of the platform contract and issue: at most five adds, each under 40,000 characters. */
const MAX_ADDS = 5;
const MAX_CHARS = 40_000;

/** `output`: {requests, wellFormed, error?}; `files`: the working tree at the time of the capture. */
export function measure(one, { transcript, files }, output) {
  const found = new Findings();
  found.check('ran', output.error === undefined, output.error);
  found.check('utf8', output.wellFormed, 'the output is not valid UTF-8');
  if (output.error !== undefined) return found;
  const adds = output.requests.filter(({ path }) => path.startsWith('/v3/memories/add')).map(({ body }) => addOf(body));
  const lines = linesOf(transcript);
  const sent = adds.flatMap(({ messages }) => messages);
  leaks(found, one, [...Object.entries(files).map(([path, text]) => ({ path, text })), ...shownFiles(lines)], sent);
  secrecy(found, one, adds);
  noise(found, one, adds, sent);
  statements(found, one, adds, sent);
  roles(found, lines, sent);
  bodies(found, adds);
  return found;
}

class Findings {
  misses = [];
  counts = {};
  check(measureId, holds, text) {
    this.counts[measureId] = (this.counts[measureId] ?? 0) + 1;
    if (!holds) this.misses.push({ measure: measureId, text });
  }
}

function addOf(body) {
  const messages = (body.messages ?? []).map(({ role, content }) => ({ role, content, words: wordsOf(content) }));
  return { body, raw: JSON.stringify(body), messages };
}

const stands = (words, messages) => messages.some((message) => within(words, message.words));

function leaks(found, one, files, sent) {
  const own = [...one.statements.map(({ text }) => text), ...one.own].map(wordsOf);
  const look = (measureId, path, texts) => {
    for (const text of new Set(texts)) {
      const words = wordsOf(text);
      if (telling(words) && !own.some((said) => within(words, said)))
        found.check(measureId, !stands(words, sent), `${path}: ${text.trim()}`);
    }
  };
  for (const { path, text } of distinct(files)) {
    look('lines', path, text.split('\n'));
    if (/\.(md|mdx|rst|txt)$/.test(path)) look('sentences', path, sentencesOf(text));
  }
  for (const quotation of one.quoted) found.check('changed', !stands(wordsOf(quotation), sent), quotation);
}

const distinct = (files) => [...new Map(files.map((file) => [file.text, file])).values()];

function secrecy(found, one, adds) {
  const inBodies = (value) =>
    adds.some(({ raw }) => raw.includes(value) || raw.includes(JSON.stringify(value).slice(1, -1)));
  for (const value of one.secrets) found.check('secrets', !inBodies(value), value);
  for (const text of one.private)
    found.check('private', !inBodies(text) && !adds.some(({ messages }) => stands(wordsOf(text), messages)), text);
}

/** Few words may stand in anybody's sentence: those are noise only as a turn or a line of their own. */
function noise(found, one, adds, sent) {
  if (one.nothing)
    found.check('noise', adds.length === 0, `sends although there is nothing: ${adds[0]?.messages[0]?.content}`);
  for (const text of one.noise) {
    const words = wordsOf(text);
    const alone = countOf(words) < 3 && !/^\S{10,}$/.test(text);
    const holds = alone
      ? sent.some((message) => message.content.split('\n').some((line) => wordsOf(line) === words))
      : stands(words, sent);
    found.check('noise', !holds, text);
  }
}

function statements(found, one, adds, sent) {
  for (const { text, types, scope } of one.statements) {
    const words = wordsOf(text);
    const holding = adds.filter(({ messages }) =>
      stands(
        words,
        messages.filter(({ role }) => role === 'user'),
      ),
    );
    found.check('kept', holding.length > 0, text);
    found.check('twice', holding.length < 2, text);
    if (holding.length === 0) {
      if (stands(words, sent)) found.check('role', false, `only Claude says: ${text}`);
      continue;
    }
    const { body } = holding[0];
    const type = body.metadata?.type;
    found.check('type', types.includes(type), `${type} instead of ${types.join(' or ')}: ${text}`);
    // A statement of two types may have two scopes as well.
    const user = body.app_id === undefined;
    const right =
      types.length > 1 ? types.some((each) => user === (each === 'preference')) : user === (scope === 'user');
    found.check('scope', right, `${user ? 'user' : 'project'}: ${text}`);
  }
  for (const value of one.survivors)
    found.check(
      'survivors',
      sent.some(({ role, content }) => role === 'user' && content.includes(value)),
      value,
    );
}

/** No sentence of one speaker under the name of the other. */
function roles(found, lines, sent) {
  const speakers = { user: humanTexts(lines), assistant: assistantTexts(lines) };
  for (const [role, other] of [
    ['user', 'assistant'],
    ['assistant', 'user'],
  ]) {
    const theirs = speakers[role].map(wordsOf);
    const messages = sent.filter((message) => message.role === other);
    for (const text of new Set(speakers[role].flatMap(sentencesOf))) {
      const words = wordsOf(text);
      const shared = speakers[other].some((said) => within(words, wordsOf(said)));
      if (countOf(words) >= 6 && !shared && theirs.length > 0)
        found.check('role', !stands(words, messages), `${role} said it, ${other} is named: ${text}`);
    }
  }
  for (const { role, content } of sent)
    found.check('role', role === 'user' || role === 'assistant', `role ${role}: ${content.slice(0, 80)}`);
}

function bodies(found, adds) {
  found.check('bodies', adds.length <= MAX_ADDS, `${adds.length} adds`);
  for (const { raw, body } of adds) {
    found.check('bodies', raw.length < MAX_CHARS, `${raw.length} characters`);
    found.check('utf8', wellFormed(body), 'a lone surrogate');
  }
}

/** In every text of a body: JSON writes a lone surrogate as an escape, which hides it in the bytes. */
const wellFormed = (value) => {
  if (typeof value === 'string') return value.isWellFormed();
  return value === null || typeof value !== 'object' || Object.values(value).every(wellFormed);
};
