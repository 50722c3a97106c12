/**
 * Writes a large transcript in the shape of the client's: nine tenths of its bytes are tool results, 200 bytes to 100 KB each, told
 * twice as the client does; the rest is what people and Claude said. The same size gives the same bytes.
 */
import { closeSync, openSync, writeSync } from 'node:fs';

const WORDS =
  'the value return const of function order total price refund handler if else await error result money cents cart user request response database migration queue worker export import type string number for while null test expect describe service region deploy config env key map filter reduce index file path line token parse render state'.split(
    ' ',
  );
const FOLDER = '/home/dev/shop';
/** Bytes of a line besides its text. */
const FRAME = 700;

/** The same numbers each time: a linear congruential generator. */
function numbers() {
  let state = 42;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

class Writer {
  size = 0;
  #handle;
  #count = 0;
  #parent = null;

  constructor(path) {
    this.#handle = openSync(path, 'w');
  }
  put(fields, later = {}) {
    this.#count += 1;
    const uuid = `00000000-0000-4000-8000-${String(this.#count).padStart(12, '0')}`;
    const line = {
      parentUuid: this.#parent,
      isSidechain: false,
      ...fields,
      uuid,
      timestamp: new Date(1_764_000_000_000 + this.#count * 1000).toISOString(),
      ...later,
      userType: 'external',
      entrypoint: 'cli',
      cwd: FOLDER,
      sessionId: '00000000-0000-4000-8000-00000000b160',
      version: '2.1.197',
      gitBranch: 'main',
    };
    this.#parent = uuid;
    const text = `${JSON.stringify(line)}\n`;
    this.size += Buffer.byteLength(text);
    writeSync(this.#handle, text);
  }
  human(text) {
    const later = { permissionMode: 'default', origin: { kind: 'human' }, promptSource: 'typed' };
    this.put({ promptId: 'p', type: 'user', message: { role: 'user', content: text } }, later);
  }
  claude(block) {
    const message = { id: `msg_${this.#count}`, type: 'message', role: 'assistant', model: 'claude', content: [block] };
    this.put({ message, requestId: `req_${this.#count}`, type: 'assistant' });
  }
  tool(name, input, content, toolUseResult) {
    const id = `toolu_${this.#count}`;
    this.claude({ type: 'tool_use', id, name, input });
    const result = { tool_use_id: id, type: 'tool_result', content };
    this.put({ promptId: 'p', type: 'user', message: { role: 'user', content: [result] } }, { toolUseResult });
  }
  close() {
    closeSync(this.#handle);
  }
}

/** Prompts of a few words and answers of a few, by turns, `count` in all: what each line costs beside its text. */
export function writeSmallMessages(path, count) {
  const random = numbers();
  const words = () =>
    Array.from({ length: 3 + Math.floor(random() * 10) }, () => WORDS[Math.floor(random() * WORDS.length)]).join(' ');
  const out = new Writer(path);
  for (let n = 0; n + 2 < count; n += 2) {
    out.human(`${words()}.`);
    out.claude({ type: 'text', text: `${words()}.` });
  }
  return finish(out);
}

/** @returns {{ statement: string }} what the person states at the end */
function finish(out) {
  const statement = 'Decision: the dump stays out of git, because a clone took eleven minutes with it.';
  out.human(statement);
  out.claude({ type: 'text', text: 'The dump is ignored now, and the clone is small again because of it.' });
  out.close();
  return { statement };
}

/** @returns {{ statement: string }} what the person states at the end */
export function writeBigTranscript(path, megabytes, longLineMegabytes = 0) {
  const random = numbers();
  const pick = (list) => list[Math.floor(random() * list.length)];
  const words = (count) =>
    Array.from({ length: count }, () => pick(WORDS) + (random() < 0.12 ? pick([',', '.']) : '')).join(' ');
  const file = (bytes) => {
    let text = '';
    for (let n = 1; text.length < bytes; n += 1) {
      text += `${String(n).padStart(6)}→${'  '.repeat(Math.floor(random() * 4))}const ${pick(WORDS)}${n} = "${words(4)}"; // ${words(6)} ä\n`;
    }
    return text.slice(0, bytes);
  };
  const files = Array.from({ length: 60 }, () => file(200 * 1024));
  const out = new Writer(path);
  let shown = 0;
  let said = 0;
  const target = (megabytes - longLineMegabytes) * 1e6;
  while (out.size < target) {
    if (said <= shown / 9) {
      const before = out.size;
      if (random() < 0.25) out.human(words(10 + Math.floor(random() * 60)));
      out.claude({ type: 'text', text: words(30 + Math.floor(random() * 400)) });
      said += out.size - before;
      continue;
    }
    const length = Math.floor(200 * 512 ** random());
    const text = pick(files);
    const at = Math.floor(random() * (text.length - length));
    const content = text.slice(at, at + length);
    const filePath = `${FOLDER}/src/file-${Math.floor(random() * 50)}.ts`;
    const plain = content.replace(/^\s*\d+→/gm, '');
    const copy = { type: 'text', file: { filePath, content: plain, numLines: 9, startLine: 1, totalLines: 9 } };
    out.tool('Read', { file_path: filePath }, content, copy);
    shown += content.length + plain.length + 2 * FRAME;
  }
  if (longLineMegabytes > 0) {
    const piece = file(1e6);
    const count = Math.floor((longLineMegabytes * 1e6) / Buffer.byteLength(JSON.stringify(piece)));
    out.tool('Bash', { command: 'cat dump.sql' }, piece.repeat(count), { stdout: '', stderr: '', interrupted: false });
  }
  return finish(out);
}
