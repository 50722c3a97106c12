/** The ports of `follow` over this machine's receipts and the chosen platform. */
import type { FollowPorts } from '../flows/follow.ts';
import type { BackgroundLock } from '../spool/background-lock.ts';
import { Receipts } from '../spool/receipts.ts';
import type { Platform } from './platform.ts';
import type { Runtime } from './runtime.ts';

export function followPorts(runtime: Runtime, platform: Platform, lock: BackgroundLock): FollowPorts {
  const receipts = new Receipts(runtime.folder);
  return {
    receiptsSince: (at) => receipts.newest(at),
    destination: runtime.destination,
    readerFor: (place, within) => platform.clientFor(place, within),
    ended: (captureId, ending) => {
      // A machine that slept may have lost it: receipts are another's to write then, and are asked for again.
      if (lock.holds()) receipts.ended(captureId, ending);
    },
    now: () => Date.now(),
  };
}
