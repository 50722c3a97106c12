/**
 * The embedded local platform: a request of Mem0's API goes in, an answer comes out (platform contract), with memory in one
 * SQLite file and facts extracted by local rules instead of a model. Out of scope: HTTP, keys (there is one user).
 */
import { randomUUID } from 'node:crypto';
import type { Send } from '../contract/wire.ts';
import { Refusal, type Reply, wireResponse } from './endpoints/answer.ts';
import type { Platform } from './endpoints/call.ts';
import { type Extractor, localExtractor } from './extract.ts';
import { DueWork } from './life/due-work.ts';
import type { Life } from './life/life.ts';
import { route } from './routes.ts';
import type { OpenFile } from './store/driver.ts';
import { LocalStoreError } from './store/errors.ts';
import { openStore } from './store/open.ts';

export interface LocalPlatformOptions {
  /** The SQLite file; its folder exists (0700). The file is made 0600. */
  readonly file: string;
  /** What ping answers as `user_email`: `<login>@localhost`. */
  readonly user: string;
  /** ms since the epoch. */
  readonly now: () => number;
  /** A UUID in lower case; default `crypto.randomUUID`. */
  readonly newId?: () => string;
  /** Until the facts of an add appear, in ms; default 0: at once. The live service takes 20 s to 5 min (contract §3). */
  readonly extractionLagMs?: number;
  /**
   * Until a memory gets its category (its type, the only one that rules can know), in ms; default 0: with the first request
   * after. `Infinity`: never. The live service takes hours (contract §1.3).
   */
  readonly categoryLagMs?: number;
  /** Default: the local rules. */
  readonly extractor?: Extractor;
  /** Default: `node:sqlite` where Node has it, else `libsql`; both may use one file at once. */
  readonly openFile?: OpenFile;
}

export interface LocalPlatform {
  /**
   * Resolves with an answer to anything that can be asked; rejects with LocalStoreError only when the file fails. A write
   * waits for other processes until the deadline; reads do not wait.
   */
  readonly send: Send;
  close(): void;
}

/** @throws LocalStoreError `no-driver`, `newer-schema`, `cannot-open` … (`store/errors.ts`) */
export async function openLocalPlatform(options: LocalPlatformOptions): Promise<LocalPlatform> {
  const store = openStore(options.file, options.openFile);
  const life: Life = {
    store,
    extractor: options.extractor ?? localExtractor,
    now: options.now,
    newId: options.newId ?? randomUUID,
    extractionLagMs: options.extractionLagMs ?? 0,
    categoryLagMs: options.categoryLagMs ?? 0,
  };
  const platform: Platform = { life, user: options.user };

  const dueWork = new DueWork(life);

  return {
    send: async (request, { deadline }) => {
      dueWork.run();
      store.sql.waitAtMost(deadline - options.now());
      const reply = answer(platform, request);
      // What the request made due at once is done by its sender, in the background, not by the next session's start.
      if (reply.leavesWork === true) attempt(() => dueWork.run());
      return wireResponse(reply);
    },
    close: () => store.close(),
  };
}

/** The request is accepted and durable, so its answer stands; the work stays due, and the next request meets the fault itself. */
function attempt(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof LocalStoreError)) throw error;
  }
}

function answer(platform: Platform, request: Parameters<Send>[0]): Reply {
  try {
    return route(platform, request);
  } catch (error) {
    if (error instanceof Refusal) return error.reply;
    throw error;
  }
}
