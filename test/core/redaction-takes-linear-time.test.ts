import { expect, test } from 'vitest';
import { redact } from '../../src/core/redaction/redact.ts';
import { applyRule } from '../../src/core/redaction/secret-rule.ts';
import { SECRET_RULES } from '../../src/core/redaction/secret-rules.ts';
import { secretValues } from '../../src/core/redaction/secret-values.ts';

/** Pieces that begin a rule again and again and never finish it, and pieces that its quantifiers run over. */
const PIECES = [
  ...[
    'a',
    'A',
    '0',
    '-',
    ' ',
    '\n',
    '\t',
    '.',
    '=',
    ':',
    '/',
    '@',
    '_',
    '"',
    '\\',
    '\\n',
    '> ',
    'a.',
    'a-',
    'a=',
    'a:',
    'a@',
    '://',
    'a://',
  ],
  ...[
    'token',
    'token=',
    'token: ',
    'password is ',
    'the password ',
    'my ',
    'secret_',
    'password="',
    'password = "a',
    '<token>',
    'key: ',
  ],
  ...[
    'eyJ',
    'eyJa.',
    'sk-',
    'ghp_',
    'ghs_1_a.',
    '0123456789abcdef',
    'xox',
    'A3-',
    'Bearer ',
    'Authorization: ',
    'X-',
    'X-Key',
    'Cookie: ',
    'a=b;',
  ],
  ...[
    'http://',
    'http://a:',
    'https://a',
    'postgres://a:',
    '?a',
    '&token=',
    'mysql ',
    'mysql -p',
    'curl ',
    'curl -u a:',
    'set -x ',
    'login a password ',
  ],
  ...[
    'use aaaaaa ',
    'user a ',
    'user a/',
    'my a b key ',
    'パスワード',
    'is ',
    '[redacted: a',
    '[redacted: assignment]',
  ],
  ...[
    '-----BEGIN PRIVATE KEY-----',
    '-----END PRIVATE KEY-----\n',
    '-----BEGIN PRIVATE KEY-----\n',
    'MIIBfakefakefake\n',
    'Proc-Type: ',
  ],
];
const CHARS = 200_000;
/** A text of this length takes up to 70 ms on a slow machine; a rule of quadratic time would take minutes. */
const MOST_MS = 2_000;
const secrets = secretValues(
  { ONE_TOKEN: 'aaaaaaaaaaaaaaaaaaaaaaab', TWO_TOKEN: 'tokentokentoken1', THREE_TOKEN: '0123456789abcdef0' },
  [],
);

test.each(PIECES)('200 KB of %j', (piece) => {
  const text = piece.repeat(Math.ceil(CHARS / piece.length));
  const before = performance.now();
  redact(text, secrets);
  expect(performance.now() - before).toBeLessThan(MOST_MS);
});

test('50 KB of what each rule finds, and of its beginnings, for this rule', () => {
  for (const rule of SECRET_RULES) {
    for (const example of rule.finds) {
      for (const part of [example, example.slice(0, -4), example.slice(0, Math.ceil(example.length / 2))]) {
        const before = performance.now();
        applyRule(rule, part.repeat(Math.ceil(CHARS / 4 / part.length)));
        expect(performance.now() - before, `${rule.name}: ${part}`).toBeLessThan(MOST_MS);
      }
    }
  }
});

test('thousands of values, in a window as long as one may be', () => {
  const env = Object.fromEntries(
    Array.from({ length: 6_000 }, (_, n) => [`KEY_${n}_TOKEN`, `fake_live_${n * 7919}_Zq${(n * 104729).toString(36)}`]),
  );
  const many = secretValues({ ...env, LONG_TOKEN: `${'a'.repeat(16_000)}b1` }, []);
  const said = Object.values(env).slice(0, 3_000).join(' is one of the keys that we have, and ');
  for (const text of [said, 'fake_live_'.repeat(32_000), 'a'.repeat(320_000), '&amp;'.repeat(64_000)]) {
    const before = performance.now();
    const { text: safe } = redact(text, many);
    expect(performance.now() - before, text.slice(0, 20)).toBeLessThan(2 * MOST_MS);
    expect(safe).not.toMatch(/fake_live_\d/);
  }
});
