/** A capture up to the moment at which it would be committed: the same window and the same writes, and nothing is stored. */
import type { CaptureRecord, Job } from '../contract/state.ts';
import { capture } from '../flows/capture.ts';
import { capturePorts } from './capture-ports.ts';
import type { Runtime } from './runtime.ts';

/** What the capture of this job would commit now; undefined when it would commit nothing. */
export async function rehearse(
  runtime: Runtime,
  job: Job,
): Promise<CaptureRecord | 'missing' | 'unreadable' | undefined> {
  let committed: CaptureRecord | undefined;
  const ports = capturePorts(runtime, (_id, record) => {
    committed = record;
  });
  const outcome = await capture(job, { ...ports, close: () => undefined });
  return outcome === 'captured' ? committed : outcome;
}
