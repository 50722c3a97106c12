/** `mem0-hooks receipts`: what was captured, left out and masked, and what became of it. Writes nothing of its own. */
import { parseArgs } from 'node:util';
import type { Receipt } from '../contract/state.ts';
import { writeAll } from '../runtime/processes/write-all.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { Receipts } from '../spool/receipts.ts';
import { reportOn } from './item-states.ts';
import { homeProblem, leave, misused, refuse } from './leave.ts';
import { counted, harmlessJson, oneLine } from './plain-words.ts';
import { receiptsText } from './receipts-text.ts';
import { whyNot } from './why-not.ts';

const DEFAULT_LAST = 10;

const USAGE = `usage: mem0-hooks receipts [--last N] [--session ID] [--json]

Shows the newest receipts: what each capture took, left out, masked and left, and what became of each of its requests. The
platform is asked about those that it has accepted, for two seconds at most.

  --last N      so many, default ${DEFAULT_LAST}
  --session ID  of this session alone, by its id or the beginning of it
  --json        an array of the receipts as they are stored, each item with its state (waiting, sending, parked, pending,
                succeeded, nothing-new, failed or unknown), and what is known of it: the reason, what it waits for, and
                the memories with their texts as they are now

Exit status: 0 shown (or there are none yet), 1 there are none of that session or they cannot be read, 2 wrong usage.
`;

interface Arguments {
  readonly last: number;
  readonly session?: string;
  readonly json: boolean;
}

export async function runReceipts(runtime: Runtime, args: readonly string[]): Promise<void> {
  if (args.includes('--help')) leave(0, USAGE.trimEnd());
  const wanted = receiptsArguments(args);
  if ('wrong' in wanted) misused(wanted.wrong, USAGE);
  const misplaced = homeProblem(runtime);
  if (misplaced !== undefined) refuse(`${misplaced}.`);
  try {
    const stored = new Receipts(runtime.folder);
    const { receipts, unreadable } = newest(stored, wanted);
    if (unreadable > 0)
      writeAll(
        2,
        `${counted(unreadable, 'receipt')} cannot be read and ${unreadable === 1 ? 'is' : 'are'} not shown.\n`,
      );
    if (receipts.length === 0 && wanted.session !== undefined) refuse(`No receipt of a session ${wanted.session}.`);
    const answers = await reportOn(runtime, receipts, (id) => stored.read(id));
    if (wanted.json && answers.trouble !== undefined)
      writeAll(2, `Not everything could be asked: ${oneLine(whyNot(answers.trouble))}.\n`);
    leave(
      0,
      wanted.json
        ? harmlessJson(answers.receipts)
        : receiptsText(answers) || `No receipts yet: nothing was captured.${waitingSessions(runtime)}`,
    );
  } catch (error) {
    refuse(`No receipts: ${whyNot(error)}.`);
  }
}

/** A session that has just ended is captured in a moment; one whose key or secrets this machine has not seen since, later. */
function waitingSessions(runtime: Runtime): string {
  const count = runtime.jobs.all().length;
  return count === 0 ? '' : ` ${counted(count, 'session waits', 'sessions wait')} to be captured.`;
}

/** The newest, and how many cannot be read among those that were looked at for them. */
function newest(stored: Receipts, { last, session }: Arguments) {
  const receipts: Receipt[] = [];
  let unreadable = 0;
  for (const receipt of stored.newest()) {
    if (receipt === undefined) unreadable++;
    else if (session === undefined || receipt.sessionId.startsWith(session)) receipts.push(receipt);
    if (receipts.length >= last) break;
  }
  return { receipts, unreadable };
}

function receiptsArguments(args: readonly string[]): Arguments | { readonly wrong: string } {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { last: { type: 'string' }, session: { type: 'string' }, json: { type: 'boolean' } },
    });
    const { last = String(DEFAULT_LAST), session, json = false } = values;
    if (!/^[1-9]\d{0,5}$/.test(last)) return { wrong: '--last must be a whole number from 1 to 999999.' };
    if (session === '') return { wrong: 'A session must be named.' };
    return { last: Number(last), json, ...(session === undefined ? {} : { session }) };
  } catch (error) {
    // What parseArgs refuses, it says in plain words.
    if (error instanceof TypeError && 'code' in error) return { wrong: error.message };
    throw error;
  }
}
