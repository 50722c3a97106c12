/** `mem0-hooks show`: all that is known of a memory, on the platform and on this machine. Changes nothing. */
import { command } from '../line/definition.ts';
import { rowsNamed } from './find-rows.ts';
import { type Shown, shownOf } from './show-report.ts';
import { showText } from './show-text.ts';
import { doing, operatorAt, standHere } from './stand.ts';

export const showCommand = command({
  about: `
Shows all that is known of memories: text, type, whose they are, dates, the session that each came from, the changes of its text, what it
has superseded and what has superseded it.`,
  line: (empty) => empty.argument('<ID...>', 'as a pack or a list shows them'),
  json: `an array: each memory as list has it, with former (under an id of before), origin (session, transcript, receipts), history \
(event, before, after, at), supersededMemories, complete (whether all could be looked through for them), successors`,
  statuses: { done: 'shown', not: 'not shown (an id is unknown or fits several, or the platform cannot be asked)' },
  run: async (asked) => {
    const stand = await standHere(asked.runtime);
    await doing('Not shown', async () => {
      const operator = await operatorAt(stand);
      const shown: Shown[] = [];
      const rows = await rowsNamed(operator, asked.args[0]);
      for (const row of rows) shown.push(await shownOf(stand, operator, row));
      asked.answer(shown, () => shown.map((one) => showText(one, asked.paint)).join('\n\n'));
    });
  },
});
