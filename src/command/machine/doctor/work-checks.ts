/** What the doctor says of the work in hand: the background, what waits, what is set aside. Writes nothing. */
import { LONGEST_RUN_MS } from '../../../flows/background.ts';
import { StateFolderError } from '../../../io/state-folder-error.ts';
import { isAlive } from '../../../runtime/processes/processes.ts';
import type { Runtime } from '../../../runtime/runtime.ts';
import { holderOf } from '../../../spool/background-holder.ts';
import { counted, oneLine } from '../../plain-words.ts';
import { stateOf } from '../../state-place.ts';
import { type Waiting, whatWaits } from '../../waiting.ts';
import { whyNot } from '../../why-not.ts';
import { type Check, failed, notChecked, ok, warning } from './check.ts';

const BACKGROUND = 'background process';
const WAITING = 'what waits';
const PARKED = 'requests set aside';

const MINUTE_MS = 60_000;

export function workChecks(runtime: Runtime, now: number): readonly Check[] {
  if (stateOf(runtime).state !== 'usable')
    return [BACKGROUND, WAITING, PARKED].map((name) => notChecked(name, 'there is no state folder to look at'));
  const waits = whatWaits(runtime);
  if ('trouble' in waits)
    return [
      backgroundCheck(runtime, now),
      failed(WAITING, waits.trouble, 'see the state folder above'),
      notChecked(PARKED, 'the state folder cannot be read'),
    ];
  return [backgroundCheck(runtime, now), waitingCheck(waits.counts), parkedCheck(waits.counts)];
}

function backgroundCheck(runtime: Runtime, now: number): Check {
  try {
    const holder = holderOf(runtime.folder, isAlive);
    if (holder === undefined) return ok(BACKGROUND, 'none is at work');
    const { pid, since } = holder;
    if (!holder.isAlive) return ok(BACKGROUND, 'the last one was ended in the middle; the next takes over');
    const minutes = Math.floor(Math.abs(now - since) / MINUTE_MS);
    // It stops by itself, and is ended by itself a minute later.
    if (Math.abs(now - since) > LONGEST_RUN_MS + 2 * MINUTE_MS)
      return failed(
        BACKGROUND,
        `process ${pid} has been at it for ${minutes} minutes`,
        `end it if it is a node process (kill ${pid}); nothing is lost by that`,
      );
    return ok(BACKGROUND, `process ${pid} is at work`);
  } catch (error) {
    if (!(error instanceof StateFolderError)) throw error;
    return failed(BACKGROUND, whyNot(error), 'see the state folder above');
  }
}

function waitingCheck({
  jobs,
  killed,
  killedElsewhere,
  requests,
  requestsElsewhere,
  denied,
  forOthers,
  missing,
}: Waiting): Check {
  const sessions = jobs + killed + killedElsewhere;
  const all = requests + requestsElsewhere;
  const words = `${counted(sessions, 'session')} to be captured, ${counted(all, 'request')} to be sent`;
  if (missing.length > 0)
    return warning(
      WAITING,
      `${words}; some until these variables are as they were: ${missing.map(oneLine).join(', ')}`,
      'start a session where they are set',
    );
  if (forOthers > 0)
    return warning(
      WAITING,
      `${words}; ${forOthers} for another key or without one`,
      'start a session where that key is set',
    );
  if (denied > 0)
    return warning(WAITING, `${words}; ${denied} from where it is denied now`, 'mem0-hooks settings shows the lists');
  if (sessions + all === 0) return ok(WAITING, 'nothing');
  return ok(WAITING, words, 'mem0-hooks drain captures and sends it now');
}

function parkedCheck({ parked }: Waiting): Check {
  if (parked === 0) return ok(PARKED, 'none');
  return warning(PARKED, counted(parked, 'request'), 'mem0-hooks parked shows why, mem0-hooks retry puts them back');
}
