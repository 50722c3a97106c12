/**
 * Chooses the platform and binds the client: Mem0 over HTTP with a key, the local platform without one. Either is loaded only
 * when it is used (its database is no cost with a key, the network none without), and asked for a scope once.
 */
import { join } from 'node:path';
import { asFailure, Failure } from '../../contract/failure.ts';
import type { Ping } from '../../contract/mem0.ts';
import type { Place } from '../../contract/state.ts';
import type { Send } from '../../contract/wire.ts';
import { withAliases } from '../../core/identity/aliases.ts';
import type { Scope } from '../../core/identity/scope.ts';
import type { Within } from '../../flows/ports.ts';
import type { StateFolder } from '../../io/file-store.ts';
import { Mem0Client, whoAmI } from '../../mem0/client.ts';
import { failureOf } from '../../mem0/errors.ts';
import type { Runtime } from '../runtime.ts';
import { forgetUser, type UserRuntime, userOf } from './user-id.ts';

/** The local platform shows a write at once; Mem0's extraction takes up to five minutes (platform contract §3). */
export function visibleAfterMs(destination: string): number {
  return destination === 'local' ? 0 : 5 * 60 * 1000;
}

/** The file of the local platform in a state folder; the folder is made when missing. */
export function localFile(folder: StateFolder): string {
  return join(folder.folder('local'), 'memories.sqlite');
}

/** All that is asked at once is asked by then. [?] ours */
const ASKED_MS = 10;
/** So long it is waited for what is asked to go out: connections to a platform that is far away take that long. [?] ours */
const SENT_MS = 150;

function after(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** What of a run decides on its platform. */
export type PlatformRuntime = UserRuntime & Pick<Runtime, 'canSend' | 'env'>;

export class Platform {
  readonly #runtime: PlatformRuntime;
  #sending: Promise<Send> | undefined;
  #left: () => Promise<void> = () => Promise.resolve();
  /** Whose the key is, once it is known. */
  #userId: string | undefined;

  constructor(runtime: PlatformRuntime) {
    this.#runtime = runtime;
  }

  /** A client bound to a place. Rejects with a `Failure`. */
  async clientFor(place: Place, within: Within): Promise<Mem0Client> {
    const { send, scope } = await this.bound(place, within);
    return new Mem0Client(send, scope);
  }

  /** What a client of a place is bound to. Rejects with a `Failure`. */
  async bound(place: Place, within: Within): Promise<{ readonly send: Send; readonly scope: Scope }> {
    const send = await this.#send();
    const userId = place.userId ?? (await this.#user(send, within));
    const scope = {
      userId,
      ...(place.appId === undefined ? {} : { appId: place.appId }),
      ...(place.override === undefined ? {} : { override: place.override }),
    };
    return { send, scope: withAliases(scope, this.#runtime.config.aliases) };
  }

  /** Who the key belongs to, as the platform says now. Rejects with a `Failure`. */
  async whoAmI(within: Within): Promise<Ping> {
    return whoAmI(await this.#send(), within);
  }

  /**
   * Resolves once what is being asked is on its way, or will not be, or that takes long. What is done before would keep the connections
   * waiting: the event loop hears of them between two things that it does. Never rejects.
   */
  async asked(): Promise<void> {
    await after(ASKED_MS);
    await Promise.race([Promise.allSettled([this.#sending]).then(() => this.#left()), after(SENT_MS)]);
  }

  async #user(send: Send, within: Within): Promise<string> {
    this.#userId ??= await userOf(this.#runtime, () => whoAmI(send, within));
    return this.#userId;
  }

  #send(): Promise<Send> {
    this.#sending ??= this.#open().then((send) => this.#heeding(send));
    return this.#sending;
  }

  /** Whichever request the key is refused for, what was learnt of it is forgotten. */
  #heeding(send: Send): Send {
    return async (request, within) => {
      const answer = await send(request, within);
      if (answer.status >= 400 && failureOf(answer, Date.now()).reason === 'bad-key') {
        this.#userId = undefined;
        forgetUser(this.#runtime);
      }
      return answer;
    };
  }

  async #open(): Promise<Send> {
    const { apiKey, origin, dryRun } = this.#runtime.config;
    if (!this.#runtime.canSend) throw new Failure('bad-base-url', 'nothing may be sent', { sent: false });
    if (dryRun) return (await import('./dry-run.ts')).dryRunSend(apiKey);
    if (apiKey !== undefined && origin !== undefined) {
      const { httpTransport } = await import('../../mem0/transport.ts');
      const { send, left } = httpTransport({ origin, apiKey, env: this.#runtime.env });
      this.#left = left;
      return send;
    }
    try {
      const { openLocalPlatform } = await import('../../local/platform.ts');
      const file = localFile(this.#runtime.folder);
      return (await openLocalPlatform({ file, user: this.#runtime.localUser, now: () => Date.now() })).send;
    } catch (error) {
      throw asFailure(error).beforeSending();
    }
  }
}
