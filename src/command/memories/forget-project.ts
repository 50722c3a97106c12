/**
 * `mem0-hooks forget --project`: all memories of one project and one user, listed first and deleted by their ids in batches. Never by
 * a filter: of several entities the platform honours one (platform contract §6).
 */
import { asFailure } from '../../contract/failure.ts';
import type { Memory } from '../../contract/mem0.ts';
import type { OperatorClient } from '../../mem0/operator-client.ts';
import type { Removal } from '../../mem0/operator-removal.ts';
import { refuse } from '../leave.ts';
import type { Asking } from '../line/definition.ts';
import { counted, oneLine } from '../plain-words.ts';
import { terminalColumns } from '../terminal/cut.ts';
import { withProgress } from '../terminal/progress.ts';
import { everyRow } from './find-rows.ts';
import { told } from './forgotten.ts';
import { dropHere, isOnItsWay, ON_ITS_WAY } from './kept-here.ts';
import { gapsIn, memoryLine, typeWords } from './memory-line.ts';
import { newestFirst, reportOf } from './report.ts';
import { doing, operatorAt, projectOf, type Stand, whyNotDone } from './stand.ts';

/** The newest are shown; the rest is counted. */
const SHOWN = 10;
/** So many in one step, after which a person sees how far it is; a batch may hold 1000 (platform contract §6). [?] ours */
const STEP = 200;

/** `given`: the id by which the person names the project, if they do. */
export async function forgetProject(asking: Asking, stand: Stand, given: string | undefined): Promise<never> {
  const project = projectOf(stand);
  if (given !== undefined && given !== project)
    refuse(`Nothing was done: the project of this folder is ${project}, and not ${given}.`);
  return doing('Nothing is known to be forgotten', async () => {
    const operator = await operatorAt(stand);
    const { rows, gaps } = await rowsOf(operator, project);
    const before = await countFormer(operator);
    const notes = [
      ...gaps,
      ...(before === 0 ? [] : [`${counted(before, 'memory', 'memories')} under ids of before stay (aliases).`]),
      ...(isOnItsWay(stand.runtime, project) ? [ON_ITS_WAY] : []),
    ];
    const style = { paint: asking.paint, columns: terminalColumns(), branch: stand.around?.branch, indent: '  ' };
    const lines = (some: readonly Memory[]) =>
      some.map((row) => memoryLine(reportOf(row, stand.today), { ...style, withType: true }));
    if (rows.length > 0)
      asking.confirm({
        plan: [
          `Forgets ${rows.length === 1 ? 'the one memory' : `all ${rows.length} memories`} of the project ${oneLine(project)} of ${oneLine(operator.scope.userId)}, superseded and expired ones too:`,
          ...countsOf(rows, stand.today),
          'The newest of them:',
          ...lines(rows.slice(0, SHOWN)),
          ...(rows.length > SHOWN ? [`All of them: mem0-hooks list --project --all --last ${rows.length} --json`] : []),
          'What is your own, and of no project, stays.',
          ...notes,
        ],
        question: 'To forget them, type the id of the project:',
        word: project,
      });
    const removal = await removed(operator, rows);
    const cameBetween = removal.failure === undefined ? await cameMeanwhile(operator, project, rows) : [];
    // What could not be deleted is there again at the next start all the same.
    const trouble = dropHere(stand.runtime, rows, project);
    told(asking, {
      removal,
      superseded: [],
      linesOf: (ids) => lines(rows.filter(({ id }) => ids.includes(id))),
      failed: [...cameBetween, ...(trouble === undefined ? [] : [trouble])],
      notes,
    });
  });
}

/** The rows of the project and of this user alone, whatever else a platform may give: never what has no project. */
async function rowsOf(operator: OperatorClient, project: string) {
  const found = await everyRow(operator, { kind: 'project', latestOnly: false, showExpired: true });
  const rows = found.rows.filter((row) => row.app_id === project && row.user_id === operator.scope.userId);
  return { rows: newestFirst(rows), gaps: gapsIn(found) };
}

/** Of what was written under ids of before: it is named, and stays. */
async function countFormer(operator: OperatorClient): Promise<number> {
  if (operator.scope.aliases === undefined) return 0;
  const { rows } = await everyRow(operator, { kind: 'project', aliases: true, latestOnly: false, showExpired: true });
  return rows.filter((row) => operator.isUnderAlias(row)).length;
}

function countsOf(rows: readonly Memory[], today: string): readonly string[] {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const words = typeWords(reportOf(row, today));
    counts.set(words, (counts.get(words) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a).map(([words, count]) => `  ${count} ${words}`);
}

/** Superseded ones first: of a current one that goes before them they would come back in between. Ends at the first failure. */
async function removed(operator: OperatorClient, rows: readonly Memory[]): Promise<Removal> {
  const isOld = ({ replaced_by }: Memory) => typeof replaced_by === 'string';
  const ids = [...rows.filter(isOld), ...rows.filter((row) => !isOld(row))].map(({ id }) => id);
  let all: Removal = { gone: [], left: [], unknown: [] };
  return withProgress('Forgetting memories', ids.length, async (step) => {
    for (let at = 0; at < ids.length; at += STEP) {
      const one = await stepOf(operator, ids.slice(at, at + STEP));
      all = {
        gone: [...all.gone, ...one.gone],
        left: [...all.left, ...one.left],
        unknown: [...all.unknown, ...one.unknown],
        ...(one.failure === undefined ? {} : { failure: one.failure }),
      };
      step(Math.min(at + STEP, ids.length));
      if (one.failure !== undefined) return { ...all, left: [...all.left, ...ids.slice(at + STEP)] };
    }
    return all;
  });
}

/** A step that was not begun is told like one that failed, since those before it are done. */
async function stepOf(operator: OperatorClient, ids: readonly string[]): Promise<Removal> {
  try {
    return await operator.remove(ids);
  } catch (error) {
    return { gone: [], left: ids, unknown: [], failure: asFailure(error) };
  }
}

/** What a session has written since it was shown is not forgotten, and told; in a sentence. */
async function cameMeanwhile(
  operator: OperatorClient,
  project: string,
  shown: readonly Memory[],
): Promise<readonly string[]> {
  try {
    const { rows } = await rowsOf(operator, project);
    const came = rows.filter(({ id }) => !shown.some((row) => row.id === id)).length;
    if (came === 0) return [];
    return [`${counted(came, 'memory', 'memories')} more ${came === 1 ? 'is' : 'are'} there now: do it again.`];
  } catch (error) {
    return [`Whether more is there now could not be looked up: ${whyNotDone(error)}.`];
  }
}
