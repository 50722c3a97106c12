import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CAPTURED_TYPES, POLICY } from '../../src/contract/memory.ts';
import { isDay } from '../../src/contract/operator.ts';
import { BY_HAND, handText, handWrite } from '../../src/core/capture/by-hand.ts';
import { NO_SECRETS, secretValues } from '../../src/core/redaction/secret-values.ts';

const VALUE = 'kestrel-9-lantern-44';
const secrets = secretValues({ SHOP_TOKEN: VALUE }, []);
const said = { text: 'We deploy to Railway.', secrets: NO_SECRETS, captureId: 'c-1' };

function writeOf(...args: Parameters<typeof handWrite>) {
  const made = handWrite(...args);
  return 'refused' in made ? expect.fail(made.refused) : made;
}

describe('a memory by hand', () => {
  it.each(CAPTURED_TYPES)(
    'of type %s is one message of the user’s, verbatim, in the scope of its type (§2, §3)',
    (type) => {
      const { write } = writeOf({ ...said, type, branch: 'main', pinned: true, expires: '2026-12-31' });
      expect(write).toEqual({
        scope: type === 'preference' ? 'user' : 'project',
        messages: [{ role: 'user', content: said.text }],
        metadata: {
          type,
          session_id: BY_HAND,
          branch: 'main',
          editor: 'claude-code',
          policy: POLICY,
          capture_id: 'c-1',
          pinned: true,
        },
        infer: false,
        expirationDate: '2026-12-31',
      });
    },
  );

  it('that is not pinned says nothing of pins', () => {
    expect(writeOf({ ...said, type: 'decision', pinned: false }).write.metadata).not.toHaveProperty('pinned');
  });

  it('carries no secret and nothing private, wherever they stand, and counts them', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        const text = `${before} words ${VALUE} <private>Mara is ill</private> ${after}`;
        const made = handWrite({ ...said, type: 'decision', secrets, text, branch: `x-${VALUE}` });
        expect(JSON.stringify(made)).not.toMatch(/kestrel-9|Mara is ill/);
        if (!('refused' in made)) expect(made.redacted).toContainEqual({ rule: 'known-value', count: 1 });
      }),
    );
  });

  it.each([
    ['', 'empty'],
    ['  \n', 'empty'],
    ['<private>all of it</private>', 'empty'],
    ['x '.repeat(8_000), 'too-long'],
  ] as const)('is refused where nothing may leave or one memory cannot hold it', (text, refused) => {
    expect(handText(text, NO_SECRETS)).toEqual({ refused });
    expect(handWrite({ ...said, type: 'insight', text })).toEqual({ refused });
  });

  it('is text that a platform can store', () => {
    expect(handText('We \u0000use\ud800 pnpm.\r\n', NO_SECRETS)).toMatchObject({ text: 'We use\ufffd pnpm.' });
  });
});

it('a day is one that there is', () => {
  expect(['2026-02-28', '2028-02-29', '2026-12-31'].filter(isDay)).toHaveLength(3);
  expect(['2026-02-29', '2026-13-01', '2026-1-1', '2026-12-31T00:00', '', 'never'].filter(isDay)).toEqual([]);
});
