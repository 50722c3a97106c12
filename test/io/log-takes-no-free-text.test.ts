import fc from 'fast-check';
import { expect, test } from 'vitest';
import { debugLog, LOG_WORDS, type LogValue, logId, logPath, silentLog } from '../../src/io/log.ts';

function collect() {
  const lines: string[] = [];
  let time = 100;
  return {
    lines,
    log: debugLog(
      (line) => lines.push(line),
      () => time++,
    ),
  };
}

test('a step is one JSON line of numbers, booleans, words, ids and paths', () => {
  const { lines, log } = collect();
  const uuid = '11467e53-0f54-4c8e-9d0c-2f8b6a1d7e11';
  log('hook', { event: 'SessionStart', session: logId(uuid), cwd: logPath('/w/shop\n'), files: 3, complete: true });
  log('capture');
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { ms: 1, step: 'hook', event: 'SessionStart', session: uuid, cwd: '/w/shop\n', files: 3, complete: true },
    { ms: 2, step: 'capture' },
  ]);
  expect(lines.every((line) => line.indexOf('\n') === line.length - 1)).toBe(true);
});

test('free text does not get through, even where the types are got around', () => {
  const { lines, log } = collect();
  // @ts-expect-error: the type forbids it.
  log('outcome', { message: 'my key is m0-made-up' });
  fc.assert(
    fc.property(fc.string(), fc.dictionary(fc.string(), fc.anything()), (text, fields) => {
      fc.pre(!LOG_WORDS.some((word) => word === text));
      lines.length = 0;
      log('outcome', { text: text as unknown as LogValue, ...(fields as Record<string, LogValue>) });
      const { ms, step, ...shown } = JSON.parse(lines[0] ?? '') as Record<string, unknown>;
      expect(typeof ms).toBe('number');
      expect(step).toBe('outcome');
      for (const value of Object.values(shown)) {
        expect(typeof value === 'number' || typeof value === 'boolean' || LOG_WORDS.some((w) => w === value)).toBe(
          true,
        );
      }
    }),
  );
  expect(lines.join('')).not.toContain('m0-made-up');
});

test('what is no uuid is shown as a hash, since a key can look like an id', () => {
  expect(logId('m0-madeupmadeupmadeup').toJSON()).toMatch(/^#[0-9a-f]{16}$/);
});

test('a log that cannot be written stops nothing', () => {
  const broken = debugLog(
    () => {
      throw Object.assign(new Error('write EPIPE'), { code: 'EPIPE' });
    },
    () => 0,
  );
  expect(() => broken('hook')).not.toThrow();
  expect(silentLog()('hook')).toBeUndefined();
});
