/**
 * The documents of the state folder: what one process leaves for another to go on with. Types, hardly more; the schemas that
 * check them are with those who read them (`spool`, `state`).
 */
import type { MemoryWrite } from './memory.ts';

/** The ids that a write travels with. A user id that is unknown yet is asked for when it is sent. */
export interface Place {
  readonly userId?: string;
  readonly appId?: string;
  /** Both ids, or no override (platform contract §1.1). */
  readonly override?: { readonly orgId: string; readonly projectId: string };
}

/**
 * Where a session belongs, settled by its own hooks in its own environment: whoever captures it later, in whatever
 * environment, must send it there and nowhere else.
 */
export interface Belonging {
  /** `local`, or the platform's origin, `#`, and a hash of the key; `?` for an origin that could not be used. */
  readonly destination: string;
  readonly place: Place;
  /**
   * The secret variables of its environment, each as name, `:` and sixteen bits of a hash of its value: enough to see that
   * another process has the same one, and can mask it; too little to guess it from.
   */
  readonly secretMarks: readonly string[];
  /** The project id where the settings name one; the one in `place` may have been found. */
  readonly setAppId?: string;
}

export interface SessionPointer {
  readonly sessionId: string;
  readonly transcriptPath: string;
  readonly cwd: string;
}

/** What lasts of a session: its `cwd` is the first one, since identity does not move with a later `cd`. */
export interface SessionRecord extends SessionPointer {
  /** ISO 8601; when it was first seen. */
  readonly startedAt: string;
  /** ISO 8601; when it was opened last (started, resumed, cleared, compacted). */
  readonly openedAt: string;
  /** The project id that its hooks settled, if there is one. */
  readonly appId?: string;
}

/**
 * That a client has opened a session, in its own environment. A session has several: one after another, and at the same time
 * where two clients have it open (client contract §1, measured: `claude -c` in a second terminal).
 */
export interface Opening {
  /** ISO 8601. */
  readonly openedAt: string;
  /** The process that started the hook: the client, as a rule. While it lives the opening is not reconciled. */
  readonly owner?: number;
  /** When that process began, where the system tells: its id alone may be another's by now. */
  readonly ownerBegan?: string;
  readonly belongs: Belonging;
  /** True where capture was switched off in it: what was said then is never captured. */
  readonly off?: boolean;
  /** ISO 8601; when it ended, by an end or by another opening. Absent while it goes on, and where nobody has told. */
  readonly until?: string;
  /**
   * The id under which the session may go on if this opening is a fork's (`--fork-session`): the start names the old id, and
   * only `CLAUDE_ENV_FILE` the new one. A candidate, no more: plain `-c` names one that is never used (client contract §1,
   * measured). A transcript of that name beside the session's is the proof.
   */
  readonly other?: string;
}

/** How far a session is captured. */
export interface Cursor {
  readonly sessionId: string;
  /** Entry ids that are covered, in order. */
  readonly captured: readonly string[];
  /** ISO 8601; up to when. */
  readonly endedAt: string;
}

/** That a session has ended and is to be captured. No content. */
export interface Job extends SessionPointer {
  /** ISO 8601. */
  readonly at: string;
  readonly belongs: Belonging;
  /** Whether a prompt was made in it; unknown where the end itself was not told (client contract §1). */
  readonly prompted?: boolean;
  /** ISO 8601; since when it could not be captured. */
  readonly failingSince?: string;
  /** How often a capture of it was begun and came to no end, when last and when first (ISO 8601; earlier versions did not tell). */
  readonly tries?: number;
  readonly triedAt?: string;
  readonly triedFrom?: string;
  /** True for one that was made because the session's process is gone. */
  readonly reconciled?: boolean;
}

export interface NamedJob {
  readonly name: string;
  readonly job: Job;
}

/** That a session is about to be compacted, and its session state is to be made of what its transcript holds by then. No content. */
export interface DueCheckpoint extends SessionPointer {
  /** ISO 8601; when the client told. */
  readonly at: string;
  /** The capture id of the session state, and the id of its request in the spool. */
  readonly id: string;
  readonly belongs: Belonging;
  /** How many bytes the transcript had then: what comes later is not of this session state. Absent where it was not there. */
  readonly upTo?: number;
}

export interface NamedCheckpoint {
  /** The same whoever makes it. */
  readonly name: string;
  readonly due: DueCheckpoint;
  /** Absent where nobody has begun it. */
  readonly begun?: BegunCheckpoint;
}

/** By whom it was begun last, when (ms since the epoch), and how often: a maker that is killed leaves it to another. */
export interface BegunCheckpoint {
  readonly tries: number;
  readonly maker: number;
  readonly at: number;
}

/** A request that no platform has accepted yet. */
export interface SpoolItem {
  readonly version: 1;
  /** As in `Belonging`: it goes where it was meant for and nowhere else. */
  readonly destination: string;
  readonly place: Place;
  readonly write: MemoryWrite;
  /** Folders in which words of its capture were said, where the session moved: each may be denied before it is sent. */
  readonly folders?: readonly string[];
  /** What the person stated in it, where it holds the rest of the talk as well; already masked, and not sent beside it. */
  readonly stated?: readonly string[];
  /** Attempts that failed so far. */
  readonly attempts: number;
  /** Not before this instant (ms since the epoch). */
  readonly notBefore: number;
  /** True when an earlier attempt may have been carried out: its capture id is looked for first. */
  readonly uncertain: boolean;
  readonly parkedFor?: string;
  /** How often it was accepted and its extraction failed (platform contract §5). */
  readonly failed?: number;
  /** Where it was accepted: what is still to be followed. Absent in what earlier versions have kept. */
  readonly accepted?: AcceptedAs;
  /** Where a refusal that may be about this one request has put it back. */
  readonly refused?: Refusals;
}

export interface AcceptedAs {
  readonly eventId: string;
  /** ISO 8601. */
  readonly at: string;
  /** As in `Belonging`: by whom. Its event can be asked for there and nowhere else. */
  readonly destination: string;
  /** True once it counts as failed: the event is over, and says nothing of a later attempt. */
  readonly failed?: true;
}

/** Refusals of a request (platform contract §6) that say neither that it is at fault nor that it is not. */
export interface Refusals {
  /** How often it was refused while others went through: that, in the end, says that it is its own fault. */
  readonly times: number;
  /** When that was counted last (ms since the epoch). */
  readonly countedAt?: number;
  /** The `notBefore` that the last one has set: while the item waits for that and for nothing else, it holds up no other. */
  readonly until: number;
}

export interface ReceiptItem {
  readonly captureId: string;
  readonly type: string;
  /** Once the platform has accepted it. */
  readonly eventId?: string;
  /** By whom, and when: its event is asked for there and nowhere else, as long as it can still be known. */
  readonly accepted?: Acceptance;
  /** How its event ended, once that is known. */
  readonly outcome?: EventOutcome;
  /** Once known: `infer: false` answers with them, an extraction's come with its event. */
  readonly memoryIds?: readonly string[];
}

export interface Acceptance {
  /** ISO 8601. */
  readonly at: string;
  /** As in `Belonging`. */
  readonly destination: string;
  readonly place: Place;
}

/**
 * How an event ended, in the platform's words (platform contract §5); `unknown` where it has never heard of it. A success
 * without memories is a dropped duplicate.
 */
export const EVENT_OUTCOMES = ['SUCCEEDED', 'FAILED', 'unknown'] as const;
export type EventOutcome = (typeof EVENT_OUTCOMES)[number];

/**
 * A working tree that was looked at only in part. What the rest of its files say is not known to stand there, so it is not
 * omitted (platform contract §1.3; design §2.4), unless the transcript has shown it.
 */
export interface TreeInPart {
  /** Files that were looked at. */
  readonly files: number;
  /** Of so many; absent where they were not counted to the end. */
  readonly of?: number;
  /** Of these, the ones that are each too large to be looked at. */
  readonly large: number;
  /** What ended it, a `TreeBound`, or a word of a later version; absent where only large files were passed over. */
  readonly stopped?: string;
}

/** `time`, `files` and `bytes`: so much of it and no more; `git`: git could not be asked which files there are. */
export const TREE_BOUNDS = ['time', 'files', 'bytes', 'git'] as const;
export type TreeBound = (typeof TREE_BOUNDS)[number];

/** What a capture took, left out and masked, and what became of it. No content, no value. */
export interface Receipt {
  readonly id: string;
  readonly sessionId: string;
  /** ISO 8601. */
  readonly at: string;
  readonly turns: number;
  readonly omitted: readonly { readonly path: string; readonly lines: number }[];
  readonly redacted: readonly { readonly rule: string; readonly count: number }[];
  readonly left: readonly { readonly reason: string; readonly count: number }[];
  /** Absent in receipts of earlier versions, which did not tell. */
  readonly treesInPart?: readonly TreeInPart[];
  readonly items: readonly ReceiptItem[];
}

/** A capture as one step: the items, the cursor's move, and the receipt. */
export interface CaptureRecord {
  readonly sessionId: string;
  /** ISO 8601; when the reading of the transcript began. */
  readonly endedAt: string;
  /** ISO 8601; the session is over if it was not opened after that. Absent where it may still be going on. */
  readonly closesUpTo?: string;
  /** Whose openings that ends; absent in records of earlier versions: all. */
  readonly closesFor?: Belonging;
  readonly covered: readonly string[];
  /** Spool items by id. */
  readonly items: Readonly<Record<string, SpoolItem>>;
  readonly receipt: Receipt;
}

/** The local copy of a session's newest session state; already redacted. */
export interface SavedSessionState {
  readonly sessionId: string;
  readonly text: string;
  /** ISO 8601. */
  readonly at: string;
  readonly appId?: string;
  readonly branch?: string;
}
