/** Real transcripts under test/fixtures and small made-up ones, for tests. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TranscriptEntry } from '../../src/contract/transcript.ts';
import { buildCapture, type Capture, type CaptureInput } from '../../src/core/capture/build-capture.ts';
import { type TranscriptLine, takeIn } from '../../src/core/capture/turns.ts';
import { openWindow } from '../../src/core/capture/window.ts';
import { buildSessionState, type SessionStateInput, takeInSession } from '../../src/core/checkpoint/session-state.ts';
import { Evidence } from '../../src/core/omission/evidence.ts';
import { Needles } from '../../src/core/omission/needles.ts';
import type { LinePlan } from '../../src/core/omission/shown.ts';
import { NO_SECRETS, type SecretValues, secretValues } from '../../src/core/redaction/secret-values.ts';
import { passLines } from '../../src/transcript/line-reader.ts';
import { parseLine, readEntries } from '../../src/transcript/reader.ts';
import { ShownText } from '../../src/transcript/shown-text.ts';

const FIXTURES = fileURLToPath(new URL('../fixtures/', import.meta.url));

function walk(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? walk(join(folder, entry.name)) : [join(folder, entry.name)],
  );
}

/** Every main transcript that is shipped. */
export const TRANSCRIPTS: readonly string[] = walk(join(FIXTURES, 'transcripts'))
  .filter((path) => path.endsWith('.jsonl') && !path.includes('subagents'))
  .sort();

/** Every `expected-human-<session>.json`, with the transcript that it belongs to. */
export const EXPECTED: readonly { name: string; expected: string; transcript: string }[] = walk(
  join(FIXTURES, 'transcripts'),
)
  .filter((path) => path.includes('expected-human-'))
  .sort()
  .map((expected) => {
    const session = /expected-human-(\w+)\.json$/.exec(expected)?.[1] ?? '';
    const transcript = TRANSCRIPTS.find((path) => path.includes(`/${session}`));
    if (transcript === undefined) throw new Error(`no transcript for ${expected}`);
    return { name: expected.slice(FIXTURES.length), expected, transcript };
  });

/** The one transcript of a run, or the one whose session begins with `session`. */
export function transcriptOf(run: string, session = ''): string {
  const found = TRANSCRIPTS.filter((path) => path.includes(`/${run}/`) && path.includes(`/${session}`));
  const [only] = found;
  if (only === undefined || found.length > 1) throw new Error(`${found.length} transcripts for ${run} ${session}`);
  return only;
}

/** Files of a working tree: path, text, and the second at which it came to be as it is, if that is known to be late. */
export type Tree = readonly (readonly [path: string, text: string, since?: number])[];

/** The working tree of the sessions as it was at their start. */
export function shopTree(): Tree {
  const root = join(FIXTURES, 'shop-repo');
  return walk(root)
    .filter((path) => !path.endsWith('.env'))
    .map((path) => [path.slice(root.length + 1), readFileSync(path, 'utf8')]);
}

/** What the ignored `.env` of that tree held when the transcripts were made; all made up. */
export const SHOP_SECRETS: SecretValues = secretValues({}, [
  {
    DATABASE_URL: 'postgres://shop:hunter2-not-real@localhost:5432/shop',
    AWS_ACCESS_KEY_ID: 'AKIAIOSFODNN7EXAMPLE',
    AWS_SECRET_ACCESS_KEY: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    GITHUB_TOKEN: 'ghp_FAKEfakeFAKEfakeFAKEfakeFAKEfake1234',
    STRIPE_SECRET_KEY: 'sk_test_FAKE51H8fakefakefakefakefakefake',
    JWT_SECRET: 'not-a-real-secret-please-ignore',
  },
]);

/** Lines in memory, as if they stood in a file: for the two passes that a capture makes. */
export class LinesInMemory {
  readonly lines: TranscriptLine[] = [];
  readonly #bytes: Uint8Array;

  constructor(entries: Iterable<TranscriptEntry>) {
    const pieces: Buffer[] = [];
    let offset = 0;
    for (const entry of entries) {
      const piece = Buffer.from(`${JSON.stringify(entry)}\n`);
      this.lines.push({ entry, offset });
      pieces.push(piece);
      offset += piece.length;
    }
    this.#bytes = Buffer.concat(pieces);
  }

  /** What they, and the tree, show of `texts`. */
  evidenceFor(texts: readonly string[], plans: ReadonlyMap<number, LinePlan>, tree: Tree): Evidence {
    const evidence = new Evidence(new Needles(texts));
    passLines([this.#bytes], new ShownText(plans, evidence));
    for (const [path, text, since = 0] of tree) {
      evidence.show(text, { kind: 'tree', position: since, source: { label: path, isPath: true } });
    }
    return evidence;
  }
}

export interface CaptureOptions extends Partial<Omit<CaptureInput, 'window' | 'evidence'>> {
  readonly tree?: Tree;
  readonly isCaptured?: (entryId: string) => boolean;
}

/** A capture with everything that a test does not care about filled in. */
export function captureOf(entries: Iterable<TranscriptEntry>, options: CaptureOptions = {}): Capture {
  const { tree = [], isCaptured = () => false, ...over } = options;
  const memory = new LinesInMemory(entries);
  const window = openWindow(takeIn(memory.lines, { isCaptured }));
  return buildCapture({
    window,
    evidence: memory.evidenceFor(window.texts, window.plans, tree),
    secrets: NO_SECRETS,
    sessionId: 'session-1',
    captureId: (n) => `capture-${n}`,
    projectScope: true,
    ...over,
  });
}

export function captureOfFile(path: string, options: CaptureOptions = {}): Capture {
  return captureOf(readEntries(path), { tree: shopTree(), secrets: SHOP_SECRETS, ...options });
}

export interface StateOptions extends Partial<Omit<SessionStateInput, 'session' | 'evidence'>> {
  readonly tree?: Tree;
}

/** A session state with everything that a test does not care about filled in. */
export function sessionStateOf(entries: Iterable<TranscriptEntry>, options: StateOptions = {}): string | undefined {
  const { tree = [], ...over } = options;
  const memory = new LinesInMemory(entries);
  const session = takeInSession(memory.lines);
  const { spoken, plans } = session.talk;
  const evidence = memory.evidenceFor(
    spoken.map((one) => one.text),
    plans,
    tree,
  );
  return buildSessionState({ session, evidence, secrets: NO_SECRETS, ...over });
}

/** All text that a capture would send. */
export function sentText(capture: Capture): string {
  return capture.writes.flatMap((write) => write.messages.map((message) => message.content)).join('\n');
}

/** Text of one role in the write of one type. */
export function saidIn(capture: Capture, type: string, role: 'user' | 'assistant' = 'user'): string {
  return capture.writes
    .filter((write) => write.metadata.type === type)
    .flatMap((write) => write.messages)
    .filter((message) => message.role === role)
    .map((message) => message.content)
    .join('\n');
}

/** Builds made-up lines in the real shape, each the child of the one before. */
export class Script {
  readonly entries: TranscriptEntry[] = [];
  #n = 0;
  #parent: string | null = null;

  get last(): string {
    return this.#parent ?? '';
  }

  /** The next lines hang off this one. */
  from(uuid: string | null): this {
    this.#parent = uuid;
    return this;
  }

  line(fields: Readonly<Record<string, unknown>>): this {
    this.#n += 1;
    const uuid = `line-${this.#n}`;
    const minute = String(this.#n).padStart(2, '0');
    const line = {
      parentUuid: this.#parent,
      isSidechain: false,
      uuid,
      timestamp: `2026-11-29T20:${minute}:00.500Z`,
      cwd: '/home/dev/shop',
      sessionId: 'session-1',
      gitBranch: 'main',
      ...fields,
    };
    const entry = parseLine(JSON.stringify(line));
    if (typeof entry === 'string') throw new Error(`the script made a line that is ${entry}`);
    this.entries.push(entry);
    this.#parent = entry.uuid;
    return this;
  }

  human(content: unknown, more: Readonly<Record<string, unknown>> = {}): this {
    return this.line({
      type: 'user',
      origin: { kind: 'human' },
      promptSource: 'typed',
      message: { role: 'user', content },
      ...more,
    });
  }

  claude(text: string, more: Readonly<Record<string, unknown>> = {}): this {
    return this.line({
      type: 'assistant',
      message: { role: 'assistant', model: 'claude', content: [{ type: 'text', text }] },
      ...more,
    });
  }

  call(id: string, name: string, input: Readonly<Record<string, unknown>>): this {
    return this.line({
      type: 'assistant',
      message: { role: 'assistant', model: 'claude', content: [{ type: 'tool_use', id, name, input }] },
    });
  }

  result(id: string, content: unknown, toolUseResult: unknown, more: Readonly<Record<string, unknown>> = {}): this {
    return this.line({
      type: 'user',
      message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content, ...more }] },
      toolUseResult,
    });
  }

  /** Claude reads a file. */
  reads(path: string, text: string): this {
    const id = `toolu_${this.#n}`;
    return this.call(id, 'Read', { file_path: path }).result(id, text, {
      type: 'text',
      file: { filePath: path, content: text },
    });
  }

  /** Claude writes a new file. */
  writes(path: string, text: string): this {
    const id = `toolu_${this.#n}`;
    return this.call(id, 'Write', { file_path: path, content: text }).result(
      id,
      `File created successfully at: ${path}`,
      {
        type: 'create',
        filePath: path,
        content: text,
        originalFile: null,
      },
    );
  }

  /** Claude runs a command. */
  runs(command: string, output: string, failed = false): this {
    const id = `toolu_${this.#n}`;
    const text = failed ? `Exit code 1\n${output}` : output;
    return this.call(id, 'Bash', { command }).result(
      id,
      text,
      failed ? `Error: ${text}` : { stdout: output, stderr: '' },
      failed ? { is_error: true } : {},
    );
  }

  attachment(attachment: Readonly<Record<string, unknown>>, more: Readonly<Record<string, unknown>> = {}): this {
    return this.line({ type: 'attachment', attachment, ...more });
  }
}
