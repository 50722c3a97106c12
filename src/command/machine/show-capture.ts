/** The dry run of a capture: the same window, the same bodies, printed as a dry run prints them; nothing is stored. */
import { readFileSync } from 'node:fs';
import { parseDocument } from '../../io/document.ts';
import { Platform } from '../../runtime/connection/platform.ts';
import { showItem } from '../../runtime/connection/show-item.ts';
import { writeAll } from '../../runtime/processes/write-all.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { jobSchema } from '../../spool/jobs.ts';
import { end, failed, refuse } from '../leave.ts';
import { rehearse } from '../rehearse.ts';

/** Reads the job from stdin. */
export async function runShowCapture(runtime: Runtime): Promise<void> {
  try {
    const job = parseDocument(readFileSync(0, 'utf8'), jobSchema);
    if (job === undefined) refuse('There is no job on stdin.');
    const record = await rehearse(runtime, job);
    const items = typeof record === 'object' ? Object.values(record.items) : [];
    const platform = new Platform(runtime);
    for (const item of items) await showItem(platform, item);
    if (items.length === 0)
      writeAll(2, 'Nothing new to capture: all of it was captured before, or there is nothing in it worth keeping.\n');
    end(0);
  } catch (error) {
    failed(runtime)(error);
  }
}
