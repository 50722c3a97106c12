/**
 * What the flows meet, in memory: a clock, a platform that gets into trouble, and processes over one disk that come and go.
 * The spool on that disk is the real one.
 */
import { Failure } from '../../src/contract/failure.ts';
import type { AddAnswer } from '../../src/contract/mem0.ts';
import type { MemoryWrite } from '../../src/contract/memory.ts';
import type { Place, SpoolItem } from '../../src/contract/state.ts';
import type { DrainPorts } from '../../src/flows/deliver.ts';
import { drain } from '../../src/flows/drain.ts';
import type { MemoryWriter, Within } from '../../src/flows/ports.ts';
import { StateFolder } from '../../src/io/file-store.ts';
import { failureOf } from '../../src/mem0/errors.ts';
import { verdictOf } from '../../src/mem0/retry.ts';
import { Receipts } from '../../src/spool/receipts.ts';
import { type Claim, Spool } from '../../src/spool/spool.ts';
import { HERE, spoolItem } from '../spool/items.ts';
import { FolderInMemory, Life } from './disk.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Time that passes only when somebody sleeps, or a test says so. */
export class Clock {
  now = Date.parse('2026-11-30T12:00:00Z');

  advance(ms: number): void {
    this.now += ms;
  }
}

interface TroubleKind {
  /** Whether the platform does what was asked all the same. */
  readonly done: boolean;
  readonly failure: (now: number) => Failure;
}

const answers = (status: number, headers: Readonly<Record<string, string>> = {}) => ({
  done: false,
  failure: (now: number) => failureOf({ status, headers, body: '' }, now),
});
const breaks = (reason: 'unreachable' | 'broken-off' | 'odd-answer' | 'late' | 'other', done: boolean) => ({
  done,
  failure: () => new Failure(reason, reason, { sent: reason !== 'unreachable' }),
});

const TROUBLES = {
  refuses: answers(400),
  'finds-it-too-large': answers(413),
  'cannot-process-it': answers(422),
  'is-not-there': answers(404),
  'takes-no-posts': answers(405),
  'shuts-the-key-out': answers(403),
  'finds-it-conflicting': answers(409),
  'finds-its-headers-too-large': answers(431),
  'is-not-allowed-to': answers(451),
  'wants-a-proxy-key': answers(407),
  throttles: answers(429, { 'retry-after': '30' }),
  'throttles-for-an-hour': answers(429, { 'retry-after': '3600' }),
  'turns-away': answers(503),
  'asks-again': answers(408),
  'rejects-the-key': answers(401),
  'wants-another-plan': answers(402),
  'fails-before': answers(500),
  'fails-after': { ...answers(502), done: true },
  unreachable: breaks('unreachable', false),
  'resets-before': breaks('broken-off', false),
  'resets-after': breaks('broken-off', true),
  'answers-oddly': breaks('odd-answer', true),
  'somebody-else-answers': breaks('odd-answer', false),
  'late-and-not-done': breaks('late', false),
  'late-but-done': breaks('late', true),
  'breaks-us-before': breaks('other', false),
  'breaks-us-after': breaks('other', true),
} as const satisfies Record<string, TroubleKind>;

export type Trouble = 'fine' | keyof typeof TROUBLES;
export const ALL_TROUBLES = Object.keys(TROUBLES) as readonly (keyof typeof TROUBLES)[];

/** After these, and only these, a request is set aside for good (platform contract §6; 413 and 422 are ours [?]). */
export const FOR_GOOD: readonly Trouble[] = ['refuses', 'finds-it-too-large', 'cannot-process-it'];

/** These may be about one request or about none in particular. */
export const ANYBODYS: readonly (keyof typeof TROUBLES)[] = [
  'shuts-the-key-out',
  'is-not-there',
  'takes-no-posts',
  'finds-it-conflicting',
  'finds-its-headers-too-large',
  'is-not-allowed-to',
];

export interface Copy {
  readonly captureId: string;
  readonly sessionId: string;
  readonly text: string;
  readonly place: Place;
  /** Whose key and which host brought it. */
  readonly destination: string;
  readonly visibleAt: number;
}

/** A platform that keeps every copy it is given, shows it after a while, and has its troubles in the order in which they are set. */
export class FakePlatform {
  readonly copies: Copy[] = [];
  readonly log: string[] = [];
  readonly deadlines: number[] = [];
  /** What the next requests meet, one each; afterwards all is fine. */
  ahead: Trouble[] = [];
  /** What the next questions whose key it is meet. */
  aheadOfAsking: Trouble[] = [];
  /** What every look-up meets when nothing else is ahead. */
  looking: Trouble = 'fine';
  /** What adds of these capture ids always meet. */
  readonly dislikes = new Map<string, Trouble>();
  /** What everything meets. */
  everything: Trouble = 'fine';
  /** Capture ids whose adds were refused in a way that may be anybody's. */
  readonly refused = new Set<string>();
  readonly #clock: Clock;
  readonly visibleAfterMs: number;

  constructor(clock: Clock, visibleAfterMs = 5 * MINUTE) {
    this.#clock = clock;
    this.visibleAfterMs = visibleAfterMs;
  }

  writer(place: Place, within: Within, { life, destination }: Process): MemoryWriter {
    life.does(() => this.#meet(this.aheadOfAsking.shift(), within, () => undefined));
    return {
      add: async (write) =>
        life.does(() => this.#request('add', write, within, () => this.#keep(write, place, destination))),
      hasCapture: async (captureId, write) =>
        life.does(() => this.#request('look', write, within, () => this.#shows(captureId))),
    };
  }

  /** What was asked since this was last called, such as `add c1_0`. */
  asked(): readonly string[] {
    return this.log.splice(0);
  }

  /** Capture ids in the order of arrival. */
  get arrived(): readonly string[] {
    return this.copies.map(({ captureId }) => captureId);
  }

  #request<T>(what: 'add' | 'look', write: MemoryWrite, within: Within, act: () => T): T {
    const { capture_id: captureId = '' } = write.metadata;
    this.log.push(`${what} ${captureId}`);
    const always = what === 'look' ? this.looking : (this.dislikes.get(captureId) ?? 'fine');
    const trouble = this.ahead.shift() ?? (this.everything === 'fine' ? always : this.everything);
    if (what === 'add' && ANYBODYS.some((one) => one === trouble)) this.refused.add(captureId);
    return this.#meet(trouble, within, act);
  }

  #meet<T>(trouble: Trouble | undefined, within: Within, act: () => T): T {
    this.deadlines.push(within.deadline);
    if (trouble === undefined || trouble === 'fine') return act();
    const { done, failure } = TROUBLES[trouble];
    if (done) act();
    if (trouble.startsWith('late')) this.#clock.now = Math.max(this.#clock.now, within.deadline);
    throw failure(this.#clock.now);
  }

  #keep(write: MemoryWrite, place: Place, destination: string): AddAnswer {
    const { capture_id: captureId = '', session_id: sessionId } = write.metadata;
    const text = write.messages.map(({ content }) => content).join('\n');
    const visibleAt = this.#clock.now + this.visibleAfterMs;
    this.copies.push({ captureId, sessionId, text, place, destination, visibleAt });
    return { event_id: `event-${this.copies.length}`, status: 'PENDING' };
  }

  #shows(captureId: string): boolean {
    return this.copies.some((copy) => copy.captureId === captureId && copy.visibleAt <= this.#clock.now);
  }
}

/** What a process has in its environment. */
export interface Environment {
  readonly destination: string;
  readonly secretMarks: readonly string[];
}

export interface Process extends Environment {
  readonly pid: number;
  readonly life: Life;
  readonly folder: StateFolder;
  readonly spool: Spool;
  readonly receipts: Receipts;
}

/** One state folder, one platform, and the processes that come and go. */
export class World {
  readonly clock = new Clock();
  readonly platform: FakePlatform;
  readonly disk = new Map<string, string>();
  readonly alive = new Set<number>();
  parkedTold = 0;
  readonly #root: string | undefined;
  #pid = 100;

  /** `root`: a real folder instead of the disk in memory. */
  constructor(options: { readonly root?: string; readonly visibleAfterMs?: number } = {}) {
    this.#root = options.root;
    this.platform = new FakePlatform(this.clock, options.visibleAfterMs);
  }

  starts(life = new Life(), environment: Partial<Environment> = {}): Process {
    const pid = ++this.#pid;
    this.alive.add(pid);
    const folder = this.#root === undefined ? new FolderInMemory(this.disk, life) : new StateFolder(this.#root);
    const { destination, secretMarks } = { ...HERE, ...environment };
    const spool = new Spool(folder, pid, destination);
    return { pid, life, folder, spool, receipts: new Receipts(folder), destination, secretMarks };
  }

  ends(process: Process): void {
    this.alive.delete(process.pid);
  }

  readonly isAlive = (pid: number): boolean => this.alive.has(pid);

  /** A capture of `count` statements waits: spool items `<id>_0`, `<id>_1` … and their receipt. */
  captured(id: string, count: number, change: Partial<SpoolItem> = {}): readonly string[] {
    const { spool, receipts } = this.starts();
    const ids = Array.from({ length: count }, (_, n) => `${id}_${n}`);
    for (const item of ids) spool.enqueue(item, spoolItem(item, change));
    const items = ids.map((captureId) => ({ captureId, type: 'decision' }));
    const at = new Date(this.clock.now).toISOString();
    receipts.write({ id, sessionId: 's1', at, turns: 1, omitted: [], redacted: [], left: [], items });
    return ids;
  }

  drainPorts(process: Process, random = 0.5): DrainPorts<Claim> {
    const { clock, platform } = this;
    const { visibleAfterMs } = platform;
    return {
      spool: process.spool,
      writerFor: async (place, within) => platform.writer(place, within, process),
      verdictOf: (failure, attempts) => verdictOf(failure, { attempts, now: clock.now, random, visibleAfterMs }),
      accepted: (captureId, result) => process.receipts.accepted(captureId, result),
      parked: () => void this.parkedTold++,
      now: () => clock.now,
      sleep: async (ms) => clock.advance(ms),
    };
  }

  /** A drain by a process of its own, with ten minutes of time, as the background has. Resolves with what stopped it. */
  async drained(random?: number): Promise<Failure | undefined> {
    const process = this.starts();
    const failure = await drain(this.drainPorts(process, random), this.clock.now + 10 * MINUTE);
    this.ends(process);
    return failure;
  }

  /** What the background does before anything else, as far as the spool is concerned. */
  takesBack(process: Process): void {
    process.spool.takeBack(this.isAlive, this.clock.now, () => this.clock.now + this.platform.visibleAfterMs);
  }

  inFolder(name: 'waiting' | 'claimed' | 'parked'): readonly string[] {
    return this.starts().folder.list(`spool/${name}`);
  }
}
