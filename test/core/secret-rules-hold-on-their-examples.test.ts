import { describe, expect, test } from 'vitest';
import { redact } from '../../src/core/redaction/redact.ts';
import { applyRule } from '../../src/core/redaction/secret-rule.ts';
import { SECRET_RULES } from '../../src/core/redaction/secret-rules.ts';
import { NO_SECRETS } from '../../src/core/redaction/secret-values.ts';

describe.each(SECRET_RULES.map((rule, n) => ({ ...rule, title: `${n} ${rule.name}` })))('$title', (rule) => {
  test.each(rule.finds)('finds %s', (example) => {
    const { text, redacted } = redact(`before ${example} after`, NO_SECRETS);
    // A more special rule may come first; one of them must fire, and this one must know the shape.
    expect(redacted.length).toBeGreaterThan(0);
    expect(text).toContain('[redacted: ');
    expect(applyRule(rule, example).count).toBeGreaterThan(0);
    // What stays of the example is no more than its beginning or its surroundings.
    expect(text).not.toContain(example);
  });
  test.each(rule.leaves)('leaves %s', (example) => {
    expect(redact(example, NO_SECRETS)).toEqual({ text: example, redacted: [] });
  });
  test('is global, so that it finds every one', () => {
    expect(rule.pattern.flags).toContain('g');
  });
});

test('commit ids, uuids, lockfile hashes, dates and versions survive', () => {
  const text = [
    'commit e0a16653474598b7c1742995ab36fdaf8eb871f5 (e0a1665)',
    'session 213f0d19-954e-428c-bae0-77a977861c23',
    'resolution: {integrity: sha512-6FlzubTLZG3J2a/NVCAleEhjzq5oxgHyaCU9yYXvcLsvoVaHJq/s5xXI6/XXP6tz7R9xAOtHnSO/tXtF3WRTlA==}',
    'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    '2026-11-29T20:13:59.520Z v2.1.197 ^20.14.0',
    'https://example.com:8443/path?x=1#L11-19 and git@github.com:owner/repo.git',
    'src/core/secret-rules.ts knows tokens; the token budget is 200000 tokens',
  ].join('\n');
  expect(redact(text, NO_SECRETS)).toEqual({ text, redacted: [] });
});

test('an assignment keeps the name, an address keeps the user and the host', () => {
  expect(redact('export JWT_SECRET=not-a-real-secret', NO_SECRETS).text).toBe(
    'export JWT_SECRET=[redacted: assignment]',
  );
  expect(redact('postgres://shop:not-a-real-pass@db:5432/shop', NO_SECRETS).text).toBe(
    'postgres://shop:[redacted: url-password]@db:5432/shop',
  );
});
