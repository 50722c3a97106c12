/**
 * The spool: requests that are not yet memories, one private file each, already redacted (design §3). A file's folder is its
 * state: `waiting`, `claimed` (its name carries the process that has it), `accepted` (by a platform whose extraction may still
 * fail) or `parked`. Every change of state is one rename, so a kill at any moment leaves an item in exactly one of them.
 * Out of scope: sending (`flows/drain`), and when to try again (`mem0/retry`).
 */
import type { AcceptedAs, SpoolItem } from '../contract/state.ts';
import { readDocument, writeDocument } from '../io/document.ts';
import type { StateFolder } from '../io/file-store.ts';
import { tagOf, withoutOrigin } from './belonging.ts';
import { spoolItemSchema } from './spool-item.ts';
import { ACCEPTED, acceptedPath, CLAIM, CLAIMED, ID, PARKED, WAITING, WAITS, waitingPath } from './spool-names.ts';

export interface Claim {
  readonly id: string;
  readonly item: SpoolItem;
  /** The file that holds it while it is claimed, relative to the state folder. */
  readonly path: string;
}

export interface Whereabouts {
  readonly state: 'waiting' | 'sending' | 'parked';
  /** Why it is parked: a reason and a status; absent where the item cannot be read. */
  readonly reason?: string;
  /** Of one that waits, as in `SpoolItem`; absent where it cannot be read. */
  readonly waits?: SpoolItem;
}

/** A claim older than this is taken back even if its process id lives: ids are reused, and no drain runs so long. */
const LONGEST_CLAIM_MS = 15 * 60 * 1000;

export class Spool {
  readonly #folder: StateFolder;
  readonly #pid: number;
  readonly #destination: string;

  /** A view of the spool from one process and one destination: items for others are counted and otherwise left alone. */
  constructor(folder: StateFolder, pid: number, destination: string) {
    this.#folder = folder;
    this.#pid = pid;
    this.#destination = destination;
  }

  /** Makes an item durable. The same id again replaces the same item: enqueueing is repeatable. */
  enqueue(id: string, item: SpoolItem): void {
    if (!ID.test(id)) throw new TypeError('a spool id has an odd shape');
    writeDocument(this.#folder, waitingPath(id, item.destination), item);
  }

  /** Ids of what waits for this destination, oldest first. */
  waiting(): readonly string[] {
    return this.#names(WAITING, (tag) => this.#tags().includes(tag));
  }

  /** How many items wait for other destinations. */
  elsewhere(): number {
    return this.#names(WAITING, (tag) => !this.#tags().includes(tag)).length;
  }

  /** How many are set aside for good, whoever they were for. */
  parked(): number {
    return this.#folder.list(PARKED).filter((name) => name.endsWith('.json')).length;
  }

  /** A waiting item as it stands; undefined when it is gone or cannot be read. */
  peek(id: string): SpoolItem | undefined {
    return this.#firstOf(this.#paths(id));
  }

  /** Takes an item for this process; undefined when another one has it, `unreadable` when it cannot be read: then it is parked. */
  claim(id: string, now: number): Claim | 'unreadable' | undefined {
    for (const path of this.#paths(id)) {
      const claim = this.#take(path, id, now);
      if (claim !== undefined) return claim;
    }
    return undefined;
  }

  /** The platform has done it: it is gone. */
  acknowledge(claim: Claim): void {
    this.#folder.remove(claim.path);
  }

  /**
   * The platform has accepted it; it is kept until its event has ended, since an extraction may fail (platform contract §5).
   * Once that is written it is known, even where a kill keeps the file from being moved (`takeBack`).
   */
  accept(claim: Claim, as: Pick<AcceptedAs, 'eventId' | 'at'>): void {
    const { refused: _, ...item } = claim.item;
    const accepted = { eventId: as.eventId, at: as.at, destination: this.#destination };
    // Its file tells since when it is accepted (`sweep`).
    writeDocument(this.#folder, claim.path, { ...item, accepted });
    this.#folder.move(claim.path, acceptedPath(claim.id, tagOf(item.destination)));
  }

  /** Ids of what this destination has accepted and has not ended: the events of others cannot be asked for here. */
  accepted(): readonly string[] {
    return this.#names(ACCEPTED, (tag) => this.#tags().includes(tag));
  }

  /** One of the accepted as it stands; undefined when it is not among them (any more), or cannot be read. */
  kept(id: string): SpoolItem | undefined {
    return this.#firstOf(this.#tags().map((tag) => acceptedPath(id, tag)));
  }

  /** Its event has ended well, or can no longer be known. */
  settled(id: string): void {
    for (const tag of this.#tags()) this.#folder.remove(acceptedPath(id, tag));
  }

  /**
   * Its extraction failed: it waits again, or is parked with `reason` when that happened `most` times. One that a kill has left
   * between the two steps is counted once.
   * @returns where it is now; undefined when it is not among the accepted
   */
  failed(id: string, most: number, notBefore: number, reason: string): 'waiting' | 'parked' | undefined {
    const kept = this.#tags().map((tag) => acceptedPath(id, tag));
    const path = kept.find((one) => this.#folder.modifiedAt(one) !== undefined);
    const item = path === undefined ? undefined : readDocument(this.#folder, path, spoolItemSchema);
    if (path === undefined || item === undefined) return undefined;
    const failed = (item.failed ?? 0) + (item.accepted?.failed === true ? 0 : 1);
    const isLast = failed >= most;
    const change = isLast ? { parkedFor: item.parkedFor ?? reason } : { attempts: 0, uncertain: false, notBefore };
    const accepted = item.accepted === undefined ? {} : { accepted: { ...item.accepted, failed: true } };
    writeDocument(this.#folder, path, { ...item, ...change, ...accepted, failed });
    this.#folder.move(path, isLast ? `${PARKED}/${id}.json` : waitingPath(id, item.destination));
    return isLast ? 'parked' : 'waiting';
  }

  /** Puts it back, with what was learnt. */
  putBack(claim: Claim, change: Partial<Pick<SpoolItem, 'attempts' | 'notBefore' | 'uncertain' | 'refused'>>): void {
    writeDocument(this.#folder, claim.path, { ...claim.item, ...change });
    this.#folder.move(claim.path, waitingPath(claim.id, claim.item.destination));
  }

  /** Sets it aside for good, with the reason; nothing behind it waits for it. */
  park(claim: Claim, reason: string): void {
    writeDocument(this.#folder, claim.path, { ...claim.item, parkedFor: reason });
    this.#folder.move(claim.path, `${PARKED}/${claim.id}.json`);
  }

  /**
   * Takes back the claims of processes that are gone. Nobody knows how far they came, so their items are uncertain and wait
   * until what was sent would be visible (`notBefore`). One that is known to be accepted is put among the accepted.
   * @returns `unreadable` when one of them could not be read, and was parked
   */
  takeBack(
    isAlive: (pid: number) => boolean,
    now: number,
    notBefore: (item: SpoolItem) => number,
  ): 'unreadable' | undefined {
    let unreadable = false;
    for (const { id, name } of this.#abandoned(isAlive, now)) {
      // Renamed to this process first: of several that clean up at once, one wins.
      const claim = this.#take(`${CLAIMED}/${name}`, id, now);
      if (claim === 'unreadable') unreadable = true;
      else if (claim !== undefined && isAccepted(claim.item))
        this.#folder.move(claim.path, acceptedPath(id, tagOf(claim.item.destination)));
      else if (claim !== undefined) this.putBack(claim, { uncertain: true, notBefore: notBefore(claim.item) });
    }
    return unreadable ? 'unreadable' : undefined;
  }

  /** Whether something is half done: a request that a dead process was sending, or an event that has not ended, unless `isPassed`. */
  hasUnended(
    isAlive: (pid: number) => boolean,
    now: number,
    isPassed: (item: SpoolItem) => boolean = () => false,
  ): boolean {
    if (this.#abandoned(isAlive, now).length > 0) return true;
    const items = this.accepted().map((id) => this.kept(id));
    return items.some((item) => item === undefined || !isPassed(item));
  }

  /**
   * Where an item is, whoever it is for; undefined when it is not in the spool (any more). What a process had in hand when it
   * ended waits, although nobody has taken it back yet, and may have arrived.
   */
  whereIs(id: string, isAlive: (pid: number) => boolean): Whereabouts | undefined {
    const parked = this.#folder.list(PARKED).includes(`${id}.json`);
    if (parked) {
      const item = readDocument(this.#folder, `${PARKED}/${id}.json`, spoolItemSchema);
      return { state: 'parked', ...(item?.parkedFor === undefined ? {} : { reason: item.parkedFor }) };
    }
    const waiting = this.#folder.list(WAITING).find((name) => WAITS.exec(name)?.[1] === id);
    if (waiting !== undefined) return this.#waits(`${WAITING}/${waiting}`);
    const claimed = this.#folder.list(CLAIMED).find((name) => CLAIM.exec(name)?.[1] === id);
    if (claimed === undefined) return undefined;
    if (isAlive(Number(CLAIM.exec(claimed)?.[2]))) return { state: 'sending' };
    return this.#waits(`${CLAIMED}/${claimed}`, { uncertain: true });
  }

  #waits(path: string, change: Partial<SpoolItem> = {}): Whereabouts {
    const item = readDocument(this.#folder, path, spoolItemSchema);
    return { state: 'waiting', ...(item === undefined ? {} : { waits: { ...item, ...change } }) };
  }

  #abandoned(
    isAlive: (pid: number) => boolean,
    now: number,
  ): readonly { readonly id: string; readonly name: string }[] {
    return this.#folder.list(CLAIMED).flatMap((name) => {
      const [, id, pid, since] = CLAIM.exec(name) ?? [];
      const isHeld = isAlive(Number(pid)) && Math.abs(now - Number(since)) < LONGEST_CLAIM_MS;
      return id === undefined || isHeld ? [] : [{ id, name }];
    });
  }

  #take(from: string, id: string, now: number): Claim | 'unreadable' | undefined {
    const path = `${CLAIMED}/${id}-${this.#pid}-${now}.json`;
    if (!this.#folder.move(from, path)) return undefined;
    const item = readDocument(this.#folder, path, spoolItemSchema);
    if (item !== undefined) return { id, item, path };
    this.#folder.move(path, `${PARKED}/${id}.json`);
    return 'unreadable';
  }

  /** This destination's tag, and that of the same key where its origin could not be used. */
  #tags(): readonly string[] {
    const bare = withoutOrigin(this.#destination);
    return [this.#destination, ...(bare === undefined ? [] : [bare])].map(tagOf);
  }

  #firstOf(paths: readonly string[]): SpoolItem | undefined {
    for (const path of paths) {
      const item = readDocument(this.#folder, path, spoolItemSchema);
      if (item !== undefined) return item;
    }
    return undefined;
  }

  #paths(id: string): readonly string[] {
    return this.#tags().map((tag) => `${WAITING}/${id}.${tag}.json`);
  }

  #names(folder: string, isWanted: (tag: string) => boolean): readonly string[] {
    return this.#folder.list(folder).flatMap((name) => {
      const [, id, tag] = WAITS.exec(name) ?? [];
      return id !== undefined && tag !== undefined && isWanted(tag) ? [id] : [];
    });
  }
}

/** Whether its event may still end: what failed and waits again keeps what it was accepted as, with a mark. */
function isAccepted({ accepted }: SpoolItem): boolean {
  return accepted !== undefined && accepted.failed !== true;
}
