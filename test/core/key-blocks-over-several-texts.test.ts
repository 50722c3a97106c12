import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Redactor, redact, redactInOrder } from '../../src/core/redaction/redact.ts';
import { NO_SECRETS, secretValues } from '../../src/core/redaction/secret-values.ts';

const BEGIN = '-----BEGIN RSA PRIVATE KEY-----';
const END = '-----END RSA PRIVATE KEY-----';
const LINES = [
  'MIIBfakeFAKEfakeFAKEfakeFAKEfakeFAKEfakeFAKE0123',
  'AAAAfakeFAKEfakeFAKEfakeFAKE/fakeFAKE+fakeFAKE99',
  'BBBBfakeFAKEfakeFAKEfakeFAKEfakeFAKEfakeFAKE4567',
  'ZmFrZQ==',
];
const MARK = '[redacted: private-key]';
const texts = (parts: readonly string[]): string[] => redactInOrder(parts, NO_SECRETS).map((one) => one.text);
const leaks = (parts: readonly string[]): string[] => LINES.filter((line) => parts.join('\n').includes(line));

test('a whole block is masked, also on one line and in a quotation', () => {
  const block = [BEGIN, ...LINES, END].join('\n');
  expect(redact(`Here:\n${block}\nthanks`, NO_SECRETS).text).toBe(`Here:\n${MARK}\nthanks`);
  expect(redact(JSON.stringify({ key: block }), NO_SECRETS).text).toBe(`{"key":"${MARK}"}`);
  expect(redact(block.replace(/^/gm, '> '), NO_SECRETS).text).toBe(`> ${MARK}`);
  expect(redact(`${block}\n\nand\n\n${block}`, NO_SECRETS).redacted).toEqual([{ rule: 'private-key', count: 2 }]);
});

test('a block without its end is masked as far as it goes, and no further', () => {
  expect(redact(`${BEGIN}\n${LINES[0]}\n${LINES[1]}\nand then restart the server.`, NO_SECRETS).text).toBe(
    `${MARK}\nand then restart the server.`,
  );
  expect(redact(`${BEGIN}\nProc-Type: 4,ENCRYPTED\n\n${LINES[0]}`, NO_SECRETS).text).toBe(MARK);
});

test('the end of a block is masked with the lines before it', () => {
  expect(redact(`the rest:\n${LINES.slice(1).join('\n')}\n${END}\nthanks`, NO_SECRETS).text).toBe(
    `the rest:\n${MARK}\nthanks`,
  );
});

test.each([
  'check that the file starts with -----BEGIN PRIVATE KEY----- and restart nginx',
  'between -----BEGIN CERTIFICATE-----\nMIIBfakefakefake\n-----END CERTIFICATE-----',
  `it must end with ${END}`,
])('talk about keys stays: %s', (text) => {
  expect(redact(text, NO_SECRETS)).toEqual({ text, redacted: [] });
});

test('a block that begins in one text and ends in another is masked in all of them', () => {
  const parts = [
    `My key:\n${BEGIN}`,
    `${LINES[0]}\n${LINES[1]}`,
    'I see, go on.',
    `${LINES[2]}\n${LINES[3]}\n${END}\nThat was it.`,
  ];
  const safe = texts(parts);
  expect(leaks(safe)).toEqual([]);
  expect(safe.slice(1)).toEqual([MARK, 'I see, go on.', `${MARK}\nThat was it.`]);
});

test('wherever a block is cut into texts, no line of it stays, and the talk around it does', () => {
  const lines = ['Here it is:', BEGIN, ...LINES, END, 'Store it safely, please.'];
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 1, max: lines.length - 1 }), { maxLength: 4 }), (cuts) => {
      const borders = [0, ...cuts.sort((a, b) => a - b), lines.length];
      const parts = borders.slice(1).map((to, n) => lines.slice(borders[n], to).join('\n'));
      const safe = texts(parts);
      expect(leaks(safe)).toEqual([]);
      expect(safe.join('\n')).toContain('Here it is:');
      expect(safe.join('\n')).toContain('Store it safely, please.');
      expect(texts(safe).join('\n')).toBe(safe.join('\n'));
    }),
  );
});

test('while a block is open, commit ids, words and paths stay', () => {
  const redactor = new Redactor(NO_SECRETS);
  redactor.redact(BEGIN);
  for (const text of ['e0a16653474598b7c1742995ab36fdaf8eb871f5', 'internationalization', 'src/core/redaction']) {
    expect(redactor.redact(text).text).toBe(text);
  }
});

test('a block that never ends is not waited for without end', () => {
  const redactor = new Redactor(NO_SECRETS);
  redactor.redact(`${BEGIN}\n${LINES[0]}`);
  for (let n = 0; n < 10; n += 1) redactor.redact('Something else.');
  expect(redactor.redact(LINES[1] ?? '').text).toBe(LINES[1]);
});

test('a known value of which one text has the head and the next the tail is masked in both', () => {
  const value = 'x7Qp9fakefakefake0123';
  const secrets = secretValues({ SHOP_TOKEN: value }, []);
  for (let at = 1; at < value.length; at += 1) {
    const safe = redactInOrder([`it is ${value.slice(0, at)}`, `${value.slice(at)} then`], secrets);
    expect(safe.map((one) => one.text)).toEqual(['it is [redacted: known-value]', '[redacted: known-value] then']);
    expect(safe.map((one) => one.redacted)).toEqual([[{ rule: 'known-value', count: 1 }], []]);
  }
});
