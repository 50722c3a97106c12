/** The ports of `follow` over this machine's receipts and the chosen platform. */
import type { Receipt } from '../contract/state.ts';
import type { FollowPorts } from '../flows/follow.ts';
import type { BackgroundLock } from '../spool/background-lock.ts';
import { Receipts } from '../spool/receipts.ts';
import type { Spool } from '../spool/spool.ts';
import type { Platform } from './platform.ts';
import { isAlive } from './processes.ts';
import type { Runtime } from './runtime.ts';

/** An extraction that fails three times will fail a fourth time. [?] ours */
const MOST_FAILURES = 3;
/** What made it fail gets some time to pass. [?] ours */
const AFTER_FAILURE_MS = 60_000;

export function followPorts(runtime: Runtime, platform: Platform, lock: BackgroundLock, spool: Spool): FollowPorts {
  const receipts = new Receipts(runtime.folder);
  /** In the spool first: whoever is interrupted in between finds it there, and leaves it alone. */
  const sendAgain = (captureId: string): boolean => {
    const { state } = spool.whereIs(captureId, isAlive) ?? {};
    if (state === 'waiting' || state === 'sending') return true;
    const now = spool.failed(captureId, MOST_FAILURES, Date.now() + AFTER_FAILURE_MS, 'extraction failed');
    if (now === 'parked') runtime.fault('parked');
    if (now !== 'waiting') return false;
    receipts.waitsAgain(captureId);
    return true;
  };
  return {
    receiptsSince: (at) => followed(receipts, spool, at),
    destination: runtime.destination,
    readerFor: (place, within) => platform.clientFor(place, within),
    ended: (captureId, ending) => {
      // A machine that slept may have lost it: receipts are another's to write then, and are asked for again.
      if (!lock.holds()) return;
      receipts.ended(captureId, ending);
      spool.settled(captureId);
    },
    sendAgain: (captureId) => !lock.holds() || sendAgain(captureId),
    now: () => Date.now(),
  };
}

/** The receipts since then, and those of what is still kept: a clock that was wrong may have dated them long ago. */
function* followed(receipts: Receipts, spool: Spool, at: number): Generator<Receipt | undefined> {
  const seen = new Set<string>();
  for (const receipt of receipts.newest(at)) {
    if (receipt !== undefined) seen.add(receipt.id);
    yield receipt;
  }
  for (const id of new Set(spool.accepted().map((one) => one.slice(0, one.lastIndexOf('_')))))
    if (!seen.has(id)) yield receipts.read(id);
}
