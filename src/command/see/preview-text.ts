/** A preview for a person: one block a request, then what does not leave. Out of scope: the JSON form (`run-preview`). */
import type { Json, JsonObject } from '../../contract/wire.ts';
import { counted, harmless, harmlessJson, keptBack, oneLine } from '../plain-words.ts';
import type { Preview, Previewed } from './preview.ts';

/** Shown beside the messages, in the order of the wire; what else a body holds comes after them. */
const SHOWN_APART = ['messages', 'custom_instructions'];

export function previewText({ preview, stopped, notes }: Previewed): string {
  const { session, transcript, turns, requests } = preview;
  const blocks = requests.map((request, n) => block(request, n + 1, requests.length));
  return [
    `Session ${oneLine(session)}`,
    `Transcript ${oneLine(transcript)}`,
    requests.length === 0
      ? (stopped ?? nothing(preview))
      : `A capture would send ${counted(requests.length, 'request')} ${stopped === undefined ? 'now' : 'if it could'}, from ${counted(turns, 'turn')}. Nothing is sent by this preview.`,
    ...(stopped === undefined || requests.length === 0 ? [] : [`Note: ${oneLine(stopped)}`]),
    ...notes.map((note) => `Note: ${oneLine(note)}`),
    ...blocks.flatMap((lines) => ['', ...lines]),
    ...spaced(keptBack(preview)),
  ].join('\n');
}

function nothing({ turns }: Preview): string {
  return turns === 0
    ? 'A capture would send nothing now: nothing new was said in it, or only what is marked as private.'
    : `A capture would send nothing now: of ${counted(turns, 'turn')} none has anything to keep.`;
}

function spaced(lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', ...lines];
}

function block({ method, path, body = {} }: Preview['requests'][number], n: number, of: number): readonly string[] {
  const metadata = objectIn(body, 'metadata');
  const scope = body['app_id'] === undefined ? 'user scope' : `project ${oneLine(textIn(body, 'app_id'))}`;
  const others = Object.entries(body).filter(([name, value]) => !SHOWN_APART.includes(name) && value !== undefined);
  return [
    `[${n}/${of}] ${method} ${path}`,
    `  ${oneLine(textIn(metadata, 'type'))}, ${scope}, ${JSON.stringify(body).length} characters`,
    ...others.map(([name, value]) => `  ${name}: ${harmlessJson(value, 0)}`),
    `  custom_instructions: ${oneLine(textIn(body, 'custom_instructions'))}`,
    '  messages:',
    ...messagesIn(body).flatMap(({ role, content }) => [
      `    ${role}:`,
      ...harmless(content)
        .split('\n')
        .map((line) => `      ${line}`.trimEnd()),
    ]),
  ];
}

function messagesIn(body: JsonObject): readonly { readonly role: string; readonly content: string }[] {
  const messages = body['messages'];
  if (!Array.isArray(messages)) return [];
  return messages.map((one: Json) => {
    const message = isObject(one) ? one : {};
    return { role: textIn(message, 'role'), content: textIn(message, 'content') };
  });
}

function objectIn(body: JsonObject, name: string): JsonObject {
  const value = body[name];
  return value !== undefined && isObject(value) ? value : {};
}

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textIn(body: JsonObject, name: string): string {
  const value = body[name];
  return typeof value === 'string' ? value : '';
}
