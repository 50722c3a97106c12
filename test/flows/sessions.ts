/** Sessions in which people state things, and the background process that captures them, over one `World`. */
import { expect } from 'vitest';
import { Failure } from '../../src/contract/failure.ts';
import type { MemoryWrite } from '../../src/contract/memory.ts';
import type { Belonging, Job, SessionPointer } from '../../src/contract/state.ts';
import type { Capture } from '../../src/core/capture/build-capture.ts';
import { type BackgroundOutcome, type BackgroundPorts, background } from '../../src/flows/background.ts';
import { type CapturePorts, capture, type WindowOptions } from '../../src/flows/capture.ts';
import { drain } from '../../src/flows/drain.ts';
import { reconcile } from '../../src/flows/reconcile.ts';
import { BackgroundLock } from '../../src/spool/background-lock.ts';
import { isFor, mayTake } from '../../src/spool/belonging.ts';
import { Jobs } from '../../src/spool/jobs.ts';
import { Journal } from '../../src/spool/journal.ts';
import { Ledger } from '../../src/spool/ledger.ts';
import { SeenClock } from '../../src/spool/seen-clock.ts';
import { HERE } from '../spool/items.ts';
import { Killed, Life } from './disk.ts';
import { type Environment, type Process, World } from './fakes.ts';

/** A transcript: the statements made in it, by entry id (here the statement itself), or what keeps it from being read. */
type Transcript = readonly string[] | 'missing' | 'unreadable';

export class Sessions extends World {
  readonly transcripts = new Map<string, Transcript>();
  /** What the person was told: a transcript that could not be read, by session. */
  readonly told: string[] = [];
  /** Where sessions belong that do not belong here. */
  readonly belongings = new Map<string, Belonging>();
  /** Sessions whose transcripts were written to a moment ago. */
  readonly goingOn = new Set<string>();
  #ids = 0;

  newId(): string {
    return `k${String(++this.#ids).padStart(5, '0')}`;
  }

  /** The client started a session; `owner` is its process. */
  started(sessionId: string, transcript: Transcript, owner = 1): void {
    this.transcripts.set(sessionId, transcript);
    const openedAt = new Date(this.clock.now).toISOString();
    this.#ledger(this.starts()).open({
      ...this.pointer(sessionId),
      openedAt,
      owner,
      belongs: this.#belongs(sessionId),
    });
  }

  /** A session ended: its job is recorded. Returns the job's name. */
  ended(sessionId: string, prompted = true): string {
    const at = new Date(this.clock.now).toISOString();
    const job: Job = { ...this.pointer(sessionId), at, belongs: this.#belongs(sessionId), prompted };
    return new Jobs(this.starts().folder).record(job, this.newId());
  }

  #ledger({ folder }: Process): Ledger {
    return new Ledger(folder, ({ owner }) => owner !== undefined && this.isAlive(owner));
  }

  #belongs(sessionId: string): Belonging {
    return this.belongings.get(sessionId) ?? HERE;
  }

  pointer(sessionId: string): SessionPointer {
    return { sessionId, transcriptPath: `/transcripts/${sessionId}.jsonl`, cwd: '/repo' };
  }

  get jobsLeft(): readonly string[] {
    return new Jobs(this.starts().folder).all().map(({ job }) => job.sessionId);
  }

  /** Statements on the platform, in the order of arrival. */
  get known(): readonly string[] {
    return this.platform.copies.map(({ text }) => text);
  }

  ports(process: Process): BackgroundPorts {
    const { folder, spool, receipts } = process;
    const [ledger, jobs] = [this.#ledger(process), new Jobs(folder)];
    const journal = new Journal({ folder, spool, ledger, receipts });
    const now = () => this.clock.now;
    const seen = new SeenClock(folder);
    const capturing: CapturePorts = {
      isBarred: async () => false,
      locate: async ({ belongs }) => ({ place: belongs.place, branch: 'main' }),
      buildCapture: async (job, options) => this.#window(job.sessionId, ledger.covered(), options),
      isOver: (job) => job.reconciled !== true || !this.goingOn.has(job.sessionId),
      commit: (id, record) => journal.commit(id, record),
      close: (job) => ledger.close(job.sessionId, job.at, job.belongs),
      newId: () => this.newId(),
      destination: process.destination,
      now,
    };
    return {
      lock: new BackgroundLock(folder, process.pid, this.isAlive),
      noteTime: () => seen.note(now()),
      isOld: (at, ms) => seen.isOld(Date.parse(at), ms),
      recover: () => {
        journal.settle();
        this.takesBack(process);
      },
      collectJobs: () => {
        reconcile({
          unfinished: () => ledger.unfinished(),
          isOver: (opening) => ledger.isOver(opening),
          takes: (ours, { belongs }) => mayTake(ours, belongs),
          jobs: jobs.all().map(({ job }) => job),
          record: (job) => void jobs.record(job, this.newId()),
          now: now(),
        });
      },
      jobs,
      mayCapture: ({ belongs: { destination, secretMarks } }) =>
        isFor(destination, process.destination) && secretMarks.every((name) => process.secretMarks.includes(name)),
      capture: (job) => capture(job, capturing),
      unreadable: (job) => void this.told.push(job.sessionId),
      giveUp: (job) => ledger.close(job.sessionId, job.at, job.belongs),
      forgotten: (job) => void this.told.push(job.sessionId),
      drain: (until) => drain(this.drainPorts(process), until),
      follow: async () => undefined,
      sweep: () => undefined,
      now,
      sleep: async (ms) => this.clock.advance(ms),
    };
  }

  /** A background process from its start to its end; false when it was killed on the way. */
  async background(life = new Life(), environment: Partial<Environment> = {}): Promise<boolean> {
    const process = this.starts(life, environment);
    try {
      await background(this.ports(process));
      return true;
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
      return false;
    } finally {
      this.ends(process);
    }
  }

  /** A background process with some of its ports changed. Rejects as it does; the lock is free afterwards, whatever happened. */
  async runs(
    change: (ports: BackgroundPorts) => Partial<BackgroundPorts>,
    { ownJob, ...environment }: Partial<Environment> & { readonly ownJob?: string } = {},
  ): Promise<BackgroundOutcome> {
    const process = this.starts(new Life(), environment);
    const ports = this.ports(process);
    try {
      return await background({ ...ports, ...change(ports) }, ownJob);
    } finally {
      this.ends(process);
      expect(process.folder.list('background')).toEqual(['free']);
    }
  }

  #window(sessionId: string, covered: ReadonlySet<string>, options: WindowOptions): Capture {
    const transcript = this.transcripts.get(sessionId) ?? 'missing';
    if (typeof transcript === 'string') throw new Failure(transcript, 'no transcript');
    const said = transcript.filter((statement) => !covered.has(statement));
    const writes = said.map((content, n): MemoryWrite => {
      const capture_id = options.captureId(n);
      return {
        scope: 'project',
        messages: [{ role: 'user', content }],
        metadata: { type: 'decision', session_id: sessionId, editor: 'claude-code', policy: 'v2.0', capture_id },
        infer: true,
      };
    });
    return { writes, covered: said, turns: said.length, omitted: [], redacted: [], left: [], stated: new Map() };
  }
}
