/**
 * Chooses the platform and binds the client: Mem0 over HTTP with a key, the local platform without one. Either is loaded only
 * when it is used (its database is no cost with a key, the network none without), and asked for a scope once.
 */
import { join } from 'node:path';
import { asFailure, Failure } from '../contract/failure.ts';
import type { Ping } from '../contract/mem0.ts';
import type { Place } from '../contract/state.ts';
import type { Send } from '../contract/wire.ts';
import { withAliases } from '../core/identity/aliases.ts';
import type { Within } from '../flows/ports.ts';
import type { StateFolder } from '../io/file-store.ts';
import { Mem0Client, whoAmI } from '../mem0/client.ts';
import type { Runtime } from './runtime.ts';
import { userOf } from './user-id.ts';

/** The local platform shows a write at once; Mem0's extraction takes up to five minutes (platform contract §3). */
export function visibleAfterMs(destination: string): number {
  return destination === 'local' ? 0 : 5 * 60 * 1000;
}

/** The file of the local platform in a state folder; the folder is made when missing. */
export function localFile(folder: StateFolder): string {
  return join(folder.folder('local'), 'memories.sqlite');
}

export class Platform {
  readonly #runtime: Runtime;
  #sending: Promise<Send> | undefined;

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
  }

  /** A client bound to a place. Rejects with a `Failure`. */
  async clientFor(place: Place, within: Within): Promise<Mem0Client> {
    this.#sending ??= this.#open();
    const send = await this.#sending;
    const userId = place.userId ?? (await userOf(this.#runtime, () => whoAmI(send, within)));
    const scope = {
      userId,
      ...(place.appId === undefined ? {} : { appId: place.appId }),
      ...(place.override === undefined ? {} : { override: place.override }),
    };
    return new Mem0Client(send, withAliases(scope, this.#runtime.config.aliases));
  }

  /** Who the key belongs to, as the platform says now. Rejects with a `Failure`. */
  async whoAmI(within: Within): Promise<Ping> {
    this.#sending ??= this.#open();
    return whoAmI(await this.#sending, within);
  }

  async #open(): Promise<Send> {
    const { apiKey, origin, dryRun } = this.#runtime.config;
    if (!this.#runtime.canSend) throw new Failure('bad-base-url', 'nothing may be sent', { sent: false });
    if (dryRun) return (await import('./dry-run.ts')).dryRunSend(apiKey);
    if (apiKey !== undefined && origin !== undefined) {
      const { httpTransport } = await import('../mem0/transport.ts');
      return httpTransport({ origin, apiKey, env: this.#runtime.env }).send;
    }
    try {
      const { openLocalPlatform } = await import('../local/platform.ts');
      const file = localFile(this.#runtime.folder);
      return (await openLocalPlatform({ file, user: this.#runtime.localUser, now: () => Date.now() })).send;
    } catch (error) {
      throw asFailure(error).beforeSending();
    }
  }
}
