/** Whether what was moved can be read as it was sent: only the platform's own reads tell (platform contract §5). */
import { isDeepStrictEqual } from 'node:util';
import { Failure } from '../../contract/failure.ts';
import type { Memory } from '../../contract/mem0.ts';
import type { Move } from '../../core/moving/moves.ts';
import type { OperatorClient } from '../../mem0/operator-client.ts';
import type { Moved } from '../../state/moves.ts';
import type { Standing } from './standing.ts';
import { whatIsThere } from './there.ts';

export type Difference = 'text' | 'metadata' | 'expiry' | 'date' | 'project';

export interface ReadBack {
  /** As they were sent. */
  readonly same: readonly Move[];
  readonly differs: readonly { readonly move: Move; readonly in: readonly Difference[] }[];
  /** No read gives them. */
  readonly missing: readonly Move[];
}

/** Lists first, then by id what no list shows. Rejects with a `Failure`. */
export async function readBack(
  moves: readonly Move[],
  operatorOf: Standing['operatorOf'],
  states: ReadonlyMap<string, Moved>,
): Promise<ReadBack> {
  const { arrived } = await whatIsThere(
    operatorOf,
    moves.map(({ appId }) => appId),
  );
  const same: Move[] = [];
  const differs: { move: Move; in: readonly Difference[] }[] = [];
  const missing: Move[] = [];
  for (const move of moves) {
    const row =
      arrived.get(move.captureId) ?? (await byId(await operatorOf(move.appId), states.get(move.captureId)?.memory));
    if (row === undefined) missing.push(move);
    else if (differences(row, move).length > 0) differs.push({ move, in: differences(row, move) });
    else same.push(move);
  }
  return { same, differs, missing };
}

async function byId(operator: OperatorClient, id: string | undefined): Promise<Memory | undefined> {
  if (id === undefined) return undefined;
  try {
    return await operator.byId(id);
  } catch (error) {
    if (error instanceof Failure && (error.status === 404 || error.status === 400)) return undefined;
    throw error;
  }
}

function differences(row: Memory, { text, appId, write }: Move): readonly Difference[] {
  const { metadata, expirationDate, timestamp } = write;
  const day = row.expiration_date?.slice(0, 'YYYY-MM-DD'.length);
  const said = Math.floor(Date.parse(row.created_at ?? '') / 1000);
  return [
    ...(row.memory === text ? [] : (['text'] as const)),
    ...(hasAll(row.metadata, metadata) ? [] : (['metadata'] as const)),
    ...(day === expirationDate ? [] : (['expiry'] as const)),
    ...(timestamp === undefined || said === timestamp ? [] : (['date'] as const)),
    ...((row.app_id ?? undefined) === appId ? [] : (['project'] as const)),
  ];
}

/** What a platform may add of its own is no difference. */
function hasAll(found: Memory['metadata'], sent: Move['write']['metadata']): boolean {
  return Object.entries(sent).every(([key, value]) => isDeepStrictEqual(found?.[key], value));
}
