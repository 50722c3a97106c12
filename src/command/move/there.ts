/** What is under the ids of today already, as the platform's own reads say: superseded and expired rows too, since they arrived. */
import type { Memory } from '../../contract/mem0.ts';
import { type Move, samenessOf } from '../../core/moving/moves.ts';
import { typeOf } from '../../core/recall/recipes.ts';
import type { Standing } from './standing.ts';

type OperatorOf = Standing['operatorOf'];

export interface There {
  /** By capture id. */
  readonly arrived: ReadonlyMap<string, Memory>;
  /** Whether a row that no move has written says the same in the same place. */
  readonly says: (move: Move) => boolean;
  /** False where not every row could be read: then each is asked for before it is sent. */
  readonly whole: boolean;
}

/** Reads the scopes of these projects; undefined stands for the user's own. Rejects with a `Failure`. */
export async function whatIsThere(operatorOf: OperatorOf, appIds: Iterable<string | undefined>): Promise<There> {
  const arrived = new Map<string, Memory>();
  const said = new Set<string>();
  let whole = true;
  for (const appId of new Set(appIds)) {
    const operator = await operatorOf(appId);
    const kind = appId === undefined ? 'user' : 'project';
    const { rows, unreadable, end } = await operator.all({ kind, latestOnly: false, showExpired: true });
    if (end !== 'all' || unreadable > 0) whole = false;
    for (const row of rows) {
      const captureId = row.metadata?.['capture_id'];
      const type = typeOf(row);
      if (typeof captureId === 'string' && isOfMove(captureId)) arrived.set(captureId, row);
      else if (type !== undefined) said.add(samenessOf({ appId, type, text: row.memory }));
    }
  }
  return { arrived, says: (move) => said.has(samenessOf(move)), whole };
}

function isOfMove(captureId: string): boolean {
  return /^(?:push|adopt)-/.test(captureId);
}
