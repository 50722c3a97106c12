/** What the suite needs of a platform to check it: a way to send, patience, and what else the host has. */
import type { Send } from '../../src/contract/wire.ts';

/** What a check may need beyond a key: a host that lacks it cannot check the rule. */
export type Need =
  /** Time can be moved forward: such a host is ours, and nobody else is on it. */
  | 'clock'
  /** Extraction takes long enough to look before it is done; before that there are neither facts nor categories. */
  | 'later'
  /** Categories come while one waits, or are there from the first. */
  | 'categories'
  /** There is a second project that the override may name. */
  | 'second-project'
  /** Another key can be sent. */
  | 'other-key'
  /** The extraction can be held, let go and made to fail. */
  | 'extraction';

export interface Host {
  readonly name: string;
  /** Whether it is our implementation: then what is a choice of ours must hold, too. */
  readonly isOurs: boolean;
  readonly has: ReadonlySet<Need>;
  readonly send: Send;
  /** How long a change may take to show, in ms of real time, and how often to look. */
  readonly patienceMs: number;
  readonly pollMs: number;
  /** Moves time forward; waits for nothing. With need `clock`. */
  readonly advance?: (ms: number) => void;
  readonly now: () => number;
  /** With need `second-project`. */
  readonly secondProject?: { readonly org_id: string; readonly project_id: string };
  /** Sends with another Authorization header, or with none. With need `other-key`. */
  readonly sendAs?: (authorization: string | undefined) => Send;
  /** With need `extraction`: holds what starts from now on; `release` lets it finish or fail. */
  readonly holdExtraction?: () => { release: (how: 'done' | 'failed') => void };
  readonly close: () => Promise<void>;
}

/** A host before it is opened: what it is called, and what can be checked there. */
export interface HostKind {
  readonly name: string;
  readonly has: ReadonlySet<Need>;
  readonly open: (kind: HostKind) => Promise<Host>;
}

/** Longer than the lags of the hosts with a clock (`hosts.ts`). */
export const EXTRACTED_MS = 2 * 60 * 1000;
export const CATEGORISED_MS = 6 * 60 * 60 * 1000;
export const DAY_MS = 24 * 60 * 60 * 1000;
