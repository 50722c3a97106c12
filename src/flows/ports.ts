/**
 * What the flows need from the world, as small interfaces. Concrete classes fit them by structure and are put in place in
 * `runtime/runtime`. All instants are milliseconds since the epoch unless they are called ISO.
 */
import type { AddAnswer, EventAnswer, Memory } from '../contract/mem0.ts';
import type { MemoryWrite } from '../contract/memory.ts';
import type { AcceptedAs, SpoolItem } from '../contract/state.ts';
import type { RecipePage } from '../core/recall/pages.ts';
import type { Recipe } from '../core/recall/recipes.ts';

export interface Within {
  readonly deadline: number;
}

/** Rejects with a `Failure`, like everything below that answers with a promise. */
export interface MemoryReader {
  read(
    recipe: Recipe,
    page: RecipePage,
    within: Within,
  ): Promise<{ readonly rows: readonly Memory[]; readonly hasMore: boolean }>;
  /** What fits a query best, the best first. */
  search?(query: string, within: Within): Promise<readonly Memory[]>;
  /** Whether a row was written under an id of before; without it none was. */
  isUnderAlias?(row: Memory): boolean;
}

export interface MemoryWriter {
  add(write: MemoryWrite, within: Within): Promise<AddAnswer>;
  hasCapture(captureId: string, write: MemoryWrite, within: Within): Promise<boolean>;
}

/** What carries a capture id, however its add was answered: the ids of the memories; undefined where nothing does. */
export interface CaptureReader {
  memoriesOf(captureId: string, write: MemoryWrite, within: Within): Promise<readonly string[] | undefined>;
}

/** What became of writes that were accepted (platform contract §5). A 404 is a `Failure` of reason `refused`. */
export interface EventReader {
  event(id: string, within: Within): Promise<EventAnswer>;
}

export interface Claim {
  readonly id: string;
  readonly item: SpoolItem;
}

export interface DrainSpool<C extends Claim = Claim> {
  waiting(): readonly string[];
  peek(id: string): SpoolItem | undefined;
  claim(id: string, now: number): C | 'unreadable' | undefined;
  acknowledge(claim: C): void;
  accept(claim: C, as: Pick<AcceptedAs, 'eventId' | 'at'>): void;
  putBack(claim: C, change: Partial<Pick<SpoolItem, 'attempts' | 'notBefore' | 'uncertain' | 'refused'>>): void;
  park(claim: C, reason: string): void;
}
