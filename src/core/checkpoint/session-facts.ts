/**
 * Facts of a session beside its talk: open tasks, files touched, the last failed command. Read from tool calls and their
 * results (transcript contract §4, §5). Paths and subjects only: no file content, no output.
 * Out of scope: how they are told (`session-state`).
 */
import type { TranscriptEntry } from '../../contract/transcript.ts';
import { insidePath, type MayName, pathIn, type ToolCall } from '../omission/shown.ts';
import { blocksOf, isRecord, resultText } from '../talk/utterances.ts';
import { commandMayBeTold, textMayBeTold } from './told-names.ts';

export interface FailedCommand {
  readonly command: string;
  /** A later run of the same command: none, without an error, or behind a pipe that hides its status. */
  solved: 'no' | 'yes' | 'behind a pipe';
}

const EDITING_TOOLS: ReadonlySet<string> = new Set(['Edit', 'MultiEdit', 'Write', 'NotebookEdit']);
/** What is told of them is a few lines: of very many no more are asked about (only where there are lists). [?] ours */
const MOST_ASKED_TASKS = 30;
const MOST_ASKED_FILES = 200;
const FAILED = /^(?:Error: )?Exit code [1-9]/;
const DONE: ReadonlySet<string> = new Set(['completed', 'deleted', 'cancelled']);

/** Collects while lines go by in file order; `cwd` is what paths are shown relative to. */
export class SessionFacts {
  readonly #tasks = new Map<string, { subject: string; status: string }>();
  #todos: readonly { subject: string; status: string }[] = [];
  /** By the path as it is told: as the call has it, and the folder of its line. */
  readonly #files = new Map<string, { readonly path: string; readonly cwd: string | undefined }>();
  #failed: (FailedCommand & { readonly cwd: string | undefined }) | undefined;
  readonly #mayName: MayName | undefined;
  /** The last folder that a line names. */
  #cwd: string | undefined;

  /** @param mayName absent where every file may be named */
  constructor(mayName?: MayName) {
    this.#mayName = mayName;
  }

  observe(entry: TranscriptEntry, calls: ReadonlyMap<string, ToolCall>): void {
    this.#cwd = entry.cwd ?? this.#cwd;
    if (entry.type !== 'user' || entry.isSidechain === true) return;
    for (const block of blocksOf(entry.message.content)) {
      const id = block['tool_use_id'];
      const call = block.type === 'tool_result' && typeof id === 'string' ? calls.get(id) : undefined;
      if (call === undefined || call.isPassedOver === true) continue;
      const failed = block['is_error'] === true;
      if (call.name === 'Bash') this.#ran(call, entry.cwd, failed ? resultText(block) : undefined);
      else if (EDITING_TOOLS.has(call.name) && !failed) this.#touched(call, entry.cwd);
      else if (!failed) this.#planned(call, entry.toolUseResult, calls);
    }
  }

  /** Subjects of tasks that are not done, with their status as the client names it. */
  get openTasks(): { subject: string; status: string }[] {
    const open = [...this.#tasks.values(), ...this.#todos].filter((task) => !DONE.has(task.status));
    const mayName = this.#mayName;
    if (mayName === undefined) return open;
    return open.slice(0, MOST_ASKED_TASKS).filter(({ subject }) => textMayBeTold(subject, this.#cwd, mayName));
  }
  /** Inside the working folder, relative to it, in order of first touch. */
  get files(): string[] {
    const mayName = this.#mayName;
    if (mayName === undefined) return [...this.#files.keys()];
    const asked = [...this.#files].slice(0, MOST_ASKED_FILES);
    return asked.filter(([, { path, cwd }]) => mayName(path, cwd)).map(([inside]) => inside);
  }
  /** Of one that may not be told nobody hears; nor is an older one the last that failed. */
  get lastFailed(): FailedCommand | undefined {
    const [failed, mayName] = [this.#failed, this.#mayName];
    if (failed === undefined || mayName === undefined) return failed;
    return commandMayBeTold(failed.command, failed.cwd, mayName) ? failed : undefined;
  }

  #touched(call: ToolCall, cwd: string | undefined): void {
    const path = pathIn(call.input);
    if (path === undefined) return;
    // A path outside the working folder tells of the machine and is not the project's.
    const inside = insidePath(path, cwd);
    if (inside !== undefined && !this.#files.has(inside)) this.#files.set(inside, { path, cwd });
  }

  #ran(call: ToolCall, cwd: string | undefined, error: string | undefined): void {
    const command = call.input['command'];
    if (typeof command !== 'string' || call.input['run_in_background'] === true) return;
    if (error === undefined) {
      if (this.#failed && baseOf(command) === baseOf(this.#failed.command)) {
        this.#failed.solved = command.includes('|') ? 'behind a pipe' : 'yes';
      }
    } else if (FAILED.test(error)) {
      this.#failed = { command, cwd, solved: 'no' };
    }
  }

  #planned(call: ToolCall, result: unknown, calls: ReadonlyMap<string, ToolCall>): void {
    if (!isRecord(result)) return;
    if (call.name === 'TaskCreate' && isRecord(result['task'])) this.#putTask(result['task'], 'pending');
    if (call.name === 'TaskList' && Array.isArray(result['tasks'])) {
      // What was planned in a line that is passed over stands in this list as well.
      const isMixed = [...calls.values()].some(({ name, isPassedOver }) => isPassedOver === true && /^Task/.test(name));
      for (const task of result['tasks'])
        if (isRecord(task) && (!isMixed || this.#tasks.has(String(task['id'])))) this.#putTask(task, undefined);
    }
    if (call.name === 'TaskUpdate' && typeof result['taskId'] === 'string') {
      const task = this.#tasks.get(result['taskId']);
      const change = result['statusChange'];
      const status = isRecord(change) && typeof change['to'] === 'string' ? change['to'] : task?.status;
      const subject = call.input['subject'];
      if (task && status !== undefined) {
        this.#tasks.set(result['taskId'], { subject: typeof subject === 'string' ? subject : task.subject, status });
      }
    }
    if (call.name === 'TodoWrite' && Array.isArray(result['newTodos'])) {
      this.#todos = result['newTodos'].flatMap((todo: unknown) =>
        isRecord(todo) && typeof todo['content'] === 'string' && typeof todo['status'] === 'string'
          ? [{ subject: todo['content'], status: todo['status'] }]
          : [],
      );
    }
  }

  #putTask(task: Readonly<Record<string, unknown>>, status: string | undefined): void {
    const { id, subject } = { id: task['id'], subject: task['subject'] };
    const now = typeof task['status'] === 'string' ? task['status'] : status;
    if (typeof id === 'string' && typeof subject === 'string' && now !== undefined) {
      this.#tasks.set(id, { subject, status: now });
    }
  }
}

/** A command without redirections and pipes behind it: `pnpm test 2>&1 | tail -12` runs `pnpm test`. */
function baseOf(command: string): string {
  return command
    .replace(/\s*(?:\d?>&?\s*\S+|\|).*$/s, '')
    .replace(/\s+/g, ' ')
    .trim();
}
