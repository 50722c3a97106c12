/**
 * One pass over the lines of a transcript: the utterances of the talk in order, and the plan of what its lines show. A turn is
 * a prompt and what followed. Out of scope: what is left out of an utterance (`omission`), which turns are worth keeping (`gate`).
 */
import type { TranscriptEntry } from '../../contract/transcript.ts';
import { type LinePlan, type MayName, type ToolCall, Watcher } from '../omission/shown.ts';
import { ToldValues } from '../redaction/told-values.ts';
import { Chain, linkOf } from '../talk/chain.ts';
import { blocksOf, privateOf, resultText, type Utterance, utterancesOf } from '../talk/utterances.ts';
import { hiddenBetween, type PrivatePart, type Tagged } from './private-talk.ts';

/** One line of a transcript, and where it begins: bytes from the beginning of the file. */
export interface TranscriptLine {
  readonly entry: TranscriptEntry;
  readonly offset: number;
}

/** An utterance with its position, which compares with positions of evidence, and its line by number (`Talk.idOf`). */
export interface Spoken extends Omit<Utterance, 'entryId' | 'at'> {
  readonly line: number;
  readonly at: number | undefined;
  readonly position: number;
  /** True of Claude's words of which only the beginning is held. */
  readonly shortened?: true;
}

/** A transcript taken in. Memory: people's and Claude's words, and a few numbers and names for each line. */
export interface Talk {
  /** In the order of the talk; abandoned branches are left out. */
  readonly spoken: readonly Spoken[];
  /** The entry id of a line. */
  idOf(line: number): string;
  /** Utterances of abandoned branches, without their texts: they were taken back. */
  readonly abandoned: readonly Pick<Spoken, 'line' | 'position'>[];
  /** Messages between a private tag that one prompt opens and another closes: they are in no turn. */
  readonly hidden: number;
  /** The position of the last line with words in it that was captured before; 0 where none was. */
  readonly capturedUpTo: number;
  /** What the lines show, by the offsets at which they begin: for a second pass, when it is known what was said. */
  readonly plans: ReadonlyMap<number, LinePlan>;
  /** What the person marked as private, wherever it was said. */
  readonly privateParts: readonly PrivatePart[];
  /** Secrets that were told in what is not in `spoken`, or shown by a tool under a name that promises one: never log them. */
  readonly toldSecrets: readonly string[];
  /** The last folder and branch that the lines name which are not passed over. */
  readonly cwd: string | undefined;
  readonly branch: string | undefined;
}

/** Of more of Claude's words than this (a session of weeks) only the beginning of each answer is held: no capture sends a tenth. */
const MAX_CLAUDE_HELD = 3_000_000;
const BEGINNING_CHARS = 400;
const SPACE = /\s/;

/** Whole words of it, as a text of its own: a part of a long text would hold all of it in memory. */
function beginning(text: string): string {
  if (text.length <= BEGINNING_CHARS) return text;
  // The word that is cut goes; so does one of which nothing is seen behind its space.
  const words = text.slice(0, BEGINNING_CHARS - 1);
  let end = words.length;
  while (end > 0 && !SPACE.test(words.charAt(end - 1))) end -= 1;
  return [...words.slice(0, end)].join('').trimEnd();
}

/** Called for each line in file order, repeated ids and what is passed over left out; for facts beside the talk. */
export type Observe = (entry: TranscriptEntry, calls: ReadonlyMap<string, ToolCall>) => void;

export interface TakeInOptions {
  readonly observe?: Observe;
  /** By entry id: what is captured is not held, and is not in `spoken`. */
  readonly isCaptured?: (entryId: string) => boolean;
  /** By entry id: neither its words nor its place are taken. What it shows is evidence all the same, and what is private in it private. */
  readonly isPassedOver?: (entryId: string) => boolean;
  /** Where it is absent every file may be named. */
  readonly mayName?: MayName | undefined;
}

/** Takes in a transcript. Lines of one id count once: a fork copies them (transcript contract §4). */
export function takeIn(lines: Iterable<TranscriptLine>, options: TakeInOptions = {}): Talk {
  const watcher = new Watcher(options.mayName);
  const plans = new Map<number, LinePlan>();
  const chain = new Chain();
  const spoken: Spoken[] = [];
  const tagged: Tagged[] = [];
  const told = new ToldValues();
  let cwd: string | undefined;
  let branch: string | undefined;
  // Positions are even for lines; an attachment that belongs to a prompt counts from just before it.
  let position = 0;
  let promptAt: number | undefined;
  let claudeChars = 0;
  let capturedUpTo = 0;
  for (const { entry, offset } of lines) {
    const line = chain.add(linkOf(entry));
    if (line === undefined) continue;
    position += 2;
    const said = utterancesOf(entry);
    if (entry.type === 'user' && said.some((one) => one.kind === 'prompt')) promptAt = position;
    else if (entry.type !== 'attachment') promptAt = undefined;
    const isPassedOver = options.isPassedOver?.(entry.uuid) === true;
    const plan = watcher.see(entry, position, promptAt === undefined ? position : promptAt - 1, isPassedOver);
    if (plan !== undefined) plans.set(offset, plan);
    for (const result of resultsOf(entry)) told.see(result);
    if (said.length > 0 && (isPassedOver || options.isCaptured?.(entry.uuid) === true)) {
      capturedUpTo = position;
      for (const { text } of said) told.hear(text);
    } else
      for (const { role, kind, text: whole, at } of said) {
        if (role === 'assistant') claudeChars += whole.length;
        const text = role === 'assistant' && claudeChars > MAX_CLAUDE_HELD ? beginning(whole) : whole;
        const shortened = text.length < whole.length ? ({ shortened: true } as const) : {};
        if (text !== '') spoken.push({ line, role, kind, text, at, position, ...shortened });
      }
    for (const reading of privateOf(entry)) tagged.push({ ...reading, line, position });
    if (isPassedOver) continue;
    cwd = entry.cwd ?? cwd;
    branch = entry.gitBranch ?? branch;
    options.observe?.(entry, watcher.calls);
  }
  const order = chain.order();
  const place = (one: { readonly line: number }): number => order[one.line] ?? -1;
  const inTalk = spoken.filter((one) => place(one) >= 0);
  const inOrder = inTalk.sort((a, b) => place(a) - place(b) || a.position - b.position);
  const hidden = hiddenBetween(inOrder, tagged, place);
  return {
    spoken: inOrder.filter((one) => !hidden.has(one)),
    idOf: (line) => chain.idOf(line),
    abandoned: spoken.flatMap((one) => (place(one) < 0 ? [{ line: one.line, position: one.position }] : [])),
    hidden: hidden.size,
    capturedUpTo,
    plans,
    privateParts: [...tagged.flatMap(partsOf), ...[...hidden].filter((one) => one.role === 'user')],
    toldSecrets: told.values,
    cwd,
    // A detached head is named HEAD and is no branch.
    branch: branch === 'HEAD' || branch === '' ? undefined : branch,
  };
}

/** The texts that tools gave back, as the model was shown them. */
function resultsOf(entry: TranscriptEntry): string[] {
  if (entry.type !== 'user' || typeof entry.message.content === 'string') return [];
  return blocksOf(entry.message.content)
    .filter(({ type }) => type === 'tool_result')
    .map(resultText);
}

function partsOf({ parts, position }: Tagged): PrivatePart[] {
  return parts.map((text) => ({ text, position }));
}

/**
 * Utterances to turns: a turn begins where a person speaks after Claude did, or at the start. A question under which the person
 * chose or typed an answer stands before that answer: the two are understood together (transcript contract §3).
 */
export function turnsOf<S extends Spoken>(spoken: readonly S[]): { human: S[]; claude: S[] }[] {
  const turns: { human: S[]; claude: S[] }[] = [];
  for (const one of spoken) {
    const last = turns.at(-1);
    if (one.role === 'assistant' && one.kind !== 'question') {
      if (last) last.claude.push(one);
      else turns.push({ human: [], claude: [one] });
    } else if (last && last.claude.length === 0) last.human.push(one);
    else turns.push({ human: [one], claude: [] });
  }
  return turns;
}
