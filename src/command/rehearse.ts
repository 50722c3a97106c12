/** A capture up to the moment at which it would be committed: the same window and the same writes, and nothing is stored. */
import type { Belonging, CaptureRecord, Job } from '../contract/state.ts';
import { type CaptureOutcome, capture } from '../flows/capture.ts';
import { capturePorts } from '../runtime/ports/capture-ports.ts';
import type { Runtime } from '../runtime/runtime.ts';

/** What the capture of this job would commit now, of what a capture for `whose` takes; undefined when it would commit nothing. */
export async function rehearse(
  runtime: Runtime,
  job: Job,
  whose: Belonging = job.belongs,
): Promise<CaptureRecord | Exclude<CaptureOutcome, 'captured' | 'torn'> | undefined> {
  let committed: CaptureRecord | undefined;
  const ports = capturePorts(
    runtime,
    (_id, record) => {
      committed = record;
    },
    whose,
  );
  const outcome = await capture(job, { ...ports, close: () => undefined });
  return outcome === 'captured' || outcome === 'torn' ? committed : outcome;
}
