/** The background's ports: lock, jobs, journal, ledger, spool and platform in one state folder. */
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { asFailure, Failure } from '../../contract/failure.ts';
import type { Job } from '../../contract/state.ts';
import { type BackgroundPorts, FOREIGN_PATIENCE_MS } from '../../flows/background.ts';
import { capture } from '../../flows/capture.ts';
import { drain } from '../../flows/drain.ts';
import { follow } from '../../flows/follow.ts';
import { reconcile } from '../../flows/reconcile.ts';
import { BackgroundLock } from '../../spool/background-lock.ts';
import { mayTake } from '../../spool/belonging.ts';
import { Journal } from '../../spool/journal.ts';
import { Receipts } from '../../spool/receipts.ts';
import { refugeJobs } from '../../spool/refuge.ts';
import { SeenClock } from '../../spool/seen-clock.ts';
import { Spool } from '../../spool/spool.ts';
import { sweep } from '../../spool/sweep.ts';
import { Whereabouts } from '../../transcript/whereabouts.ts';
import { mayCapture } from '../belongs.ts';
import { Platform, visibleAfterMs } from '../connection/platform.ts';
import { makeLeftCheckpoints } from '../make-checkpoints.ts';
import { isDeniedOf } from '../place/denied.ts';
import { keepCode } from '../processes/keep-code.ts';
import { isAlive } from '../processes/processes.ts';
import type { Runtime } from '../runtime.ts';
import { capturePorts } from './capture-ports.ts';
import { drainPorts } from './drain-ports.ts';
import { followPorts } from './follow-ports.ts';

export function backgroundPorts(runtime: Runtime): BackgroundPorts {
  const { folder, ledger, jobs } = runtime;
  const spool = new Spool(folder, process.pid, runtime.destination);
  const journal = new Journal({ folder, spool, ledger, receipts: new Receipts(folder) });
  const platform = new Platform(runtime);
  const lock = new BackgroundLock(folder, process.pid, isAlive);
  const clock = new SeenClock(folder);
  const capturing = capturePorts(runtime, (id, record) => {
    // A machine that slept may wake up here long after another process took the work over: then this window is not ours.
    if (!lock.holds()) throw new Failure('other', 'the background lock was taken over');
    journal.commit(id, record);
  });
  const following = followPorts(runtime, platform, lock, spool, undefined, (place, sessionId) =>
    isDeniedOf(runtime, place, sessionId),
  );
  return {
    lock,
    noteTime: () => clock.note(Date.now()),
    isOld: (at, ms) => clock.isOld(Date.parse(at), ms),
    recover() {
      const now = Date.now();
      const settled = journal.settle();
      const takenBack = spool.takeBack(isAlive, now, (item) => now + visibleAfterMs(item.destination));
      if (settled === 'unreadable' || takenBack === 'unreadable') runtime.fault('unreadable-item');
    },
    collectJobs: () => collectJobs(runtime, clock),
    makeLeftCheckpoints: () => makeLeftCheckpoints(runtime),
    jobs,
    mayCapture: (job) => mayCapture(runtime, job.belongs),
    capture: (job) => capture(job, capturing),
    unreadable: (job, outcome) => tellUnreadable(runtime, job, outcome),
    giveUp: (job) => ledger.close(job.sessionId, job.at, job.belongs),
    forgotten: (_, why) => runtime.fault(why === 'waited' ? 'given-up' : 'tried-in-vain'),
    drain: (until) => drain(drainPorts(runtime, platform, spool), until),
    follow: (until) => follow(following, until),
    sweep: () => {
      // A machine that slept may have lost it.
      if (!lock.holds()) return;
      const whereabouts = new Whereabouts();
      const exists = (path: string) => existsSync(whereabouts.of(path));
      const { sessionStateDays } = runtime.config;
      const removed = sweep({ folder, ledger, exists, clock, sessionStateDays, elapsed: () => performance.now() });
      runtime.log('sweep', { removed });
    },
    // Of a run that has captured: that is what most of the code is for.
    ends: (captured) => {
      if (captured > 0 && lock.holds()) keepCode(runtime, 'mem0-hooks');
    },
    isStale: () => runtime.hasStaleSettings(),
    now: () => Date.now(),
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  };
}

function collectJobs(runtime: Runtime, clock: SeenClock): void {
  const { jobs, ledger } = runtime;
  for (const { job, stamp, done } of refugeJobs(runtime.refugeParents)) {
    // Under the name that it has there: when it cannot be removed there, it is not doubled here.
    jobs.record(job, stamp);
    try {
      done();
    } catch (error) {
      runtime.log('no-refuge', { reason: asFailure(error).reason });
    }
  }
  const now = Date.now();
  ledger.settleOff(new Date(now).toISOString());
  giveUpOnForeign(runtime, clock, now);
  reconcile({
    // Those of another environment are left to it: they stay.
    unfinished: () => ledger.unfinished().filter(({ belongs }) => mayCapture(runtime, belongs)),
    isOver: (opening) => ledger.isOver(opening),
    takes: (ours, { belongs }) => mayTake(ours, belongs),
    jobs: jobs.all().map(({ job }) => job),
    record: (job) => void jobs.record(job, runtime.newId()),
    now,
  });
}

/** A killed session that no process may capture any more (its key, or its secrets, are gone for good) does not wait for ever. */
function giveUpOnForeign(runtime: Runtime, clock: SeenClock, now: number): void {
  const { ledger } = runtime;
  for (const opening of ledger.unfinished()) {
    const isOld = clock.isOld(Date.parse(opening.openedAt), FOREIGN_PATIENCE_MS);
    if (!isOld || !ledger.isOver(opening) || mayCapture(runtime, opening.belongs)) continue;
    runtime.fault('given-up');
    ledger.close(opening.sessionId, new Date(now).toISOString(), opening.belongs);
  }
}

/**
 * A session without a prompt has no transcript (client contract §1), and nothing of it is missing. Where a prompt was made, or
 * even the folder of transcripts is not there, something is wrong.
 */
function tellUnreadable(runtime: Runtime, job: Job, outcome: 'missing' | 'unreadable'): void {
  if (runtime.ledger.isUnreadable(job.sessionId)) {
    runtime.fault('unreadable-session');
    return;
  }
  if (outcome === 'unreadable' || job.prompted === true || !existsSync(dirname(job.transcriptPath))) {
    runtime.fault('transcript-missing');
  }
}
