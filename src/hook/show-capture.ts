/** The dry run of a capture: the same window, the same bodies, printed instead of sent; nothing is stored. */

import { writeSync } from 'node:fs';
import type { Job, SpoolItem } from '../contract/state.ts';
import { capture } from '../flows/capture.ts';
import { capturePorts } from './capture-ports.ts';
import { Platform } from './platform.ts';
import type { Runtime } from './runtime.ts';
import { showItem } from './show-item.ts';

export async function showCapture(runtime: Runtime, job: Job): Promise<void> {
  const items: SpoolItem[] = [];
  const ports = capturePorts(runtime, () => undefined);
  await capture(job, {
    ...ports,
    commit: (_id, record) => void items.push(...Object.values(record.items)),
    close: () => undefined,
  });
  const platform = new Platform(runtime);
  for (const item of items) await showItem(platform, item);
  if (items.length === 0)
    writeSync(2, 'Nothing new to capture: all of it was captured before, or there is nothing in it worth keeping.\n');
}
