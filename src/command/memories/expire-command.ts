/** `mem0-hooks expire`: after a day a memory is shown no more; nothing is deleted (platform contract §5). */
import { command } from '../line/definition.ts';
import { something } from '../line/values.ts';
import { changeOne } from './one-change.ts';
import { standHere } from './stand.ts';
import { dayOrNever } from './values.ts';

export const expireCommand = command({
  about: `
Sets the last day (UTC) on which a memory counts: after it no pack and no list has it, and nothing is deleted. \`never\` takes the
day away, also of what has expired.`,
  line: (empty) =>
    empty
      .argument('<ID>', 'as a pack or a list shows it', something)
      .argument('<DATE>', 'YYYY-MM-DD, or never', dayOrNever),
  json: 'one JSON object: before and after (as list has a memory), differs (what is not as it was asked for)',
  statuses: { done: 'it is so (or was already)', not: 'it is not, or not known to be (it is said what)' },
  run: async (asked) => {
    const [id, expires] = asked.args;
    const stand = await standHere(asked.runtime);
    const isOver = expires !== null && expires < stand.today;
    return changeOne(asked, stand, {
      id,
      done: 'changed',
      plan: () => ({
        change: { expirationDate: expires },
        wanted: { expires },
        notes: isOver ? ['That day is over: it is shown no more (mem0-hooks list --all still has it).'] : [],
      }),
    });
  },
});
