/** What a transcript holds, by the transcript contract §3 and §4: who said what, and which files were shown. No rule of ours in here. */

const MARKER = 'To tell you how to proceed, the user said:\n';

export const linesOf = (text) =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

const textsOf = (content) =>
  typeof content === 'string' ? [content] : content.filter(({ type }) => type === 'text').map(({ text }) => text);

/** All that people said, wherever it stands; also what was rewound. */
export function humanTexts(lines) {
  return lines.flatMap((line) => {
    if (line.isMeta || line.isSidechain || line.isCompactSummary) return [];
    const { attachment } = line;
    if (attachment?.type === 'queued_command')
      return attachment.commandMode === 'prompt' ? textsOf(attachment.prompt) : [];
    if (line.type !== 'user') return [];
    if (line.toolUseResult !== undefined) return besideTools(line);
    return line.promptSource !== undefined && (line.origin?.kind ?? 'human') === 'human'
      ? textsOf(line.message.content)
      : [];
  });
}

function besideTools(line) {
  const blocks = Array.isArray(line.message.content) ? line.message.content : [];
  const feedback = blocks
    .filter((block) => block.type === 'tool_result' && block.is_error && typeof block.content === 'string')
    .flatMap(({ content }) =>
      content.includes(MARKER) ? [content.slice(content.indexOf(MARKER) + MARKER.length)] : [],
    );
  return [...textsOf(blocks), ...feedback, ...Object.values(line.toolUseResult.answers ?? {})];
}

export const assistantTexts = (lines) =>
  lines
    .filter((line) => line.type === 'assistant' && !line.isSidechain && line.message.model !== '<synthetic>')
    .flatMap((line) => textsOf(line.message.content));

/** Files, or parts of files, that tools and attachments showed. */
export function shownFiles(lines) {
  return lines.flatMap(({ toolUseResult: result, attachment, cwd }) => {
    const found = [];
    const see = (path, text) => {
      if (typeof path === 'string' && typeof text === 'string') found.push({ path: path.replace(`${cwd}/`, ''), text });
    };
    if (result !== null && typeof result === 'object') {
      see(result.file?.filePath, result.file?.content);
      for (const name of ['content', 'originalFile', 'newString']) see(result.filePath, result[name]);
    }
    see(attachment?.filename, attachment?.content?.file?.content);
    see(attachment?.path, attachment?.content?.content);
    if (attachment?.type === 'edited_text_file')
      see(attachment.filename, attachment.snippet.replace(/^\s*\d+\t/gm, ''));
    return found;
  });
}
