/** The dry run of a capture: the same window, the same bodies, printed instead of sent; nothing is stored. */
import { capture } from '../flows/capture.ts';
import type { SpoolItem } from '../flows/ports.ts';
import type { Job } from '../spool/jobs.ts';
import { capturePorts } from './capture-ports.ts';
import { Platform } from './platform.ts';
import type { Runtime } from './runtime.ts';
import { showItem } from './show-item.ts';

export async function showCapture(runtime: Runtime, job: Job): Promise<void> {
  const items: SpoolItem[] = [];
  const ports = capturePorts(runtime, runtime.destination ?? 'none', () => undefined);
  await capture(job, { ...ports, commit: (_id, record) => void items.push(...Object.values(record.items)) });
  const platform = new Platform(runtime);
  for (const item of items) await showItem(platform, item);
}
