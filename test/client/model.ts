/**
 * Plays the model: a stand-in for the Messages API on loopback that says what a scenario tells it to, and keeps what it was asked.
 * Out of scope: the client (`client`).
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';

/** What the model says in one turn. */
export interface Turn {
  readonly thinking?: string;
  readonly text?: string;
  readonly calls?: readonly { readonly name: string; readonly input: object }[];
  /** How long it takes before it says so. */
  readonly afterMs?: number;
  /** What the client is told that the request was long, in tokens. */
  readonly inputTokens?: number;
}

/** What the client asked, as far as the scenarios look at it. */
export interface Asked {
  readonly model: string;
  readonly system: unknown;
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
  readonly tools?: readonly { readonly name: string }[];
  readonly stream?: boolean;
}

/** Every text that a request holds, whatever it stands in. */
export function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsOf);
}

export class Model {
  /** Requests with tools: those of the conversation. The client asks others for titles and the like. */
  readonly asked: Asked[] = [];
  readonly others: Asked[] = [];
  /** How many of the conversation's requests have been answered to the end. */
  answered = 0;
  /** When each request of the conversation came, ms since the epoch. */
  readonly cameAt: number[] = [];
  origin = '';
  /** What a request is answered that is not the conversation's: a sub-agent's. */
  aside: (asked: Asked) => Turn | undefined = () => undefined;
  readonly #turns: Turn[] = [];

  /** The next turns, in order; after them it notes what it is told. */
  says(...turns: readonly Turn[]): void {
    this.#turns.push(...turns);
  }

  /** The texts of the conversation's requests. */
  texts(): string[] {
    return this.asked.map((one) => textsOf([one.system, one.messages]).join('\n'));
  }

  answer(request: IncomingMessage, response: ServerResponse, body: string): void {
    const path = request.url ?? '';
    if (request.method === 'HEAD') {
      response.end();
      return;
    }
    if (!path.startsWith('/v1/messages')) {
      response.statusCode = 404;
      response.end('{}');
      return;
    }
    if (path.startsWith('/v1/messages/count_tokens')) {
      json(response, { input_tokens: 1_000 });
      return;
    }
    const asked: Asked = JSON.parse(body);
    const aside = this.aside(asked);
    const isTalk = aside === undefined && (asked.tools ?? []).length > 0 && !isSummary(asked);
    (isTalk ? this.asked : this.others).push(asked);
    if (isTalk) this.cameAt.push(Date.now());
    const other = aside ?? { text: isSummary(asked) ? SUMMARY : 'A session' };
    const turn = isTalk ? (this.#turns.shift() ?? NOTED) : other;
    setTimeout(() => {
      answerWith(response, asked, turn);
      if (isTalk) this.answered += 1;
    }, turn.afterMs ?? 0);
  }
}

const NOTED: Turn = { text: 'Noted.' };
export const SUMMARY = 'Summary: the person and Claude talked about the shop.';

/** What a compaction asks for. */
function isSummary(asked: Asked): boolean {
  return textsOf(asked.messages.at(-1)).some((text) => /your task is to create a detailed summary/i.test(text));
}

function json(response: ServerResponse, value: unknown): void {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(value));
}

let made = 0;
const nextId = (of: string) => `${of}_made_up_${++made}`;

function answerWith(response: ServerResponse, asked: Asked, turn: Turn): void {
  const { thinking, text, calls = [], inputTokens = 1_000 } = turn;
  const blocks = [
    ...(thinking === undefined ? [] : [{ type: 'thinking', thinking, signature: 'made-up' }]),
    ...(text === undefined ? [] : [{ type: 'text', text }]),
    ...calls.map(({ name, input }) => ({ type: 'tool_use', id: nextId('toolu'), name, input })),
  ];
  const stop_reason = calls.length > 0 ? 'tool_use' : 'end_turn';
  const usage = { input_tokens: inputTokens, output_tokens: 10 };
  const message = { id: nextId('msg'), type: 'message', role: 'assistant', model: asked.model, stop_sequence: null };
  if (asked.stream !== true) {
    json(response, { ...message, content: blocks, stop_reason, usage });
    return;
  }
  response.setHeader('content-type', 'text/event-stream');
  const event = (type: string, data: object) =>
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
  event('message_start', { message: { ...message, content: [], stop_reason: null, usage } });
  for (const [index, block] of blocks.entries()) {
    const { start, deltas } = streamed(block);
    event('content_block_start', { index, content_block: start });
    for (const delta of deltas) event('content_block_delta', { index, delta });
    event('content_block_stop', { index });
  }
  event('message_delta', { delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 10 } });
  event('message_stop', {});
  response.end();
}

function streamed(block: Readonly<Record<string, unknown>>): { readonly start: object; readonly deltas: object[] } {
  switch (block['type']) {
    case 'text':
      return { start: { type: 'text', text: '' }, deltas: [{ type: 'text_delta', text: block['text'] }] };
    case 'thinking':
      return {
        start: { type: 'thinking', thinking: '', signature: '' },
        deltas: [
          { type: 'thinking_delta', thinking: block['thinking'] },
          { type: 'signature_delta', signature: block['signature'] },
        ],
      };
    default:
      return {
        start: { ...block, input: {} },
        deltas: [{ type: 'input_json_delta', partial_json: JSON.stringify(block['input']) }],
      };
  }
}

/** Starts one on a free port of loopback; it ends with the test. */
export async function playModel(): Promise<Model> {
  const model = new Model();
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => {
      body += part;
    });
    request.on('end', () => model.answer(request, response, body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the model has no address');
  model.origin = `http://127.0.0.1:${address.port}`;
  return model;
}
