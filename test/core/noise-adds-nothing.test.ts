import { expect, test } from 'vitest';
import { isNoiseSentence, turnHasSubstance } from '../../src/core/capture/gate.ts';
import { isNarration } from '../../src/core/statements/claude-words.ts';
import { captureOf, captureOfFile, Script, transcriptOf } from '../support/transcripts.ts';

test.each([
  'ok',
  'Thanks!',
  'ok, thanks',
  'yes please',
  'go ahead',
  '/compact',
  '/release-note 0.5.0',
  '👍',
  'はい',
  'again',
])('a session of "%s" adds nothing, whatever Claude narrates', (text) => {
  const script = new Script().human(text).claude("I'll look at it now.").claude('Done.');
  const capture = captureOf(script.entries);
  expect(capture.writes).toEqual([]);
  // It is accounted for all the same, so that the next capture does not look at it again.
  expect(capture.covered).toHaveLength(3);
  expect(capture.left).toEqual([{ reason: 'noise', count: 1 }]);
});

test('no lines, and a session without a prompt, add nothing', () => {
  const nothing = { writes: [], stated: new Map(), covered: [], turns: 0, omitted: [], redacted: [], left: [] };
  expect(captureOf([])).toEqual(nothing);
  expect(captureOfFile(transcriptOf('r-empty-and-exits', '0fc0fe3a'))).toEqual(nothing);
});

test('text that is all marks adds nothing', () => {
  const script = new Script().human('```\nconst a = 1;\nconst b = 2;\n```').claude('```\nconst a = 2;\n```');
  expect(captureOf(script.entries)).toMatchObject({ writes: [], omitted: [{ path: 'code block', lines: 3 }] });
});

test.each([
  ['Run the quick check.', true],
  ['Please update the README.', true],
  ['and then commit it', true],
  ['Do you agree?', true],
  ['Update the README because we moved to Railway.', false],
  ['Never run the slow suite without asking me first.', false],
  ['What max-age do you suggest for the catalogue?', true],
  ['we use pnpm here, right?', false],
  ['we moved to pnpm, can you fix the lockfile?', false],
  ['/compact', true],
  ['TypeError: x is not a function', true],
  ['One test has been failing since Thursday.', false],
  ['価格は整数で保存します', false],
  ['Use Postgres for the queue.', false],
])('noise or not: %s', (sentence, noise) => {
  expect(isNoiseSentence(sentence)).toBe(noise);
});

test('an errand leaves the finding that came of it', () => {
  expect(turnHasSubstance({ human: 'Run the tests.', claude: 'All three pass now.' })).toBe(false);
  expect(turnHasSubstance({ human: 'Run the tests.', claude: 'Root cause: the pool was too small.' })).toBe(true);
});

test('narration is short and finds nothing', () => {
  expect(isNarration('Running the test suite.')).toBe(true);
  expect(isNarration("I'll keep pnpm because the lockfile says so.")).toBe(false);
  expect(isNarration(`Reading ${'all of it '.repeat(30)}`)).toBe(false);
});

test.each([
  "I'll now run the tests.",
  'Ich führe jetzt die Tests aus.',
  'Je lance les tests.',
  'Voy a ejecutar los tests.',
  'Vou rodar os testes.',
  'Ik draai de tests.',
  'テストを実行します。',
  '我来运行测试。',
  '테스트를 실행하겠습니다.',
  'Запускаю тесты.',
  'Uruchamiam testy.',
])('Claude narrates: %s', (text) => {
  expect(isNarration(text)).toBe(true);
});
