/**
 * The ledger: which sessions there are, who has them open and where what is said there belongs, and their cursors (design §3). A
 * session's record and its openings are written by its hooks, its cursor by the background alone, so neither overwrites the
 * other. Out of scope: the requests themselves (`spool`).
 */
import type { Belonging, Cursor, Opening, SessionPointer, SessionRecord } from '../contract/state.ts';
import type { StateFolder } from '../io/file-store.ts';
import { mayTake } from './belonging.ts';
import { Cursors } from './cursors.ts';
import { inTheirSessions, isSameProcess, type Owned } from './forks.ts';
import { inOrder, type OpenedSession, Openings, type Running } from './openings.ts';
import { Records } from './records.ts';
import { type Claim, claimOn, EVER, isDisputedBy, isOpenTo, NEVER } from './whose.ts';

/** What a hook knows when it opens a session. */
export type SessionOpening = Omit<OpenedSession, 'until'>;

/** What a hook knows when a session ends. */
export type SessionEnding = SessionPointer & Owned & Pick<Opening, 'belongs' | 'off'> & { readonly at: string };

export class Ledger {
  readonly #cursors: Cursors;
  readonly #openings: Openings;
  readonly #records: Records;
  readonly #hasOwner: (owned: Owned) => boolean;

  /** `hasOwner`: whether the process is there, and is still the one that was meant. */
  constructor(folder: StateFolder, hasOwner: (owned: Owned) => boolean) {
    this.#cursors = new Cursors(folder);
    this.#openings = new Openings(folder);
    this.#records = new Records(folder);
    this.#hasOwner = hasOwner;
  }

  session(sessionId: string): SessionRecord | undefined {
    return this.#records.of(sessionId);
  }

  /** Whether anything is known under this id, readable or not. */
  isKnown(sessionId: string): boolean {
    return this.#records.has(sessionId);
  }

  cursor(sessionId: string): Cursor | undefined {
    return this.#cursors.of(sessionId);
  }

  /**
   * Records that a session runs (again). Its first folder stays. What was open by the same process, or by one that is gone, ends
   * here; what another living process has open stays open beside it.
   */
  open(session: SessionOpening): void {
    const { sessionId, openedAt, belongs, off } = session;
    this.#records.modernise(sessionId, this.#openings);
    const before = this.#concerning(sessionId, session);
    // First of all: a record without it would never be reconciled.
    const name = this.#openings.begin(session);
    for (const one of before) {
      if (one.name === name || (!isSameProcess(one, session) && !this.isOver(one))) continue;
      // One that goes on as it was is captured with this one, unless this may be a fork's, which goes on elsewhere.
      const goesOn = off !== true && session.other === undefined && mayTake(belongs, one.belongs);
      this.#finish(one, openedAt, goesOn);
    }
    const known = this.session(sessionId);
    // What is off belongs nowhere: where the rest belongs, it does not change.
    const appId = (off === true ? known?.appId : undefined) ?? belongs.place.appId ?? known?.appId;
    this.#records.write({
      sessionId,
      transcriptPath: session.transcriptPath,
      cwd: known?.cwd ?? session.cwd,
      startedAt: known?.startedAt ?? openedAt,
      openedAt,
      ...(appId === undefined ? {} : { appId }),
    });
  }

  /**
   * Records an end as a hook tells it: it ends what its own process has open, and what was left by processes that are gone, whatever
   * their dates say (a clock may have been wrong); never what another living process has open. What a capture for `belongs` cannot
   * take is still to be looked after. With capture off, all of what its process had open was off.
   */
  end(ending: SessionEnding): void {
    const { sessionId, at, belongs, off } = ending;
    this.#records.modernise(sessionId, this.#openings);
    const concerned = this.#concerning(sessionId, ending);
    const going = concerned.filter(({ until }) => until === undefined);
    const own = going.filter((one) => isSameProcess(one, ending));
    // Hooks that a shell starts have another process each time: then it is one whose process is gone.
    const ours = own.length > 0 ? own : going.filter((one) => this.isOver(one));
    for (const one of concerned) {
      if (off === true && ours.includes(one)) this.#settle({ ...one, off: true }, at);
      else if (own.includes(one) || this.isOver(one))
        this.#finish(one, at, off !== true && mayTake(belongs, one.belongs));
    }
    if (off === true && ours.length === 0) this.#wasOff(ending);
  }

  /** What a capture for `belongs` does with what was said in a session at a time (ISO 8601, if it has one). */
  claimOn(sessionId: string, belongs: Belonging): (at: string | undefined) => Claim {
    // It may hold just what is to be passed over.
    if (this.isUnreadable(sessionId)) return () => 'passes';
    return claimOn(this.openings(sessionId), belongs);
  }

  /** Those of a session, oldest first; what a fork has opened is the fork's (client contract §1). */
  openings(sessionId: string): readonly Opening[] {
    const earlier = this.#records.earlierPast(sessionId);
    return inOrder([...this.#openings.past(sessionId), ...earlier, ...this.#concerning(sessionId)]);
  }

  /** Whether there is something on record of it that cannot be read: a newer version's, or a torn one. */
  isUnreadable(sessionId: string): boolean {
    return (this.isKnown(sessionId) && this.session(sessionId) === undefined) || this.#openings.isUnreadable(sessionId);
  }

  /**
   * Moves the cursor: called only once the window is durable. Repeatable. `endedAt` (ISO 8601) is up to when the session is
   * captured; `closesUpTo` closes it, as `close` does.
   */
  advance(
    sessionId: string,
    covered: readonly string[],
    endedAt: string,
    closesUpTo?: string,
    closesFor?: Belonging,
  ): void {
    this.#cursors.advance(sessionId, covered, endedAt);
    if (closesUpTo !== undefined) this.close(sessionId, closesUpTo, closesFor);
  }

  /**
   * What a capture for `belongs` (absent: any) could take of a session, and was opened up to `upTo` (ISO 8601) by a process that is
   * gone, is looked after, whether or not anything of it was captured. Only one process at a time may do this.
   */
  close(sessionId: string, upTo: string, belongs?: Belonging): void {
    this.#records.modernise(sessionId, this.#openings);
    for (const one of this.#concerning(sessionId)) {
      if (Date.parse(one.openedAt) > Date.parse(upTo) || !this.isOver(one)) continue;
      if (belongs === undefined || one.off === true || mayTake(belongs, one.belongs)) this.#settle(one, upTo);
    }
    this.#openings.merge(sessionId, this.#concerning(sessionId));
  }

  /** Openings in which capture was on and that are still to be looked after, each with the session in which its words are. */
  unfinished(): readonly OpenedSession[] {
    return this.#running().filter(({ off }) => off !== true);
  }

  /** Whether an opening is over: it has ended, or its process is gone. */
  isOver(opening: Opening): boolean {
    return opening.until !== undefined || !this.#hasOwner(opening);
  }

  /** Settles what was opened with capture off by processes that are gone: there is nothing to look after. `at`: ISO 8601. */
  settleOff(at: string): void {
    for (const one of this.#running()) if (one.off === true && this.isOver(one)) this.#settle(one, at);
  }

  sessions(): readonly SessionRecord[] {
    return this.#records.all();
  }

  /** The sessions that were on record before this one; a fork has no record under its own id (client contract §1). */
  earlier(sessionId: string): readonly SessionRecord[] {
    const startedAt = this.session(sessionId)?.startedAt ?? NEVER;
    return this.sessions().filter((one) => one.sessionId !== sessionId && one.startedAt < startedAt);
  }

  /** Whether a capture for `belongs` may take all that was said in a session. */
  isOpenTo(sessionId: string, belongs: Belonging): boolean {
    return isOpenTo(this.openings(sessionId), belongs);
  }

  /** Entry ids that are covered in any session. */
  covered(): ReadonlySet<string> {
    return this.#cursors.covered();
  }

  /** It has ended by `at`. What is taken, and what was off, is looked after by that. */
  #finish(one: Running, at: string, isTaken: boolean): void {
    const isDone = isTaken || one.off === true;
    if (isDone) this.#settle(one, at);
    else this.#openings.ended(one, one.until ?? later(at, one.openedAt));
    if (!isDone) this.#lookAgain(one);
  }

  #settle(one: Running, at: string): void {
    // Whether it was a fork's is known by now.
    const { name: _name, from: _from, other: _other, ...opened } = one;
    const until = one.until ?? later(at, one.openedAt);
    this.#openings.settle(one, { ...opened, until });
    // The first that is known of a fork under its own id.
    if (!this.#records.has(one.sessionId)) this.#record(opened, until);
    this.#lookAgain(one);
  }

  /** What was passed over in the session that a fork came from, as long as nobody knew that it was one, is looked after again. */
  #lookAgain({ from, ...fork }: Running): void {
    if (from === undefined) return;
    for (const past of this.#openings.past(from)) if (isDisputedBy(past, fork)) this.#openings.begin(past);
  }

  /** With nothing open that an end could end: off since it was last opened, or always where nobody saw it begin. */
  #wasOff({ at, ...ending }: SessionEnding): void {
    const since = this.openings(ending.sessionId).at(-1)?.openedAt ?? EVER;
    this.#openings.keep({ ...ending, openedAt: since, until: at });
    if (!this.#records.has(ending.sessionId)) this.#record({ ...ending, openedAt: at }, at);
  }

  #record({ sessionId, transcriptPath, cwd, openedAt, belongs }: OpenedSession, startedAt: string): void {
    const project = belongs.place.appId === undefined ? {} : { appId: belongs.place.appId };
    this.#records.write({ sessionId, transcriptPath, cwd, startedAt, openedAt, ...project });
  }

  /** Of those that are still to be looked after, those whose words are in this session; `process`: of a hook that calls it so. */
  #concerning(sessionId: string, process?: Owned): readonly Running[] {
    const all = this.#running(process === undefined ? undefined : { sessionId, process });
    return all.filter((one) => one.sessionId === sessionId);
  }

  #running(called?: { readonly sessionId: string; readonly process: Owned }): readonly Running[] {
    return inTheirSessions([...this.#openings.running(), ...this.#records.earlierRunning()], called);
  }
}

function later(a: string, b: string): string {
  return Date.parse(a) > Date.parse(b) ? a : b;
}
