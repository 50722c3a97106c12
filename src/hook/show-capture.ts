/** The dry run of a capture: the same window, the same bodies, printed instead of sent; nothing is stored. */

import { asFailure } from '../contract/failure.ts';
import { capture } from '../flows/capture.ts';
import type { Job } from '../spool/jobs.ts';
import { capturePorts } from './capture-ports.ts';
import { Platform } from './platform.ts';
import type { Runtime } from './runtime.ts';

const DEADLINE_MS = 60_000;

export async function showCapture(runtime: Runtime, job: Job): Promise<void> {
  const platform = new Platform(runtime);
  const within = { deadline: Date.now() + DEADLINE_MS };
  const items: Parameters<ReturnType<typeof capturePorts>['commit']>[1]['items'][string][] = [];
  await capture(job, {
    ...capturePorts(runtime, runtime.destination ?? 'none', () => undefined),
    commit: (_id, record) => void items.push(...Object.values(record.items)),
  });
  for (const item of items) {
    try {
      await (await platform.clientFor(item.scope, within)).add(item.write, within);
    } catch (error) {
      if (asFailure(error).reason !== 'dry-run') throw error;
    }
  }
}
