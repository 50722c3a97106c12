/**
 * The lines that a client writes as a rule, told from what is odd by a few looks: the schema says the same of them, and takes much
 * longer for it, since it makes each of their parts anew. Whatever is not as usual is the schema's to judge.
 * Out of scope: what a line must be (`contract/transcript`, from which the fields here are).
 */
import type { TranscriptEntry } from '../contract/transcript.ts';

type Fields = Readonly<Record<string, unknown>>;

const NOTES = ['timestamp', 'cwd', 'gitBranch', 'sessionId', 'version'];
const FLAGS = ['isSidechain', 'isMeta', 'isCompactSummary', 'isVisibleInTranscriptOnly', 'isApiErrorMessage'];

/** The parsed value as the entry that the schema would make of it; undefined where it may make another one, or none. */
export function usualEntry(value: unknown): TranscriptEntry | undefined {
  if (!isPlain(value)) return undefined;
  const { type, uuid, parentUuid, promptSource } = value;
  const isUsual =
    (type === 'user' || type === 'assistant') &&
    typeof uuid === 'string' &&
    uuid !== '' &&
    isTextOrNothing(parentUuid) &&
    isTextOrNothing(promptSource) &&
    NOTES.every((name) => value[name] === undefined || typeof value[name] === 'string') &&
    FLAGS.every((name) => value[name] === undefined || typeof value[name] === 'boolean') &&
    (value['origin'] === undefined || isPart(value['origin'], 'kind')) &&
    isUsualMessage(value['message']);
  return isUsual ? (value as TranscriptEntry) : undefined;
}

function isUsualMessage(message: unknown): boolean {
  if (!isPlain(message)) return false;
  const { id, model, content } = message;
  if ((id !== undefined && typeof id !== 'string') || !isTextOrNothing(model)) return false;
  return typeof content === 'string' || (Array.isArray(content) && content.every((block) => isPart(block, 'type')));
}

/** An object of a transcript that names what it is. */
function isPart(value: unknown, name: string): boolean {
  return isPlain(value) && typeof value[name] === 'string';
}

/** An object, and without the one name that the schema passes over. */
function isPlain(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !Object.hasOwn(value, '__proto__');
}

function isTextOrNothing(value: unknown): boolean {
  return value === undefined || value === null || typeof value === 'string';
}
