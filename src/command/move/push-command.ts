/** `mem0-hooks push`: the memories of the local platform to Mem0, once there is a key. */
import { refuse } from '../leave.ts';
import { command } from '../line/definition.ts';
import { oneLine } from '../plain-words.ts';
import { move } from './move.ts';
import { besideText, movesText, outcomeJson, outcomeText, staysText } from './move-text.ts';
import { localSource, type Selection } from './push.ts';
import { standHere } from './standing.ts';

const SHOWN = 5;

export const pushCommand = command({
  about: `
Sends the memories of the local platform to Mem0, where there is a key now. It shows first what would go and what would stay, and
asks. Types, dates, pins, expiry, branches and sessions are kept; texts go as they are, but for secrets, which are masked as in a
capture from this folder. Memories of projects keep their project; your own become those of the key's user. The local ones stay as they are.

What was sent is noted, and an add of unknown fate is looked up: however it ends, it can be run again, and nothing is sent twice.`,
  line: (empty) =>
    empty
      .option('--project', "this project's memories alone")
      .option('--user', 'your own memories alone, of no project')
      .option('--all-projects', 'your own, and those of every project'),
  json: 'what was sent, read back, left and not sent, by id and with the reasons',
  asks: true,
  statuses: { done: 'all that should go is there', not: 'something is left, or nothing was done (it is said what)' },
  notes: 'Without an option: your own memories, and those of this project.',
  run: async (asking) => {
    const { project, user, allProjects } = asking.options;
    const chosen: readonly Selection[] = [
      ...(project === true ? (['project'] as const) : []),
      ...(user === true ? (['user'] as const) : []),
      ...(allProjects === true ? (['all'] as const) : []),
    ];
    if (chosen.length > 1) asking.misused('Only one of --project, --user and --all-projects can be meant.');
    const [selection = 'here'] = chosen;
    const standing = await standHere(asking.runtime);
    if (selection === 'project' && standing.appId === undefined) refuse('There is no project here.');
    await move(asking, standing, localSource(asking.runtime, standing, selection), {
      proposal: (plan, whose) => [
        `Would go from this machine to Mem0, as ${oneLine(whose)}: ${plan.todo.length} of ${plan.todo.length + plan.stays.length}.`,
        ...movesText(plan.todo, SHOWN),
        ...staysText(plan.stays, 'Would stay here alone:'),
        ...besideText(plan),
      ],
      question: 'Send them to Mem0?',
      text: (outcome, whose) =>
        [
          `From this machine to Mem0, as ${oneLine(whose)}:`,
          ...outcomeText(outcome, 'push'),
          ...staysText(outcome.plan.stays, 'Stays here alone:'),
          ...outcome.plan.notes,
        ].join('\n'),
      json: outcomeJson,
    });
  },
});
