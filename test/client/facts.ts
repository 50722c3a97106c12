/**
 * Every fact about Claude Code that this product relies on. Each is pinned by a scenario (`pinned`), so that a client that changes one
 * fails with its name; `README.md` beside this file is the same list to read. Sources are paragraphs of the client contract.
 */

/** What the client does, where that was learned, and what of ours would be wrong without it. */
export interface Fact {
  readonly says: string;
  readonly source: string;
  readonly reliedOnBy: string;
}

export const FACTS = {
  'hooks run without a shell': {
    says: 'A hook with `args` is started as a process of its own (since 2.1.139), with the plugin’s folder in place of `CLAUDE_PLUGIN_ROOT`, be there blanks and quotes in it.',
    source: 'client §4',
    reliedOnBy: 'hooks.json',
  },
  'a hook is told what it needs': {
    says: 'One JSON object comes on stdin, and then its end: `session_id`, `transcript_path`, `cwd` and `hook_event_name`, and at a start `source`.',
    source: 'client §1',
    reliedOnBy: 'src/contract/hook.ts',
  },
  'hooks are children of the client': {
    says: 'The parent of a start’s and of an end’s hook is the client’s own process, the same for both.',
    source: 'client §1, measured',
    reliedOnBy: 'src/runtime/processes/processes.ts (whether the owner of a session is gone)',
  },
  'a hook has the environment of the client': {
    says: 'Variables that were set where the client was started reach each hook, `CLAUDE_PLUGIN_DATA` beside them, and in newer clients (2.1.197, not 2.1.139) `CLAUDE_CODE_SESSION_ID`.',
    source: 'client §1',
    reliedOnBy: 'src/runtime/runtime.ts, src/hook/recover-input.ts, src/spool/refuge.ts',
  },
  'secrets are the same at the end': {
    says: 'A variable with a secret’s name that a start’s hook has is there at the end with the same value, but for those that begin with `CLAUDE_CODE_`.',
    source: 'measured with 2.1.332',
    reliedOnBy: 'src/runtime/belongs.ts (a capture needs the secrets of its session)',
  },
  'an option of the plugin is a variable': {
    says: 'A value of the plugin’s user configuration reaches its hooks as `CLAUDE_PLUGIN_OPTION_API_KEY`.',
    source: 'client §1',
    reliedOnBy: 'src/contract/config.ts',
  },
  'a start says how it came about': {
    says: '`source` is `startup`, `resume`, `clear` or `compact`, as it was.',
    source: 'client §1',
    reliedOnBy: 'src/flows/recall.ts',
  },
  'the context reaches the model': {
    says: '`additionalContext` of a start stands in the first request, once, and on no screen.',
    source: 'client §2',
    reliedOnBy: 'src/hook/start-output.ts',
  },
  'a context below 9,500 characters is whole': {
    says: 'Up to 10,000 UTF-16 code units a context is given in full, not as a preview.',
    source: 'client §2',
    reliedOnBy: 'src/contract/hook.ts (MAX_PACK_CHARS)',
  },
  'the message is for the person': {
    says: '`systemMessage` of a start stands on the screen, and in no request.',
    source: 'client §2',
    reliedOnBy: 'src/hook/start-output.ts',
  },
  'silence leaves no trace': {
    says: 'A hook that prints nothing and exits with 0 adds nothing to a request and nothing to the screen.',
    source: 'client §2',
    reliedOnBy: 'src/hook/run-hook.ts',
  },
  'the first request waits for the start': {
    says: 'The first request is made once the hooks of the start have ended.',
    source: 'client §3',
    reliedOnBy: 'src/hook/session-start.ts (the deadline)',
  },
  'an end says which session': {
    says: 'The end is told with the id and file of the session that ends, /clear’s before the start of the next one, which has another id.',
    source: 'client §1',
    reliedOnBy: 'src/hook/session-end.ts',
  },
  'an end is told however it comes': {
    says: 'The end is told after /exit, Ctrl-D, /clear, /resume, a closed terminal and in print mode.',
    source: 'client §1',
    reliedOnBy: 'src/hook/session-end.ts',
  },
  'kill -9 tells nobody': {
    says: 'A client that is killed runs no hook of its end.',
    source: 'client §1',
    reliedOnBy: 'src/flows/reconcile.ts',
  },
  'an end has half a second': {
    says: 'A hook of the end that takes more than half a second is not stopped.',
    source: 'client §3 (1.5 s)',
    reliedOnBy: 'src/hook/session-end.ts (1.3 s)',
  },
  'what is left in the background lives on': {
    says: 'A detached process, whose parent has ended, outlives the client and its terminal.',
    source: 'client §3',
    reliedOnBy: 'src/runtime/processes/processes.ts, the background process',
  },
  'the transcript is there at the end': {
    says: 'When the end is told, the file at `transcript_path` holds all that was said.',
    source: 'client §1',
    reliedOnBy: 'src/flows/capture.ts',
  },
  'the new name of a fork is told at its start': {
    says: 'At the start with `--fork-session` either `source` is `fork` and `session_id` the new one (2.1.332), or `session_id` is the old session’s and the folder of `CLAUDE_ENV_FILE` has the new id (2.1.197). Its end names the new one.',
    source: 'client §1, measured',
    reliedOnBy: 'src/spool/forks.ts',
  },
  'a resumed session keeps its name': {
    says: 'After `--continue`, `--resume` and /resume the session’s id and file are the old ones.',
    source: 'client §1, transcript §4',
    reliedOnBy: 'src/spool/ledger.ts (the cursor)',
  },
  'a resume replays earlier contexts': {
    says: 'The requests of a resumed session hold the contexts that its earlier starts were given, and the new one.',
    source: 'client §2',
    reliedOnBy: 'src/flows/recall.ts (a resume’s share)',
  },
  'a compaction is told before': {
    says: 'PreCompact comes before the summary is asked for, with `trigger` `manual` or `auto`, and then a start with `compact` and the same session id.',
    source: 'client §1',
    reliedOnBy: 'src/hook/pre-compact.ts',
  },
  'the transcript is there before a compaction': {
    says: 'At PreCompact the file holds what was said before.',
    source: 'client §1',
    reliedOnBy: 'src/flows/checkpoint.ts',
  },
  'a compaction drops the context of the start': {
    says: 'After a compaction the requests hold the context that was given at `compact`, and none from before.',
    source: 'client §2',
    reliedOnBy: 'src/flows/recall.ts (the whole pack at compact)',
  },
  'what PreCompact prints is an instruction': {
    says: 'What a hook prints before a compaction is put into the request for the summary.',
    source: 'client §2',
    reliedOnBy: 'src/hook/pre-compact.ts (it prints nothing)',
  },
  'cwd follows a worktree': {
    says: 'After EnterWorktree the `cwd` of a hook is the worktree, and the session’s id is the same.',
    source: 'client §1, transcript §1',
    reliedOnBy: 'src/runtime/place, src/spool/ledger.ts (a session keeps the folder in which it began)',
  },
  'a transcript keeps its name': {
    says: 'Its file is named for the session and lies in a folder of `projects`, also when the client has moved it there (2.1.332 does so at EnterWorktree, 2.1.197 did not).',
    source: 'transcript §1, measured',
    reliedOnBy: 'src/transcript/whereabouts.ts',
  },
  'a prompt is a line of its own kind': {
    says: 'What a person types is a `user` line with a text, no tool result, and `promptSource` `typed`, in print mode `sdk`; what the client adds in between has `system`. Before 2.1.161 there is no `promptSource`; what has `permissionMode` and not `isMeta` was typed.',
    source: 'transcript §4',
    reliedOnBy: 'src/core/talk/utterances.ts',
  },
  'what hooks print is an attachment': {
    says: 'Output of hooks, our pack with it, is written as lines of the type `attachment` alone.',
    source: 'transcript §3',
    reliedOnBy: 'src/core/talk/utterances.ts',
  },
  'files are results and attachments': {
    says: 'What Claude reads is a `tool_result` block, what a person mentions an `attachment`: neither is a prompt.',
    source: 'transcript §3',
    reliedOnBy: 'src/core/omission',
  },
  'a summary is marked': {
    says: 'The summary of a compaction is a `user` line with `isCompactSummary`.',
    source: 'transcript §3',
    reliedOnBy: 'src/core/talk/utterances.ts',
  },
  'sub-agents have files of their own': {
    says: 'What is said to and by a sub-agent stands in `subagents/`, with `isSidechain`, and not in the session’s file.',
    source: 'transcript §1',
    reliedOnBy: 'src/transcript/sessions-on-disk.ts',
  },
  'tasks are tool results': {
    says: 'TaskCreate’s result has `toolUseResult.task` with `id` and `subject`, TaskUpdate’s has `taskId` and `statusChange`.',
    source: 'transcript §4',
    reliedOnBy: 'src/core/checkpoint',
  },
  'what was typed meanwhile is marked': {
    says: 'A prompt that is typed while Claude works is an attachment `queued_command` with a human origin where Claude went on working, and else a prompt with `promptSource` `queued` (2.1.332) or `typed` (2.1.197). Before 2.1.181 no origin is told.',
    source: 'transcript §3, measured',
    reliedOnBy: 'src/core/talk/utterances.ts',
  },
  'an answer is a result': {
    says: 'What a person answers to AskUserQuestion is the `answers` of that tool’s result, by the question.',
    source: 'transcript §3, §4',
    reliedOnBy: 'src/core/talk/utterances.ts',
  },
  'a refusal tells why': {
    says: 'What a person says when refusing a tool stands behind "the user said:" in a result with `is_error`.',
    source: 'transcript §3, §4',
    reliedOnBy: 'src/core/talk/utterances.ts',
  },
  'a branch is left by the chain of parents': {
    says: 'After going back (Esc Esc), the new prompt’s `parentUuid` is an older line, and what was left stays in the file.',
    source: 'transcript §4',
    reliedOnBy: 'src/core/talk/chain.ts',
  },
  'a plugin is found in a marketplace': {
    says: '`claude plugin marketplace add FOLDER` and `claude plugin install` put a copy of the repository in place, and its hooks run.',
    source: 'client §4',
    reliedOnBy: '.claude-plugin/',
  },
  'hooks may stand in the settings': {
    says: 'The same entries under `hooks` in `settings.json`, with a path in place of the variable, run as those of a plugin do.',
    source: 'client §4',
    reliedOnBy: 'README.md (plain hooks)',
  },
  'a command of a plugin runs its program': {
    says: 'A typed `/mem0-hooks:status` runs what stands between `!` and backticks in the command’s file, and the model reads its output; `CLAUDE_PLUGIN_ROOT` in such a file is the plugin’s folder, and `$ARGUMENTS` what was typed behind.',
    source: 'measured with 2.1.332',
    reliedOnBy: 'scripts/commands/',
  },
  'a command that only people type is not told to the model': {
    says: 'With `disable-model-invocation` in its file, a command stands in no request until it is typed.',
    source: 'measured with 2.1.332',
    reliedOnBy: 'scripts/commands/ (they take no room of a session)',
  },
} as const satisfies Readonly<Record<string, Fact>>;

export type FactName = keyof typeof FACTS;

/** Holds a fact against the client: what fails in it fails with the fact's name. */
export async function pinned(name: FactName, holds: () => void | Promise<void>): Promise<void> {
  try {
    await holds();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`Claude Code does no longer as we rely on, "${name}": ${FACTS[name].says}\n${why}`, {
      cause: error,
    });
  }
}
