/** A local platform in a folder of its own, with a clock that tests move by hand. Closed and removed after the test. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Json, JsonObject, WireRequest } from '../../src/contract/wire.ts';
import { type LocalPlatformOptions, openLocalPlatform } from '../../src/local/platform.ts';

export const START = Date.parse('2026-03-10T12:00:00Z');
export const SECOND = 1000;
export const DAY = 24 * 60 * 60 * SECOND;

export interface Answer {
  readonly status: number;
  readonly body: JsonObject;
}

export interface TestPlatform {
  readonly file: string;
  readonly clock: { now: number };
  call(method: WireRequest['method'], path: string, body?: JsonObject, query?: WireRequest['query']): Promise<Answer>;
  /** An add of one user message in `user_id: u, app_id: shop`, unless `more` says otherwise. */
  add(content: string, more?: JsonObject): Promise<Answer>;
  /** The texts that get_all gives, newest first. */
  texts(filters: JsonObject, more?: JsonObject): Promise<readonly Json[]>;
  close(): void;
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'local-platform-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export async function openTestPlatform(options: Partial<LocalPlatformOptions> = {}): Promise<TestPlatform> {
  const file = options.file ?? join(temporaryFolder(), 'memory.db');
  const clock = { now: START };
  const platform = await openLocalPlatform({ file, user: 'dev@localhost', now: () => clock.now, ...options });
  onTestFinished(() => platform.close());
  const call: TestPlatform['call'] = async (method, path, body, query) => {
    const request = { method, path, ...(body && { body }), ...(query && { query }) };
    const answer = await platform.send(request, { deadline: clock.now + SECOND });
    return { status: answer.status, body: JSON.parse(answer.body) };
  };
  return {
    file,
    clock,
    call,
    add: (content, more) =>
      call('POST', '/v3/memories/add/', {
        messages: [{ role: 'user', content }],
        user_id: 'u',
        app_id: 'shop',
        metadata: { type: 'decision' },
        ...more,
      }),
    texts: async (filters, more) => {
      const answer = await call('POST', '/v3/memories/', { filters, ...more });
      return results(answer).map((row) => row['memory'] ?? null);
    },
    close: () => platform.close(),
  };
}

export function results(answer: Answer): readonly JsonObject[] {
  const found = answer.body['results'];
  if (!Array.isArray(found)) throw new Error(`no results in an answer with status ${answer.status}`);
  return found;
}

export function firstId(answer: Answer): string {
  return String(results(answer)[0]?.['id']);
}

export const MINE: JsonObject = { user_id: 'u' };
