/** What a session start keeps of its recall for later starts, and what it asks of it: in the state folder, once all is printed. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { SessionStartInput } from '../../contract/hook.ts';
import type { Place } from '../../contract/state.ts';
import { worthKeeping } from '../../core/recall/last-answer.ts';
import { newestSessionState } from '../../core/recall/truth.ts';
import type { Recalled, RecallPorts } from '../../flows/recall.ts';
import { safeName } from '../../io/plain-names.ts';
import { GivenMarks } from '../../state/given.ts';
import { LastAnswers } from '../../state/last-answers.ts';
import { quietly } from '../processes/quietly.ts';
import type { Runtime } from '../runtime.ts';

export interface KeptPorts extends Pick<RecallPorts, 'lastAnswer' | 'given'> {
  /** Where the session before this one stood, as a start was told it last. */
  readonly lastState: () => string | undefined;
  /** Called once the output has been printed, so that it delays nothing. A dry run keeps nothing. */
  readonly keep: (recalled: Recalled) => void;
}

export interface KeptSession extends Pick<SessionStartInput, 'session_id' | 'transcript_path' | 'source'> {
  /** The id under which the session goes on if this start is a fork's. */
  readonly fork: string | undefined;
  readonly branch: string | undefined;
}

export function keptPorts(runtime: Runtime, place: Place, session: KeptSession): KeptPorts {
  const answers = new LastAnswers(runtime.folder);
  const scope = { destination: runtime.destination, place, aliases: runtime.config.aliases };
  const { session_id: id, transcript_path: transcript, fork, branch } = session;
  const marks = new GivenMarks(runtime.folder, (other) =>
    existsSync(join(dirname(transcript), `${safeName(other)}.jsonl`)),
  );
  return {
    lastAnswer: () => quietly(runtime, () => answers.of(scope)),
    lastState: () => quietly(runtime, () => answers.lastState(scope)),
    given: () => quietly(runtime, () => marks.of(id)),
    keep: ({ answer, given }) => {
      if (runtime.config.dryRun) return;
      if (given?.adds === true) quietly(runtime, () => marks.add(id, given.marks(), fork));
      else if (given !== undefined) quietly(runtime, () => marks.begin(id, given.marks()));
      // A compaction drops what was given before, whether or not it is given again (client contract §2).
      else if (session.source === 'compact') quietly(runtime, () => marks.begin(id, []));
      if (answer === undefined) return;
      const { at, rows } = answer;
      const today = at.slice(0, 10);
      quietly(runtime, () => answers.keep(scope, { at, rows: worthKeeping(rows, today) }));
      const state = newestSessionState(rows, { today, ...(branch === undefined ? {} : { branch }) });
      quietly(runtime, () => answers.keepState(scope, state?.text));
    },
  };
}
