/**
 * `mem0-hooks serve`: the local platform over HTTP on loopback, for Mem0's clients, for curl, and for whoever writes a client.
 * Out of scope: HTTP itself (`local/serve.ts`), ending the process (`run-command.ts`).
 */
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { StateFolder } from '../io/file-store.ts';
import { openLocalPlatform } from '../local/platform.ts';
import { type Served, serve } from '../local/serve.ts';
import { FAULTS, type FaultPlan, faultsOf, parseFault } from '../local/serve-faults.ts';
import { localFile } from './platform.ts';

export const SERVE_USAGE = `usage: mem0-hooks serve [--port N] [--state DIR] [options]

Serves the local platform on 127.0.0.1 with the API of Mem0, and prints the two variables that a client needs.
It works on the memories of this machine; --state names another state folder, a new one for trying.

  --port N             default: a free port
  --state DIR          state folder, default: that of the hooks
  --latency MS         hold every answer back
  --extraction-lag MS  facts appear so long after an add, default 0
  --category-lag MS    categories appear so long after a memory, default 0
  --fault KIND[@N]     something goes wrong with each N-th request, or with every one; may be repeated
                       ${Object.keys(FAULTS).join(' ')}

429 comes with Retry-After; 500 is an HTML page; reset cuts the connection after the request was carried out.
`;

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
  /** The local platform's user. */
  readonly user: string;
}

/** Opens and serves; gives what to print, and how to stop. Rejects with a `Failure`, or with what the system says of the port. */
export async function startServing(settings: ServeSettings): Promise<{ readonly text: string; stop(): Promise<void> }> {
  const folder = settings.state === undefined ? settings.folder : new StateFolder(settings.state);
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
  const known = folder.read(path)?.trim();
  if (known !== undefined && /^m0-local-[\da-f]{32}$/.test(known)) return known;
  const key = `m0-local-${randomBytes(16).toString('hex')}`;
  folder.write(path, `${key}\n`);
  return key;
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
