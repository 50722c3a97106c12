/**
 * What this machine keeps of memories beside the platform: the last answers that stand in for it, and copies of session states. What is
 * forgotten goes from there too. Receipts and the marks of what was given hold ids and hashes, no text, and stay; the client's own
 * transcripts are not ours.
 */
import type { Memory } from '../../contract/mem0.ts';
import { JUST_NOW_MS } from '../../core/recall/just-now.ts';
import { StateFolderError } from '../../io/state-folder-error.ts';
import { placeOf } from '../../runtime/belongs.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { Checkpoints } from '../../spool/checkpoints.ts';
import { PendingItems } from '../../spool/pending.ts';
import { LastAnswers } from '../../state/last-answers.ts';
import { SessionStates } from '../../state/session-states.ts';
import { whyNot } from '../why-not.ts';

/** Drops what is kept of these rows, and of a whole project where one is named. @returns why it could not be done, in a sentence */
export function dropHere(runtime: Runtime, rows: readonly Memory[], project?: string): string | undefined {
  const ids = new Set(rows.map(({ id }) => id));
  // A copy has no id: it is the one whose text it is.
  const texts = new Set(rows.map(({ memory }) => memory.trim()));
  const isProject = (appId: string | null | undefined) => project !== undefined && appId === project;
  try {
    new LastAnswers(runtime.folder).drop({
      isRow: ({ id, app_id }) => ids.has(id) || isProject(app_id),
      isState: (text, appId) => texts.has(text.trim()) || isProject(appId),
    });
    new SessionStates(runtime.folder).drop(({ text, appId }) => texts.has(text.trim()) || isProject(appId));
    return undefined;
  } catch (error) {
    return `What this machine keeps of it could not be removed: ${whyNot(error)}.`;
  }
}

/** Whether something was captured for this project, or for the user, that is not a memory yet; it may still become some. */
export function isOnItsWay(runtime: Runtime, appId: string | undefined): boolean {
  const here = placeOf(runtime, appId);
  const isHere = (id: string | undefined) => id === undefined || id === here.appId;
  try {
    const items = new PendingItems(runtime.folder, runtime.destination).look(Date.now() - LOOKED_BACK * JUST_NOW_MS);
    return (
      items.some(({ item }) => isHere(item.place.appId)) ||
      runtime.jobs.all().some(({ job }) => isHere(job.belongs.place.appId)) ||
      new Checkpoints(runtime.folder).all().some(({ due }) => isHere(due.belongs.place.appId))
    );
  } catch (error) {
    // `dropHere` says that the folder cannot be used.
    if (error instanceof StateFolderError) return false;
    throw error;
  }
}

/** Days: what has waited longer is told by `status`. [?] ours */
const LOOKED_BACK = 30;

export const ON_ITS_WAY =
  'Something that was captured is no memory yet and may still become one (mem0-hooks receipts shows it).';
