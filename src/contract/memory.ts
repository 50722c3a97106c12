/**
 * What a memory is in this project: its types, its metadata (platform contract §4), and a write that has no ids yet.
 * Out of scope: how a write looks on the wire (`contract/mem0`), and who binds it to a scope (`mem0/client`).
 */

/** The closed list of `metadata.type` values that this project writes (contract §4). */
export const MEMORY_TYPES = ['preference', 'decision', 'convention', 'insight', 'runbook', 'session_state'] as const;
export type MemoryType = (typeof MEMORY_TYPES)[number];

/** Types that a capture may produce; `session_state` is written by a checkpoint only. */
export const CAPTURED_TYPES = ['preference', 'decision', 'convention', 'runbook', 'insight'] as const;
export type CapturedType = (typeof CAPTURED_TYPES)[number];

/** The revision of the write gate that every memory names in `metadata.policy` (contract §4). */
export const POLICY = 'v2.0';

/** Metadata as written (contract §4). `capture_id` is ours: it tells later whether a write of unknown fate arrived. */
export interface MemoryMetadata {
  readonly type: MemoryType;
  readonly session_id: string;
  readonly branch?: string;
  readonly editor: 'claude-code';
  readonly policy: string;
  readonly capture_id?: string;
  readonly pinned?: boolean;
}

export interface Message {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

/** User scope is written without `app_id`, project scope with it (contract §2). */
export type ScopeKind = 'user' | 'project';

/** A write without ids: the client binds it to its scope. Text in it is already omitted, redacted and well-formed. */
export interface MemoryWrite {
  readonly scope: ScopeKind;
  readonly messages: readonly Message[];
  readonly metadata: MemoryMetadata;
  /** true: facts are extracted later; false: each message is stored verbatim at once (contract §3). */
  readonly infer: boolean;
  /** `YYYY-MM-DD`, inclusive, UTC (contract §5). */
  readonly expirationDate?: string;
  readonly customInstructions?: string;
  /** Unix seconds; backdates `created_at` to the time at which it was said (contract §3). */
  readonly timestamp?: number;
}
