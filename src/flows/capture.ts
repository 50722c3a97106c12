/**
 * Capture: the window since the cursor becomes writes in the spool, and the cursor moves with them in one step (design §3).
 * Runs in the background process only. Out of scope: what is conversation, omission, redaction, types (`core/window`), and
 * sending (`drain`).
 */
import { asFailure } from '../contract/failure.ts';
import type { MemoryWrite } from '../contract/memory.ts';
import type { Capture } from '../core/window.ts';
import type { Place, SpoolItem } from './ports.ts';

export interface SessionToCapture {
  readonly sessionId: string;
  readonly transcriptPath: string;
  readonly cwd: string;
}

export interface CapturePorts {
  /** Where the session belongs, and the branch that it ran on. */
  locate(session: SessionToCapture): Promise<{ readonly place: Place; readonly branch?: string }>;
  /** The window, omitted, redacted and typed. Throws a `Failure` (`missing`, `unreadable`) for the transcript. */
  buildCapture(session: SessionToCapture, options: WindowOptions): Promise<Capture>;
  commit(id: string, record: CaptureRecord): void;
  /** Ids that sort by time and never repeat. */
  newId(): string;
  readonly destination: string;
  now(): number;
}

export interface WindowOptions {
  readonly branch?: string;
  readonly projectScope: boolean;
  readonly captureId: (n: number) => string;
}

export interface CaptureRecord {
  readonly sessionId: string;
  readonly endedAt: string;
  readonly covered: readonly string[];
  readonly items: Readonly<Record<string, SpoolItem>>;
  readonly receipt: Receipt;
}

export interface Receipt extends Pick<Capture, 'turns' | 'omitted' | 'redacted' | 'left'> {
  readonly id: string;
  readonly sessionId: string;
  readonly at: string;
  readonly items: readonly { readonly captureId: string; readonly type: string }[];
}

/** Captures one session to its end. `missing` or `unreadable` say so of its transcript: nothing has changed then. */
export async function capture(
  session: SessionToCapture,
  ports: CapturePorts,
): Promise<'captured' | 'missing' | 'unreadable'> {
  // Before anything is read: what is said from now on is not in this window.
  const at = new Date(ports.now()).toISOString();
  const id = ports.newId();
  const captureId = (n: number) => `${id}_${n}`;
  const { place, branch } = await ports.locate(session);
  let window: Capture;
  try {
    window = await ports.buildCapture(session, {
      captureId,
      projectScope: place.appId !== undefined,
      ...(branch === undefined ? {} : { branch }),
    });
  } catch (error) {
    const { reason } = asFailure(error);
    if (reason === 'missing' || reason === 'unreadable') return reason;
    throw error;
  }
  const { turns, omitted, redacted, left, covered, writes } = window;
  ports.commit(id, {
    sessionId: session.sessionId,
    endedAt: at,
    covered,
    items: Object.fromEntries(writes.map((write, n) => [captureId(n), spooled(write, place, ports.destination)])),
    receipt: {
      id,
      sessionId: session.sessionId,
      at,
      turns,
      omitted,
      redacted,
      left,
      items: writes.map((write, n) => ({ captureId: captureId(n), type: write.metadata.type })),
    },
  });
  return 'captured';
}

function spooled(write: MemoryWrite, scope: Place, destination: string): SpoolItem {
  return { version: 1, destination, scope, write, attempts: 0, notBefore: 0, uncertain: false };
}
