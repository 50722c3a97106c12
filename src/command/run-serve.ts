/**
 * `mem0-hooks serve`: the local platform over HTTP on loopback, for Mem0's clients, for curl, and for whoever writes a client.
 * Out of scope: HTTP itself (`local/serve.ts`).
 */
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Failure } from '../contract/failure.ts';
import { StateFolder } from '../io/file-store.ts';
import { StateFolderError } from '../io/state-folder-error.ts';
import { openLocalPlatform } from '../local/platform.ts';
import { type Served, serve } from '../local/serve.ts';
import { FAULTS, type FaultPlan, faultsOf, parseFault } from '../local/serve-faults.ts';
import { localFile } from '../runtime/connection/platform.ts';
import { writeAll } from '../runtime/processes/write-all.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { end, failed, homeProblem, leave, misused, refuse } from './leave.ts';
import { whyNot } from './why-not.ts';

export const SERVE_USAGE = `usage: mem0-hooks serve [--port N] [--state DIR] [options]

Serves the local platform on 127.0.0.1 with the API of Mem0, and prints the two variables that a client needs.
It works on the memories of this machine; --state names another state folder, a new one for trying.

  --port N             default: a free port
  --state DIR          state folder, default: that of the hooks
  --latency MS         hold every answer back, default 0
  --extraction-lag MS  facts appear so long after an add; default 0, at once (the service: 20 s to 5 min)
  --category-lag MS    categories appear so long after a memory; default 0, at once (the service: hours)
  --fault KIND[@N]     something goes wrong with each N-th request, or with every one; may be repeated
                       ${Object.keys(FAULTS).join(' ')}

429 comes with Retry-After; 500 is a page of HTML, 503 is JSON; reset cuts the connection after the request was carried out,
reset-before before; silent never answers; slow-body sends the answer in pieces; wrong-json breaks it off.
`;

/** Serves until a signal ends it. */
export async function runServe(runtime: Runtime, args: readonly string[]): Promise<void> {
  try {
    if (args.includes('--help')) leave(0, SERVE_USAGE.trimEnd());
    const wanted = serveArguments(args);
    if ('wrong' in wanted) misused(wanted.wrong, SERVE_USAGE);
    if (runtime.config.dryRun) notServed('a dry run stores nothing; MEM0_DRY_RUN=1 is for the hooks');
    const misplaced = wanted.state === undefined ? homeProblem(runtime) : undefined;
    if (misplaced !== undefined) notServed(misplaced);
    const { folder, home, localUser: user } = runtime;
    const serving = await startServing({ ...wanted, folder, home, user });
    if ('wrong' in serving) notServed(serving.wrong);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => void serving.stop().then(() => end(0), failed(runtime)));
    }
    // Last: whoever has read it may stop it at once.
    writeAll(1, `${serving.text}\n`);
  } catch (error) {
    notServed(reasonOf(error));
  }
}

export interface ServeArguments {
  readonly port: number;
  readonly state: string | undefined;
  readonly latencyMs: number;
  readonly extractionLagMs: number;
  readonly categoryLagMs: number;
  readonly faults: readonly FaultPlan[];
}

/** The arguments after `serve`, or what is wrong with them. */
export function serveArguments(args: readonly string[]): ServeArguments | { readonly wrong: string } {
  const text = { type: 'string' } as const;
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        port: text,
        state: text,
        latency: text,
        'extraction-lag': text,
        'category-lag': text,
        fault: { type: 'string', multiple: true },
      },
    });
    const faults = (values.fault ?? []).map((one) => parseFault(one) ?? wrong(`--fault ${one}: no such fault`));
    if (values.state === '') wrong('--state must name a folder');
    return {
      port: number('port', values.port, 65_535),
      state: values.state,
      latencyMs: number('latency', values.latency, 600_000),
      extractionLagMs: number('extraction-lag', values['extraction-lag'], 86_400_000),
      categoryLagMs: number('category-lag', values['category-lag'], 86_400_000),
      faults,
    };
  } catch (error) {
    if (error instanceof WrongUsage) return { wrong: error.message };
    // What parseArgs refuses, it says in plain words.
    if (error instanceof TypeError && 'code' in error) return { wrong: error.message };
    throw error;
  }
}

export interface ServeSettings extends ServeArguments {
  /** State folder of the hooks, where `--state` names none. */
  readonly folder: StateFolder;
  /** What `~/` stands for. */
  readonly home: string | undefined;
  /** The local platform's user. */
  readonly user: string;
}

export interface Serving {
  readonly text: string;
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
  return {
    text: [
      `The memories in ${folder.root}/local, served until you stop it with Ctrl-C:`,
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

class WrongUsage extends Error {}

function wrong(message: string): never {
  throw new WrongUsage(message);
}

function number(name: string, text: string | undefined, max: number): number {
  if (text === undefined) return 0;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  return value <= max ? value : wrong(`--${name} must be a whole number from 0 to ${max}`);
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
