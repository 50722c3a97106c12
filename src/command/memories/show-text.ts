/** A memory with all that is known of it, for a person. */
import { columns, harmless, oneLine } from '../plain-words.ts';
import { shortId } from '../short-ids.ts';
import { cut, terminalColumns } from '../terminal/cut.ts';
import type { Paint } from '../terminal/paint.ts';
import { memoryLine } from './memory-line.ts';
import type { MemoryReport } from './report.ts';
import type { Origin, Shown, Step } from './show-report.ts';

export function showText(shown: Shown, paint: Paint): string {
  const style = { paint, columns: terminalColumns(), branch: undefined, indent: '  ' };
  const lines = (some: readonly MemoryReport[]) => some.map((one) => memoryLine(one, style));
  return [
    paint.bold(`[${oneLine(shortId(shown.id))}]`),
    ...indented(shown.text),
    '',
    ...columns(facts(shown)).map((line) => `  ${line}`),
    ...section(paint, 'Changes of its text', shown.history.map(stepWords)),
    ...section(paint, 'It has superseded', [
      ...lines(shown.supersededMemories),
      ...(shown.complete ? [] : ['  not all could be looked through']),
    ]),
    ...section(paint, 'Superseded by', lines(shown.successors)),
  ].join('\n');
}

function facts(shown: Shown): readonly (readonly string[])[] {
  const { supersededBy, successors } = shown;
  return [
    ['id', oneLine(shown.id)],
    ['type', shown.type ?? 'none of ours'],
    ['scope', shown.scope === 'user' ? "the user's own, of no project" : 'the project'],
    ['user', said(shown.user)],
    ['project', `${said(shown.project)}${shown.former ? ' (an id of before)' : ''}`],
    ['session', sessionWords(shown.origin)],
    ['transcript', shown.origin.transcript === null ? 'not on this machine' : oneLine(shown.origin.transcript)],
    ['receipt', receiptWords(shown.origin)],
    ['branch', said(shown.branch)],
    ['policy', said(shown.policy)],
    ['created', time(shown.created)],
    ['updated', time(shown.updated)],
    ['expires', shown.expires === null ? 'never' : `${oneLine(shown.expires)}${shown.expired ? ' (it has)' : ''}`],
    ['pinned', shown.pinned ? 'yes' : 'no'],
    ['categories', shown.categories.length === 0 ? 'none' : shown.categories.map(oneLine).join(', ')],
    ...(supersededBy !== null && successors.length === 0
      ? [['superseded', `by ${oneLine(supersededBy)}, which is not there`]]
      : []),
  ];
}

function said(value: string | null): string {
  return value === null ? 'none' : oneLine(value);
}

function sessionWords({ session, byHand }: Origin): string {
  return byHand ? 'none: it was written by hand' : said(session);
}

function receiptWords({ receipts }: Origin): string {
  return receipts.length === 0
    ? 'none on this machine'
    : receipts.map(({ id, at }) => `${id} (${time(at)})`).join(', ');
}

function time(at: string | null): string {
  const ms = at === null ? Number.NaN : Date.parse(at);
  if (Number.isNaN(ms)) return said(at);
  return `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

function stepWords({ event, before, after, at }: Step): string {
  const left = terminalColumns();
  const quoted = (text: string) => `"${cut(oneLine(text), Math.max(20, Math.floor(left / 2) - 24))}"`;
  const change = [before, after].flatMap((text) => (text === null ? [] : [quoted(text)])).join(' → ');
  return `  ${time(at)}  ${event === null ? '' : `${cut(oneLine(event), 12)} `}${change}`;
}

function section(paint: Paint, heading: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', paint.bold(heading), ...lines];
}

function indented(text: string): readonly string[] {
  return harmless(text)
    .split(/[\n\u2028\u2029]/)
    .map((line) => `  ${line}`.trimEnd());
}
