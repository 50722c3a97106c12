/** `mem0-hooks forget`: memories by their ids, with what they have superseded, or all of a project. */
import type { Memory } from '../../contract/mem0.ts';
import type { OperatorClient } from '../../mem0/operator-client.ts';
import type { Asking } from '../line/definition.ts';
import { command } from '../line/definition.ts';
import { something } from '../line/values.ts';
import { counted } from '../plain-words.ts';
import { terminalColumns } from '../terminal/cut.ts';
import { rowsNamed } from './find-rows.ts';
import { forgetProject } from './forget-project.ts';
import { told } from './forgotten.ts';
import { dropHere, isOnItsWay, ON_ITS_WAY } from './kept-here.ts';
import { memoryLine } from './memory-line.ts';
import { reportOf } from './report.ts';
import { doing, operatorAt, type Stand, standHere } from './stand.ts';

export const forgetCommand = command({
  about: `
Forgets memories. What they have superseded goes too, since it would come back otherwise; what goes is shown first. With --project it
is all that this project has: never what is your own, and never another project's.`,
  line: (empty) =>
    empty
      .argument('[ID...]', 'as a pack or a list shows them')
      .option(
        '--project [ID]',
        'all of this project; with --yes its id has to be given, else it is asked for',
        something,
      ),
  json: `one JSON object: forgotten, left and unknown (ids: no read gives them; they can still be read; nobody could look), superseded \
(the ids among them that were not named), notes`,
  asks: true,
  statuses: {
    done: 'no read gives them any more',
    not: 'nothing was done, or not all is gone (it is said what is not)',
  },
  notes: `
Deletes of the platform are soft: no read gives what is forgotten, and that is looked up afterwards. What this machine keeps for a start
that cannot ask the platform goes as well. Receipts keep ids, no text. Claude Code's own transcripts, where a memory was shown or said,
are not touched.`,
  run: async (asked) => {
    const [ids = []] = asked.args;
    const { project } = asked.options;
    if (ids.length > 0 && project !== undefined) return asked.misused('Either ids or --project.');
    if (ids.length === 0 && project === undefined) return asked.misused('It takes the ids of memories, or --project.');
    if (project === true && asked.yes) return asked.misused('With --yes the project is named: --project ID.');
    const stand = await standHere(asked.runtime);
    if (project !== undefined) return forgetProject(asked, stand, typeof project === 'string' ? project : undefined);
    return doing('Nothing is known to be forgotten', async () => {
      const operator = await operatorAt(stand);
      return forgetRows(asked, stand, operator, await rowsNamed(operator, ids));
    });
  },
});

async function forgetRows(asking: Asking, stand: Stand, operator: OperatorClient, rows: readonly Memory[]) {
  const chain = await operator.superseded(rows);
  const lines = (some: readonly Memory[]) => linesOf(some, asking, stand, operator);
  const stays = rows.filter(({ replaced_by: by }) => typeof by === 'string' && !rows.some(({ id }) => id === by));
  const gap = 'Not all memories could be looked through: something that these have superseded may come back.';
  asking.confirm({
    plan: [
      `Forgets ${counted(rows.length, 'memory', 'memories')}:`,
      ...lines(rows),
      ...(chain.rows.length === 0 ? [] : ['and what they have superseded, which would come back otherwise:']),
      ...lines(chain.rows),
      ...(stays.length === 0
        ? []
        : [
            `${counted(stays.length, 'of these is', 'of these are')} superseded already; what has taken the place stays.`,
          ]),
      ...(chain.complete ? [] : [gap]),
    ],
    question: 'Forget?',
  });
  // What was shown, and nothing else. Predecessors first, so that none comes back in between.
  const all = [...chain.rows, ...rows];
  const removal = await operator.remove(all.map(({ id }) => id));
  const gone = new Set(removal.gone);
  const trouble = dropHere(
    stand.runtime,
    all.filter(({ id }) => gone.has(id)),
  );
  told(asking, {
    removal,
    superseded: chain.rows.map(({ id }) => id),
    linesOf: (ids) => lines(all.filter(({ id }) => ids.includes(id))),
    failed: trouble === undefined ? [] : [trouble],
    notes: [...(chain.complete ? [] : [gap]), ...(isOnItsWay(stand.runtime, stand.place.appId) ? [ON_ITS_WAY] : [])],
  });
}

/** What is of another user or project, which a whole id may name, says so. */
function linesOf(
  rows: readonly Memory[],
  { paint }: Asking,
  stand: Stand,
  operator: OperatorClient,
): readonly string[] {
  const style = {
    paint,
    columns: terminalColumns(),
    branch: stand.around?.branch,
    indent: '  ',
    withType: true,
  } as const;
  return rows.map((row) => {
    const { userId, appId } = operator.scope;
    const isElsewhere = row.user_id !== userId || (typeof row.app_id === 'string' && row.app_id !== appId);
    const whose = `, of ${row.app_id ?? 'no project'} and user ${row.user_id ?? 'unknown'}`;
    return `${memoryLine(reportOf(row, stand.today), style)}${isElsewhere ? whose : ''}`;
  });
}
