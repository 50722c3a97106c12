/** A world on either platform, the local one without a key or a served one with it, and memories in it that no command has made. */
import { mkdirSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { JsonObject, WireRequest } from '../../src/contract/wire.ts';
import { openLocalPlatform } from '../../src/local/platform.ts';
import { servePlatform } from '../hooks/served-platform.ts';
import { type Finished, type RunOptions, World } from '../hooks/world.ts';

export interface Row {
  readonly id: string;
  readonly memory: string;
  readonly app_id: string | null;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly replaced_by: string | null;
  readonly expiration_date: string | null;
}

export interface Setting {
  readonly w: World;
  readonly user: string;
  /** Runs a command. */
  readonly run: (args: readonly string[], options?: RunOptions) => Promise<Finished>;
  /** A decision of the project, verbatim, unless `change` has it otherwise. @returns its id, where it is there at once */
  readonly seed: (text: string, metadata?: JsonObject, change?: JsonObject) => Promise<string>;
  /** All that the user has, superseded and expired too. */
  readonly rows: () => Promise<readonly Row[]>;
}

/** Without a key: the platform is a file in the state folder. */
export async function locally(): Promise<Setting> {
  const w = new World();
  mkdirSync(join(w.state, 'local'), { recursive: true, mode: 0o700 });
  const user = `${userInfo().username}@localhost`;
  const file = join(w.state, 'local', 'memories.sqlite');
  const ask = async (request: WireRequest) => {
    const platform = await openLocalPlatform({ file, user, now: () => Date.now() });
    try {
      return await platform.send(request, { deadline: Number.POSITIVE_INFINITY });
    } finally {
      platform.close();
    }
  };
  return settingOf(w, user, {}, ask);
}

/** With a key, over HTTP. */
export async function served(): Promise<Setting & { readonly platform: Awaited<ReturnType<typeof servePlatform>> }> {
  const platform = await servePlatform();
  const send = (request: WireRequest) => platform.platform.send(request, { deadline: Number.POSITIVE_INFINITY });
  return { ...settingOf(new World(), 'mara@acme.example', platform.env, send), platform };
}

/** For `describe.each`. */
export const BOTH: readonly (readonly [name: string, setting: () => Promise<Setting>])[] = [
  ['on the local platform', locally],
  ['over HTTP with a key', served],
];

function settingOf(
  w: World,
  user: string,
  env: Record<string, string>,
  send: (request: WireRequest) => Promise<{ readonly status: number; readonly body: string }>,
): Setting {
  w.env = env;
  const post = async (path: string, body: JsonObject) => {
    const request = { method: 'POST', path, query: [['page_size', '200']], body } as const;
    const { status, body: text } = await send(request);
    expect(status).toBe(200);
    return JSON.parse(text);
  };
  return {
    w,
    user,
    run: (args, options) => w.run('mem0-hooks', args, options),
    seed: async (text, metadata = {}, change = {}) => {
      const answer = await post('/v3/memories/add/', {
        messages: [{ role: 'user', content: text }],
        ...{ user_id: user, app_id: 'acme-shop', infer: false, metadata: { type: 'decision', ...metadata } },
        ...change,
      });
      return answer.results?.[0]?.id ?? '';
    },
    rows: async () =>
      (await post('/v3/memories/', { filters: { user_id: user }, latest_only: false, show_expired: true })).results,
  };
}

/** A memory of the user's own, of no project. */
export const OWN: JsonObject = { app_id: null };

export const json = ({ stdout }: Finished) => JSON.parse(stdout);
