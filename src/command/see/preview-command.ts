/** `mem0-hooks preview`: shows what a capture would send. It reads, and that is all: no lock, no cursor, no receipt, no fault. */
import { FILE } from '../../contract/read-config.ts';
import { writeAll } from '../../runtime/processes/write-all.ts';
import { findSession } from '../find-session.ts';
import { homeProblem, refuse } from '../leave.ts';
import { command } from '../line/definition.ts';
import { something } from '../line/values.ts';
import { oneLine } from '../plain-words.ts';
import { whyNot } from '../why-not.ts';
import { preview, RuntimeAsIfNew } from './preview.ts';
import { previewText } from './preview-text.ts';

const HELD = `${FILE} cannot be understood, and may say that nothing is looked at here (mem0-hooks status tells what is wrong).`;

export const previewCommand = command({
  about: `
Shows what a capture would send now, and beside it what was left out, masked and left. Nothing is sent and nothing is stored.
Without an option it is the newest session of the project in the current folder.`,
  line: (empty) =>
    empty
      .option('--transcript <FILE>', 'the session of this transcript', something)
      .option('--session <ID>', 'a session by its id, or by the beginning of it', something)
      .option('--all', 'the whole session, as if nothing of it had been captured before'),
  json: `one JSON object: session, transcript, turns, requests (method, path, body), omitted, redacted, left, treesInPart \
(working trees that were looked at only in part)`,
  statuses: {
    done: 'shown',
    not: 'not shown (there is no such session, or it or the settings cannot be read: it is said which)',
  },
  run: async ({ runtime, options: { transcript, session, all }, json, answer, misused }) => {
    if (transcript !== undefined && session !== undefined) return misused('Either --transcript or --session.');
    const misplaced = homeProblem(runtime);
    if (misplaced !== undefined) refuse(`${misplaced}.`);
    // What cannot be understood may say that nothing is looked at here.
    if (runtime.config.held) refuse(`No preview: ${HELD}`);
    try {
      const wanted = {
        ...(transcript === undefined ? {} : { transcript }),
        ...(session === undefined ? {} : { session }),
      };
      const found = await findSession(runtime, wanted, process.cwd());
      if ('wrong' in found) refuse(found.wrong);
      const previewed = await preview(all === true ? new RuntimeAsIfNew() : runtime, found);
      if ('wrong' in previewed) refuse(previewed.wrong);
      const notes = [...(previewed.stopped === undefined ? [] : [previewed.stopped]), ...previewed.notes];
      if (json) writeAll(2, notes.map((note) => `${oneLine(note)}\n`).join(''));
      answer(previewed.preview, () => previewText(previewed));
    } catch (error) {
      refuse(`No preview: ${whyNot(error)}.`);
    }
  },
});
