/** Worlds with memories to move: a local platform of a person without a key, and a served one that a key opens. */
import { readFileSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { JsonObject } from '../../src/contract/wire.ts';
import { StateFolder } from '../../src/io/file-store.ts';
import { openLocalPlatform } from '../../src/local/platform.ts';
import { servePlatform } from '../hooks/served-platform.ts';
import { type Finished, processesOf, type RunOptions, World } from '../hooks/world.ts';

export const LOCAL_USER = `${userInfo().username}@localhost`;

export interface Said {
  readonly text: string;
  readonly type?: string;
  /** null: no project. */
  readonly app?: string | null;
  readonly user?: string;
  readonly metadata?: JsonObject;
  readonly change?: JsonObject;
}

export type Served = Awaited<ReturnType<typeof servePlatform>>;

export interface Outcome {
  readonly sent: readonly { readonly id: string; readonly project: string | null }[];
  readonly earlier: number;
  readonly readBack: number;
  readonly left: readonly { readonly why: string; readonly status?: number }[];
  readonly missing: readonly unknown[];
  readonly differs: readonly unknown[];
  readonly stays: readonly { readonly id: string; readonly reason: string }[];
  readonly stopped: string | null;
  readonly again: string | null;
}

function bodyOf({
  text,
  type = 'decision',
  app = 'acme-shop',
  user = LOCAL_USER,
  metadata = {},
  change = {},
}: Said): JsonObject {
  return {
    messages: [{ role: 'user', content: text }],
    ...{ user_id: user, infer: false, metadata: { type, ...metadata } },
    ...(app === null ? {} : { app_id: app }),
    ...change,
  };
}

/** Puts rows on a platform, one after another, and gives their ids. */
export async function put(
  platform: Pick<Served['platform'], 'send'>,
  rows: readonly Said[],
): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const row of rows) {
    const request = { method: 'POST', path: '/v3/memories/add/', body: bodyOf(row) } as const;
    const { status, body } = await platform.send(request, { deadline: Number.POSITIVE_INFINITY });
    expect(status).toBe(200);
    ids.push((JSON.parse(body) as { results: { id: string }[] }).results[0]?.id ?? '');
  }
  return ids;
}

/** What the local platform of a world says of everybody's rows, as it is read directly. */
export async function localRows(w: World): Promise<readonly unknown[]> {
  const platform = await localPlatform(w);
  try {
    const body = { filters: { user_id: LOCAL_USER }, latest_only: false, show_expired: true };
    const request = { method: 'POST', path: '/v3/memories/', query: [['page_size', '200']], body } as const;
    const answer = await platform.send(request, { deadline: Number.POSITIVE_INFINITY });
    return (JSON.parse(answer.body) as { results: unknown[] }).results;
  } finally {
    platform.close();
  }
}

function localPlatform(w: World) {
  const file = join(new StateFolder(w.state).folder('local'), 'memories.sqlite');
  return openLocalPlatform({ file, user: LOCAL_USER, now: () => Date.now() });
}

/** A person who has had no key so far, with these memories, and has one now. */
export async function withLocal(rows: readonly Said[]) {
  const w = new World();
  const platform = await localPlatform(w);
  const ids = await put(platform, rows);
  platform.close();
  const served = await servePlatform();
  w.env = served.env;
  return { w, served, ids };
}

/** A command that has consent, and what it says in JSON. */
export async function moved(w: World, args: readonly string[], options: RunOptions = {}) {
  const run = await w.run('mem0-hooks', [...args, '--yes', '--json'], options);
  return { ...run, outcome: outcomeOf(run) };
}

function outcomeOf({ stdout, stderr }: Finished): Outcome {
  if (stdout === '') expect.fail(`no answer, but: ${stderr}`);
  return JSON.parse(stdout) as Outcome;
}

/** Kills the world's processes when the n-th add has come; `isDone`: whether the add is carried out all the same. */
export function killAtAdd(w: World, served: Served, n: number, isDone: boolean): void {
  let adds = 0;
  served.behaviour.fault = ({ path }) => {
    if (path !== '/v3/memories/add/' || ++adds !== n) return undefined;
    for (const pid of processesOf(w)) process.kill(pid, 'SIGKILL');
    return isDone ? undefined : 'reset-before';
  };
}

/** Kills them when the n-th request of any kind has come, which is carried out. */
export function killAtRequest(w: World, served: Served, n: number): void {
  let requests = 0;
  served.behaviour.fault = () => {
    if (++requests === n) for (const pid of processesOf(w)) process.kill(pid, 'SIGKILL');
    return undefined;
  };
}

/** Lets the time pass after which an add that was begun is certainly decided. */
export function minuteLater(w: World): void {
  for (const name of w.names('moves')) {
    const path = join(w.state, 'moves', name);
    const lines = readFileSync(path, 'utf8').replace(/"at":(\d+)/g, (_, at) => `"at":${Number(at) - 120_000}`);
    writeFileSync(path, lines);
  }
}
