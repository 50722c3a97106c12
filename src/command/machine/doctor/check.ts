/** What the doctor says of one thing. */

export type State = 'ok' | 'warning' | 'failed' | 'not checked';

export interface Check {
  /** A few words, the same in every run. */
  readonly name: string;
  readonly state: State;
  /** What was found, or why nothing was looked at. */
  readonly words: string;
  /** What to do; where all is well, a hint. */
  readonly remedy?: string;
}

export function ok(name: string, words: string, hint?: string): Check {
  return { name, state: 'ok', words, ...(hint === undefined ? {} : { remedy: hint }) };
}

export function warning(name: string, words: string, remedy: string): Check {
  return { name, state: 'warning', words, remedy };
}

export function failed(name: string, words: string, remedy: string): Check {
  return { name, state: 'failed', words, remedy };
}

export function notChecked(name: string, why: string): Check {
  return { name, state: 'not checked', words: why };
}
