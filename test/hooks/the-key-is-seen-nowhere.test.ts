/** Whatever fails, the key is in requests to the platform and in the environment of our own processes; and nowhere else. */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { madeUpAuthority } from '../support/certificates.ts';
import { serveHttp, serveProxy, withTls } from '../support/network.ts';
import { printed, processesOf, transcriptOf, World } from './world.ts';

const KEY = 'm0-made-up-key-of-the-tests';
const transcript = transcriptOf('a-design-discussion');
const authority = madeUpAuthority();
/** Everything that is asked of the platform gives this back, which quotes the key in all the ways that a server can. */
const echo = (status: number, headers: Readonly<Record<string, string>> = {}, body?: string): RequestListener => {
  return (request, response) => {
    const quoted = request.headers.authorization ?? 'none';
    const all = { 'x-echo': quoted, 'retry-after': quoted, 'set-cookie': `key=${KEY}`, ...headers };
    response.writeHead(status, all).end(body ?? JSON.stringify({ detail: quoted, error: KEY, message: `bad ${KEY}` }));
  };
};
const served = async (answer: RequestListener) => ({ MEM0_BASE_URL: `http://127.0.0.1:${await serveHttp(answer)}` });

const failures: Readonly<Record<string, () => Promise<Record<string, string>>>> = {
  'a 401 that quotes it': () => served(echo(401)),
  'a 500 that quotes it': () => served(echo(500)),
  'broken JSON that quotes it': () => served(echo(200, {}, `{"user_email":"${KEY}@acme.example", ${KEY}`)),
  'an answer of another shape that quotes it': () => served(echo(200)),
  'a redirect to where it is quoted': () => served(echo(307, { location: `http://${KEY}@127.0.0.1:1/${KEY}` })),
  'a connection that breaks in the middle of it': () =>
    served((request, response) => {
      response.writeHead(200, { 'content-length': '9999' }).write(`{"key":"${KEY}"`);
      setImmediate(() => request.socket.destroy());
    }),
  'a certificate that is not trusted': async () => ({
    MEM0_BASE_URL: `https://127.0.0.1:${await withTls(authority.certify(['127.0.0.1']), await serveHttp(echo(200)))}`,
  }),
  // Node prints what its own client does where this is set, for a program of the person's own as a rule.
  'a 500 that quotes it, with NODE_DEBUG': async () => ({
    ...(await served(echo(500))),
    NODE_DEBUG: 'http,https,net,tls',
  }),
  'a proxy that refuses, with NODE_DEBUG': async () => ({
    MEM0_BASE_URL: 'https://platform.example',
    HTTPS_PROXY: `http://mara:${KEY}@127.0.0.1:${(await serveProxy({})).port}`,
    NODE_DEBUG: 'http,https,net,tls',
  }),
  'a proxy that refuses': async () => ({
    MEM0_BASE_URL: 'https://platform.example',
    HTTPS_PROXY: `http://127.0.0.1:${(await serveProxy({})).port}`,
  }),
};

/** A `git` that notes its arguments and its environment, and then is git. */
function notingGit(w: World): { readonly path: string; noted(): string } {
  const folder = join(w.root, 'bin');
  const notes = join(w.root, 'git-environments');
  mkdirSync(folder);
  writeFileSync(
    join(folder, 'git'),
    `#!/bin/sh\n{ echo "git $*"; env; } >> '${notes}'\nPATH='${process.env['PATH']}' exec git "$@"\n`,
  );
  chmodSync(join(folder, 'git'), 0o755);
  return {
    path: `${folder}:${process.env['PATH']}`,
    noted: () => (existsSync(notes) ? readFileSync(notes, 'utf8') : ''),
  };
}

/** The command lines of the processes of a world that live now; nothing where there is no /proc. */
function commandLines(w: World): readonly string[] {
  return processesOf(w).flatMap((pid) => {
    try {
      return [readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')];
    } catch (error) {
      // It has ended meanwhile.
      if (error instanceof Error && 'code' in error) return [];
      throw error;
    }
  });
}

describe('the key is in no output, file, command line or environment of git', () => {
  it.each(Object.entries(failures))('after %s', async (_what, fail) => {
    const w = new World();
    const git = notingGit(w);
    // A user id that is known, so that the captures come as far as the platform.
    const MEM0_USER_ID = 'mara@acme.example';
    w.env = { ...(await fail()), MEM0_API_KEY: KEY, MEM0_LOG: 'debug', MEM0_DEADLINE_MS: '700', PATH: git.path };
    const runs = [await w.sessionStart('s0')];
    Object.assign(w.env, { MEM0_USER_ID });
    runs.push(await w.sessionEnd('s1', transcript));
    const lines = new Set<string>();
    // Until the background has tried in vain, or it was told for good that there is no use.
    await w.until(() => {
      for (const line of commandLines(w)) lines.add(line);
      return w.names('jobs').length === 0 && w.names('receipts').length > 0;
    });
    // After that: a background that retries what a checkpoint has left would have the lock for up to a minute.
    runs.push(await w.preCompact('s1', transcript), await w.run('mem0-hooks', ['receipts']));
    expect(runs[0]).toMatchObject({ status: 0 });
    expect(runs[0]?.stderr).toMatch(/"step":"hook"[\s\S]*"step":"outcome"/);
    // The background goes on trying, and a file may go between two looks: then they are all looked at again.
    const files = await vi.waitFor(() => w.everyFile());
    for (const text of [JSON.stringify(runs), ...files, ...lines, git.noted()]) expect(text).not.toContain(KEY);
    // There was something to look through.
    expect(git.noted()).toMatch(/^git .*(ls-files|rev-parse|status|log)/m);
    if (existsSync('/proc/self/cmdline')) expect([...lines].join('\n')).toContain('mem0-hooks.cjs drain');
  });
});

describe('a key that is written as no key is', () => {
  const TRIMMED = `Token ${KEY}`;
  it.each([
    ['with spaces and a line feed around it', ` ${KEY}\n`, TRIMMED, undefined],
    ['with a line feed in it', `${KEY}\nx: y`, undefined, /MEM0_API_KEY holds characters that no key has/],
    ['with a carriage return in it', `${KEY}\r\nx: y`, undefined, /MEM0_API_KEY holds characters that no key has/],
    ['with "Token " before it', `Token ${KEY}`, undefined, /MEM0_API_KEY holds characters that no key has/],
    ['with "Bearer " before it', `Bearer ${KEY}`, undefined, /MEM0_API_KEY holds characters that no key has/],
    ['with letters that no header takes', `${KEY}é`, undefined, /MEM0_API_KEY holds characters that no key has/],
  ])(
    '%s is either the key or nothing, is never sent as it is, and is not repeated',
    async (_what, key, sent, message) => {
      const w = new World();
      const seen: (string | undefined)[] = [];
      const env = await served((request, response) => {
        seen.push(request.headers.authorization);
        response.writeHead(401).end('{}');
      });
      w.env = { ...env, MEM0_API_KEY: key };
      const run = await w.sessionStart('s1');
      expect([...new Set(seen)]).toEqual(sent === undefined ? [] : [sent]);
      expect(run).toMatchObject({ status: 0, stderr: '' });
      expect(printed(run).systemMessage).toMatch(message ?? /refuses the key/);
      expect(run.stdout + w.everyFile().join('\n')).not.toContain(KEY);
    },
  );
});
