/** Receipts for a person: a block each. Out of scope: what became of the requests (`item-states`), the JSON form (`run-receipts`). */

import { counted, keptBack, oneLine } from '../plain-words.ts';
import { whyNot } from '../why-not.ts';
import type { Answers, ItemReport, MemoryNow, ReceiptReport, Waiting } from './item-states.ts';

/** A platform's reason, and a memory, may be long; a receipt is for looking over. */
const MOST_CHARS = 200;

export function receiptsText({ receipts, trouble }: Answers): string {
  const blocks = receipts.map((receipt) => block(receipt).join('\n'));
  if (trouble === undefined) return blocks.join('\n\n');
  return [...blocks, `Not everything could be asked, and is shown as it was known: ${oneLine(whyNot(trouble))}.`].join(
    '\n\n',
  );
}

function block(receipt: ReceiptReport): readonly string[] {
  const { at, sessionId, turns, items } = receipt;
  return [
    `${time(at)}  session ${oneLine(sessionId)}`,
    `  ${counted(turns, 'turn')}, ${items.length === 0 ? 'nothing sent' : counted(items.length, 'request')}`,
    ...items.flatMap(itemLines).map((line) => `  ${line}`),
    ...keptBack(receipt).map((line) => `  ${line}`),
  ];
}

/** To the minute, or to the second (`length` 19). */
function time(at: string, length = 16): string {
  const ms = Date.parse(at);
  return Number.isNaN(ms) ? oneLine(at) : `${new Date(ms).toISOString().slice(0, length).replace('T', ' ')} UTC`;
}

function itemLines(item: ItemReport): readonly string[] {
  return [
    `${oneLine(item.type)}: ${stateWords(item)}`,
    ...(item.memories ?? []).map((memory) => `  ${memoryLine(memory)}`),
  ];
}

function memoryLine({ id, text, superseded, deleted }: MemoryNow): string {
  const marks = `${superseded === true ? ' (superseded since)' : ''}${deleted === true ? ' (deleted since)' : ''}`;
  return `[${oneLine(id)}]${text === undefined ? '' : ` ${short(text)}`}${marks}`;
}

const WAITS_FOR: Readonly<Record<NonNullable<Waiting['for']>, string>> = {
  'another-key': 'it is for another key, and waits for a session that has it',
  'no-key': 'it stays on this machine, and waits for a session without a key',
};

function waitingWords({ attempts, notBefore, uncertain, for: whom, denied }: Waiting): string {
  const more = [
    ...(whom === undefined ? [] : [WAITS_FOR[whom]]),
    ...(denied === true ? ['where it comes from is denied now, and it waits until it is not'] : []),
    ...(attempts === 0 ? [] : [`${counted(attempts, 'attempt')} failed`]),
    ...(notBefore === undefined ? [] : [`not before ${time(notBefore, 19)}`]),
    ...(uncertain ? ['it may have arrived, which is looked up first'] : []),
  ];
  return more.length === 0 ? '' : `: ${more.join('; ')}`;
}

function stateWords({ state, reason, waiting, unasked, memoryIds = [], eventId, accepted }: ItemReport): string {
  const because = reason === undefined ? '' : `: ${short(reason)}`;
  switch (state) {
    case 'waiting':
      return `waits to be delivered${waiting === undefined ? '' : waitingWords(waiting)}`;
    case 'sending':
      return 'is being delivered';
    case 'parked':
      return reason === undefined ? 'set aside, since it cannot be read' : `refused for good, and set aside${because}`;
    case 'pending':
      return `accepted, not yet a memory${unasked === true ? ' as far as is known here' : ''} (event PENDING)`;
    case 'succeeded':
      return `became ${counted(memoryIds.length, 'memory', 'memories')} (event SUCCEEDED)`;
    case 'nothing-new':
      return 'already known, or nothing in it to keep (event SUCCEEDED)';
    case 'failed':
      return `became no memory (event FAILED)${because}`;
    case 'unknown':
      if (eventId === undefined)
        return `delivered, and ${accepted === undefined ? 'the answer was lost' : 'no event was named'}: what became of it is not known`;
      return 'what became of it is not known: the platform does not know the event';
    default:
      return state satisfies never;
  }
}

function short(text: string): string {
  const line = oneLine(text);
  return line.length <= MOST_CHARS ? line : `${[...line].slice(0, MOST_CHARS - 1).join('')}…`;
}
