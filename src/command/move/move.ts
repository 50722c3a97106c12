/**
 * The course of a move: what would be done, consent, a turn, one add a memory, and reading back. `push` and `adopt` differ in where the
 * memories come from and in how it is told.
 */
import { asFailure, type Failure } from '../../contract/failure.ts';
import type { Move } from '../../core/moving/moves.ts';
import { StateFolderError } from '../../io/state-folder-error.ts';
import { leave, refuse } from '../leave.ts';
import type { Asking } from '../line/definition.ts';
import { harmlessJson } from '../plain-words.ts';
import { withProgress } from '../terminal/progress.ts';
import { whyNot } from '../why-not.ts';
import { type Carried, carry } from './carry.ts';
import { journalFor, type Plan, planOf, type Source } from './plan.ts';
import type { Standing } from './standing.ts';
import { inTurn } from './turn.ts';
import { type ReadBack, readBack } from './verify.ts';

/** All that came of it. */
export interface Outcome {
  readonly plan: Plan;
  readonly carried: Carried;
  readonly back: ReadBack;
  /** Why it could not be read back; then nothing is known of what was sent. */
  readonly blind?: Failure;
}

/** How a move is told. */
export interface Telling {
  /** What would be done, line by line. */
  readonly proposal: (plan: Plan, user: string) => readonly string[];
  readonly question: string;
  readonly text: (outcome: Outcome, user: string) => string;
  readonly json: (outcome: Outcome, user: string) => unknown;
}

const NOTHING: Carried = { sent: [], known: [], left: [] };
const NO_READS: ReadBack = { same: [], differs: [], missing: [] };

/** Ends the process: status 0 where all is moved and read back, 1 where something is left. */
export async function move(asking: Asking, standing: Standing, source: Source, telling: Telling): Promise<never> {
  const { outcome, user } = await result(asking, standing, source, telling);
  const value = asking.json ? harmlessJson(telling.json(outcome, user)) : telling.text(outcome, user);
  return leave(isAllDone(outcome) ? 0 : 1, value);
}

function isAllDone({ plan, carried, back, blind }: Outcome): boolean {
  const left = carried.left.length + plan.unsure.length + back.differs.length + back.missing.length;
  return left === 0 && plan.whole && blind === undefined;
}

async function result(
  { runtime, confirm }: Asking,
  standing: Standing,
  source: Source,
  telling: Telling,
): Promise<{ readonly outcome: Outcome; readonly user: string }> {
  try {
    const user = (await standing.operatorOf(undefined)).scope.userId;
    const journal = await journalFor(runtime, source.mover, standing);
    const first = await planOf(source, journal, standing);
    const nothing = { plan: first, carried: NOTHING, back: NO_READS };
    if (first.todo.length === 0 && first.unread.length === 0) return { outcome: nothing, user };
    if (first.todo.length > 0) confirm({ plan: telling.proposal(first, user), question: telling.question });
    // What was not shown is not sent.
    const shown = new Set(first.todo.map(({ captureId }) => captureId));
    const outcome = await inTurn(runtime, async (holds): Promise<Outcome> => {
      const again = await planOf(source, journal, standing);
      const plan = { ...again, todo: again.todo.filter(({ captureId }) => shown.has(captureId)) };
      const carried = await withProgress('Sending', plan.todo.length, (step) =>
        carry(plan.todo, {
          journal,
          operatorOf: standing.operatorOf,
          mayBeThere: ({ captureId }) => !plan.there.whole || plan.states.get(captureId)?.state === 'sending',
          holds,
          step,
        }),
      );
      const toRead = [...plan.unread, ...carried.sent];
      try {
        const back = await readBack(toRead, standing.operatorOf, journal.states());
        journal.note('read', idsOf([...back.same, ...back.differs.map((one) => one.move)]), Date.now());
        return { plan, carried, back };
      } catch (error) {
        if (error instanceof StateFolderError) throw error;
        return { plan, carried, back: NO_READS, blind: asFailure(error) };
      }
    });
    return { outcome, user };
  } catch (error) {
    return refuse(
      `Not done, or not to its end: ${whyNot(error)}. What has been sent is known; ${source.mover} goes on there.`,
    );
  }
}

function idsOf(moves: readonly Move[]): readonly string[] {
  return moves.map(({ captureId }) => captureId);
}
