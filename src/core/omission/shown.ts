/**
 * What the lines of a transcript show of the repository and of tools: the evidence that omission rests on. Repository
 * content stands in a tool result twice, in attachments, and in injected text (transcript contract §3, §5).
 * Out of scope: comparing (`provenance`), people's words (`utterances`).
 */
import type { AssistantEntry, AttachmentEntry, Block, TranscriptEntry, UserEntry } from '../../contract/transcript.ts';
import { blocksOf, isRecord, resultText } from '../talk/utterances.ts';
import type { Evidence, Source } from './provenance.ts';

/** A tool call as far as its result needs it. `position` is where the call stands. */
export interface ToolCall {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly position: number;
}

/** Tools whose results repeat what Claude or the person just said: they are no evidence of anything else (§4, §5). */
const ECHOING_TOOLS: ReadonlySet<string> = new Set(
  'TaskCreate TaskUpdate TaskGet TaskList TodoWrite AskUserQuestion ExitPlanMode EnterPlanMode'.split(' '),
);
/** Attachments of the harness that repeat conversation or list what is on offer (§3). */
const ECHOING_ATTACHMENTS: ReadonlySet<string> = new Set(
  'queued_command task_reminder todo_reminder agent_listing_delta skill_listing command_permissions agent_mention'.split(
    ' ',
  ),
);
/** Tools whose structured result repeats the text for the model (§5). */
const TWICE_TOLD: ReadonlySet<string> = new Set(['Read', 'Bash', 'Grep']);
const WRITING_TOOLS: ReadonlySet<string> = new Set(['Write', 'Edit', 'MultiEdit', 'NotebookEdit', 'Bash']);
/** Keys of inputs and results that are no shown text: old text was there before, prompts and plans are Claude's own. */
const NOT_SHOWN: ReadonlySet<string> = new Set(['base64', 'data', 'signature', 'prompt', 'plan', 'description']);
const OUTPUT_LINE = /^\s*<(?:local-command-stdout|bash-stdout|bash-stderr|task-notification)/;
const REFUSAL = /^The user doesn't want to proceed|the user said:\n/;
/** Deeper values are not looked at: the client writes four levels at most (structuredPatch). */
const MAX_DEPTH = 8;

/** Keeps the evidence of one transcript while its lines go by in file order. */
export class Watcher {
  readonly #evidence: Evidence;
  readonly calls = new Map<string, ToolCall>();

  constructor(evidence: Evidence) {
    this.#evidence = evidence;
  }

  /**
   * Takes in one line. `position` grows along the file; `shownAt` is the position that an attachment counts from: a mentioned
   * file stood in the repository before the prompt that mentions it.
   */
  see(entry: TranscriptEntry, position: number, shownAt: number): void {
    if (entry.type === 'assistant') this.#seeCalls(entry, position);
    else if (entry.type === 'user') this.#seeResults(entry, position);
    else if (entry.type === 'attachment') this.#seeAttachment(entry, shownAt);
    else if (
      entry.subtype === 'local_command' &&
      typeof entry.content === 'string' &&
      OUTPUT_LINE.test(entry.content)
    ) {
      this.#evidence.show(entry.content, { label: 'command output', isPath: false }, position);
    }
  }

  #seeCalls(entry: AssistantEntry, position: number): void {
    for (const block of blocksOf(entry.message.content)) {
      const { id, name, input } = { id: block['id'], name: block['name'], input: block['input'] };
      if (block.type !== 'tool_use' || typeof id !== 'string' || typeof name !== 'string' || !isRecord(input)) continue;
      this.calls.set(id, { name, input: shortInput(input), position });
      if (!WRITING_TOOLS.has(name)) continue;
      const old = texts(input, 'old_string');
      for (const text of textsBut(input, 'old_string')) this.#evidence.write(text, position);
      for (const text of old) this.#evidence.stoodBefore(text, position);
    }
  }

  #seeResults(entry: UserEntry, position: number): void {
    const { content } = entry.message;
    if (entry.isCompactSummary === true) return;
    if (typeof content === 'string' || entry.isMeta === true) {
      const text = typeof content === 'string' ? content : content.map((block) => block['text']).join('\n');
      const label = entry.isMeta === true ? 'injected text' : 'command output';
      if (entry.isMeta === true || OUTPUT_LINE.test(text))
        this.#evidence.show(text, { label, isPath: false }, position);
      return;
    }
    for (const block of content) {
      if (block.type === 'tool_result') this.#seeResult(entry, block, position);
    }
  }

  #seeResult(entry: UserEntry, block: Block, position: number): void {
    const id = block['tool_use_id'];
    const call = typeof id === 'string' ? this.calls.get(id) : undefined;
    const text = resultText(block);
    if (ECHOING_TOOLS.has(call?.name ?? '') || (block['is_error'] === true && REFUSAL.test(text))) return;
    const path = pathIn(call?.input);
    const source: Source =
      path === undefined
        ? { label: `${call?.name ?? 'tool'} output`, isPath: false }
        : { label: shownPath(path, entry.cwd), isPath: true };
    // The structured copy of these tools holds all that the model was shown, without line numbers; once is enough.
    const twice = TWICE_TOLD.has(call?.name ?? '') && isRecord(entry.toolUseResult);
    if (!twice) this.#evidence.show(text, source, position);
    this.#showAll(entry.toolUseResult, source, position, entry.cwd, 0);
    const original = isRecord(entry.toolUseResult) ? entry.toolUseResult['originalFile'] : undefined;
    if (typeof original === 'string' && call) this.#evidence.stoodBefore(original, call.position);
  }

  #seeAttachment(entry: AttachmentEntry, position: number): void {
    if (ECHOING_ATTACHMENTS.has(entry.attachment.type)) return;
    this.#showAll(entry.attachment, { label: entry.attachment.type, isPath: false }, position, entry.cwd, 0);
  }

  /** Every text in a value; a value that names a file names the source of the texts in it. */
  #showAll(value: unknown, source: Source, position: number, cwd: string | undefined, depth: number): void {
    if (typeof value === 'string') this.#evidence.show(value, source, position);
    if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return;
    const path = isRecord(value) ? pathIn(value) : undefined;
    const named = path === undefined ? source : { label: shownPath(path, cwd), isPath: true };
    for (const [key, inner] of Object.entries(value)) {
      if (!NOT_SHOWN.has(key)) this.#showAll(inner, named, position, cwd, depth + 1);
    }
  }
}

/** What a result needs of its call; the rest of an input may be a whole file and would be held to the end. */
const KEPT_INPUT = ['file_path', 'notebook_path', 'command', 'run_in_background', 'subject'];
/** A longer command carries a file in it. */
const MAX_KEPT_INPUT = 2_000;

function shortInput(input: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const kept = KEPT_INPUT.flatMap((key): [string, unknown][] => {
    const value = input[key];
    return value === undefined ? [] : [[key, typeof value === 'string' ? value.slice(0, MAX_KEPT_INPUT) : value]];
  });
  return Object.fromEntries(kept);
}

function texts(value: unknown, wanted: string, depth = 0): string[] {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    typeof inner === 'string' ? (key === wanted ? [inner] : []) : texts(inner, wanted, depth + 1),
  );
}

function textsBut(value: unknown, unwanted: string, depth = 0): string[] {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    typeof inner === 'string' ? (key === unwanted ? [] : [inner]) : textsBut(inner, unwanted, depth + 1),
  );
}

const FILE_KEYS = ['file_path', 'filePath', 'notebook_path', 'filename'];

/** The file that a tool call, result or attachment is about. */
export function pathIn(value: Readonly<Record<string, unknown>> | undefined): string | undefined {
  for (const key of FILE_KEYS) {
    const path = value?.[key];
    if (typeof path === 'string' && path !== '') return path;
  }
  // Grep and Glob name a folder to look in with `path`; only a value that carries content is a file.
  const path = value?.['path'];
  return typeof path === 'string' && path !== '' && value?.['content'] !== undefined ? path : undefined;
}

/** The path relative to `cwd`, or undefined when it is outside; a relative path is taken to be inside. */
export function insidePath(path: string, cwd: string | undefined): string | undefined {
  if (!/^(?:[\\/~]|[A-Za-z]:)/.test(path)) return path;
  const base = cwd?.replace(/[\\/]+$/, '');
  if (base === undefined || base === '' || !path.startsWith(base) || !/^[\\/]/.test(path.slice(base.length)))
    return undefined;
  return path.slice(base.length + 1).replaceAll('\\', '/');
}

/** As a mark shows it: relative when inside; else the last part only, because the rest tells of the machine. */
export function shownPath(path: string, cwd: string | undefined): string {
  return insidePath(path, cwd) ?? path.split(/[\\/]/).at(-1) ?? path;
}
