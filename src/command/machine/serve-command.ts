/**
 * `mem0-hooks serve`: the local platform over HTTP on loopback, for Mem0's clients, for curl, and for whoever writes a client.
 * Out of scope: HTTP itself (`local/serve.ts`).
 */
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { InvalidArgumentError } from 'commander';
import { Failure } from '../../contract/failure.ts';
import { StateFolder } from '../../io/file-store.ts';
import { StateFolderError } from '../../io/state-folder-error.ts';
import { openLocalPlatform } from '../../local/platform.ts';
import { type Served, serve } from '../../local/serve.ts';
import { FAULTS, type FaultPlan, faultsOf, parseFault } from '../../local/serve-faults.ts';
import { localFile } from '../../runtime/connection/platform.ts';
import { writeAll } from '../../runtime/processes/write-all.ts';
import { end, failed, homeProblem, refuse } from '../leave.ts';
import { command } from '../line/definition.ts';
import { each, wholeNumber } from '../line/values.ts';
import { harmlessJson } from '../plain-words.ts';
import { whyNot } from '../why-not.ts';

export const serveCommand = command({
  about: `
Serves the local platform on 127.0.0.1 with the API of Mem0, and prints the two variables that a client needs.
It works on the memories of this machine; --state names another state folder, a new one for trying.`,
  line: (empty) =>
    empty
      .option('--port <N>', 'this port; without it, a free one', wholeNumber(0, 65_535))
      .option('--state <DIR>', 'state folder; without it, that of the hooks')
      .option('--latency <MS>', 'hold every answer back', wholeNumber(0, 600_000), 0)
      .option(
        '--extraction-lag <MS>',
        'facts appear so long after an add (the service: 20 s to 5 min)',
        wholeNumber(0, 86_400_000),
        0,
      )
      .option(
        '--category-lag <MS>',
        'categories appear so long after a memory (the service: hours)',
        wholeNumber(0, 86_400_000),
        0,
      )
      .option(
        '--fault <KIND[@N]>',
        'something goes wrong with each N-th request, or with every one; may be repeated',
        each(fault),
      ),
  notes: `
Faults: ${Object.keys(FAULTS).join(', ')}.
429 comes with Retry-After; 500 is a page of HTML, 503 is JSON; reset cuts the connection after the request was carried out,
reset-before before; silent never answers; slow-body sends the answer in pieces; wrong-json breaks it off.`,
  statuses: { done: 'served until a signal ended it', not: 'not served (it is said why)' },
  json: 'one JSON object in one line, once it serves: memories (the folder), MEM0_BASE_URL, MEM0_API_KEY',
  run: async ({ runtime, options, json, misused }) => {
    const { port = 0, state, latency, extractionLag, categoryLag, fault: faults = [] } = options;
    if (state === '') return misused('--state must name a folder.');
    try {
      if (runtime.config.dryRun) notServed('a dry run stores nothing; MEM0_DRY_RUN=1 is for the hooks');
      const misplaced = state === undefined ? homeProblem(runtime) : undefined;
      if (misplaced !== undefined) notServed(misplaced);
      const { folder, home, localUser: user } = runtime;
      const lags = { latencyMs: latency, extractionLagMs: extractionLag, categoryLagMs: categoryLag };
      const serving = await startServing({ port, state, ...lags, faults, folder, home, user });
      if ('wrong' in serving) notServed(serving.wrong);
      for (const signal of ['SIGINT', 'SIGTERM'] as const) {
        process.once(signal, () => void serving.stop().then(() => end(0), failed(runtime)));
      }
      // Last: whoever has read it may stop it at once.
      writeAll(1, `${json ? harmlessJson(serving.where, 0) : serving.text}\n`);
    } catch (error) {
      notServed(reasonOf(error));
    }
  },
});

function fault(text: string): FaultPlan {
  const plan = parseFault(text);
  if (plan === undefined) throw new InvalidArgumentError('There is no such fault.');
  return plan;
}

export interface ServeSettings {
  readonly port: number;
  readonly state: string | undefined;
  readonly latencyMs: number;
  readonly extractionLagMs: number;
  readonly categoryLagMs: number;
  readonly faults: readonly FaultPlan[];
  /** State folder of the hooks, where `--state` names none. */
  readonly folder: StateFolder;
  /** What `~/` stands for. */
  readonly home: string | undefined;
  /** The local platform's user. */
  readonly user: string;
}

export interface Serving {
  readonly text: string;
  readonly where: { readonly memories: string; readonly MEM0_BASE_URL: string; readonly MEM0_API_KEY: string };
  stop(): Promise<void>;
}

/**
 * Opens and serves; gives what to print and how to stop, or why it does not. Rejects with a `Failure`, a `StateFolderError`, or
 * what the system says of the port.
 */
export async function startServing(settings: ServeSettings): Promise<Serving | { readonly wrong: string }> {
  const folder = settings.state === undefined ? settings.folder : stateFolder(settings.state, settings.home);
  if ('wrong' in folder) return folder;
  const platform = await openLocalPlatform({
    file: localFile(folder),
    user: settings.user,
    now: () => Date.now(),
    extractionLagMs: settings.extractionLagMs,
    categoryLagMs: settings.categoryLagMs,
  });
  const key = keyOf(folder);
  let served: Served;
  try {
    served = await serve({
      send: platform.send,
      key,
      port: settings.port,
      latencyMs: settings.latencyMs,
      faultOf: faultsOf(settings.faults),
      now: () => Date.now(),
    });
  } catch (error) {
    platform.close();
    throw error;
  }
  const memories = `${folder.root}/local`;
  return {
    where: { memories, MEM0_BASE_URL: served.origin, MEM0_API_KEY: key },
    text: [
      `The memories in ${memories}, served until you stop it with Ctrl-C:`,
      `MEM0_BASE_URL=${served.origin}`,
      `MEM0_API_KEY=${key}`,
    ].join('\n'),
    stop: async () => {
      await served.close();
      platform.close();
    },
  };
}

/**
 * The key of this folder's server, made once: it keeps web pages and other users of the machine out, which can reach loopback
 * but cannot read the folder.
 */
function keyOf(folder: StateFolder): string {
  const path = 'local/serve-key';
  const fresh = `m0-local-${randomBytes(16).toString('hex')}`;
  // Several may start at once: the first one's key is everybody's.
  folder.writeNew(path, `${fresh}\n`);
  const known = folder.read(path)?.trim() ?? '';
  if (/^m0-local-[\da-f]{32}$/.test(known)) return known;
  folder.write(path, `${fresh}\n`);
  return fresh;
}

/**
 * The folder that `--state` names. The state folder is private, and is made so: a folder that others may enter and that has
 * something else in it is somebody's, and is left alone.
 */
function stateFolder(path: string, home: string | undefined): StateFolder | { readonly wrong: string } {
  const full = resolve(/^~(?:\/|$)/.test(path) && home !== undefined ? join(home, path.slice(1)) : path);
  try {
    const found = statSync(full, { throwIfNoEntry: false });
    const isOpen = found?.isDirectory() === true && (found.mode & 0o077) !== 0;
    const isOurs = ['memories.sqlite', 'serve-key'].some((name) => existsSync(join(full, 'local', name)));
    if (isOpen && !isOurs && readdirSync(full).length > 0) {
      return { wrong: 'The folder that --state names is open to others and holds something else. Name a new one.' };
    }
  } catch (error) {
    throw StateFolderError.from(error, full);
  }
  return new StateFolder(full);
}

/** On stderr: what `serve` prints on stdout is for copying. */
function notServed(why: string): never {
  refuse(`Not served: ${why.replace(/[.]$/, '')}.`);
}

/** A port that is taken, a folder that cannot be used: said in words, and no fault of a hook. */
function reasonOf(error: unknown): string {
  if (error instanceof Failure) return error.message;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return 'another program has that port';
  if (code === 'EACCES' && !(error instanceof StateFolderError)) return 'that port is not for you';
  return whyNot(error);
}
