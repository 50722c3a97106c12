/** `mem0-hooks edit`: another text or another type for a memory. The text is cleaned as everything is that leaves. */
import type { Memory } from '../../contract/mem0.ts';
import { CAPTURED_TYPES, type CapturedType } from '../../contract/memory.ts';
import { handText } from '../../core/capture/by-hand.ts';
import { secretsIn } from '../../runtime/place/surroundings.ts';
import { refuse } from '../leave.ts';
import { command } from '../line/definition.ts';
import { something } from '../line/values.ts';
import { editedText } from '../terminal/editor.ts';
import { maskedWords, REFUSED } from './by-hand-words.ts';
import { changeOne, type OneChange } from './one-change.ts';
import type { MemoryReport } from './report.ts';
import { type Stand, standHere } from './stand.ts';
import { typeByHand } from './values.ts';

export const editCommand = command({
  about: `
Changes the text of a memory, or its type. Without an option the text is opened in $VISUAL or $EDITOR. What is between private tags is
left out, and secrets are masked.`,
  line: (empty) =>
    empty
      .argument('<ID>', 'as a pack or a list shows it', something)
      .option('--text <TEXT>', 'the text that it shall have', something)
      .option('--type <TYPE>', `the type that it shall have: ${CAPTURED_TYPES.join(', ')}`, typeByHand),
  json: 'one JSON object: before and after (as list has a memory), differs (what is not as it was asked for)',
  statuses: { done: 'it is so (or was already)', not: 'it is not, or not known to be (it is said what)' },
  notes: `
The platform keeps earlier texts in the history of a memory (show tells them). To be rid of one, forget the memory and remember it
anew.`,
  run: async (asked) => {
    const { text, type } = asked.options;
    const stand = await standHere(asked.runtime);
    return changeOne(asked, stand, {
      id: asked.args[0],
      done: 'changed',
      plan: async (row, report) => {
        const retyped = type === undefined ? NOTHING : retyping(report, type);
        const reworded = text === undefined && type !== undefined ? NOTHING : await rewording(stand, row, text);
        return {
          change: { ...reworded.change, ...retyped.change },
          wanted: { ...reworded.wanted, ...retyped.wanted },
          notes: [...(reworded.notes ?? []), ...(retyped.notes ?? [])],
        };
      },
    });
  },
});

const NOTHING: OneChange = { change: {}, wanted: {} };

async function rewording(
  { runtime, around }: Stand,
  { memory }: Memory,
  given: string | undefined,
): Promise<OneChange> {
  const edited = given === undefined ? editedText(memory, runtime.env) : { text: given };
  if ('wrong' in edited) refuse(`Not changed: ${edited.wrong}. The text can be given with --text.`);
  const safe = handText(edited.text, await secretsIn(runtime, around?.roots ?? []));
  if ('refused' in safe) refuse(`Not changed: ${REFUSED[safe.refused]}.`);
  // An editor ends a text with a line feed.
  const text = safe.text === memory.trim() ? memory : safe.text;
  return { change: { text }, wanted: { text }, notes: maskedWords(safe.redacted) };
}

/** Whose a memory is was settled when it was written (platform contract §2), and does not change with its type. */
function retyping({ scope }: MemoryReport, type: CapturedType): OneChange {
  const usual = type === 'preference' ? 'user' : 'project';
  const note =
    scope === 'user'
      ? `It stays your own, of no project: as a ${type} no pack shows it among those of a project.`
      : 'It stays with its project: as a preference it is not shown in others.';
  return { change: { metadata: { type } }, wanted: { type }, notes: scope === usual ? [] : [note] };
}
