/**
 * What the client's tools are asked and answer (transcript contract §5): each gives the call, what the model reads as its result, and
 * the structured copy (`toolUseResult`).
 */
const REFUSED =
  "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file). To tell you how to proceed, the user said:\n";

function edited(world, path, from, to) {
  const before = world.read(path);
  if (!before.includes(from)) throw new Error(`nothing to edit in ${path}: ${from}`);
  world.write(
    path,
    before.replace(from, () => to),
  );
  return {
    content: `The file ${world.absolute(path)} has been updated successfully.`,
    structured: {
      filePath: world.absolute(path),
      oldString: from,
      newString: to,
      originalFile: before,
      structuredPatch: [
        { oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines: [...lines('-', from), ...lines('+', to)] },
      ],
      userModified: false,
      replaceAll: false,
    },
  };
}

const lines = (mark, text) => text.split('\n').map((line) => `${mark}${line}`);
const editInput = (world, path, from, to) => ({
  replace_all: false,
  file_path: world.absolute(path),
  old_string: from,
  new_string: to,
});

export const TOOL_CALLS = {
  read: ({ read: path, shows }, world, numbered, fileContent) => {
    if (shows !== undefined) world.show(path, shows);
    return {
      name: 'Read',
      input: { file_path: world.absolute(path) },
      content: numbered(world.read(path)),
      structured: fileContent(world, path),
    };
  },
  write: ({ write: path, text }, world) => {
    const originalFile = world.has(path) ? world.read(path) : null;
    world.write(path, text);
    const filePath = world.absolute(path);
    return {
      name: 'Write',
      input: { file_path: filePath, content: text },
      content: `File created successfully at: ${filePath}`,
      structured: {
        type: originalFile === null ? 'create' : 'update',
        filePath,
        content: text,
        structuredPatch: [],
        originalFile,
        userModified: false,
      },
    };
  },
  edit: ({ edit: path, from, to, says }, world) => ({
    name: 'Edit',
    input: editInput(world, path, from, to),
    ...edited(world, path, from, to),
    // Approved with words ("Tab to amend").
    texts: says === undefined ? [] : [says],
  }),
  refused: ({ refused: path, from = '', to, says }, world) => ({
    name: 'Edit',
    input: editInput(world, path, from, to),
    content: `${REFUSED}${says}`,
    structured: `Error: ${REFUSED}${says}`,
    failed: true,
  }),
  plan: ({ plan, says }) => ({
    name: 'ExitPlanMode',
    input: { plan },
    content: `${REFUSED}${says}`,
    structured: `Error: ${REFUSED}${says}`,
    failed: true,
  }),
  ask: ({ ask: question, options = [], answer }) => ({
    name: 'AskUserQuestion',
    input: {
      questions: [
        {
          question,
          header: 'Choice',
          options: options.map((label) => ({ label, description: '' })),
          multiSelect: false,
        },
      ],
    },
    content: `User has answered your questions: "${question}"="${answer}". You can now continue with the user's answers in mind.`,
    structured: {
      questions: [
        {
          question,
          header: 'Choice',
          options: options.map((label) => ({ label, description: '' })),
          multiSelect: false,
        },
      ],
      answers: { [question]: answer },
      annotations: {},
    },
  }),
  run: ({ run: command, prints = '', fails = false }) => ({
    name: 'Bash',
    input: { command, description: 'Runs it' },
    content: fails ? `Exit code 1\n${prints}` : prints,
    structured: fails
      ? `Error: Exit code 1\n${prints}`
      : { stdout: prints, stderr: '', interrupted: false, isImage: false, noOutputExpected: false },
    failed: fails,
  }),
  grep: ({ grep: pattern, prints }) => ({
    name: 'Grep',
    input: { pattern, output_mode: 'content', '-n': true },
    content: prints,
    structured: { mode: 'content', numFiles: 0, filenames: [], content: prints, numLines: prints.split('\n').length },
  }),
  agent: ({ agent: prompt, says }) => ({
    name: 'Agent',
    input: { description: 'Looks around', prompt, subagent_type: 'Explore' },
    content: [{ type: 'text', text: says }],
    structured: {
      status: 'completed',
      prompt,
      agentId: 'ab30974edc9da6f99',
      agentType: 'Explore',
      content: [{ type: 'text', text: says }],
    },
  }),
  mcp: ({ mcp: name, input = {}, prints }) => ({
    name,
    input,
    content: [{ type: 'text', text: prints }],
    structured: [{ type: 'text', text: prints }],
  }),
  task: ({ task: subject, about = '' }) => ({
    name: 'TaskCreate',
    input: { subject, description: about },
    content: `Task #1 created successfully: ${subject}`,
    structured: { task: { id: '1', subject } },
  }),
  fetch: ({ fetch: url, prints }) => ({
    name: 'WebFetch',
    input: { url, prompt: 'What does it say?' },
    content: prints,
    structured: { bytes: prints.length, code: 200, codeText: 'OK', result: prints, durationMs: 300, url },
  }),
};
