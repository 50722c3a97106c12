/** The drain's ports over this machine's spool and the chosen platform. */
import type { SpoolItem } from '../../contract/state.ts';
import type { DrainPorts } from '../../flows/deliver.ts';
import { verdictOf } from '../../mem0/retry.ts';
import { Receipts } from '../../spool/receipts.ts';
import type { Claim, Spool } from '../../spool/spool.ts';
import { type Platform, visibleAfterMs } from '../connection/platform.ts';
import { isDeniedItem } from '../place/denied.ts';
import type { Runtime } from '../runtime.ts';

export function drainPorts(runtime: Runtime, platform: Platform, spool: Spool): DrainPorts<Claim> {
  const receipts = new Receipts(runtime.folder);
  return {
    spool,
    ...(runtime.hasLists ? { isBarred: (item: SpoolItem) => isDeniedItem(runtime, item) } : {}),
    writerFor: (place, within) => platform.clientFor(place, within),
    verdictOf: (failure, attempts) =>
      verdictOf(failure, {
        attempts,
        now: Date.now(),
        random: Math.random(),
        visibleAfterMs: visibleAfterMs(runtime.destination),
      }),
    accepted: (captureId, result, place) => {
      const accepted = { at: new Date().toISOString(), destination: runtime.destination, place };
      receipts.accepted(captureId, { ...result, accepted });
    },
    parked: (why) => runtime.fault(why === 'refused' ? 'parked' : 'unreadable-item'),
    isStale: () => runtime.hasStaleSettings(),
    now: () => Date.now(),
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  };
}
