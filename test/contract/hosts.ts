/** The platforms that the suite runs against. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve } from '../../src/local/serve.ts';
import { startServe } from '../support/serve-process.ts';
import type { Host, HostKind, Need } from './host.ts';
import { overHttpAt } from './http-send.ts';
import { namedHost } from './named-host.ts';
import { openSlowPlatform } from './slow-platform.ts';

const KEY = 'm0-made-up-key-of-the-contract-suite';
const SECOND_PROJECT = { org_id: 'local', project_id: 'second' };

const WITH_CLOCK: readonly Need[] = ['clock', 'later', 'categories', 'second-project', 'extraction'];
const AS_COMMAND: ReadonlySet<Need> = new Set<Need>(['categories', 'second-project', 'other-key']);

/** All hosts of this run: four of our own, and then the one that the environment names, which is asked what it has. */
export async function hostKinds(env: NodeJS.ProcessEnv): Promise<readonly HostKind[]> {
  const named = await namedHost(env);
  return [
    { name: 'in process', has: new Set(WITH_CLOCK), open: inProcess },
    { name: 'over HTTP', has: new Set([...WITH_CLOCK, 'other-key']), open: overHttp },
    { name: 'as it ships', has: AS_COMMAND, open: (kind) => asCommand(kind, []) },
    {
      name: 'the command, late',
      has: AS_COMMAND,
      open: (kind) => asCommand(kind, ['--extraction-lag', '20', '--category-lag', '40']),
    },
    ...(named === undefined ? [] : [named]),
  ];
}

/** The local platform behind its `send`. */
async function inProcess(kind: HostKind): Promise<Host> {
  const { close, ...slow } = await openSlowPlatform();
  return {
    ...kind,
    ...slow,
    isOurs: true,
    patienceMs: 2_000,
    pollMs: 5,
    secondProject: SECOND_PROJECT,
    close: async () => close(),
  };
}

/** The same, served over HTTP by this process, so that its clock can be moved. */
async function overHttp(kind: HostKind): Promise<Host> {
  const { close, ...slow } = await openSlowPlatform();
  const served = await serve({ send: slow.send, key: KEY, port: 0, now: slow.now });
  return {
    ...kind,
    ...slow,
    ...overHttpAt(served.origin, KEY),
    isOurs: true,
    patienceMs: 5_000,
    pollMs: 5,
    secondProject: SECOND_PROJECT,
    close: async () => {
      await served.close();
      close();
    },
  };
}

/** What ships: `node hooks/mem0-hooks.cjs serve` as a process of its own, with the real clock. */
async function asCommand(kind: HostKind, args: readonly string[]): Promise<Host> {
  const folder = mkdtempSync(join(tmpdir(), 'contract-'));
  const { origin, key, stop } = await startServe(folder, args);
  return {
    ...kind,
    ...overHttpAt(origin, key),
    isOurs: true,
    now: () => Date.now(),
    patienceMs: 20_000,
    pollMs: 10,
    secondProject: SECOND_PROJECT,
    close: async () => {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
