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

test('a value that looks like a passphrase counts under a name that may hold one, and one drawn by chance under any', () => {
  const held = {
    EDGE_ADMIN: 'quartz-heron-71',
    SUDO: 'quartz.heron.71',
    ROOT_LOGIN: 'copper7lantern',
    WIFI: 'Quartz7heron!x',
    VAULT_UNSEAL: 'Zk3QpA9xw0TzR5uV1yB7cD2eF4gH',
    ANYTHING: 'aB3dE6gH9jK2mN5pQ8sT',
    SIGNING_PIN: '482913',
  };
  for (const [name, secret] of Object.entries(held))
    expect(secretValues({ [name]: secret }, []).values).toEqual([secret]);
});

test('names of machines, branches and regions, versions, ids and checksums are no passphrases, whatever their name', () => {
  const plain = {
    SPARK_MASTER: 'spark-node-01',
    GITHUB_LOGIN: 'ada-lovelace',
    AUTH_REGION: 'eu-central-1',
    ADMIN_SITE: 'fra-north-east-2',
    ADMIN_HOST: 'edge-9.example.com',
    ADMIN_PANEL: 'edge-9.example.com',
    ADMIN_BRANCH: 'feature-clock-12',
    SIGNING_KEYSTORE: 'release-2026.jks',
    LOGIN_SHELL: '/bin/bash',
    MASTER: 'local[4]',
    ADMIN: 'ada@example.com',
    DEPLOY_TARGET: 'quartz-heron-71',
    INVOCATION_ID: '9f86d081884c7d659a2feaa0c55ad015',
    SESSION: '213f0d19-954e-428c-bae0-77a977861c23',
    GIT_SHA: 'e0a16653474598b7c1742995ab36fdaf8eb871f5',
    npm_package_integrity: 'sha512-6FlzubTLZG3J2a/NVCAleEhjzq5oxgHyaCU9yYXvcLsvoVaHJq',
    JAVA_HOME: '/usr/lib/JVM/Java-17-Open3JDK99',
    USER_AGENT: 'CLAUDE_Code_2.1.197_LINUX_x64',
    POD: 'shop-api-7d9f8c6b5-x2x4z',
  };
  expect(secretValues(plain, []).values).toEqual([]);
});
