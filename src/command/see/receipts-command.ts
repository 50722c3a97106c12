/** `mem0-hooks receipts`: what was captured, left out and masked, and what became of it. Writes nothing of its own. */
import type { Receipt } from '../../contract/state.ts';
import { writeAll } from '../../runtime/processes/write-all.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { Receipts } from '../../spool/receipts.ts';
import { homeProblem, refuse } from '../leave.ts';
import { command } from '../line/definition.ts';
import { something, wholeNumber } from '../line/values.ts';
import { counted, oneLine } from '../plain-words.ts';
import { whyNot } from '../why-not.ts';
import { reportOn } from './item-states.ts';
import { receiptsText } from './receipts-text.ts';

const DEFAULT_LAST = 10;

export const receiptsCommand = command({
  about: `
Shows the newest receipts: what each capture took, left out, masked and left, and what became of each of its requests. The
platform is asked about those that it has accepted, for two seconds at most.`,
  line: (empty) =>
    empty
      .option('--last <N>', 'so many', wholeNumber(1, 999_999), DEFAULT_LAST)
      .option('--session <ID>', 'of this session alone, by its id or the beginning of it', something),
  json: `an array of the receipts as they are stored, each item with its state (waiting, sending, parked, pending, succeeded, \
nothing-new, failed or unknown), and what is known of it: the reason, what it waits for, and the memories with their texts as they \
are now`,
  statuses: { done: 'shown (or there are none yet)', not: 'there are none of that session or they cannot be read' },
  run: async ({ runtime, options: { last, session }, json, answer }) => {
    const misplaced = homeProblem(runtime);
    if (misplaced !== undefined) refuse(`${misplaced}.`);
    try {
      const stored = new Receipts(runtime.folder);
      const { receipts, unreadable } = newest(stored, last, session);
      if (unreadable > 0)
        writeAll(
          2,
          `${counted(unreadable, 'receipt')} cannot be read and ${unreadable === 1 ? 'is' : 'are'} not shown.\n`,
        );
      if (receipts.length === 0 && session !== undefined) refuse(`No receipt of a session ${session}.`);
      const answers = await reportOn(runtime, receipts, (id) => stored.read(id));
      if (json && answers.trouble !== undefined)
        writeAll(2, `Not everything could be asked: ${oneLine(whyNot(answers.trouble))}.\n`);
      answer(
        answers.receipts,
        () => receiptsText(answers) || `No receipts yet: nothing was captured.${waitingSessions(runtime)}`,
      );
    } catch (error) {
      refuse(`No receipts: ${whyNot(error)}.`);
    }
  },
});

/** A session that has just ended is captured in a moment; one whose key or secrets this machine has not seen since, later. */
function waitingSessions(runtime: Runtime): string {
  const count = runtime.jobs.all().length;
  return count === 0 ? '' : ` ${counted(count, 'session waits', 'sessions wait')} to be captured.`;
}

/** The newest, and how many cannot be read among those that were looked at for them. */
function newest(stored: Receipts, last: number, session: string | undefined) {
  const receipts: Receipt[] = [];
  let unreadable = 0;
  for (const receipt of stored.newest()) {
    if (receipt === undefined) unreadable++;
    else if (session === undefined || receipt.sessionId.startsWith(session)) receipts.push(receipt);
    if (receipts.length >= last) break;
  }
  return { receipts, unreadable };
}
