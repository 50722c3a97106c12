/**
 * The debug log (`MEM0_LOG=debug`): one JSON line per step, redacted by construction. A field is a number, a boolean, a word
 * from the list below, an id or a path: free text has no way in, neither by its type nor when the program runs.
 * Out of scope: whether it is on, and where it goes (`runtime/runtime`).
 */
import { FAILURE_REASONS, FAULT_CODES } from '../contract/failure.ts';
import { hash64 } from '../core/hash.ts';

/** What happens; the words of the vocabulary (design §3). */
export const LOG_STEPS = [
  'hook',
  'identity',
  'permission',
  'recall',
  'checkpoint',
  'capture',
  'hand-over',
  'background',
  'sweep',
  'left-out',
  'no-refuge',
  'fault',
  'outcome',
] as const;
export type LogStep = (typeof LOG_STEPS)[number];

/** Every word that a field may hold: closed lists of the contract, and how a step ended. */
export const LOG_WORDS = [
  ...FAILURE_REASONS,
  ...FAULT_CODES,
  'SessionStart',
  'SessionEnd',
  'PreCompact',
  'local',
  'mem0',
  'saved',
  'nothing-to-say',
  'captured',
] as const;
export type LogWord = (typeof LOG_WORDS)[number];

/** An id or a path that may be shown; made by `logId` and `logPath` alone. */
export class LogName {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toJSON(): string {
    return this.#text;
  }
}

export type LogValue = number | boolean | LogWord | LogName | undefined;
export type Log = (step: LogStep, fields?: Readonly<Record<string, LogValue>>) => void;

/** Sessions, memories and events are named by uuids. Anything else (a key can look like an id) is shown as its hash. */
export function logId(id: string): LogName {
  const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id);
  return new LogName(uuid ? id : `#${hash64(id)}`);
}

/** A path, for where the place itself is the matter: at most 300 characters, control characters made visible by JSON. */
export function logPath(path: string): LogName {
  return new LogName(path.slice(0, 300));
}

/**
 * A log that writes each step as `{"ms":…,"step":…,…}` and a line feed; `ms` counts from its making.
 * A write that fails is dropped: the log has no other place to tell of it, and a hook must not fail for its log.
 */
export function debugLog(write: (line: string) => void, now: () => number): Log {
  const start = now();
  return (step, fields = {}) => {
    const shown = Object.entries(fields).filter(
      ([name, value]) => /^[A-Za-z][A-Za-z0-9]*$/.test(name) && isShown(value),
    );
    const line = JSON.stringify({ ms: Math.round(now() - start), step, ...Object.fromEntries(shown) });
    try {
      write(`${line}\n`);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error)) throw error;
    }
  };
}

/** The log when none is wanted. */
export function silentLog(): Log {
  return () => undefined;
}

function isShown(value: LogValue): boolean {
  if (typeof value === 'string') return LOG_WORDS.includes(value);
  return (
    typeof value === 'boolean' || value instanceof LogName || (typeof value === 'number' && Number.isFinite(value))
  );
}
