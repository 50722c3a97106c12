/**
 * Which lines are the talk, and in which order. File order is not conversation order, and abandoned branches stay in
 * the file (transcript contract §2, §4): the talk is the chain of parents from the last line. Out of scope: what the lines say.
 */
import type { TranscriptEntry } from '../../contract/transcript.ts';

/** What is remembered of a line; a file of 100 MB has some 50,000 of them. */
export interface Link {
  readonly id: string;
  readonly parent: string | undefined;
  /** Lines of one API message belong together: parallel tool calls hang off its first blocks (§2). */
  readonly messageId: string | undefined;
  /** A tool result, or an attachment: it follows its parent even when the chain went on from a sibling. */
  readonly follower: boolean;
}

export function linkOf(entry: TranscriptEntry): Link {
  const results = entry.type === 'user' && typeof entry.message.content !== 'string' ? entry.message.content : [];
  const logical = entry.type === 'system' ? entry.logicalParentUuid : undefined;
  return {
    id: entry.uuid,
    parent: entry.parentUuid ?? logical ?? undefined,
    messageId: entry.type === 'assistant' ? entry.message.id : undefined,
    follower: entry.type === 'attachment' || results.some((block) => block.type === 'tool_result'),
  };
}

/**
 * The ids of the talk, each with its place. `links` are the lines of the main chain in file order, each id once. Where a parent
 * is named that the file does not have, the line before it in the file is taken for the parent: rows are rather kept
 * twice connected than lost. A root (no parent) ends the chain.
 */
export function talkOrder(links: readonly Link[]): ReadonlyMap<string, number> {
  const places = new Map(links.map((link, at) => [link.id, at]));
  const chain: number[] = [];
  const onChain = new Set<number>();
  for (let at = leafOf(links); at >= 0 && !onChain.has(at); ) {
    onChain.add(at);
    chain.push(at);
    const link = links[at];
    if (link?.parent === undefined) break;
    const parent = link.parent === link.id ? undefined : places.get(link.parent);
    at = parent ?? fileOrderParent(at, onChain);
  }
  chain.reverse();
  const order = new Map<string, number>();
  chain.forEach((at, place) => {
    const link = links[at];
    if (link) order.set(link.id, place);
  });
  addSiblings(links, order);
  return order;
}

/** The last line, or its child where a child was written before it (§2). */
function leafOf(links: readonly Link[]): number {
  let leaf = links.length - 1;
  for (const passed = new Set<number>(); leaf >= 0 && !passed.has(leaf); ) {
    passed.add(leaf);
    const id = links[leaf]?.id;
    const child = links.findLastIndex((link) => link.parent === id && link.id !== id);
    if (child < 0 || passed.has(child)) break;
    leaf = child;
  }
  return leaf;
}

/** The nearest earlier line that the chain does not have yet, or -1. */
function fileOrderParent(at: number, onChain: ReadonlySet<number>): number {
  let before = at - 1;
  while (before >= 0 && onChain.has(before)) before -= 1;
  return before;
}

/** Other blocks of the messages on the chain, and the results and attachments that hang off them. */
function addSiblings(links: readonly Link[], order: Map<string, number>): void {
  const messages = new Map<string, number>();
  for (const link of links) {
    const place = order.get(link.id);
    if (link.messageId !== undefined && place !== undefined) messages.set(link.messageId, place);
  }
  // A follower may stand before its parent in the file, so each that is placed lets its own followers be looked at.
  const followers = new Map<string, Link[]>();
  for (const link of links) {
    if (!link.follower || link.parent === undefined) continue;
    const known = followers.get(link.parent);
    if (known === undefined) followers.set(link.parent, [link]);
    else known.push(link);
  }
  const placed = [...order.keys()];
  const place = (link: Link, at: number): void => {
    if (order.has(link.id)) return;
    // Between its parent and what came next.
    order.set(link.id, at + 0.5);
    placed.push(link.id);
  };
  for (const link of links) {
    const at = link.messageId === undefined ? undefined : messages.get(link.messageId);
    if (at !== undefined) place(link, at);
  }
  for (let next = 0; next < placed.length; next++) {
    const id = placed[next] ?? '';
    for (const link of followers.get(id) ?? []) place(link, order.get(id) ?? 0);
  }
}
