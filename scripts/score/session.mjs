/**
 * A session as the real client writes it (transcript contract §1 to §4), line by line. `steps.mjs` says what happened; this
 * keeps the chain of parents, the ids and the times. The same case gives the same bytes every time.
 */
import { createHash } from 'node:crypto';

const START = Date.UTC(2026, 10, 2, 9, 0, 0);
const VERSION = '2.1.197';

/** A uuid that follows from its name alone. */
export function uuidOf(name) {
  const hex = createHash('sha256').update(name).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

export class Session {
  lines = [];
  /** Lines of each prompt's parent, newest last, so that a rewind can go back. */
  prompts = [];
  parent = null;
  #count = 0;
  #promptId;

  constructor({ id, cwd, print = false, branch = 'main', permissionMode = 'default' }) {
    this.id = id;
    this.cwd = cwd;
    this.print = print;
    this.branch = branch;
    this.permissionMode = permissionMode;
    this.sessionId = uuidOf(`session ${id}`);
  }

  next(kind) {
    this.#count += 1;
    return `${kind} ${this.#count} of ${this.id}`;
  }

  time() {
    return new Date(START + this.#count * 1000).toISOString();
  }

  /** A line with a uuid: it follows the last one, unless another parent is named. */
  add(content, { parent = this.parent } = {}) {
    const uuid = uuidOf(this.next('line'));
    const line = {
      parentUuid: parent,
      isSidechain: false,
      ...content,
      uuid,
      timestamp: this.time(),
      userType: 'external',
      entrypoint: this.print ? 'sdk-cli' : 'cli',
      cwd: this.cwd,
      sessionId: this.sessionId,
      version: VERSION,
      gitBranch: this.branch,
    };
    this.lines.push(line);
    this.parent = uuid;
    return line;
  }

  /** A line without a uuid. */
  note(content) {
    this.lines.push({ ...content, sessionId: this.sessionId });
  }

  prompt(content, extra = {}) {
    this.prompts.push(this.parent);
    this.#promptId = uuidOf(this.next('prompt'));
    if (this.print) {
      const queued = typeof content === 'string' ? { content } : {};
      this.note({ type: 'queue-operation', operation: 'enqueue', timestamp: this.time(), ...queued });
      this.note({ type: 'queue-operation', operation: 'dequeue', timestamp: this.time() });
    }
    const line = this.user(content, {
      permissionMode: this.permissionMode,
      ...(this.print ? { promptSource: 'sdk' } : { origin: { kind: 'human' }, promptSource: 'typed' }),
      ...extra,
    });
    this.note({
      type: 'file-history-snapshot',
      messageId: line.uuid,
      snapshot: { messageId: line.uuid, trackedFileBackups: {}, timestamp: line.timestamp },
      isSnapshotUpdate: false,
    });
    if (typeof content === 'string')
      this.note({ type: 'last-prompt', lastPrompt: content.replaceAll('\n', ' ').slice(0, 200), leafUuid: line.uuid });
    return line;
  }

  user(content, extra = {}) {
    const prompt = this.#promptId === undefined ? {} : { promptId: this.#promptId };
    return this.add({ ...prompt, type: 'user', message: { role: 'user', content }, ...extra });
  }

  /** One line a block, all with the same message id. */
  assistant(blocks, { model = 'claude-opus-4-8', ...extra } = {}) {
    const id = `msg_${uuidOf(this.next('message')).replaceAll('-', '').slice(0, 20)}`;
    const tool = blocks.some(({ type }) => type === 'tool_use');
    for (const block of blocks)
      this.add({
        message: {
          id,
          type: 'message',
          role: 'assistant',
          model,
          content: [block],
          stop_reason: tool ? 'tool_use' : 'end_turn',
          stop_sequence: null,
          usage: { input_tokens: 12, cache_read_input_tokens: 20_944, output_tokens: 40 },
        },
        requestId: id.replace('msg_', 'req_'),
        type: 'assistant',
        ...extra,
      });
  }

  attachment(attachment, extra = {}) {
    return this.add({ attachment, type: 'attachment', ...extra });
  }

  toolUse(name, input) {
    const id = `toolu_${uuidOf(this.next('tool')).replaceAll('-', '').slice(0, 18)}`;
    return { type: 'tool_use', id, name, input };
  }

  /** The result of a call, with the client's structured copy beside it; `texts` are blocks that a person typed beside it. */
  toolResult(use, { content, structured, failed = false, texts = [] }) {
    const result = { tool_use_id: use.id, type: 'tool_result', content, ...(failed ? { is_error: true } : {}) };
    return this.user([result, ...texts.map((text) => ({ type: 'text', text }))], {
      toolUseResult: structured,
      sourceToolAssistantUUID: this.parent,
    });
  }

  /** What the client writes after each answer. */
  endOfTurn() {
    this.add({
      type: 'system',
      subtype: 'turn_duration',
      durationMs: 997,
      messageCount: this.lines.length,
      isMeta: false,
    });
  }

  text() {
    return this.lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  }
}
