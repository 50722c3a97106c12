/** `mem0-hooks pin` and `unpin`: a pinned memory stands first in every pack. */
import type { Memory } from '../../contract/mem0.ts';
import { PIN_PREFIX } from '../../core/recall/recipes.ts';
import { command } from '../line/definition.ts';
import { something } from '../line/values.ts';
import { changeOne, type OneChange } from './one-change.ts';
import { standHere } from './stand.ts';

const STATUSES = {
  done: 'it is so (or was already)',
  not: 'it is not, or not known to be (it is said what; nothing is done where an id is unknown or fits several)',
};
const JSON_FORM = 'one JSON object: before and after (as list has a memory), differs (what is not as it was asked for)';

export const pinCommand = command({
  about: 'Pins a memory: it stands at the top of every context pack, before what is newer.',
  line: (empty) => empty.argument('<ID>', 'as a pack or a list shows it', something),
  json: JSON_FORM,
  statuses: STATUSES,
  run: async (asked) =>
    changeOne(asked, await standHere(asked.runtime), {
      id: asked.args[0],
      done: 'pinned',
      plan: () => ({ change: { metadata: { pinned: true } }, wanted: { pinned: true } }),
    }),
});

export const unpinCommand = command({
  about: "Unpins a memory. The first plugin's `[PINNED] ` at the beginning of a text is taken away too.",
  line: (empty) => empty.argument('<ID>', 'as a pack or a list shows it', something),
  json: JSON_FORM,
  statuses: STATUSES,
  run: async (asked) =>
    changeOne(asked, await standHere(asked.runtime), { id: asked.args[0], done: 'unpinned', plan: unpinning }),
});

/** Whether a key can be taken away is unknown (platform contract §4): it is set to false. */
function unpinning({ memory }: Memory): OneChange {
  const metadata = { pinned: false };
  if (!memory.startsWith(PIN_PREFIX)) return { change: { metadata }, wanted: { pinned: false } };
  const text = memory.slice(PIN_PREFIX.length);
  return { change: { metadata, text }, wanted: { pinned: false, text } };
}
