import * as fs from 'node:fs';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import { StateFolder } from '../../src/io/file-store.ts';
import { temporaryFolder } from '../temporary-folder.ts';

vi.mock('node:fs', async (original) => {
  const real = await original<typeof fs>();
  return { ...real, fsyncSync: vi.fn(real.fsyncSync) };
});
const syncs = vi.mocked(fs.fsyncSync);
beforeEach(() => void syncs.mockClear());

it('a file is written without waiting for the disk, private, and in one step', () => {
  const root = join(temporaryFolder(), 'hooks');
  const folder = new StateFolder(root);
  folder.write('given/a.json', 'old');
  expect(syncs.mock.calls.length).toBeGreaterThanOrEqual(2);
  syncs.mockClear();
  folder.writeSoon('given/a.json', 'new');
  expect(syncs).not.toHaveBeenCalled();
  expect(readFileSync(join(root, 'given', 'a.json'), 'utf8')).toBe('new');
  expect(statSync(join(root, 'given', 'a.json')).mode & 0o777).toBe(0o600);
  expect(readdirSync(join(root, 'given'))).toEqual(['a.json']);
});
