/** An extractor that takes its time (a model, some day): nobody waits for it, and its facts come once, whoever dies meanwhile. */
import { expect, it } from 'vitest';
import { type ExtractedFact, localExtractor } from '../../src/local/extract.ts';
import { DAY, MINE, openTestPlatform, SECOND, type TestPlatform } from './local-platform.ts';

const LEASE = 10 * 60 * SECOND;

/** Extractions that end when the test says so, in the order in which they began. */
function slowExtractor() {
  const waiting: ((how: 'done' | 'failed') => void)[] = [];
  return {
    waiting,
    extractor: {
      takesTime: true,
      extract: (window: Parameters<typeof localExtractor.extract>[0]): Promise<readonly ExtractedFact[]> =>
        new Promise((resolve, reject) => {
          waiting.push((how) =>
            how === 'done' ? resolve(localExtractor.extract(window)) : reject(new Error('the model is away')),
          );
        }),
    },
    async end(how: 'done' | 'failed' = 'done') {
      waiting.shift()?.(how);
      // Its outcome is written in the turns that follow; a request would do nothing else than look.
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

const status = async (platform: TestPlatform, id: unknown) =>
  (await platform.call('GET', `/v1/event/${String(id)}/`)).body['status'];

it('requests go on meanwhile, and the next add waits its turn', async () => {
  const slow = slowExtractor();
  const platform = await openTestPlatform({ extractor: slow.extractor });
  const one = (await platform.add('We use tabs.')).body['event_id'];
  const other = (await platform.add('We use pnpm.')).body['event_id'];
  expect([await status(platform, one), await status(platform, other)]).toEqual(['RUNNING', 'PENDING']);
  expect(await platform.texts(MINE)).toEqual([]);
  await slow.end();
  expect([await status(platform, one), await status(platform, other)]).toEqual(['SUCCEEDED', 'RUNNING']);
  await slow.end('failed');
  expect(await status(platform, other)).toBe('FAILED');
  expect(await platform.texts(MINE)).toEqual(['We use tabs.']);
  expect(slow.waiting).toEqual([]);
});

it('another process leaves it alone until its lease has ended, then does it itself; what the first brings later is dropped', async () => {
  const slow = slowExtractor();
  const dying = await openTestPlatform({ extractor: slow.extractor });
  const id = (await dying.add('We use tabs.')).body['event_id'];
  const rival = slowExtractor();
  const second = await openTestPlatform({ file: dying.file, extractor: rival.extractor });
  expect(await status(second, id)).toBe('RUNNING');
  expect(rival.waiting).toEqual([]);
  const other = await openTestPlatform({ file: dying.file });
  expect(await status(other, id)).toBe('RUNNING');
  other.clock.now += LEASE - SECOND;
  expect(await status(other, id)).toBe('RUNNING');
  other.clock.now += 2 * SECOND;
  expect(await status(other, id)).toBe('SUCCEEDED');
  await slow.end();
  expect(await other.texts(MINE)).toEqual(['We use tabs.']);
});

it('a platform that was closed meanwhile brings nothing, and nothing is lost', async () => {
  const slow = slowExtractor();
  const closed = await openTestPlatform({ extractor: slow.extractor });
  await closed.add('We use tabs.');
  closed.close();
  await slow.end();
  const later = await openTestPlatform({ file: closed.file });
  later.clock.now += DAY;
  expect(await later.texts(MINE)).toEqual(['We use tabs.']);
});

it('what was said of an entity and still waits is not learnt once the entity is forgotten', async () => {
  const platform = await openTestPlatform({ extractionLagMs: 5 * SECOND });
  const id = (await platform.add('We use tabs.')).body['event_id'];
  await platform.add('We use pnpm.', { user_id: 'v' });
  await platform.call('DELETE', '/v1/memories/', undefined, [['user_id', 'u']]);
  platform.clock.now += DAY;
  expect(await status(platform, id)).toBe('SUCCEEDED');
  expect(await platform.texts(MINE)).toEqual([]);
  expect(await platform.texts({ user_id: 'v' })).toEqual(['We use pnpm.']);
});
