/**
 * What was said and is no memory yet, over this machine's spool, as a session start asks for it. At /clear the session that was
 * left has ended 100 ms before (client contract §1), and its capture is still being made: it is waited for, within a bound.
 */
import { JUST_NOW_MS } from '../../core/recall/just-now.ts';
import type { RecallInput, RecallPorts } from '../../flows/recall.ts';
import { PendingItems } from '../../spool/pending.ts';
import { mayCapture } from '../belongs.ts';
import { isDeniedItem } from '../place/denied.ts';
import { quietly } from '../processes/quietly.ts';
import type { Runtime } from '../runtime.ts';

/**
 * So long at most a start at /clear waits for that capture, beside what the platform takes to answer anyway. [?] ours; an end becomes
 * requests in a fifth of a second where nothing else is going on, and the start begins a tenth after the end.
 */
const ENDING_WAIT_MS = 400;
/** An end that was told longer ago is not the one that this start follows. */
const ENDED_LATELY_MS = 5_000;
const LOOK_MS = 10;

export function saidPorts(
  runtime: Runtime,
  { source, deadline }: Pick<RecallInput, 'source' | 'deadline'>,
): Pick<RecallPorts, 'pending'> {
  const items = new PendingItems(runtime.folder, runtime.destination);
  const ending = source === 'clear' ? quietly(runtime, () => lateEndings(runtime)) : undefined;
  // The local platform makes memories at once: what is waited for has to be waited for before the reads.
  const waitsAt = runtime.config.apiKey === undefined ? 'before' : 'after';
  return {
    pending: async (when) => {
      if (when === waitsAt) await captured(runtime, ending ?? [], Math.min(Date.now() + ENDING_WAIT_MS, deadline));
      const seen = quietly(runtime, () => items.look(Date.now() - JUST_NOW_MS)) ?? [];
      return seen.filter(({ item }) => !isDeniedItem(runtime, item));
    },
  };
}

/** Names of jobs that were recorded just now, and that a background process may capture. */
function lateEndings(runtime: Runtime): readonly string[] {
  const isLate = (at: string) => Math.abs(runtime.startedAt - Date.parse(at)) < ENDED_LATELY_MS;
  if (!runtime.canSend) return [];
  return runtime.jobs
    .all()
    .filter(({ job }) => isLate(job.at) && job.failingSince === undefined && mayCapture(runtime, job.belongs))
    .map(({ name }) => name);
}

/** Resolves once they have become requests, or it is too late. */
async function captured(runtime: Runtime, names: readonly string[], until: number): Promise<void> {
  const isLeft = () => names.some((name) => quietly(runtime, () => runtime.jobs.has(name)) === true);
  while (Date.now() < until && isLeft()) await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
}
