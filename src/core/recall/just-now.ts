/**
 * What was said and is no memory yet (an extraction takes up to five minutes, platform contract §3): the person's own statements,
 * as they were masked and captured. Pure. Out of scope: where they wait (`spool/pending`), and how they look (`context-pack`).
 */
import type { Memory } from '../../contract/mem0.ts';
import type { CapturedType, Message } from '../../contract/memory.ts';
import type { Place, SpoolItem } from '../../contract/state.ts';
import type { JustNow } from './context-pack.ts';
import { harmlessLine } from './fence.ts';

/** A request that is on its way to be memories. */
export interface Pending {
  readonly item: Pick<SpoolItem, 'place' | 'write' | 'stated'>;
  /** When it was captured (ms since the epoch). */
  readonly at: number;
}

/** Types of which a write holds what a person stated, and nothing else of theirs; the rest of the talk goes with their insights. */
const STATED: ReadonlySet<string> = new Set<CapturedType>(['preference', 'decision', 'convention', 'runbook']);

/** What has waited longer is no news, and the person may have said otherwise since. [?] ours */
export const JUST_NOW_MS = 24 * 60 * 60 * 1000;
/** Lines, beside the memories of all sections: a pack holds about 50 in all. [?] ours */
const MOST_LINES = 12;

export interface SaidWhere {
  /** Where the session that starts belongs. */
  readonly place: Place;
  /** What the platform has, superseded or not: what is a memory already is not said just now. */
  readonly rows: readonly Memory[];
  /** ms since the epoch. */
  readonly now: number;
  /** The session whose own transcript holds its words, where it goes on with it: none of its own are told again. */
  readonly replayed?: string;
}

/** Newest first, each text once. */
export function justNow(pending: readonly Pending[], { place, rows, now, replayed }: SaidWhere): readonly JustNow[] {
  // Most starts: nothing is to be compared then.
  if (pending.length === 0) return [];
  const known = new Set(rows.map(({ memory }) => comparable(memory)));
  const captures = new Set(rows.map(({ metadata }) => metadata?.['capture_id']));
  const said = pending.flatMap(({ item, at }) => {
    const { metadata, timestamp } = item.write;
    const saidAt = timestamp === undefined ? at : timestamp * 1000;
    const isMeant = isHere(item, place) && now - saidAt < JUST_NOW_MS;
    if (!isMeant || metadata.session_id === replayed || captures.has(metadata.capture_id ?? NaN)) return [];
    return [...ownWords(item)].reverse().map((text) => ({ text, type: metadata.type, saidAt }));
  });
  const lines: JustNow[] = [];
  for (const { text, type, saidAt } of said.sort((a, b) => b.saidAt - a.saidAt)) {
    // One message may hold several statements, one a line.
    const news = text.split('\n').filter((line) => !known.has(comparable(line)));
    for (const line of news) known.add(comparable(line));
    if (news.some((line) => comparable(line) !== '') && lines.length < MOST_LINES)
      lines.push({ text: news.join('\n'), type, at: new Date(saidAt).toISOString() });
  }
  return lines;
}

function ownWords({ write, stated = [] }: Pending['item']): readonly string[] {
  if (write.metadata.type === 'insight') return stated;
  return STATED.has(write.metadata.type) ? write.messages.filter(isOwn).map(({ content }) => content) : [];
}

function isOwn({ role }: Message): boolean {
  return role === 'user';
}

/** Whether it will be a memory that a start there reads: of the same user, and of the same project where it is one's. */
function isHere({ place, write }: Pending['item'], here: Place): boolean {
  const isSameUser =
    place.userId === here.userId &&
    place.override?.orgId === here.override?.orgId &&
    place.override?.projectId === here.override?.projectId;
  return isSameUser && (write.scope === 'user' || (place.appId !== undefined && place.appId === here.appId));
}

function comparable(text: string): string {
  return harmlessLine(text).toLowerCase();
}
