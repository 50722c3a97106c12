/** The background's ports: lock, jobs, journal, ledger, spool and platform in one state folder. */
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { asFailure } from '../contract/failure.ts';
import { type BackgroundPorts, type Job, LONGEST_RUN_MS } from '../flows/background.ts';
import { capture } from '../flows/capture.ts';
import { drain } from '../flows/drain.ts';
import { reconcile } from '../flows/reconcile.ts';
import { BackgroundLock } from '../spool/background-lock.ts';
import { Journal } from '../spool/journal.ts';
import { Receipts } from '../spool/receipts.ts';
import { Spool } from '../spool/spool.ts';
import { capturePorts } from './capture-ports.ts';
import { drainPorts } from './drain-ports.ts';
import { Platform, visibleAfterMs } from './platform.ts';
import { isAlive } from './processes.ts';
import { refugeJobs } from './refuge.ts';
import type { Runtime } from './runtime.ts';

export function backgroundPorts(runtime: Runtime, destination: string): BackgroundPorts {
  const { folder, ledger, jobs } = runtime;
  const spool = new Spool(folder, process.pid);
  const journal = new Journal({ folder, spool, ledger, receipts: new Receipts(folder) });
  const platform = new Platform(runtime);
  const capturing = capturePorts(runtime, destination, (id, record) => journal.commit(id, record));
  // Whatever hangs in a driver or a file system: the process does not outlive its run by more than a minute.
  setTimeout(() => process.exit(1), LONGEST_RUN_MS + 60_000).unref();
  return {
    lock: new BackgroundLock(folder, process.pid, isAlive),
    recover() {
      journal.settle();
      spool.takeBack(isAlive, Date.now(), Date.now() + visibleAfterMs(runtime));
    },
    collectJobs: () => collectJobs(runtime),
    jobs,
    capture(session) {
      // Ends may be told of sessions whose start was not (only session-end is registered, or the folder was away then).
      if (ledger.session(session.sessionId) === undefined) {
        ledger.open({ ...sessionOnly(session), openedAt: new Date().toISOString() });
      }
      return capture(session, capturing);
    },
    unreadable: (job, outcome) => tellUnreadable(runtime, job, outcome),
    giveUp: (job) => ledger.close(job.sessionId, new Date().toISOString()),
    drain: (until) => drain(drainPorts(runtime, destination, platform, spool), until),
    now: () => Date.now(),
  };
}

function collectJobs(runtime: Runtime): void {
  const { jobs, ledger } = runtime;
  for (const { job, stamp, done } of refugeJobs(runtime)) {
    // Under the name that it has there: when it cannot be removed there, it is not doubled here.
    jobs.record(job, stamp);
    try {
      done();
    } catch (error) {
      runtime.log('no-refuge', { reason: asFailure(error).reason });
    }
  }
  const known = new Set(jobs.all().map(({ job }) => job.sessionId));
  reconcile({
    unfinished: () => ledger.unfinished().filter(({ sessionId }) => !known.has(sessionId)),
    isAlive,
    record: (session) =>
      jobs.record({ ...sessionOnly(session), at: new Date().toISOString(), prompted: false }, runtime.newId()),
  });
}

function sessionOnly(session: { readonly sessionId: string; readonly transcriptPath: string; readonly cwd: string }) {
  const { sessionId, transcriptPath, cwd } = session;
  return { sessionId, transcriptPath, cwd };
}

/**
 * A session without a prompt has no transcript (client contract §1), and nothing of it is missing. Where a prompt was made, or
 * even the folder of transcripts is not there, something is wrong.
 */
function tellUnreadable(runtime: Runtime, job: Job, outcome: 'missing' | 'unreadable'): void {
  if (outcome === 'unreadable' || job.prompted || !existsSync(dirname(job.transcriptPath)))
    runtime.fault('transcript-missing');
}
