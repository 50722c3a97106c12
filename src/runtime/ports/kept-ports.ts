/** What a session start keeps of its recall for later starts, and what it asks of it: in the state folder, once all is printed. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { SessionStartInput } from '../../contract/hook.ts';
import type { Place } from '../../contract/state.ts';
import { worthKeeping } from '../../core/recall/last-answer.ts';
import type { Recalled, RecallPorts } from '../../flows/recall.ts';
import { safeName } from '../../io/plain-names.ts';
import { GivenMarks } from '../../state/given.ts';
import { LastAnswers } from '../../state/last-answers.ts';
import { quietly } from '../processes/quietly.ts';
import type { Runtime } from '../runtime.ts';

type KeptPorts = Pick<RecallPorts, 'lastAnswer' | 'given'>;

/**
 * `keep`: called once the output has been printed, so that it delays nothing. A dry run keeps nothing. `fork`: the id under which the
 * session goes on if this start is a fork's.
 */
export function keptPorts(
  runtime: Runtime,
  place: Place,
  session: Pick<SessionStartInput, 'session_id' | 'transcript_path'>,
  fork: string | undefined,
): KeptPorts & { readonly keep: (recalled: Recalled) => void } {
  const answers = new LastAnswers(runtime.folder);
  const scope = { destination: runtime.destination, place, aliases: runtime.config.aliases };
  const { session_id: id, transcript_path: transcript } = session;
  const marks = new GivenMarks(runtime.folder, (other) =>
    existsSync(join(dirname(transcript), `${safeName(other)}.jsonl`)),
  );
  return {
    lastAnswer: () => quietly(runtime, () => answers.of(scope)),
    given: () => quietly(runtime, () => marks.of(id)),
    keep: ({ answer, given }) => {
      if (runtime.config.dryRun) return;
      if (given?.adds === true) quietly(runtime, () => marks.add(id, given.marks(), fork));
      else if (given !== undefined) quietly(runtime, () => marks.begin(id, given.marks()));
      if (answer === undefined) return;
      const { at, rows } = answer;
      quietly(runtime, () => answers.keep(scope, { at, rows: worthKeeping(rows, at.slice(0, 10)) }));
    },
  };
}
