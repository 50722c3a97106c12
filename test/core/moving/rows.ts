import type { Memory } from '../../../src/contract/mem0.ts';
import type { Fates } from '../../../src/core/moving/moves.ts';

export const TODAY = '2026-11-30';

/** A row as a platform gives it: a decision of this project that is in force, unless `change` has it otherwise. */
export function row(change: Partial<Memory> = {}): Memory {
  return {
    id: '11111111-1111-4111-8111-111111111111',
    memory: 'We deploy to Railway.',
    user_id: 'mara',
    app_id: 'shop',
    metadata: { type: 'decision' },
    categories: null,
    replaced_by: null,
    is_deleted: null,
    expiration_date: null,
    created_at: '2026-01-02T03:04:05.678Z',
    updated_at: null,
    score: null,
    ...change,
  };
}

/** What became of one row: the reason why it stays, or its move. */
export function only({ moves, stays }: Fates) {
  const [move] = moves;
  return move ?? stays[0]?.reason;
}
