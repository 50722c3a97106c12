/** The platforms that the suite runs against. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Send } from '../../src/contract/wire.ts';
import { localExtractor } from '../../src/local/extract.ts';
import { openLocalPlatform } from '../../src/local/platform.ts';
import { serve } from '../../src/local/serve.ts';
import { startServe } from '../support/serve-process.ts';
import { CATEGORISED_MS, EXTRACTED_MS, type Host, type Need } from './trial.ts';

const START = Date.parse('2026-03-10T12:00:00Z');

/** A local platform with a clock that tests move, lags as the live service has them, and an extraction that can be held. */
async function openSlowPlatform() {
  const folder = mkdtempSync(join(tmpdir(), 'contract-'));
  const clock = { now: START };
  let gate: Promise<'done' | 'failed'> | undefined;
  const platform = await openLocalPlatform({
    file: join(folder, 'memory.db'),
    user: 'mara@localhost',
    now: () => clock.now,
    extractionLagMs: EXTRACTED_MS / 2,
    categoryLagMs: CATEGORISED_MS / 2,
    extractor: {
      get takesTime() {
        return gate !== undefined;
      },
      extract: (window) => {
        if (gate === undefined) return localExtractor.extract(window);
        return gate.then((how) => {
          if (how === 'failed') throw new Error('the model is away');
          return localExtractor.extract(window);
        });
      },
    },
  });
  return {
    platform,
    clock,
    advance: (ms: number) => {
      clock.now += ms;
    },
    holdExtraction: () => {
      let letGo: (how: 'done' | 'failed') => void = () => undefined;
      gate = new Promise((resolve) => {
        letGo = resolve;
      });
      return {
        release: (how: 'done' | 'failed') => {
          gate = undefined;
          letGo(how);
        },
      };
    },
    close: () => {
      platform.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const LOCAL: readonly Need[] = ['clock', 'later', 'categories', 'second-project', 'extraction'];

/** A host before it is opened: what it is called, and what can be checked there. */
export interface HostKind {
  readonly name: string;
  readonly has: ReadonlySet<Need>;
  readonly open: (kind: HostKind) => Promise<Host>;
}

/** All hosts of this run: three of our own, and the one that the environment names. */
export function hostKinds(env: NodeJS.ProcessEnv): readonly HostKind[] {
  const others: readonly Need[] = ['categories', 'second-project', 'other-key'];
  const named = fromEnvironment(env);
  return [
    { name: 'in process', has: new Set(LOCAL), open: inProcess },
    { name: 'over HTTP', has: new Set([...LOCAL, 'other-key']), open: overHttp },
    { name: 'the command', has: new Set(others), open: asCommand },
    ...(named === undefined ? [] : [named]),
  ];
}

/** The local platform behind its `send`. */
async function inProcess(kind: HostKind): Promise<Host> {
  const { platform, clock, advance, holdExtraction, close } = await openSlowPlatform();
  return {
    ...kind,
    isOurs: true,
    send: platform.send,
    patienceMs: 2_000,
    pollMs: 5,
    now: () => clock.now,
    advance,
    holdExtraction,
    secondProject: { org_id: 'local', project_id: 'second' },
    close: async () => close(),
  };
}

/** The same, served over HTTP by this process, so that its clock can be moved. */
async function overHttp(kind: HostKind): Promise<Host> {
  const slow = await openSlowPlatform();
  const now = () => slow.clock.now;
  const served = await serve({ send: slow.platform.send, key: KEY, port: 0, now });
  return {
    ...kind,
    isOurs: true,
    send: httpSend(served.origin, `Token ${KEY}`),
    sendAs: (authorization) => httpSend(served.origin, authorization),
    patienceMs: 5_000,
    pollMs: 5,
    now,
    advance: slow.advance,
    holdExtraction: slow.holdExtraction,
    secondProject: { org_id: 'local', project_id: 'second' },
    close: async () => {
      await served.close();
      slow.close();
    },
  };
}

/** What ships: `node hooks/mem0-hooks.cjs serve` as a process of its own, with short lags and the real clock. */
async function asCommand(kind: HostKind): Promise<Host> {
  const folder = mkdtempSync(join(tmpdir(), 'contract-'));
  const { origin, key, stop } = await startServe(folder, ['--extraction-lag', '20', '--category-lag', '40']);
  return {
    ...kind,
    ...remote(origin, key),
    isOurs: true,
    patienceMs: 20_000,
    pollMs: 10,
    secondProject: { org_id: 'local', project_id: 'second' },
    close: async () => {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * The host that the environment names: `MEM0_CONTRACT_URL` and `MEM0_CONTRACT_KEY`, of a scratch project, whose settings are
 * changed and put back; `MEM0_CONTRACT_ORG_ID` and `MEM0_CONTRACT_PROJECT_ID` name another project of the same organisation.
 */
function fromEnvironment(env: NodeJS.ProcessEnv): HostKind | undefined {
  const { MEM0_CONTRACT_URL: url, MEM0_CONTRACT_KEY: key } = env;
  const { MEM0_CONTRACT_ORG_ID: org_id, MEM0_CONTRACT_PROJECT_ID: project_id } = env;
  if (!url || !key) return undefined;
  const secondProject = org_id && project_id ? { org_id, project_id } : undefined;
  return {
    name: new URL(url).host,
    has: new Set<Need>(['later', 'other-key', ...(secondProject ? (['second-project'] as const) : [])]),
    open: async (kind) => ({
      ...kind,
      ...remote(url.replace(/\/+$/, ''), key),
      isOurs: false,
      // Facts land after 20 s to 5 min (contract §3).
      patienceMs: 8 * 60 * 1000,
      pollMs: 5_000,
      ...(secondProject && { secondProject }),
      close: async () => undefined,
    }),
  };
}

const KEY = 'm0-made-up-key-of-the-contract-suite';

function remote(origin: string, key: string) {
  return {
    send: httpSend(origin, `Token ${key}`),
    sendAs: (authorization: string | undefined) => httpSend(origin, authorization),
    now: () => Date.now(),
  };
}

/** HTTP as any client would speak it; not ours, which is held against the same rules. */
function httpSend(origin: string, authorization: string | undefined): Send {
  return async ({ method, path, query, body }, { deadline }) => {
    const search =
      query === undefined
        ? ''
        : `?${new URLSearchParams(query.map(([name, value]): [string, string] => [name, value]))}`;
    const response = await fetch(`${origin}${path}${search}`, {
      method,
      headers: { 'content-type': 'application/json', ...(authorization !== undefined && { authorization }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(deadline > Date.now() && { signal: AbortSignal.timeout(Math.min(deadline - Date.now(), 60_000)) }),
    });
    return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() };
  };
}
