/**
 * What of one transcript line a person or Claude said, by allow-list (transcript contract §3 and §4). Everything else is
 * not conversation: tool inputs and results, attachments, meta lines, side chains, compaction summaries, wrappers of
 * slash and shell commands, hook output, images, thinking.
 * Out of scope: which lines belong to the talk (`chain`), and what of the text may leave (`omit`, `redact`).
 */
import type { AssistantEntry, AttachmentEntry, Block, TranscriptEntry, UserEntry } from '../../contract/transcript.ts';
import { type PrivateReading, readPrivate, withoutPrivate, withoutReminders } from './private-text.ts';
import { wellFormed } from './wellformed.ts';

/**
 * How a text came to be said. `prompt`: typed; `queued`: typed while the model worked; `feedback`: on a refused tool or plan;
 * `beside`: typed when approving a tool; `answer`: chosen or typed under a question; `question`: what Claude asked there;
 * `text`: Claude's words.
 */
export type UtteranceKind = 'prompt' | 'queued' | 'feedback' | 'beside' | 'answer' | 'question' | 'text';

export interface Utterance {
  /** The uuid of the line. A line may hold several utterances. */
  readonly entryId: string;
  readonly role: 'user' | 'assistant';
  readonly kind: UtteranceKind;
  /** Well-formed, without private parts, not blank. */
  readonly text: string;
  /** Unix seconds; absent when the line has no readable time. */
  readonly at?: number;
}

/**
 * Prompt sources that a person stands behind (§4, rule 1); a task notification in print mode has `sdk` too. `queued`: typed while
 * Claude worked, and taken up once it was done (client 2.1.332, measured).
 */
const HUMAN_SOURCES: ReadonlySet<string> = new Set(['typed', 'queued', 'sdk', 'suggestion_accepted']);
/** The first clients that write where a prompt comes from, and who is behind what was typed meanwhile (measured by trying them). */
const FIRST_WITH_SOURCE = [2, 1, 161];
const FIRST_WITH_ORIGIN = [2, 1, 181];
/** What a refusal puts before the person's words (§3). */
const FEEDBACK_MARKER = 'To tell you how to proceed, the user said:\n';
/** A failed command or tool may print that marker itself; a refusal does not begin like these (§5). */
const TOOL_FAILED = /^(?:Error: )?Exit code \d|^<tool_use_error>/;
/** Wrappers of commands and notifications, should a later client mark them as typed (§3). */
const WRAPPER =
  /^\s*<(?:command-name|command-message|local-command-|bash-input|bash-stdout|bash-stderr|task-notification|teammate-message|cross-session-message|channel[\s>])/;
/** What a person typed in it. */
const COMMAND = /<(?:command-args|bash-input)>([\s\S]*?)<\/(?:command-args|bash-input)>/;
const INTERRUPTED = /^\[Request interrupted by user(?: for tool use)?\]$/;
const SYNTHETIC_MODEL = '<synthetic>';

/** What a person put between `<private>` tags in one line, the arguments of a command included, text by text. */
export function privateOf(entry: TranscriptEntry): PrivateReading[] {
  const texts = [...said(entry).flatMap(({ role, text }) => (role === 'user' ? [text] : [])), ...commandOf(entry)];
  return texts
    .map((text) => readPrivate(withoutReminders(wellFormed(text))))
    .filter(({ parts, opens, closes }) => parts.length > 0 || opens || closes);
}

/** A slash or shell command is not conversation, but a person typed it. */
function commandOf(entry: TranscriptEntry): string[] {
  if (entry.type !== 'user' || entry.isSidechain === true || entry.isMeta === true) return [];
  const { content } = entry.message;
  return (typeof content === 'string' ? [content] : textBlocks(content)).flatMap(
    (text) => COMMAND.exec(text)?.[1] ?? [],
  );
}

interface Said {
  readonly role: Utterance['role'];
  readonly kind: UtteranceKind;
  readonly text: string;
}

/** The utterances of one line, in the order in which they were said; mostly none or one. */
export function utterancesOf(entry: TranscriptEntry): Utterance[] {
  const at = entry.timestamp === undefined ? Number.NaN : Date.parse(entry.timestamp);
  return said(entry).flatMap(({ role, kind, text }) => {
    const clean = withoutPrivate(withoutReminders(wellFormed(text))).trim();
    if (clean === '') return [];
    const time = Number.isFinite(at) ? { at: Math.floor(at / 1000) } : {};
    return [{ entryId: entry.uuid, role, kind, text: clean, ...time }];
  });
}

function said(entry: TranscriptEntry): Said[] {
  if (entry.isSidechain === true) return [];
  switch (entry.type) {
    case 'user':
      return saidByUser(entry);
    case 'assistant':
      return saidByClaude(entry);
    case 'attachment':
      return queued(entry);
    case 'system':
      return [];
    default:
      return entry satisfies never;
  }
}

function saidByUser(entry: UserEntry): Said[] {
  if (entry.isMeta === true || entry.isCompactSummary === true || entry.isVisibleInTranscriptOnly === true) return [];
  const human = entry.origin === undefined || entry.origin === null || entry.origin.kind === 'human';
  const { content } = entry.message;
  const results = typeof content === 'string' ? [] : content.filter((block) => block.type === 'tool_result');
  if (results.length > 0) return human ? besideResults(entry, results) : [];
  if (entry.toolUseResult !== undefined || !human || !isPrompt(entry)) return [];
  const text = typeof content === 'string' ? content : textBlocks(content).join('\n');
  return WRAPPER.test(text) || INTERRUPTED.test(text.trim()) ? [] : [{ role: 'user', kind: 'prompt', text }];
}

/** Older clients do not say where a line comes from: without `isMeta`, what has a permission mode was typed (measured). */
function isPrompt(entry: UserEntry): boolean {
  if (typeof entry.promptSource === 'string') return HUMAN_SOURCES.has(entry.promptSource);
  return isOlder(entry.version, FIRST_WITH_SOURCE) && typeof entry['permissionMode'] === 'string';
}

/** Whether a line was written by a client older than the first that has something. What has no version, or an odd one, is not. */
function isOlder(version: string | undefined, first: readonly number[]): boolean {
  const parts = /^(\d+)\.(\d+)\.(\d+)/
    .exec(version ?? '')
    ?.slice(1)
    .map(Number);
  const differing = parts?.findIndex((part, n) => part !== first[n]) ?? -1;
  return differing >= 0 && (parts?.[differing] ?? 0) < (first[differing] ?? 0);
}

/** Human words in a line that carries tool results (§4, rule 3). */
function besideResults(entry: UserEntry, results: readonly Block[]): Said[] {
  const spoken: Said[] = [];
  for (const result of results) {
    const text = resultText(result);
    const marker = text.indexOf(FEEDBACK_MARKER);
    if (result['is_error'] === true && marker >= 0 && !TOOL_FAILED.test(text)) {
      spoken.push({ role: 'user', kind: 'feedback', text: text.slice(marker + FEEDBACK_MARKER.length) });
    }
  }
  spoken.push(...answers(entry.toolUseResult));
  const content = typeof entry.message.content === 'string' ? [] : entry.message.content;
  for (const text of textBlocks(content)) {
    if (!INTERRUPTED.test(text.trim()) && !WRAPPER.test(text)) spoken.push({ role: 'user', kind: 'beside', text });
  }
  return spoken;
}

/** AskUserQuestion: the question is Claude's and gives the answer its sense, so both are said, in their true roles. */
function answers(result: unknown): Said[] {
  if (!isRecord(result) || !Array.isArray(result['questions']) || !isRecord(result['answers'])) return [];
  return Object.entries(result['answers']).flatMap(([question, answer]): Said[] => {
    const text = Array.isArray(answer) ? answer.filter((one) => typeof one === 'string').join(', ') : answer;
    if (typeof text !== 'string') return [];
    return [
      { role: 'assistant', kind: 'question', text: question },
      { role: 'user', kind: 'answer', text },
    ];
  });
}

/** A message typed while the model worked, and taken up before it was done, never becomes a user line (§3). */
function queued(entry: AttachmentEntry): Said[] {
  const { attachment } = entry;
  const origin = attachment['origin'];
  const isUnsaid = origin === undefined && isOlder(entry.version, FIRST_WITH_ORIGIN);
  const human = isUnsaid || (isRecord(origin) && origin['kind'] === 'human');
  const isPrompt = attachment.type === 'queued_command' && attachment['commandMode'] === 'prompt';
  if (!isPrompt || attachment['isMeta'] === true || !human) return [];
  const prompt = attachment['prompt'];
  const text = typeof prompt === 'string' ? prompt : textBlocks(blocksOf(prompt)).join('\n');
  return WRAPPER.test(text) ? [] : [{ role: 'user', kind: 'queued', text }];
}

function saidByClaude(entry: AssistantEntry): Said[] {
  if (entry.isApiErrorMessage === true || entry.message.model === SYNTHETIC_MODEL) return [];
  const { content } = entry.message;
  const texts = typeof content === 'string' ? [content] : textBlocks(content);
  return texts.map((text) => ({ role: 'assistant', kind: 'text', text }));
}

function textBlocks(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block) => (block.type === 'text' && typeof block['text'] === 'string' ? [block['text']] : []));
}

/** The text of a tool result for the model: a string, or text blocks. */
export function resultText(result: Block): string {
  const content = result['content'];
  return typeof content === 'string' ? content : textBlocks(blocksOf(content)).join('\n');
}

/** Whatever looks like content blocks in an unknown value. */
export function blocksOf(value: unknown): Block[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((one) =>
    isRecord(one) && typeof one['type'] === 'string' ? [{ ...one, type: one['type'] }] : [],
  );
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
