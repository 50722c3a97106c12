import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sentSessionId } from '../../src/core/identity/session-id.ts';
import { secretValues } from '../../src/core/redaction/secret-values.ts';
import { captureOf, Script } from '../support/transcripts.ts';

test.each(['213f0d19-954e-428c-bae0-77a977861c23', 'session-1', 'S_1'])('a plain id is sent as it is: %s', (id) => {
  expect(sentSessionId(id)).toBe(id);
});

test('what is no plain id is not, and two of them stay two', () => {
  const odd = fc.string({ minLength: 1, maxLength: 200 }).filter((text) => !/^[\w-]{1,128}$/.test(text));
  fc.assert(
    fc.property(odd, odd, (one, other) => {
      expect(sentSessionId(one)).toMatch(/^session-[0-9a-f]{16}$/);
      expect(sentSessionId(one) === sentSessionId(other)).toBe(one === other);
    }),
  );
  expect(sentSessionId('a'.repeat(129))).toMatch(/^session-/);
  expect(sentSessionId('s1\n')).toMatch(/^session-/);
});

test('neither the session nor the branch of a capture carries a secret', () => {
  const { entries } = new Script().human('We decided to use Postgres for orders, because it is here.', {
    gitBranch: 'fix/fake-hunter2-x',
  });
  const [write] = captureOf(entries, {
    sessionId: 'ghp_FAKEfakeFAKEfakeFAKEfakeFAKEfake1234',
    secrets: secretValues({ DB_PASSWORD: 'fake-hunter2-x' }, []),
  }).writes;
  expect(write?.metadata.session_id).toBe('[redacted: github-token]');
  expect(write?.metadata.branch).toBe('fix/[redacted: known-value]');
});
