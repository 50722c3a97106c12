/** The ports of `follow` over this machine's spool and receipts and the chosen platform. */
import type { Place, SpoolItem } from '../../contract/state.ts';
import type { FollowPorts, KeptItem, WhyAgain } from '../../flows/follow.ts';
import type { CaptureReader, EventReader, Within } from '../../flows/ports.ts';
import { textOf } from '../../io/document.ts';
import { tagOf } from '../../spool/belonging.ts';
import { Receipts } from '../../spool/receipts.ts';
import type { Spool } from '../../spool/spool.ts';
import { isAlive } from '../processes/processes.ts';
import { quietly } from '../processes/quietly.ts';
import type { Runtime } from '../runtime.ts';

/** An extraction that fails three times will fail a fourth time. [?] ours */
const MOST_FAILURES = 3;
/** What made it fail gets some time to pass. [?] ours */
const AFTER_FAILURE_MS = 60_000;

interface Reading {
  clientFor(place: Place, within: Within): Promise<EventReader & CaptureReader>;
}

export function followPorts(
  runtime: Pick<Runtime, 'folder' | 'destination' | 'fault' | 'log'>,
  platform: Reading,
  lock: { holds(): boolean },
  spool: Spool,
  now = () => Date.now(),
  isBarred?: FollowPorts['isBarred'],
): FollowPorts {
  const { folder, destination } = runtime;
  const receipts = new Receipts(folder);
  const stopped = `cache/followed-${tagOf(destination)}`;
  /** In the spool first: whoever is interrupted in between finds it there, and leaves it alone. */
  const sendAgain = (id: string, why: WhyAgain): boolean => {
    if (isOnItsWay(id)) return true;
    const state = spool.failed(id, MOST_FAILURES, now() + AFTER_FAILURE_MS, why);
    if (state === 'parked') runtime.fault('parked');
    if (state !== 'waiting') return false;
    receipts.waitsAgain(id);
    return true;
  };
  /** What waits is sent, and its receipt told, whatever becomes of the event that it had before. */
  const isOnItsWay = (id: string): boolean => {
    const { state } = spool.whereIs(id, isAlive) ?? {};
    return state === 'waiting' || state === 'sending';
  };
  return {
    kept: () => spool.accepted(),
    keptItem: (id) => keptItem(id, spool, receipts, destination),
    // It is only for fairness: where it cannot be kept, all the rest is done all the same.
    lastAsked: () => quietly(runtime, () => textOf(folder, stopped)),
    stopsAt: (id) => quietly(runtime, () => folder.write(stopped, id)),
    receiptsSince: (at) => receipts.newest(at),
    ...(isBarred === undefined ? {} : { isBarred }),
    destination,
    readerFor: (place, within) => platform.clientFor(place, within),
    ended: (id, ending) => {
      // A machine that slept may have lost it: receipts are another's to write then, and are asked for again.
      if (!lock.holds() || isOnItsWay(id)) return;
      receipts.ended(id, ending);
      spool.settled(id);
    },
    sendAgain: (id, why) => !lock.holds() || sendAgain(id, why),
    now,
  };
}

/** What earlier versions have kept does not say which event it waits for: its receipt does, where there is one. */
function keptItem(id: string, spool: Spool, receipts: Receipts, destination: string): KeptItem | undefined {
  const item = spool.kept(id);
  if (item === undefined) return undefined;
  const { place, write } = item;
  const accepted = item.accepted ?? fromReceipt(id, receipts);
  if (accepted === undefined || accepted.destination !== destination) return undefined;
  return { eventId: accepted.eventId, at: accepted.at, place, write };
}

function fromReceipt(id: string, receipts: Receipts): SpoolItem['accepted'] {
  const item = receipts.read(id.slice(0, id.lastIndexOf('_')))?.items.find(({ captureId }) => captureId === id);
  if (item?.eventId === undefined || item.accepted === undefined) return undefined;
  return { eventId: item.eventId, at: item.accepted.at, destination: item.accepted.destination };
}
