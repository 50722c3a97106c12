/** Receipts for a person: a block each. Out of scope: what became of the requests (`item-states`), the JSON form (`run-receipts`). */
import type { Answers, ItemReport, ReceiptReport } from './item-states.ts';
import { counted, keptBack, oneLine } from './plain-words.ts';
import { whyNot } from './why-not.ts';

/** A platform's reason, and a memory, may be long; a receipt is for looking over. */
const MOST_CHARS = 200;

export function receiptsText({ receipts, memories, trouble }: Answers): string {
  const blocks = receipts.map((receipt) => block(receipt, memories).join('\n'));
  if (trouble === undefined) return blocks.join('\n\n');
  return [...blocks, `Not everything could be asked, and is shown as it was known: ${whyNot(trouble)}.`].join('\n\n');
}

function block(receipt: ReceiptReport, memories: Answers['memories']): readonly string[] {
  const { at, sessionId, turns, items } = receipt;
  return [
    `${minute(at)}  session ${oneLine(sessionId)}`,
    `  ${counted(turns, 'turn')}, ${items.length === 0 ? 'nothing sent' : counted(items.length, 'request')}`,
    ...items.flatMap((item) => itemLines(item, memories)).map((line) => `  ${line}`),
    ...keptBack(receipt).map((line) => `  ${line}`),
  ];
}

function minute(at: string): string {
  const time = Date.parse(at);
  return Number.isNaN(time) ? oneLine(at) : `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

function itemLines(item: ItemReport, memories: Answers['memories']): readonly string[] {
  const ids = item.memoryIds ?? [];
  return [`${oneLine(item.type)}: ${stateWords(item)}`, ...ids.map((id) => `  ${memoryLine(id, memories)}`)];
}

function memoryLine(id: string, memories: Answers['memories']): string {
  const memory = memories.get(id);
  if (memory === undefined) return `[${oneLine(id)}]`;
  if (memory === null) return `[${oneLine(id)}] (deleted since)`;
  return `[${oneLine(id)}] ${short(memory.text)}${memory.isSuperseded ? ' (superseded since)' : ''}`;
}

function stateWords({ state, reason, memoryIds = [], eventId }: ItemReport): string {
  const because = reason === undefined ? '' : `: ${short(reason)}`;
  switch (state) {
    case 'waiting':
      return 'waits to be delivered';
    case 'sending':
      return 'is being delivered';
    case 'parked':
      return `refused for good, and set aside${because}`;
    case 'pending':
      return 'accepted, not yet a memory (event PENDING)';
    case 'succeeded':
      return `became ${counted(memoryIds.length, 'memory', 'memories')} (event SUCCEEDED)`;
    case 'nothing-new':
      return 'already known, or nothing in it to keep (event SUCCEEDED)';
    case 'failed':
      return `became no memory (event FAILED)${because}`;
    case 'unknown':
      return eventId === undefined
        ? 'delivered, and the answer was lost: what became of it is not known'
        : 'what became of it is not known: the platform does not know the event';
    default:
      return state satisfies never;
  }
}

function short(text: string): string {
  const line = oneLine(text);
  return line.length <= MOST_CHARS ? line : `${[...line].slice(0, MOST_CHARS - 1).join('')}…`;
}
