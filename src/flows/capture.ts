/**
 * Capture: the window since the cursor becomes writes in the spool, and the cursor moves with them in one step (design §3).
 * Runs in the background process only. Out of scope: what is conversation, omission, redaction, types (`core/capture/build-capture`), and
 * sending (`drain`).
 */
import { asFailure } from '../contract/failure.ts';
import type { CaptureRecord, Job, Place, Receipt, SpoolItem } from '../contract/state.ts';
import type { Capture } from '../core/capture/build-capture.ts';

export interface CapturePorts {
  /** Whether nothing of it may be captured where it ran: the person's lists or the repository's own file say so. */
  isBarred(job: Job): Promise<boolean>;
  /** Where the session belongs, and the branch that is checked out there now. */
  locate(job: Job): Promise<{ readonly place: Place; readonly branch?: string }>;
  /** The window, omitted, redacted and typed. Throws a `Failure` (`missing`, `unreadable`) for the transcript. */
  buildCapture(job: Job, options: WindowOptions): Promise<CapturedWindow>;
  /** False where more of it may come: its process is gone and it may be going on, or its file ends in the middle of a line. */
  isOver(job: Job, window: Pick<CapturedWindow, 'isTorn'>): boolean;
  commit(id: string, record: CaptureRecord): void;
  /** The session is over and was captured before: no receipt, no request. */
  close(job: Job): void;
  /** Ids that sort by time and never repeat. */
  newId(): string;
  readonly destination: string;
  now(): number;
}

/** A capture, how far the working trees were looked at for it, and whether the file ends in the middle of a line. */
export type CapturedWindow = Capture &
  Pick<Receipt, 'treesInPart'> &
  Pick<SpoolItem, 'folders'> & { readonly isTorn?: boolean };

export interface WindowOptions {
  readonly branch?: string;
  readonly projectScope: boolean;
  readonly captureId: (n: number) => string;
}

/** `torn`: captured, and the file ends in the middle of a line that may still be written to its end. */
export type CaptureOutcome = 'captured' | 'torn' | 'barred' | 'missing' | 'unreadable';

/**
 * Captures one session to its end. `missing` or `unreadable` say so of its transcript: nothing has changed then. `barred`: its
 * transcript was not even opened, and the session is over.
 */
export async function capture(job: Job, ports: CapturePorts): Promise<CaptureOutcome> {
  if (await ports.isBarred(job)) {
    ports.close(job);
    return 'barred';
  }
  // Before anything is read: what is said from now on is not in this window.
  const at = new Date(ports.now()).toISOString();
  const id = ports.newId();
  const captureId = (n: number) => `${id}_${n}`;
  const { place, branch } = await ports.locate(job);
  let window: CapturedWindow;
  try {
    window = await ports.buildCapture(job, {
      captureId,
      projectScope: place.appId !== undefined,
      ...(branch === undefined ? {} : { branch }),
    });
  } catch (error) {
    const { reason } = asFailure(error);
    if (reason === 'missing' || reason === 'unreadable') return reason;
    throw error;
  }
  const isOver = ports.isOver(job, window);
  const outcome = window.isTorn === true && !isOver ? 'torn' : 'captured';
  // What is left without being covered may be taken by a later capture; that it was left now is told.
  const isDisputed = window.left.some(({ reason }) => reason === 'two-clients');
  if (window.covered.length === 0 && window.writes.length === 0 && !isDisputed) {
    if (isOver) ports.close(job);
    return outcome;
  }
  const { turns, omitted, redacted, left, treesInPart, covered, writes, folders } = window;
  const of = { place, destination: ports.destination, ...(folders === undefined ? {} : { folders }) };
  ports.commit(id, {
    sessionId: job.sessionId,
    endedAt: at,
    // Not up to now: it may have been opened again since it ended.
    ...(isOver ? { closesUpTo: job.at, closesFor: job.belongs } : {}),
    covered,
    items: Object.fromEntries(
      writes.map((write, n) => [captureId(n), spooled({ ...of, write, ...saidIn(window, n) })]),
    ),
    receipt: {
      id,
      sessionId: job.sessionId,
      at,
      turns,
      omitted,
      redacted,
      left,
      ...(treesInPart === undefined ? {} : { treesInPart }),
      items: writes.map((write, n) => ({ captureId: captureId(n), type: write.metadata.type })),
    },
  });
  return outcome;
}

function saidIn({ stated }: CapturedWindow, n: number): Pick<SpoolItem, 'stated'> {
  const texts = stated.get(n);
  return texts === undefined ? {} : { stated: texts };
}

function spooled(of: Pick<SpoolItem, 'destination' | 'place' | 'write' | 'folders' | 'stated'>): SpoolItem {
  return { version: 1, ...of, attempts: 0, notBefore: 0, uncertain: false };
}
