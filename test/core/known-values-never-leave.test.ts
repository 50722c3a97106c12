import fc from 'fast-check';
import { expect, test } from 'vitest';
import { redact } from '../../src/core/redaction/redact.ts';
import { SECRET_RULES } from '../../src/core/redaction/secret-rules.ts';
import { NO_SECRETS, secretValues } from '../../src/core/redaction/secret-values.ts';
import { captureOf, captureOfFile, Script, SHOP_SECRETS, sentText, transcriptOf } from '../support/transcripts.ts';

const value = fc.string({ unit: fc.constantFrom(...'abcXYZ019_-+/='), minLength: 12, maxLength: 40 });

test('a value of a secret-named variable is masked wherever it stands', () => {
  fc.assert(
    fc.property(value, fc.string(), fc.string(), (secret, before, after) => {
      // Words, numbers and paths are not worth masking: see the test of trivial values.
      fc.pre(secretValues({ DEPLOY_TOKEN: secret }, []).values.includes(secret));
      const { text, redacted } = redact(`${before}${secret}${after}`, secretValues({ DEPLOY_TOKEN: secret }, []));
      expect(text).not.toContain(secret);
      expect(redacted.length).toBeGreaterThan(0);
    }),
  );
});

test('redacting twice changes nothing more', () => {
  const examples = SECRET_RULES.flatMap((rule) => [...rule.finds, ...rule.leaves]);
  const piece = fc.oneof(
    fc.constantFrom(...examples),
    fc.string({ maxLength: 8 }),
    fc.constant('password='),
    fc.constant('\n'),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const once = redact(pieces.join(' '), NO_SECRETS).text;
      expect(redact(once, NO_SECRETS)).toEqual({ text: once, redacted: [] });
    }),
    { numRuns: 500 },
  );
});

test('trivial values, paths, numbers and addresses are not secrets; short ones count only alone', () => {
  const env = {
    HOME: '/home/dev',
    SECRET_DIR: '/home/dev/secrets',
    API_TOKEN: 'true',
    AUTH_MODE: 'development',
    TOKEN_TTL: '86400',
    SSH_AUTH_SOCK: '/tmp/agent.1',
    GIT_TOKEN: 'abc',
    PLAIN: 'some-other-value-1234',
    DB_PASSWORD: 'hunter2',
  };
  expect(secretValues(env, []).values).toEqual(['hunter2']);
  const secrets = secretValues(env, []);
  expect(redact('it is hunter2, really', secrets).text).toBe('it is [redacted: known-value], really');
  expect(redact('headhunter2000', secrets).text).toBe('headhunter2000');
});

test('a value of an ignored file counts whatever its name, unless it is plainly none', () => {
  const file = {
    STRANGE: 'x7Qp-9fake-value',
    REGION: 'europe-west4',
    NODE_ENV: 'staging',
    PORT: '3000',
    URL: 'https://a.example/b',
  };
  expect(secretValues({}, [file]).values).toEqual(['x7Qp-9fake-value']);
  expect(secretValues({}, [{ CACHE: 'redis://u:fake-pass-1@cache:6379' }]).values).toContain('fake-pass-1');
});

test('the password of a proxy counts, also with an @ that somebody forgot to escape, and whatever stands behind it', () => {
  const values = (HTTPS_PROXY: string) => secretValues({ HTTPS_PROXY }, []).values;
  expect(values('http://mara:made-up-pass@proxy.example:3128')).toEqual(['made-up-pass']);
  expect(values('http://mara:made%40up-pass@proxy.example')).toEqual(['made%40up-pass', 'made@up-pass']);
  expect(values('http://mara:made-up@pass@proxy.example')).toContain('made-up@pass');
  expect(values('http://mara:made-up-pass@proxy.example?from=a@b.example')).toContain('made-up-pass');
  expect(values('http://proxy.example:3128')).toEqual([]);
});

test('no secret of the real sessions leaves, and the receipt counts them by rule', () => {
  const secret = /ghp_|AKIA|hunter2|wJalr|sk_test_|not-a-real-secret/;
  for (const run of ['a-design-discussion', 'g-bash-slash-interrupt', 'n-todo-mcp-skill-errors']) {
    expect(sentText(captureOfFile(transcriptOf(run)))).not.toMatch(secret);
    expect(JSON.stringify(captureOfFile(transcriptOf(run)))).not.toMatch(secret);
  }
  expect(captureOfFile(transcriptOf('a-design-discussion')).redacted).toEqual([
    { rule: 'github-token', count: 1 },
    { rule: 'aws-key-id', count: 1 },
  ]);
});

test('a secret in a path does not leave through the mark or the receipt', () => {
  const path = '/home/dev/shop/ghp_FAKEfakeFAKEfakeFAKEfake/notes.md';
  const line = 'The deploy key is rotated every first Monday of a month.';
  const script = new Script()
    .human('What is the rule for keys here, and why?')
    .reads(path, line)
    .claude(`It says: ${line}`);
  const capture = captureOf(script.entries, { secrets: SHOP_SECRETS });
  expect(JSON.stringify(capture)).not.toContain('ghp_');
  expect(capture.omitted).toEqual([{ path: '[redacted: github-token]/notes.md', lines: 1 }]);
});
