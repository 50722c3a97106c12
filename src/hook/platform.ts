/**
 * Chooses the platform and binds the client: Mem0 over HTTP with a key, the local platform without one. Either is loaded only
 * when it is used (its database is no cost with a key, the network none without), and asked for a scope once.
 */
import { join } from 'node:path';
import { asFailure, Failure } from '../contract/failure.ts';
import type { Place } from '../contract/state.ts';
import type { Send } from '../contract/wire.ts';
import type { Within } from '../flows/ports.ts';
import type { StateFolder } from '../io/file-store.ts';
import { Mem0Client, whoAmI } from '../mem0/client.ts';
import { UserIds } from '../state/user-ids.ts';
import type { Runtime } from './runtime.ts';

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
    const userId = place.userId ?? (await this.#userId(send, within));
    return new Mem0Client(send, {
      userId,
      ...(place.appId === undefined ? {} : { appId: place.appId }),
      ...(place.override === undefined ? {} : { override: place.override }),
    });
  }

  async #open(): Promise<Send> {
    const { apiKey, origin, dryRun } = this.#runtime.config;
    if (!this.#runtime.canSend) throw new Failure('bad-base-url', 'nothing may be sent', { sent: false });
    if (dryRun) return (await import('./dry-run.ts')).dryRunSend(apiKey);
    if (apiKey !== undefined && origin !== undefined) {
      const { httpTransport } = await import('../mem0/transport.ts');
      return httpTransport({ origin, apiKey }).send;
    }
    try {
      const { openLocalPlatform } = await import('../local/platform.ts');
      const file = localFile(this.#runtime.folder);
      return (await openLocalPlatform({ file, user: this.#runtime.localUser, now: () => Date.now() })).send;
    } catch (error) {
      throw asFailure(error).beforeSending();
    }
  }

  /** The user where a place names none: the local platform's, as last learnt of this key, or asked (platform contract §2). */
  async #userId(send: Send, within: Within): Promise<string> {
    const { config, localUser } = this.#runtime;
    if (config.apiKey === undefined) return localUser;
    const known = new UserIds(this.#runtime.folder);
    const hash = this.#runtime.keyHash(config.apiKey);
    const now = Date.now();
    const cached = attempt(() => known.of(hash, now));
    if (cached !== undefined) return cached;
    try {
      const { user_email } = await whoAmI(send, within);
      if (!config.dryRun) attempt(() => known.remember(hash, user_email, now));
      return user_email;
    } catch (error) {
      const failure = asFailure(error);
      if (failure.reason === 'bad-key') attempt(() => known.forget(hash));
      throw failure;
    }
  }
}

/** A cache that cannot be used costs a request, no more. */
function attempt<T>(use: () => T): T | undefined {
  try {
    return use();
  } catch (error) {
    if (asFailure(error).reason === 'other') throw error;
    return undefined;
  }
}
