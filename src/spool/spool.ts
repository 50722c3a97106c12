/**
 * The spool: requests not yet accepted by a platform, one private file each, already redacted (design §3). A file's folder is
 * its state: `waiting`, `claimed` (its name carries the process that has it) or `parked`. Every change of state is one rename,
 * so a kill at any moment leaves an item in exactly one of them.
 * Out of scope: sending (`flows/drain`), and when to try again (`mem0/retry`).
 */
import { array, boolean, int, literal, looseObject, number, optional, string, type ZodMiniType } from 'zod/mini';
import { CAPTURED_TYPES, type MemoryWrite } from '../contract/memory.ts';
import { readDocument, writeDocument } from '../io/document.ts';
import type { StateFolder } from '../io/file-store.ts';

const WAITING = 'spool/waiting';
const CLAIMED = 'spool/claimed';
const PARKED = 'spool/parked';

const writeSchema = looseObject({
  scope: literal(['user', 'project']),
  messages: array(looseObject({ role: literal(['user', 'assistant']), content: string() })),
  metadata: looseObject({
    type: literal([...CAPTURED_TYPES, 'session_state']),
    session_id: string(),
    branch: optional(string()),
    editor: literal('claude-code'),
    policy: string(),
    capture_id: optional(string()),
  }),
  infer: boolean(),
  expirationDate: optional(string()),
  customInstructions: optional(string()),
  timestamp: optional(number()),
});

/** What a spool file holds. */
export interface SpoolItem {
  readonly version: 1;
  /** `local`, or the origin and a hash of the key: an item goes where it was meant for and nowhere else. */
  readonly destination: string;
  /** Where the write belongs. A user id that was unknown when it was enqueued is filled in when it is sent. */
  readonly scope: {
    readonly userId?: string;
    readonly appId?: string;
    readonly override?: { readonly orgId: string; readonly projectId: string };
  };
  readonly write: MemoryWrite;
  /** Attempts that failed so far. */
  readonly attempts: number;
  /** Not before this instant (ms since the epoch). */
  readonly notBefore: number;
  /** True when an earlier attempt may have been carried out: its capture id is looked for first. */
  readonly uncertain: boolean;
  readonly parkedFor?: string;
}

// The cast: zod writes an absent field as `T | undefined`, this project as an absent field; JSON knows only the latter.
export const spoolItemSchema = looseObject({
  version: literal(1),
  destination: string(),
  scope: looseObject({
    userId: optional(string()),
    appId: optional(string()),
    override: optional(looseObject({ orgId: string(), projectId: string() })),
  }),
  write: writeSchema,
  attempts: number().check(int()),
  notBefore: number(),
  uncertain: boolean(),
  parkedFor: optional(string()),
}) as unknown as ZodMiniType<SpoolItem>;

export interface Claim {
  readonly id: string;
  readonly item: SpoolItem;
  /** The file that holds it while it is claimed, relative to the state folder. */
  readonly path: string;
}

/** Ids sort in the order of enqueueing. In a claim's name `-`, the process id, `-` and the instant follow. */
const ID = /^[0-9a-z]+(?:_[0-9a-z]+)*$/;
const CLAIM = /^([0-9a-z_]+)-(\d+)-(\d+)\.json$/;

/** A claim older than this is taken back even if its process id lives: ids are reused, and no drain runs so long. */
const LONGEST_CLAIM_MS = 15 * 60 * 1000;

export class Spool {
  readonly #folder: StateFolder;
  readonly #pid: number;

  constructor(folder: StateFolder, pid: number) {
    this.#folder = folder;
    this.#pid = pid;
  }

  /** Makes an item durable. The same id again replaces the same item: enqueueing is repeatable. */
  enqueue(id: string, item: SpoolItem): void {
    if (!ID.test(id)) throw new TypeError('a spool id has an odd shape');
    writeDocument(this.#folder, `${WAITING}/${id}.json`, item);
  }

  /** Ids that wait, oldest first. */
  waiting(): readonly string[] {
    return this.#folder.list(WAITING).flatMap((name) => (name.endsWith('.json') ? [name.slice(0, -5)] : []));
  }

  parked(): number {
    return this.#folder.list(PARKED).length;
  }

  /** A waiting item as it stands; undefined when it is gone or cannot be read. */
  peek(id: string): SpoolItem | undefined {
    return readDocument(this.#folder, `${WAITING}/${id}.json`, spoolItemSchema);
  }

  /** Takes an item for this process; undefined when another one has it, or it cannot be read (then it is parked). */
  claim(id: string, now: number): Claim | undefined {
    return this.#take(`${WAITING}/${id}.json`, id, now);
  }

  /** The platform has accepted it: it is gone. */
  acknowledge(claim: Claim): void {
    this.#folder.remove(claim.path);
  }

  /** Puts it back, with what was learnt. */
  putBack(claim: Claim, change: Partial<Pick<SpoolItem, 'attempts' | 'notBefore' | 'uncertain'>>): void {
    writeDocument(this.#folder, claim.path, { ...claim.item, ...change });
    this.#folder.move(claim.path, `${WAITING}/${claim.id}.json`);
  }

  /** Sets it aside for good, with the reason; nothing behind it waits for it. */
  park(claim: Claim, reason: string): void {
    writeDocument(this.#folder, claim.path, { ...claim.item, parkedFor: reason });
    this.#folder.move(claim.path, `${PARKED}/${claim.id}.json`);
  }

  /**
   * Takes back the claims of processes that are gone. Nobody knows how far they came, so their items are uncertain and wait
   * until what was sent would be visible (`notBefore`).
   */
  takeBack(isAlive: (pid: number) => boolean, now: number, notBefore: number): void {
    for (const name of this.#folder.list(CLAIMED)) {
      const [, id, pid, since] = CLAIM.exec(name) ?? [];
      if (id === undefined || (isAlive(Number(pid)) && now - Number(since) < LONGEST_CLAIM_MS)) continue;
      // Renamed to this process first: of several that clean up at once, one wins.
      const claim = this.#take(`${CLAIMED}/${name}`, id, now);
      if (claim !== undefined) this.putBack(claim, { uncertain: true, notBefore });
    }
  }

  #take(from: string, id: string, now: number): Claim | undefined {
    const path = `${CLAIMED}/${id}-${this.#pid}-${now}.json`;
    if (!this.#folder.move(from, path)) return undefined;
    const item = readDocument(this.#folder, path, spoolItemSchema);
    if (item !== undefined) return { id, item, path };
    this.#folder.move(path, `${PARKED}/${id}.json`);
    return undefined;
  }
}
