/** What was done last on this machine, as far as its state folder tells: a capture of any session, and an answer that a start here had. */
import type { Place } from '../../contract/state.ts';
import { quietly } from '../../runtime/processes/quietly.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { Receipts } from '../../spool/receipts.ts';
import { LastAnswers } from '../../state/last-answers.ts';

export interface LastDone {
  /** Of the newest receipt that can be read; null where there is none. */
  readonly capture: { readonly at: string; readonly session: string; readonly turns: number } | null;
  /** When a start of this scope last had a whole answer to make its pack of (ISO 8601); null where none is kept. */
  readonly recall: { readonly at: string } | null;
}

/** `place`: undefined where the folder was not looked at. Reads, and nothing else. */
export function lastDone(runtime: Runtime, place: Place | undefined): LastDone {
  const capture = quietly(runtime, () => newestCapture(runtime));
  const scope = place && { destination: runtime.destination, place, aliases: runtime.config.aliases };
  const recall = scope && quietly(runtime, () => new LastAnswers(runtime.folder).of(scope));
  return { capture: capture ?? null, recall: recall === undefined ? null : { at: recall.at } };
}

function newestCapture(runtime: Runtime): LastDone['capture'] {
  for (const receipt of new Receipts(runtime.folder).newest())
    if (receipt !== undefined) return { at: receipt.at, session: receipt.sessionId, turns: receipt.turns };
  return null;
}
