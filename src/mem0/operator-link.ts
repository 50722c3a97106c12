/**
 * How the operator's calls reach the platform: each with a deadline of its own, and once more where it was turned away for the
 * moment. For requests that may be repeated; an add is not one (platform contract §3). Out of scope: what is asked (`operator-*`).
 */
import { setTimeout } from 'node:timers/promises';
import { Failure } from '../contract/failure.ts';
import type { ProjectIds } from '../contract/operator.ts';
import type { Send } from '../contract/wire.ts';
import type { Scope } from '../core/identity/scope.ts';
import { ask, overrideOf, type Within, whoAmI } from './client.ts';
import type { Endpoint, OverrideBody } from './requests.ts';

export interface OperatorLinkOptions {
  readonly send: Send;
  readonly scope: Scope;
  /** The time that the next request may take: long work is many requests. */
  readonly within: () => Within;
  /** The ids of the key's project where they are known; default: the platform is asked (`GET /v1/ping/`). */
  readonly projectIds?: () => Promise<ProjectIds>;
  /** Default: waits. */
  readonly pause?: (ms: number) => Promise<unknown>;
}

/** A person watches: a longer wait that the platform asks for is told to them instead. [?] ours */
const LONGEST_PAUSE_MS = 30_000;
/** Waits before the second and the third try, and between looks at what should have changed. [?] ours */
const PAUSES_MS: readonly number[] = [500, 2_000];

export class OperatorLink {
  readonly send: Send;
  readonly scope: Scope;
  readonly within: () => Within;
  readonly override: OverrideBody;
  readonly #projectIds: () => Promise<ProjectIds>;
  readonly #pause: (ms: number) => Promise<unknown>;

  constructor({ send, scope, within, projectIds, pause }: OperatorLinkOptions) {
    this.send = send;
    this.scope = scope;
    this.within = within;
    this.override = overrideOf(scope);
    this.#projectIds = projectIds ?? (() => idsOfPing(send, within()));
    this.#pause = pause ?? ((ms) => setTimeout(ms));
  }

  /** Asks, at most three times. Rejects with a `Failure`. */
  async ask<T>(endpoint: Endpoint<T>): Promise<T> {
    for (const pause of PAUSES_MS) {
      try {
        return await ask(this.send, endpoint, this.within());
      } catch (error) {
        const wait = waitOf(error, pause);
        if (wait === undefined) throw error;
        await this.#pause(wait);
      }
    }
    return ask(this.send, endpoint, this.within());
  }

  /** What `look` gives once `isThere` says so of it, or at last: a change may take a moment to show. */
  async settled<T>(look: () => Promise<T>, isThere: (seen: T) => boolean): Promise<T> {
    for (const pause of PAUSES_MS) {
      const seen = await look();
      if (isThere(seen)) return seen;
      await this.#pause(pause);
    }
    return look();
  }

  /** For the paths that name a project (§1.1): the override's ids, or the key's own. Rejects with a `Failure`. */
  async projectIds(): Promise<ProjectIds> {
    return this.scope.override ?? (await this.#projectIds());
  }
}

async function idsOfPing(send: Send, within: Within): Promise<ProjectIds> {
  const { org_id: orgId, project_id: projectId } = await whoAmI(send, within);
  return { orgId, projectId };
}

function waitOf(error: unknown, pause: number): number | undefined {
  if (!(error instanceof Failure) || (error.reason !== 'throttled' && error.reason !== 'unavailable')) return undefined;
  const wait = Math.max(pause, error.retryAfterMs ?? 0);
  return wait <= LONGEST_PAUSE_MS ? wait : undefined;
}
