/**
 * What the lines of a transcript show of the repository and of tools: the evidence that omission rests on. Repository
 * content stands in a tool result twice, in attachments, and in injected text (transcript contract §3, §5).
 * Lines are planned when they are read, and shown when their bytes go by a second time: by then it is known what was said.
 * Out of scope: comparing (`evidence`, `quotations`), people's words (`core/talk`).
 */
import type { AssistantEntry, TranscriptEntry, UserEntry } from '../../contract/transcript.ts';
import { blocksOf, isRecord, resultText } from '../talk/utterances.ts';
import type { Kind, Showing, Source } from './evidence.ts';

/** A tool call as far as its result needs it. `position` is where the call stands. */
export interface ToolCall {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly position: number;
  /** Its line is passed over: what it names and plans is not told. */
  readonly isPassedOver?: true;
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
/** Keys of inputs and results that are no shown text: old text was there before, prompts and plans are Claude's own. */
const NOT_SHOWN: ReadonlySet<string> = new Set(['base64', 'data', 'signature', 'prompt', 'plan', 'description']);
const OUTPUT_LINE = /^\s*<(?:local-command-stdout|bash-stdout|bash-stderr|task-notification)/;
const REFUSAL = /^The user doesn't want to proceed|the user said:\n/;

/**
 * Whether a file may be named, by its path as a line has it and the folder of that line: not one that lies where the person's
 * lists deny it.
 */
export type MayName = (path: string, cwd: string | undefined) => boolean;

/** How the texts of a line are evidence: by which of its keys. */
export type Rule = 'calls' | 'result' | 'attachment' | 'content';

/** What of one line is to be shown, when its bytes go by. */
export interface LinePlan {
  readonly rule: Rule;
  readonly position: number;
  /** For texts that no path beside them names. */
  readonly source: Source;
  /** Where the call stands that a result answers. */
  readonly callPosition: number;
  /** The structured copy holds all that the model was shown, without line numbers; once is enough. */
  readonly twice: boolean;
  /** What paths are shown relative to. */
  readonly cwd: string | undefined;
  /** Absent where every file may be named. */
  readonly mayName: MayName | undefined;
}

/** Plans the evidence of one transcript while its lines go by in file order. */
export class Watcher {
  readonly calls = new Map<string, ToolCall>();
  readonly #mayName: MayName | undefined;

  /** @param mayName absent where every file may be named */
  constructor(mayName?: MayName) {
    this.#mayName = mayName;
  }

  /**
   * Takes in one line. `position` grows along the file; `shownAt` is the position that an attachment counts from: a mentioned
   * file stood in the repository before the prompt that mentions it.
   */
  see(entry: TranscriptEntry, position: number, shownAt: number, isPassedOver = false): LinePlan | undefined {
    const { cwd } = entry;
    const plan = (rule: Rule, label: string): LinePlan => ({
      rule,
      position,
      source: { label, isPath: false },
      callPosition: position,
      twice: false,
      cwd,
      mayName: this.#mayName,
    });
    if (entry.type === 'assistant')
      return this.#noteCalls(entry, position, isPassedOver) ? plan('calls', 'tool call') : undefined;
    if (entry.type === 'user') return this.#planResults(entry, plan);
    if (entry.type === 'attachment') {
      const { type } = entry.attachment;
      return ECHOING_ATTACHMENTS.has(type) ? undefined : { ...plan('attachment', type), position: shownAt };
    }
    const isOutput =
      entry.subtype === 'local_command' && typeof entry.content === 'string' && OUTPUT_LINE.test(entry.content);
    return isOutput ? plan('content', 'command output') : undefined;
  }

  /** @returns whether one of the calls may write: a command, an agent or a server's tool may as well as Write */
  #noteCalls(entry: AssistantEntry, position: number, isPassedOver: boolean): boolean {
    let writes = false;
    for (const block of blocksOf(entry.message.content)) {
      const { id, name, input } = { id: block['id'], name: block['name'], input: block['input'] };
      if (block.type !== 'tool_use' || typeof id !== 'string' || typeof name !== 'string' || !isRecord(input)) continue;
      const passed = isPassedOver ? ({ isPassedOver } as const) : {};
      this.calls.set(id, { name, input: shortInput(input), position, ...passed });
      if (!ECHOING_TOOLS.has(name)) writes = true;
    }
    return writes;
  }

  #planResults(entry: UserEntry, plan: (rule: Rule, label: string) => LinePlan): LinePlan | undefined {
    const { content } = entry.message;
    if (entry.isCompactSummary === true) return undefined;
    if (typeof content === 'string' || entry.isMeta === true) {
      const text = typeof content === 'string' ? content : content.map((block) => block['text']).join('\n');
      if (entry.isMeta === true) return plan('content', 'injected text');
      return OUTPUT_LINE.test(text) ? plan('content', 'command output') : undefined;
    }
    const result = content.find((block) => block.type === 'tool_result');
    if (result === undefined) return undefined;
    const id = result['tool_use_id'];
    const call = typeof id === 'string' ? this.calls.get(id) : undefined;
    if (ECHOING_TOOLS.has(call?.name ?? '')) return undefined;
    if (result['is_error'] === true && REFUSAL.test(resultText(result))) return undefined;
    const path = pathIn(call?.input);
    const named = plan('result', `${call?.name ?? 'tool'} output`);
    return {
      ...named,
      source: path === undefined ? named.source : sourceOf(path, named),
      callPosition: call?.position ?? named.position,
      twice: TWICE_TOLD.has(call?.name ?? '') && isRecord(entry.toolUseResult),
    };
  }
}

/**
 * What a string in a line is, by the keys of the containers around it (the first is that in the line itself) and its own;
 * undefined for one that shows nothing.
 */
export function kindOf(
  plan: LinePlan,
  keys: readonly (string | undefined)[],
  key: string | undefined,
): Kind | undefined {
  const last = key ?? keys.findLast((one) => one !== undefined);
  // What an agent is asked for it may write.
  if (plan.rule === 'calls') {
    if (keys[0] !== 'message' || !keys.includes('input')) return undefined;
    return last === 'old_string' ? 'stood' : 'wrote';
  }
  if (keys.some((one) => one !== undefined && NOT_SHOWN.has(one)) || (last !== undefined && NOT_SHOWN.has(last)))
    return undefined;
  const [first] = keys;
  switch (plan.rule) {
    case 'result':
      if (first === 'toolUseResult' || (keys.length === 0 && key === 'toolUseResult'))
        return last === 'originalFile' ? 'stood' : 'shown';
      // A text block beside the result is the person's.
      if (first !== 'message' || keys.length < 3 || (keys.length === 3 && key !== 'content')) return undefined;
      return !plan.twice && TEXT_KEYS.has(last ?? '') ? 'shown' : undefined;
    case 'attachment':
      return first === 'attachment' ? 'shown' : undefined;
    case 'content':
      return (first === 'message' || keys.length === 0) && TEXT_KEYS.has(last ?? '') ? 'shown' : undefined;
    default:
      return undefined;
  }
}

/** Keys of the texts in a message (transcript contract §3). */
const TEXT_KEYS: ReadonlySet<string> = new Set(['content', 'text']);

/** A text of a kind as evidence; `path` is the file that stands beside it. */
export function showingOf(plan: LinePlan, kind: Kind, path: string | undefined): Showing {
  const source = path === undefined ? plan.source : sourceOf(path, plan);
  return { kind, source, position: kind === 'stood' ? plan.callPosition : plan.position };
}

/** What a mark says of a file that may not be named. */
const UNNAMED = 'a file that is not named';

/** A file as a source. Whether it may be named is asked when a mark is made of it, which is seldom. */
export function fileSource(label: string, mayBeNamed: (() => boolean) | undefined): Source {
  if (mayBeNamed === undefined) return { label, isPath: true };
  return {
    isPath: true,
    get label() {
      return mayBeNamed() ? label : UNNAMED;
    },
  };
}

function sourceOf(path: string, { cwd, mayName }: LinePlan): Source {
  return fileSource(shownPath(path, cwd), mayName && (() => mayName(path, cwd)));
}

/** Keys whose value names the file of the texts beside it; `path` only where content stands beside it too, as Grep's does not. */
export function isFileKey(key: string | undefined): boolean {
  return key !== undefined && FILE_KEYS.includes(key);
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
function shownPath(path: string, cwd: string | undefined): string {
  return insidePath(path, cwd) ?? path.split(/[\\/]/).at(-1) ?? path;
}
