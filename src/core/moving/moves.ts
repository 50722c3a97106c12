/**
 * A memory that is moved to the ids of today: what is written of it, and why another one is not. What `push` and `adopt` have in
 * common. Pure. Out of scope: which of a row's fields decide (`pushed`, `adopted`), and sending.
 */
import type { Memory } from '../../contract/mem0.ts';
import { type MemoryType, type MemoryWrite, POLICY } from '../../contract/memory.ts';
import { BY_HAND, handText } from '../capture/by-hand.ts';
import { hash64 } from '../hash.ts';
import { isCurrent, timeOf } from '../recall/truth.ts';
import type { Redaction } from '../redaction/redact.ts';
import { redact } from '../redaction/redact.ts';
import type { SecretValues } from '../redaction/secret-values.ts';
import { withoutPrivate } from '../talk/private-text.ts';
import { wellFormed } from '../talk/wellformed.ts';

/** One add that stores one memory verbatim, with its date (platform contract §3). */
export interface Move {
  /** Of the row that it is made of. */
  readonly id: string;
  /** By which its fate is learnt: the same for the same row, whoever moves it and how often. */
  readonly captureId: string;
  readonly type: MemoryType;
  /** What it was called where it lies: its type or a category. */
  readonly was: string;
  /** The project that it goes to; absent for the user's own scope. */
  readonly appId?: string;
  /** When it was said, ISO 8601; empty where that is unknown. */
  readonly at: string;
  readonly text: string;
  readonly write: MemoryWrite;
  readonly redacted: readonly Redaction[];
}

/** Why a row is left where it is. */
export type StayReason =
  | 'expired'
  | 'superseded'
  | 'deleted'
  /** Neither its type nor its categories are ours. */
  | 'no-place'
  /** Of a project, and there is none here. */
  | 'no-project'
  /** The person's lists deny its project. */
  | 'denied'
  /** Of the session states of a project and a branch only the newest says where it stands. */
  | 'older-state'
  | 'session-state'
  | 'summary'
  | 'auto-capture'
  | 'project-profile'
  /** Another one that goes says the same. */
  | 'same'
  /** It is there under the ids of today. */
  | 'there'
  | 'no-words'
  | 'too-long';

export interface Stay {
  readonly id: string;
  readonly text: string;
  readonly at: string;
  readonly reason: StayReason;
}

/** What becomes of rows: each is in one of the two. */
export interface Fates {
  /** In the order in which they were said: what is newer is to arrive later. */
  readonly moves: readonly Move[];
  readonly stays: readonly Stay[];
}

export type Fate = { readonly move: Move } | { readonly reason: StayReason };

/** Which command moves it: part of the capture id, since a row of either may have any id. */
export type Mover = 'push' | 'adopt';

/** What a move is made of, beside the row's own text and date. */
export interface Becoming {
  readonly mover: Mover;
  readonly type: MemoryType;
  readonly appId: string | undefined;
  readonly text: string;
  readonly pinned: boolean;
  /** `YYYY-MM-DD`. */
  readonly expires: string | undefined;
  readonly secrets: SecretValues;
}

/** The move of a row, or why nothing of its text can go. Text is masked as in a capture; session and branch are as they were. */
export function moveOf(row: Memory, becoming: Becoming): Fate {
  const { mover, type, appId, pinned, expires, secrets } = becoming;
  const safe = handText(becoming.text, secrets);
  if ('refused' in safe) return { reason: safe.refused === 'empty' ? 'no-words' : 'too-long' };
  const word = (key: string, otherwise?: unknown) => {
    const value = row.metadata?.[key] ?? otherwise;
    return typeof value === 'string' && value !== ''
      ? redact(wellFormed(withoutPrivate(value)), secrets).text
      : undefined;
  };
  const branch = word('branch');
  const captureId = captureIdOf(mover, row.id);
  const timestamp = secondsOf(row.created_at);
  const write: MemoryWrite = {
    scope: appId === undefined ? 'user' : 'project',
    messages: [{ role: 'user', content: safe.text }],
    metadata: {
      type,
      // Of a list it is the run's id, by which the first plugin told sessions apart (platform contract §6).
      session_id: word('session_id', row['session_id']) ?? BY_HAND,
      ...(branch === undefined ? {} : { branch }),
      editor: 'claude-code',
      policy: word('policy') ?? (mover === 'push' ? POLICY : FORMER_POLICY),
      capture_id: captureId,
      ...(pinned ? { pinned } : {}),
    },
    infer: false,
    ...(expires === undefined ? {} : { expirationDate: expires }),
    ...(timestamp === undefined ? {} : { timestamp }),
  };
  const { text, redacted } = safe;
  const at = row.created_at ?? '';
  return {
    move: {
      id: row.id,
      captureId,
      type,
      was: wasOf(row, type),
      ...(appId === undefined ? {} : { appId }),
      at,
      text,
      write,
      redacted,
    },
  };
}

function wasOf({ metadata, categories }: Memory, type: MemoryType): string {
  const said = metadata?.['type'];
  return typeof said === 'string' ? said : (categories?.[0] ?? type);
}

/** No write gate of ours has let through what the first plugin wrote (platform contract §4). [?] ours */
export const FORMER_POLICY = 'former';

/** Long enough for any id that a platform gives, and harmless wherever it is shown. */
const PLAIN = /^[\w-]{1,100}$/;

/** Stable, so that whoever has lost all else can ask the platform whether a row has arrived. */
export function captureIdOf(mover: Mover, id: string): string {
  return `${mover}-${PLAIN.test(id) ? id : hash64(id)}`;
}

/** Why a row is not the truth today; undefined where it is (platform contract §5). */
export function whyOutdated(row: Memory, today: string): StayReason | undefined {
  if (row.is_deleted === true) return 'deleted';
  if (row.replaced_by !== null && row.replaced_by !== undefined) return 'superseded';
  return isCurrent(row, today) ? undefined : 'expired';
}

/** Until when a row is in force, as a write says it; undefined where that is no day. */
export function lastDayOf({ expiration_date }: Memory): string | undefined {
  return /^\d{4}-\d\d-\d\d/.exec(expiration_date ?? '')?.[0];
}

/** What two memories have in common that say the same in the same place: of such only one is wanted. */
export function samenessOf(one: {
  readonly appId?: string | undefined;
  readonly type: MemoryType;
  readonly text: string;
}) {
  return JSON.stringify([one.appId ?? null, one.type, one.text.normalize('NFC').replace(/\s+/g, ' ').trim()]);
}

/** Fates as a whole: in order, each thing once, and nothing that `isThere` already. Of the same a pinned one goes, else the newest. */
export function settled(
  fates: readonly { readonly row: Memory; readonly fate: Fate }[],
  isThere: (move: Move) => boolean,
): Fates {
  const moves = fates.flatMap(({ fate }) => ('move' in fate ? [fate.move] : []));
  const first = [...moves].sort(
    (a, b) => rankOf(b) - rankOf(a) || timeOf(b.at) - timeOf(a.at) || (a.id < b.id ? -1 : 1),
  );
  const chosen = new Map<string, string>();
  for (const move of first) {
    const key = samenessOf(move);
    if (!chosen.has(key)) chosen.set(key, move.id);
  }
  const goes: Move[] = [];
  const stays: Stay[] = [];
  for (const { row, fate } of fates) {
    const reason =
      'reason' in fate
        ? fate.reason
        : isThere(fate.move)
          ? 'there'
          : chosen.get(samenessOf(fate.move)) === fate.move.id
            ? undefined
            : 'same';
    if (reason !== undefined) stays.push({ id: row.id, text: row.memory, at: row.created_at ?? '', reason });
    else if ('move' in fate) goes.push(fate.move);
  }
  return { moves: goes.sort(byTime), stays };
}

function byTime(a: Move, b: Move): number {
  const [one, other] = [timeOf(a.at), timeOf(b.at)];
  if (one !== other) return one < other ? -1 : 1;
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

function rankOf({ write }: Move): number {
  return write.metadata.pinned === true ? 1 : 0;
}

/** Unix seconds (§3); what is before 1970 or no date at all has none. */
function secondsOf(iso: string | null | undefined): number | undefined {
  const time = Date.parse(iso ?? '');
  return Number.isNaN(time) || time < 0 ? undefined : Math.floor(time / 1000);
}
