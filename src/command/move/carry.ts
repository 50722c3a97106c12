/**
 * Carries moves over, one add a memory, so that none is sent twice whatever happens in between: a line in the journal before each add
 * and after it, and where an add's fate is unknown the platform is asked for its capture id (platform contract §3). Out of scope:
 * what is moved, and reading back (`verify`).
 */
import { setTimeout } from 'node:timers/promises';
import { asFailure, Failure } from '../../contract/failure.ts';
import type { Move } from '../../core/moving/moves.ts';
import type { OperatorClient } from '../../mem0/operator-client.ts';
import type { MoveJournal, MoveState } from '../../state/moves.ts';

export interface Left {
  readonly move: Move;
  /** `unsure`: it may have arrived, and nobody can say so yet. */
  readonly why: 'unsure' | 'refused' | 'not-tried';
  /** Of a refusal. */
  readonly status?: number;
}

export interface Carried {
  readonly sent: readonly Move[];
  /** The platform says that it has these already, and has made no memory of them. */
  readonly known: readonly Move[];
  readonly left: readonly Left[];
  /** What ended it before all were tried. */
  readonly stopped?: Failure | 'taken-over';
  /** When it may go on, where that is known (ms since the epoch). */
  readonly again?: number;
}

export interface Carrying {
  readonly journal: MoveJournal;
  readonly operatorOf: (appId: string | undefined) => Promise<Pick<OperatorClient, 'add' | 'memoriesOf'>>;
  /** Whether it is looked for first: an earlier add of it may have arrived. */
  readonly mayBeThere: (move: Move) => boolean;
  /** Whether this process still has its turn. */
  readonly holds: () => boolean;
  readonly step: (done: number) => void;
  readonly now?: () => number;
  readonly pause?: (ms: number) => Promise<unknown>;
}

/**
 * What is stored verbatim is there at once (platform contract §3). An add without an answer may still be on its way for as long as a
 * request may take, thirty seconds, and as much again. [?] ours
 */
export const UNSURE_MS = 60_000;

/** A longer wait is told instead. [?] ours, as all below */
const PATIENCE_MS = 30_000;
/** So often one add is turned away for the moment before it is given up. */
const MOST_WAITS = 5;
const FIRST_WAIT_MS = 1_000;
/** Between looks for an add of unknown fate: what is stored verbatim is there at once (§3). */
const LOOKS_MS: readonly number[] = [500, 2_000];
/** After so many failures in a row it is hardly the memories' fault. */
const MOST_FAILURES = 3;

type Outcome =
  | { readonly is: 'sent' | 'known' | 'unsure' }
  | { readonly is: 'refused' | 'stop'; readonly failure: Failure };

/** Rejects only where the journal cannot be written: then nothing more is sent. */
export async function carry(moves: readonly Move[], carrying: Carrying): Promise<Carried> {
  const sent: Move[] = [];
  const known: Move[] = [];
  const left: Left[] = [];
  let failures = 0;
  let stopped: Carried['stopped'];
  for (const [at, move] of moves.entries()) {
    if (!carrying.holds()) stopped = 'taken-over';
    const outcome: Outcome | undefined = stopped === undefined ? await one(move, carrying) : undefined;
    if (outcome === undefined) {
      left.push({ move, why: 'not-tried' });
      continue;
    }
    const { is } = outcome;
    if (is === 'sent') sent.push(move);
    else if (is === 'known') known.push(move);
    else if (is === 'refused') left.push({ move, why: is, ...statusOf(outcome.failure) });
    else left.push({ move, why: is === 'unsure' ? is : 'not-tried' });
    carrying.step(at + 1);
    failures = is === 'sent' || is === 'known' ? 0 : failures + 1;
    if (is === 'stop') stopped = outcome.failure;
    else if (failures >= MOST_FAILURES)
      stopped = is === 'refused' ? outcome.failure : new Failure('unavailable', 'adds have no answer');
  }
  const waits = [
    ...(stopped instanceof Failure && stopped.retryAfterMs !== undefined ? [stopped.retryAfterMs] : []),
    ...(left.some(({ why }) => why === 'unsure') ? [UNSURE_MS] : []),
  ];
  return {
    sent,
    known,
    left,
    ...(stopped === undefined ? {} : { stopped }),
    ...(waits.length === 0 ? {} : { again: nowOf(carrying) + Math.max(...waits) }),
  };
}

async function one(move: Move, carrying: Carrying): Promise<Outcome> {
  const { journal, operatorOf, mayBeThere } = carrying;
  const note = (state: MoveState, memory?: string) => journal.note(state, [move.captureId], nowOf(carrying), memory);
  const arrived = (memory: string | undefined): Outcome => {
    note('sent', memory);
    return { is: 'sent' };
  };
  let begun = false;
  try {
    const operator = await operatorOf(move.appId);
    if (mayBeThere(move)) {
      const ids = await operator.memoriesOf(move.captureId, move.write);
      if (ids !== undefined) return arrived(ids[0]);
    }
    for (let tries = 1; ; tries++) {
      note('sending');
      begun = true;
      const { id, failure } = await attempt(operator, move);
      if (id !== undefined) return arrived(id);
      if (failure === undefined) {
        // There is no memory of it to be read back.
        note('read');
        return { is: 'known' };
      }
      if (failure.uncertain) {
        const ids = await lookedFor(operator, move, carrying);
        return ids === undefined ? { is: 'unsure' } : arrived(ids[0]);
      }
      note('not-sent');
      begun = false;
      const wait = waitOf(failure, tries);
      if (wait === undefined) return { is: isOfThisMove(failure) ? 'refused' : 'stop', failure };
      await pauseOf(carrying)(wait);
    }
  } catch (error) {
    // Of a look, or of finding out who the user is; an add that was begun stands in the journal as such.
    if (!(error instanceof Failure)) throw error;
    return begun ? { is: 'unsure' } : { is: 'stop', failure: error };
  }
}

/** The memory that an add has made, or why there is none; neither where the platform has it already (§5). */
async function attempt(
  operator: Pick<OperatorClient, 'add'>,
  { write }: Move,
): Promise<{ readonly id?: string; readonly failure?: Failure }> {
  try {
    const { results, status } = await operator.add(write);
    const id = results?.[0]?.id;
    if (id !== undefined) return { id };
    if (status === 'SUCCEEDED' && results?.length === 0) return {};
    return { failure: new Failure('odd-answer', 'the answer names no memory') };
  } catch (error) {
    return { failure: asFailure(error) };
  }
}

async function lookedFor(
  operator: Pick<OperatorClient, 'memoriesOf'>,
  { captureId, write }: Move,
  carrying: Carrying,
): Promise<readonly string[] | undefined> {
  for (const pause of LOOKS_MS) {
    const ids = await operator.memoriesOf(captureId, write);
    if (ids !== undefined) return ids;
    await pauseOf(carrying)(pause);
  }
  return operator.memoriesOf(captureId, write);
}

/** How long until the same add may be tried again; undefined where that is no use, or too long for somebody who waits. */
function waitOf({ reason, retryAfterMs }: Failure, tries: number): number | undefined {
  if ((reason !== 'throttled' && reason !== 'unavailable') || tries > MOST_WAITS) return undefined;
  const wait = retryAfterMs ?? Math.min(FIRST_WAIT_MS * 2 ** (tries - 1), PATIENCE_MS);
  return wait <= PATIENCE_MS ? wait : undefined;
}

/** Whether another memory may be taken where this one is not: 403 may be a firewall's word to one text, 401 is the key's. */
function isOfThisMove({ reason, status }: Failure): boolean {
  return reason === 'refused' ? status !== PROXY_KEY : status === 403;
}

/** A proxy wants to know who asks, whatever is asked. */
const PROXY_KEY = 407;

function statusOf({ status }: Failure): { readonly status?: number } {
  return status === undefined ? {} : { status };
}

function nowOf({ now }: Carrying): number {
  return now?.() ?? Date.now();
}

function pauseOf({ pause }: Carrying): (ms: number) => Promise<unknown> {
  return pause ?? ((ms) => setTimeout(ms));
}
