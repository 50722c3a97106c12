/** `mem0-hooks retry`: puts requests that are set aside back into the spool. */
import type { Runtime } from '../../runtime/runtime.ts';
import { isFor } from '../../spool/belonging.ts';
import { type Parked, parkedIn, putBack } from '../../spool/parked.ts';
import { homeProblem, refuse } from '../leave.ts';
import { command } from '../line/definition.ts';
import { something } from '../line/values.ts';
import { orRefuse } from '../or-refuse.ts';
import { counted } from '../plain-words.ts';
import { idTrouble, resolveIds } from '../short-ids.ts';

export const retryCommand = command({
  about: `
Puts requests that are set aside back into the spool, and starts their delivery in the background. What the platform refuses again is
set aside again. mem0-hooks parked shows which there are.`,
  line: (empty) =>
    empty
      .argument(
        '[ID...]',
        'which, by their ids or the beginnings of them',
        (text: string, before?: readonly string[]) => [...(before ?? []), something(text)],
      )
      .option('--all', 'all that can be read'),
  json: 'one JSON object: back (ids that wait again), left (ids that cannot be read), delivery (started, elsewhere, or why not)',
  statuses: { done: 'put back (or nothing is set aside)', not: 'not put back (it is said why)' },
  run: ({ runtime, args: [ids = []], options: { all = false }, answer, misused }) => {
    if (all === ids.length > 0) misused(all ? 'Name some, or all of them.' : 'Name the ids, or give --all.');
    const misplaced = homeProblem(runtime);
    if (misplaced !== undefined) refuse(`${misplaced}.`);
    if (runtime.config.dryRun) refuse('A dry run stores nothing; MEM0_DRY_RUN=1 is for the hooks.');
    const done = orRefuse(() => retried(runtime, ids));
    answer(done, () => textOf(done));
  },
});

interface Retried {
  readonly back: readonly string[];
  readonly left: readonly string[];
  readonly delivery: 'none' | 'started' | 'elsewhere' | { readonly notStarted: string };
}

/** No ids: all of them. */
function retried(runtime: Runtime, ids: readonly string[]): Retried {
  const known = parkedIn(runtime.folder);
  const found = resolveIds(ids, known);
  const trouble = idTrouble(found);
  if (trouble !== undefined)
    refuse(`${trouble.replaceAll('memory', 'request').replaceAll('memories', 'requests')} Nothing was done.`);
  const wanted = ids.length === 0 ? known : found.rows;
  const back = wanted.filter(({ id }) => putBack(runtime.folder, id, { pid: process.pid, now: Date.now() }));
  const isBack = new Set(back.map(({ id }) => id));
  return {
    back: [...isBack],
    left: wanted.flatMap(({ id }) => (isBack.has(id) ? [] : [id])),
    delivery: deliveryOf(runtime, back),
  };
}

function deliveryOf(runtime: Runtime, back: readonly Parked[]): Retried['delivery'] {
  if (back.length === 0) return 'none';
  if (!back.some(({ item }) => item !== undefined && isFor(item.destination, runtime.destination))) return 'elsewhere';
  if (!runtime.config.capture) return { notStarted: 'capture is switched off' };
  if (!runtime.canSend) return { notStarted: 'nothing can be sent with this key or base URL' };
  runtime.startBackground();
  return 'started';
}

function textOf({ back, left, delivery }: Retried): string {
  return [
    back.length === 0
      ? 'Nothing is put back.'
      : `${counted(back.length, 'request waits', 'requests wait')} to be delivered again.`,
    ...(left.length === 0 ? [] : [`${left.length} cannot be read, or went meanwhile: ${left.join(', ')}.`]),
    ...(delivery === 'none' ? [] : [deliveryWords(delivery)]),
  ].join('\n');
}

function deliveryWords(delivery: Exclude<Retried['delivery'], 'none'>): string {
  if (delivery === 'started') return 'The delivery has been started; mem0-hooks receipts shows what becomes of it.';
  if (delivery === 'elsewhere')
    return 'They are for another key, or without one: the next session or drain with it delivers them.';
  return `Not delivered now (${delivery.notStarted}): the next session or drain that may does it.`;
}
