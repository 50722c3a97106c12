/** `mem0-hooks adopt`: the memories of Mem0's first plugin to the ids of today. */
import { InvalidArgumentError } from 'commander';
import { command } from '../line/definition.ts';
import { each } from '../line/values.ts';
import { oneLine } from '../plain-words.ts';
import { formerSource } from './adopt.ts';
import { move } from './move.ts';
import { besideText, movesText, outcomeJson, outcomeText, staysText } from './move-text.ts';
import { standHere } from './standing.ts';

/** So many are shown before they are written. */
const SHOWN = 50;

const LEFT =
  `The old ones stay where they are. If the settings list their ids as aliases, they are read beside the new ones until
mem0-hooks settings unset aliases.`.replace(/\n/g, ' ');

export const adoptCommand = command({
  about: `
Writes the memories of Mem0's first plugin under the ids of today: it looks for them under the user and the project that the plugin
wrote them with, shows what each becomes, and asks. Old types and categories become those of today, the prefix of a pin becomes a
pin, and dates are kept. What was imported from files is kept for 30 days, and health checks until tonight. Summaries of sessions,
states of sessions, automatic captures and profiles of projects are left out.

The old memories stay where they are. What was written is noted, and an add of unknown fate is looked up: it can be run again, and
nothing is written twice.`,
  line: (empty) =>
    empty
      .option('--from-user <ID>', 'the user of before; again for another', each(formerId))
      .option('--from-app <ID>', 'the project id of before; again for another', each(formerId)),
  json: 'what was written, read back, left and not written, by the ids of the old ones and with the reasons',
  asks: true,
  statuses: { done: 'all that has a place is there', not: 'something is left, or nothing was done (it is said what)' },
  notes: `
Without --from-user it looks under MEM0_USER_ID, the system's user name, and the aliases of the settings; without --from-app under
the last two parts of the origin's address, or the folder's name, and the aliases.`,
  run: async (asking) => {
    const { fromUser, fromApp } = asking.options;
    const standing = await standHere(asking.runtime);
    const source = await formerSource(asking.runtime, standing, { users: fromUser, apps: fromApp });
    await move(asking, standing, source, {
      proposal: (plan, whose) => [
        `Would be written as ${oneLine(whose)}: ${plan.todo.length} of ${plan.todo.length + plan.stays.length}.`,
        ...movesText(plan.todo, SHOWN),
        ...staysText(plan.stays, 'Would be left out:'),
        ...besideText(plan),
        LEFT,
      ],
      question: 'Write them under the ids of today?',
      text: (outcome, whose) =>
        [
          `Memories of the first plugin, as ${oneLine(whose)}:`,
          ...outcomeText(outcome, 'adopt'),
          ...staysText(outcome.plan.stays, 'Left out:'),
          ...outcome.plan.notes,
          LEFT,
        ].join('\n'),
      json: outcomeJson,
    });
  },
});

/** `*` is everybody (platform contract §7). */
function formerId(text: string): string {
  const id = text.trim();
  if (id !== '' && id !== '*') return id;
  throw new InvalidArgumentError('It must be an id.');
}
