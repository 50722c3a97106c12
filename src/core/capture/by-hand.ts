/**
 * A memory that a person writes themselves (`remember`), and a text that they set in place of another (`edit`): stored verbatim
 * (platform contract §3), with metadata as captures have it (§4), and without what never leaves. Out of scope: sending.
 */
import { type CapturedType, type MemoryWrite, POLICY } from '../../contract/memory.ts';
import { type Redaction, redact } from '../redaction/redact.ts';
import type { SecretValues } from '../redaction/secret-values.ts';
import { withoutPrivate } from '../talk/private-text.ts';
import { wellFormed } from '../talk/wellformed.ts';
import { hasWords } from './clean.ts';
import { MAX_MESSAGE_CHARS } from './pack-turns.ts';

/** `session_id` of what no session said. [?] ours */
export const BY_HAND = 'by-hand';

export interface ByHand {
  readonly type: CapturedType;
  readonly text: string;
  readonly secrets: SecretValues;
  /** Tells afterwards whether an add of unknown fate arrived. */
  readonly captureId: string;
  /** The session that it is written in, where there is one. */
  readonly sessionId?: string;
  readonly branch?: string;
  readonly pinned?: boolean;
  /** `YYYY-MM-DD`. */
  readonly expires?: string;
}

/** A text as it may leave, with what was taken out; or why nothing of it can. */
export type HandText =
  | { readonly text: string; readonly redacted: readonly Redaction[] }
  | { readonly refused: 'empty' | 'too-long' };

/** The text without private parts and secrets, as in a capture. One message is one memory: a longer one is refused, not cut. */
export function handText(text: string, secrets: SecretValues): HandText {
  const safe = redact(wellFormed(withoutPrivate(text)), secrets);
  const kept = safe.text.trim();
  if (!hasWords(kept)) return { refused: 'empty' };
  if (kept.length > MAX_MESSAGE_CHARS) return { refused: 'too-long' };
  return { text: kept, redacted: safe.redacted };
}

export type HandWrite =
  | { readonly write: MemoryWrite; readonly redacted: readonly Redaction[] }
  | Extract<HandText, { readonly refused: unknown }>;

/** The write of a memory by hand: one message of the user's, scope by type (§2). */
export function handWrite(said: ByHand): HandWrite {
  const { type, secrets, sessionId = BY_HAND, branch, pinned, expires, captureId } = said;
  const safe = handText(said.text, secrets);
  if ('refused' in safe) return safe;
  const plain = (text: string) => redact(wellFormed(withoutPrivate(text)), secrets).text;
  const write: MemoryWrite = {
    scope: type === 'preference' ? 'user' : 'project',
    messages: [{ role: 'user', content: safe.text }],
    metadata: {
      type,
      session_id: plain(sessionId),
      ...(branch === undefined ? {} : { branch: plain(branch) }),
      editor: 'claude-code',
      policy: POLICY,
      capture_id: captureId,
      ...(pinned === true ? { pinned } : {}),
    },
    infer: false,
    ...(expires === undefined ? {} : { expirationDate: expires }),
  };
  return { write, redacted: safe.redacted };
}
