import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { beginningOf, hasOwner, isAlive } from '../../src/runtime/processes/processes.ts';

const hasProc = existsSync('/proc/self/stat');

async function ended(): Promise<number> {
  const child = spawn(process.execPath, ['-e', ''], { stdio: 'ignore' });
  await once(child, 'exit');
  return child.pid ?? 0;
}

describe('the owner of a session', () => {
  it('is there while it lives, and gone when it has ended', async () => {
    expect(isAlive(process.pid)).toBe(true);
    expect(hasOwner({ owner: process.pid })).toBe(true);
    expect(hasOwner({ owner: await ended() })).toBe(false);
    expect(hasOwner({})).toBe(false);
  });

  it.runIf(hasProc)('is gone when another process has its id: that one began at another time', () => {
    const began = beginningOf(process.pid);
    expect(began).toMatch(/^[0-9a-f-]{36} \d+$/);
    expect(beginningOf(process.pid)).toBe(began);
    expect(hasOwner({ owner: process.pid, ownerBegan: began ?? '' })).toBe(true);
    expect(hasOwner({ owner: process.pid, ownerBegan: '00000000-0000-4000-8000-000000000000 7' })).toBe(false);
  });

  it.runIf(hasProc)('is gone when it has ended and nobody has asked for its exit status', async () => {
    // A shell that becomes another program never asks after the child that it had before, which ends later.
    const parent = spawn('/bin/sh', ['-c', 'sleep 0.2 & echo $!; exec sleep 20'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    onTestFinished(() => void parent.kill('SIGKILL'));
    const [text] = await once(parent.stdout, 'data');
    const pid = Number(String(text));
    const state = () => execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    while (!state().startsWith('Z')) await new Promise((resolve) => setImmediate(resolve));
    expect(isAlive(pid)).toBe(false);
  });
});
