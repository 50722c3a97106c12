import { describe, expect, it } from 'vitest';
import { partsOf } from '../../src/core/statements/classify.ts';
import { isFragment, readingOf } from '../../src/core/statements/reading.ts';

const types = (text: string) => partsOf(text, { projectScope: true }).map(({ type }) => type);

describe('what one statement is made of stands in one part', () => {
  it.each([
    ['named, then given a reason', 'css modules here. tailwind got voted down in March', ['decision']],
    [
      'a cause, then what it is',
      'The importer drops rows with a tab. It is the splitter and not the reader.',
      ['insight'],
    ],
    [
      'numbered steps without a head',
      '1. drain the node and wait\n2. apt upgrade, reboot, wait for the gauge to turn green\n3. uncordon the node, then restart the agent',
      ['runbook'],
    ],
  ])('%s', (_, text, expected) => {
    expect(new Set(types(text))).toEqual(new Set(expected));
    expect(
      partsOf(text, { projectScope: true })
        .map((part) => part.text)
        .join(''),
    ).toBe(text);
  });

  it('an answer is no name of what follows', () => {
    for (const text of ['ok', 'thanks', 'not today', 'really?', 'yes please'])
      expect(isFragment(text), text).toBe(false);
  });
});

describe('what is asked for is an errand', () => {
  it.each([
    'check which plugins are outdated',
    'pupils show as offline while they are typing, pls check',
    'kick off the riscv box',
    'staging is down, show me the failover steps',
  ])('%s', (text) => expect(readingOf(text)).toBe('noise'));

  it.each([
    'If the queue is stuck, check the lock file and restart the worker.',
    'Run every migration twice on a copy before a release.',
    'The sku field can contain slashes!!',
  ])('but not: %s', (text) => expect(readingOf(text)).not.toBe('noise'));
});
