import { describe, expect, it } from 'vitest';
import { hasColour, paintWith } from '../../src/command/terminal/paint.ts';
import { withProgress } from '../../src/command/terminal/progress.ts';

describe('colour', () => {
  it.each([
    [true, {}, true],
    [true, { NO_COLOR: '' }, true],
    [true, { NO_COLOR: '1' }, false],
    [true, { TERM: 'dumb' }, false],
    [false, {}, false],
    [false, { FORCE_COLOR: '1' }, false],
  ])('at a terminal: %s, with %j: %s', (isTerminal, env, expected) => {
    expect(hasColour(isTerminal, env)).toBe(expected);
  });

  it('is there or is not, whatever the streams of this process are', () => {
    for (const style of ['bold', 'dim', 'red', 'green', 'yellow'] as const) {
      expect(paintWith(true)[style]('x')).toMatch(/^\u001B\[\d+mx\u001B\[\d+m$/);
      expect(paintWith(false)[style]('x')).toBe('x');
    }
  });
});

describe('progress', () => {
  function shown(isTerminal = true, msEach = 1_000) {
    const lines: string[] = [];
    let now = 0;
    const ports = {
      isTerminal,
      write: (text: string) => void lines.push(text.replace('\r\u001B[K', '|')),
      now: () => {
        now += msEach;
        return now;
      },
    };
    return { lines, ports };
  }

  it('is one line that is written again, and gone at the end', async () => {
    const { lines, ports } = shown();
    const result = await withProgress(
      'memories',
      2,
      async (step) => {
        step(1);
        step(2);
        return 'done';
      },
      ports,
    );
    expect(result).toBe('done');
    expect(lines).toEqual(['|memories: 0 of 2', '|memories: 1 of 2', '|memories: 2 of 2', '|']);
  });

  it('is gone after an error, too', async () => {
    const { lines, ports } = shown();
    await expect(withProgress('x', undefined, () => Promise.reject(new Error('odd')), ports)).rejects.toThrow('odd');
    expect(lines).toEqual(['|x: 0', '|']);
  });

  it('is not written more often than it can be read, but the last one always', async () => {
    const { lines, ports } = shown(true, 10);
    await withProgress(
      'x',
      50,
      async (step) => {
        for (let n = 1; n <= 50; n += 1) step(n);
      },
      ports,
    );
    expect(lines.length).toBeLessThan(10);
    expect(lines.at(-2)).toBe('|x: 50 of 50');
  });

  it('is silent where nobody looks', async () => {
    const { lines, ports } = shown(false);
    await withProgress('x', 2, async (step) => step(1), ports);
    expect(lines).toEqual([]);
  });
});
