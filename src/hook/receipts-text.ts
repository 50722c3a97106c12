/** Receipts for a person: a block each. Out of scope: what became of the requests (`item-states`), the JSON form (`run-receipts`). */
import type { Answers, ItemReport, ReceiptReport } from './item-states.ts';
import { counted, keptBack, oneLine } from './plain-words.ts';
import { whyNot } from './why-not.ts';

/** A platform's reason, and a memory, may be long; a receipt is for looking over. */
const MOST_CHARS = 200;

export function receiptsText({ receipts, texts, trouble }: Answers): string {
  const blocks = receipts.map((receipt) => block(receipt, texts).join('\n'));
  if (trouble === undefined) return blocks.join('\n\n');
  return [...blocks, `Not everything could be asked, and is shown as it was known: ${whyNot(trouble)}.`].join('\n\n');
}

function block(receipt: ReceiptReport, texts: Answers['texts']): readonly string[] {
  const { at, sessionId, turns, items } = receipt;
  return [
    `${minute(at)}  session ${oneLine(sessionId)}`,
    `  ${counted(turns, 'turn')}, ${items.length === 0 ? 'nothing sent' : counted(items.length, 'request')}`,
    ...items.flatMap((item) => itemLines(item, texts)).map((line) => `  ${line}`),
    ...keptBack(receipt).map((line) => `  ${line}`),
  ];
}

function minute(at: string): string {
  const time = Date.parse(at);
  return Number.isNaN(time) ? oneLine(at) : `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

function itemLines(item: ItemReport, texts: Answers['texts']): readonly string[] {
  const ids = item.memoryIds ?? [];
  return [`${oneLine(item.type)}: ${stateWords(item)}`, ...ids.map((id) => `  ${memoryLine(id, texts)}`)];
}

function memoryLine(id: string, texts: Answers['texts']): string {
  const text = texts.get(id);
  if (text === undefined) return `[${oneLine(id)}]`;
  return `[${oneLine(id)}] ${text === null ? '(deleted since)' : short(text)}`;
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
    case 'already-known':
      return 'already known, nothing new (event SUCCEEDED)';
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
