import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { HEAP_FLAGS } from '../../src/runtime/ports/small-heap.ts';
import { nodeUnderTest } from '../support/node-under-test.ts';

test('this Node knows the flags that a capture sets: of one that it does not know it would only say so on stderr', () => {
  const child = spawnSync(nodeUnderTest, [...HEAP_FLAGS, '-e', ''], { encoding: 'utf8' });
  expect({ status: child.status, stderr: child.stderr }).toEqual({ status: 0, stderr: '' });
});
