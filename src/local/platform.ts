/**
 * The embedded local platform: a request of Mem0's API goes in, an answer comes out (platform contract), with memory in one
 * SQLite file and facts extracted by local rules instead of a model. Out of scope: HTTP, keys (there is one user).
 */
import type { Send, WireRequest, WireResponse } from '../contract/wire.ts';
import { Refusal, wireResponse } from './endpoints/answer.ts';
import type { Platform } from './endpoints/call.ts';
import { checkBody } from './endpoints/sound-body.ts';
import { type Extractor, localExtractor } from './extract.ts';
import { DueWork } from './life/due-work.ts';
import type { Life } from './life/life.ts';
import { route } from './routes.ts';
import type { OpenFile } from './store/driver.ts';
import { faultName, LocalStoreError } from './store/errors.ts';
import { newUuid } from './store/new-id.ts';
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
   * Until a memory gets its categories (`life/categories.ts`), in ms; default 0: it has them from the first. `Infinity`: never.
   * The live service takes hours (contract §1.3).
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
   * waits for another process until the deadline; a read waits for none, but a moment where work is due (`life/due-work.ts`).
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
    newId: options.newId ?? newUuid,
    extractionLagMs: options.extractionLagMs ?? 0,
    categoryLagMs: options.categoryLagMs ?? 0,
  };
  const platform: Platform = { life, user: options.user };

  const dueWork = new DueWork(life);

  return {
    send: async (request, { deadline }) => {
      dueWork.run();
      store.sql.waitAtMost(deadline - options.now());
      const { response, leavesWork } = answer(platform, request);
      // What the request made due at once is done by its sender, in the background, not by the next session's start.
      if (leavesWork) dueWork.run();
      return response;
    },
    close: () => store.close(),
  };
}

/** Whatever goes wrong with one request is its answer; only what goes wrong with the file is not. */
function answer(
  platform: Platform,
  request: WireRequest,
): { readonly response: WireResponse; readonly leavesWork: boolean } {
  try {
    checkBody(request.body ?? {});
    const reply = route(platform, request);
    return { response: wireResponse(reply), leavesWork: reply.leavesWork === true };
  } catch (error) {
    if (error instanceof LocalStoreError) throw error;
    const { reply } = error instanceof Refusal ? error : internalError(error);
    return { response: wireResponse(reply), leavesWork: false };
  }
}

/** A fault of this program, or an answer too large to be one text. */
function internalError(error: unknown): Refusal {
  return new Refusal(500, { error: `The local platform failed (${faultName(error)}).` });
}
