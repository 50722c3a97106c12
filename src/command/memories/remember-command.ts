/** `mem0-hooks remember`: a memory in a person's own words, stored as it stands. Capture may be off: here the person acts. */
import { readFileSync } from 'node:fs';
import { asFailure } from '../../contract/failure.ts';
import { CAPTURED_TYPES } from '../../contract/memory.ts';
import { handWrite } from '../../core/capture/by-hand.ts';
import { secretsIn } from '../../runtime/place/surroundings.ts';
import { leave, refuse } from '../leave.ts';
import { command } from '../line/definition.ts';
import { harmlessJson } from '../plain-words.ts';
import { terminalColumns } from '../terminal/cut.ts';
import { maskedWords, REFUSED } from './by-hand-words.ts';
import { memoryLine } from './memory-line.ts';
import { reportOf } from './report.ts';
import { noted, operatorAt, projectOf, standHere, whyNotDone } from './stand.ts';
import { day, typeByHand } from './values.ts';

export const rememberCommand = command({
  about: `
Stores a memory in your own words. A preference is your own, everywhere; the other types belong to the project of the current folder.
What is between private tags is left out, and secrets are masked.`,
  line: (empty) =>
    empty
      .argument('<TYPE>', CAPTURED_TYPES.join(', '), typeByHand)
      .argument('<TEXT...>', 'the text; - reads it from stdin')
      .option('--pin', 'pin it at once')
      .option('--expires <DATE>', 'the last day on which it counts (YYYY-MM-DD, UTC)', day),
  json: 'one JSON object: memory (as list has one; null in a dry run), masked (rule, count), differs (what is not as it was asked for)',
  statuses: {
    done: 'remembered (in a dry run: shown)',
    not: 'not remembered, not as it was asked for, or nobody knows (it is said which)',
  },
  notes: 'A text that begins with - comes after --, as in: remember decision -- "-O3 is what we build with".',
  run: async (asked) => {
    const { runtime, options } = asked;
    const [type, words] = asked.args;
    const stand = await standHere(runtime);
    // What is said in a denied folder is not stored, whatever it is.
    if (stand.isDenied || type !== 'preference') projectOf(stand);
    const said = words.length === 1 && words[0] === '-' ? stdinText() : words.join(' ');
    if (said.trim() === '') refuse('Not remembered: the text is empty.');
    const made = handWrite({
      type,
      text: said,
      secrets: await secretsIn(runtime, stand.around?.roots ?? []),
      captureId: runtime.newId(),
      ...(stand.around?.branch === undefined || type === 'preference' ? {} : { branch: stand.around.branch }),
      ...(options.pin === true ? { pinned: true } : {}),
      ...(options.expires === undefined ? {} : { expires: options.expires }),
    });
    if ('refused' in made) refuse(`Not remembered: ${REFUSED[made.refused]}.`);
    const masked = maskedWords(made.redacted);
    try {
      const { row, differs } = await (await operatorAt(stand)).remember(made.write);
      const memory = reportOf(row, stand.today);
      const notes = noted(asked, [
        ...masked,
        ...(differs.length === 0 ? [] : [`The platform did not take it as it was asked for: ${differs.join(', ')}.`]),
      ]);
      const style = {
        paint: asked.paint,
        columns: terminalColumns(),
        branch: stand.around?.branch,
        withType: true,
      } as const;
      const text = () => ['Remembered:', memoryLine(memory, { ...style, indent: '  ' }), ...notes].join('\n');
      const value = { memory, masked: made.redacted, differs };
      if (differs.length === 0) asked.answer(value, text);
      leave(1, asked.json ? harmlessJson(value) : text());
    } catch (error) {
      const failure = asFailure(error);
      if (failure.reason === 'dry-run') {
        const notes = noted(asked, masked);
        asked.answer({ memory: null, masked: made.redacted, differs: [] }, () =>
          ['A dry run: nothing was stored. What would be sent is above.', ...notes].join('\n'),
        );
      }
      const fate = failure.uncertain
        ? 'It is not known whether it was stored (mem0-hooks search tells)'
        : 'Not remembered';
      refuse(`${fate}: ${whyNotDone(error)}.`);
    }
  },
});

/** All of it: a text of several lines may be piped. */
function stdinText(): string {
  try {
    return readFileSync(0, 'utf8');
  } catch (error) {
    refuse(
      `Not remembered: stdin cannot be read (${error instanceof Error && 'code' in error ? error.code : 'unknown'}).`,
    );
  }
}
