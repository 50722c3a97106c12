/** What recall tells of each memory, gathered for a person. */
import type { Memory } from '../../contract/mem0.ts';
import type { ExplainedLine, Explanation } from '../../core/recall/explanation.ts';
import { typeOf } from '../../core/recall/recipes.ts';
import { ageOf, instant } from '../../core/recall/truth.ts';

const MS_A_DAY = 86_400_000;

/** A memory as the JSON of `pack --explain` has it. */
export interface ToldMemory {
  readonly id: string | null;
  readonly type: string | null;
  /** ISO 8601; empty without a date. */
  readonly at: string;
}

export interface ToldLine extends ToldMemory {
  readonly scope: 'user' | 'project' | null;
  readonly project: string | null;
  readonly session: string | null;
  readonly branch: string | null;
  readonly ageDays: number | null;
  readonly section: string;
  readonly line: string;
  readonly because: readonly string[];
}

export interface ToldLeft extends ToldMemory {
  readonly text: string;
  readonly why: string;
}

export class Told implements Explanation {
  readonly lines: ToldLine[] = [];
  readonly left: ToldLeft[] = [];
  readonly #now: number;

  /** `now` in ms since the epoch. */
  constructor(now: number) {
    this.#now = now;
  }

  shown({ row, section, line, because }: ExplainedLine): void {
    const age = row === undefined ? Number.NEGATIVE_INFINITY : ageOf(row);
    const inProject = row?.app_id !== undefined && row.app_id !== null;
    this.lines.push({
      ...memoryOf(row),
      scope: row === undefined ? null : inProject ? 'project' : 'user',
      project: row?.app_id ?? null,
      session: wordIn(row, 'session_id'),
      branch: wordIn(row, 'branch'),
      ageDays: Number.isFinite(age) ? Math.max(0, Math.floor((this.#now - age) / MS_A_DAY)) : null,
      ...{ section, line, because },
    });
  }

  leftOut({ row, text }: { readonly row?: Memory; readonly text: string }, why: string): void {
    this.left.push({ ...memoryOf(row), text, why });
  }
}

function memoryOf(row: Memory | undefined): ToldMemory {
  if (row === undefined) return { id: null, type: null, at: '' };
  return { id: row.id, type: typeOf(row) ?? wordIn(row, 'type'), at: instant(row) };
}

function wordIn(row: Memory | undefined, key: string): string | null {
  const value = row?.metadata?.[key];
  return typeof value === 'string' ? value : null;
}
