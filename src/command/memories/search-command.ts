/** `mem0-hooks search`: the memories that fit some words best. Changes nothing; the words are sent as they may leave, without secrets. */
import { MEMORY_TYPES } from '../../contract/memory.ts';
import { isCurrent } from '../../core/recall/truth.ts';
import { redact } from '../../core/redaction/redact.ts';
import { wellFormed } from '../../core/talk/wellformed.ts';
import { secretsIn } from '../../runtime/place/surroundings.ts';
import { command } from '../line/definition.ts';
import { wholeNumber } from '../line/values.ts';
import { terminalColumns } from '../terminal/cut.ts';
import { memoryLine } from './memory-line.ts';
import { reportOf } from './report.ts';
import { doing, noProject, noted, operatorAt, projectOf, standHere } from './stand.ts';
import { anyType } from './values.ts';

/** As the platform gives where nothing is said (platform contract §6). */
const DEFAULT_TOP = 10;

export const searchCommand = command({
  about: `
Searches the memories of this project and your own, and shows those that fit the words best, each with its score (0 to 1).`,
  line: (empty) =>
    empty
      .argument('<WORDS...>', 'what to look for')
      .option('--type <TYPE>', `of one type: ${MEMORY_TYPES.join(', ')}`, anyType)
      .option('--user', 'your own alone, which are of no project')
      .option('--project', 'those of this project alone')
      .option('--all', 'what is superseded or has expired as well')
      .option('--top <N>', 'so many at most', wholeNumber(1, 1000), DEFAULT_TOP),
  json: 'one JSON object: user, project (null where there is none), memories (as list has them, each with its score)',
  statuses: { done: 'searched (nothing may fit)', not: 'not searched (it is said why)' },
  run: async (asked) => {
    const { type, user, project, all = false, top } = asked.options;
    if (user && project) return asked.misused('Either --user or --project.');
    const words = asked.args[0].join(' ');
    if (words.trim() === '') return asked.misused('A search needs words.');
    const stand = await standHere(asked.runtime);
    if (project) projectOf(stand);
    await doing('Not searched', async () => {
      const operator = await operatorAt(stand);
      const { text, redacted } = redact(wellFormed(words), await secretsIn(asked.runtime, stand.around?.roots ?? []));
      const kind = user ? 'user' : project ? 'project' : 'both';
      const where = {
        kind,
        aliases: true,
        latestOnly: !all,
        showExpired: all,
        topK: top,
        ...(type && { type }),
      } as const;
      const rows = await operator.search(text, where);
      const memories = rows
        .filter((row) => all || isCurrent(row, stand.today))
        .map((row) => reportOf(row, stand.today))
        .filter((one) => type === undefined || one.type === type);
      const missing = user ? undefined : noProject(stand);
      const notes = noted(asked, [
        ...(missing === undefined ? [] : [`${missing} Only your own were looked through.`]),
        ...(redacted.length === 0 ? [] : ['Secrets in the words were masked before they were sent.']),
      ]);
      const { userId, appId = null } = operator.scope;
      const style = {
        paint: asked.paint,
        branch: stand.around?.branch,
        columns: terminalColumns(),
        withType: true,
      } as const;
      asked.answer({ user: userId, project: appId, memories }, () =>
        [
          ...(memories.length === 0 ? ['Nothing fits.'] : memories.map((one) => memoryLine(one, style))),
          ...(notes.length === 0 ? [] : ['', ...notes]),
        ].join('\n'),
      );
    });
  },
});
