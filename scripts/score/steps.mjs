/**
 * What may happen in a session of the corpus: one function a step, named by the step's first key. The shapes are those of the
 * transcript contract §3 to §5. `world` holds the files as they are at that moment of the session.
 */
import { COMMAND_STEPS } from './steps-commands.mjs';
import { TOOL_CALLS } from './tool-calls.mjs';

const numbered = (text) =>
  text
    .split('\n')
    .map((line, index) => `${index + 1}\t${line}`)
    .join('\n');

function fileContent(world, path) {
  const content = world.read(path);
  const lines = content.split('\n').length;
  return {
    type: 'text',
    file: { filePath: world.absolute(path), content, numLines: lines, startLine: 1, totalLines: lines },
  };
}

function call(session, world, step) {
  const [kind] = Object.keys(step);
  const { name, input, ...result } = TOOL_CALLS[kind](step, world, numbered, fileContent);
  return { use: session.toolUse(name, input), result };
}

/** Calls of one message; their results come in the opposite order (contract §2). */
function parallel(session, world, steps) {
  const calls = steps.map((step) => call(session, world, step));
  session.assistant(calls.map(({ use }) => use));
  for (const { use, result } of calls.reverse()) session.toolResult(use, result);
}

const STEPS = {
  human: (session, step) => session.prompt(step.human),
  /** A pasted picture beside the words. */
  image: (session, step) => {
    const picture = {
      type: 'image',
      source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgoAAAANSUhEUg==' },
    };
    session.prompt([{ type: 'text', text: `[Image #1] ${step.image}` }, picture], { imagePasteIds: [1] });
    session.user([{ type: 'text', text: '[Image: source: /home/dev/Pictures/shot.png]' }], { isMeta: true });
  },
  claude: (session, step) => {
    const texts = Array.isArray(step.claude) ? step.claude : [step.claude];
    session.assistant(texts.map((text) => ({ type: 'text', text })));
    session.endOfTurn();
  },
  think: (session, step) => session.assistant([{ type: 'thinking', thinking: step.think, signature: 'FXSIGmadeup' }]),
  parallel: (session, step, world) => parallel(session, world, step.parallel),
  mention: (session, step, world) =>
    session.attachment({
      type: 'file',
      filename: world.absolute(step.mention),
      content: fileContent(world, step.mention),
      displayPath: step.mention,
    }),
  again: (session, step, world) =>
    session.attachment({
      type: 'already_read_file',
      filename: world.absolute(step.again),
      displayPath: step.again,
      content: fileContent(world, step.again),
    }),
  nested: (session, step, world) =>
    session.attachment({
      type: 'nested_memory',
      path: world.absolute(step.nested),
      content: {
        path: world.absolute(step.nested),
        type: 'Project',
        content: world.read(step.nested),
        contentDiffersFromDisk: false,
      },
      displayPath: step.nested,
    }),
  /** A file was changed outside: the client shows a part of it. */
  outside: (session, step, world) => {
    world.write(step.outside, step.now);
    session.attachment({
      type: 'edited_text_file',
      filename: world.absolute(step.outside),
      snippet: numbered(step.now),
    });
  },
  /** Typed while the model worked. */
  queued: (session, step) => {
    session.note({ type: 'queue-operation', operation: 'enqueue', timestamp: session.time(), content: step.queued });
    session.note({ type: 'queue-operation', operation: 'remove', timestamp: session.time() });
    session.attachment({
      type: 'queued_command',
      prompt: step.queued,
      commandMode: 'prompt',
      origin: { kind: 'human' },
      timestamp: session.time(),
    });
  },
  hook: (session, step) => {
    const hookEvent = step.event ?? 'SessionStart';
    const common = { hookName: hookEvent, toolUseID: hookEvent, hookEvent };
    const stdout = JSON.stringify({ hookSpecificOutput: { hookEventName: hookEvent, additionalContext: step.hook } });
    session.attachment({
      type: 'hook_success',
      ...common,
      content: '',
      stdout,
      stderr: '',
      exitCode: 0,
      durationMs: 90,
    });
    session.attachment({ type: 'hook_additional_context', content: [step.hook], ...common });
  },
  meta: (session, step) => session.user(step.meta, { isMeta: true }),
  todos: (session, step) =>
    session.attachment({
      type: 'todo_reminder',
      content: step.todos.map((content) => ({ content, status: 'pending', activeForm: content })),
      itemCount: step.todos.length,
    }),
  side: (session, step) => {
    const before = session.parent;
    session.user(step.side, { isSidechain: true, agentId: 'a1eb19fc5100be977' });
    session.assistant([{ type: 'text', text: step.says }], { isSidechain: true, agentId: 'a1eb19fc5100be977' });
    session.parent = before;
  },
  /** Esc Esc: the next prompt follows what came before the last `n` prompts; those stay in the file. */
  rewind: (session, step) => {
    session.parent = session.prompts.at(-step.rewind) ?? null;
  },
  /** Lines that the client wrote a second time, with the ids of the first (as in a fork). */
  replay: (session) => session.lines.push(...session.lines.filter(({ uuid }) => uuid !== undefined)),
  interrupt: (session, step) => {
    session.assistant([{ type: 'text', text: step.interrupt }], { model: '<synthetic>' });
    session.user([{ type: 'text', text: '[Request interrupted by user]' }], { interruptedMessageId: session.parent });
  },
  apiError: (session, step) =>
    session.assistant([{ type: 'text', text: step.apiError }], {
      model: '<synthetic>',
      isApiErrorMessage: true,
      error: 'unknown',
    }),
  resume: (session) => session.assistant([{ type: 'text', text: 'No response requested.' }], { model: '<synthetic>' }),
  notification: (session, step) =>
    session.user(
      `<task-notification>\n<task-id>a23d65b25</task-id>\n<status>completed</status>\n<result>${step.notification}</result>\n</task-notification>`,
      session.print
        ? { promptSource: 'sdk', origin: { kind: 'task-notification' } }
        : { promptSource: 'system', origin: { kind: 'task-notification' } },
    ),
  raw: (session, step) => session.lines.push(step.raw),
  ...COMMAND_STEPS(fileContent),
};

/** Does one step of a case. */
export function doStep(session, world, step) {
  const [kind] = Object.keys(step);
  if (TOOL_CALLS[kind] !== undefined) parallel(session, world, [step]);
  else if (STEPS[kind] !== undefined) STEPS[kind](session, step, world);
  else throw new Error(`no such step: ${kind}`);
}
