/** `mem0-hooks list`: the memories of this project and the user's own, newest first, by type. Changes nothing. */
import { MEMORY_TYPES } from '../../contract/memory.ts';
import { isCurrent } from '../../core/recall/truth.ts';
import { command } from '../line/definition.ts';
import { wholeNumber } from '../line/values.ts';
import { terminalColumns } from '../terminal/cut.ts';
import type { Paint } from '../terminal/paint.ts';
import { everyRow } from './find-rows.ts';
import { gapsIn, memoryLine, typeWords } from './memory-line.ts';
import { type MemoryReport, newestFirst, reportOf } from './report.ts';
import { doing, noProject, noted, operatorAt, projectOf, standHere } from './stand.ts';
import { anyType } from './values.ts';

const DEFAULT_LAST = 50;
/** As a pack has them. */
const ORDER = ['session_state', ...MEMORY_TYPES.filter((type) => type !== 'session_state'), null] as const;

export const listCommand = command({
  about: `
Lists the memories of this project and your own, the newest first, by type: when, the short id, the text, and what is to be known of
it. What is superseded or has expired is not shown without --all.`,
  line: (empty) =>
    empty
      .option('--type <TYPE>', `of one type: ${MEMORY_TYPES.join(', ')}`, anyType)
      .option('--pinned', 'what is pinned alone')
      .option('--user', 'your own alone, which are of no project')
      .option('--project', 'those of this project alone')
      .option('--all', 'what is superseded or has expired as well')
      .option('--last <N>', 'so many', wholeNumber(1, 999_999), DEFAULT_LAST),
  json: `one JSON object: user, project (null where there is none), memories (id, type, text, scope, user, project, created, updated, \
expires, expired, pinned, branch, session, policy, categories, supersededBy), more (how many there are besides), complete`,
  statuses: { done: 'listed (or there are none)', not: 'not listed (it is said why)' },
  run: async (asked) => {
    const { type, pinned, user, project, all = false, last } = asked.options;
    if (user && project) return asked.misused('Either --user or --project.');
    const stand = await standHere(asked.runtime);
    if (project) projectOf(stand);
    await doing('Not listed', async () => {
      const operator = await operatorAt(stand);
      const kind = user ? 'user' : project ? 'project' : 'both';
      const where = { kind, aliases: true, latestOnly: !all, showExpired: all, ...(type && { type }) } as const;
      const found = await everyRow(operator, where);
      const fitting = newestFirst(found.rows)
        .filter((row) => all || isCurrent(row, stand.today))
        .map((row) => reportOf(row, stand.today))
        .filter((one) => (type === undefined || one.type === type) && (!pinned || one.pinned));
      const memories = fitting.slice(0, last);
      const more = fitting.length - memories.length;
      const missing = user ? undefined : noProject(stand);
      const notes = noted(asked, [
        ...(missing === undefined ? [] : [`${missing} These are your own.`]),
        ...gapsIn(found),
      ]);
      const { userId, appId = null } = operator.scope;
      const complete = found.end === 'all' && found.unreadable === 0;
      asked.answer({ user: userId, project: appId, memories, more, complete }, () =>
        [
          ...(memories.length === 0 ? ['There are none.'] : [listText(memories, asked.paint, stand.around?.branch)]),
          ...(more === 0 ? [] : [`${more} more: --last ${fitting.length} shows all.`]),
          ...notes,
        ].join('\n\n'),
      );
    });
  },
});

function listText(memories: readonly MemoryReport[], paint: Paint, branch: string | undefined): string {
  const style = { paint, branch, columns: terminalColumns(), indent: '  ' };
  return ORDER.flatMap((type) => {
    const some = memories.filter((one) => one.type === type);
    if (some.length === 0) return [];
    const lines = some.map((one) => memoryLine(one, style));
    return [[paint.bold(`${typeWords({ type })} (${some.length})`), ...lines].join('\n')];
  }).join('\n\n');
}
