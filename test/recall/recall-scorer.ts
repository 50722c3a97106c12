/** The library of the recall scorer (`scripts/recall`) with types, for the tests that run it. */
import { join } from 'node:path';
import { projectRoot } from '../hooks/world.ts';

export interface Output {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}
export interface Expectations {
  readonly required?: readonly {
    readonly word: string;
    readonly marks?: readonly string[];
    readonly section?: string;
  }[];
  readonly outdated?: readonly string[];
  readonly foreign?: readonly string[];
  readonly given?: readonly string[];
  readonly absent?: readonly string[];
  readonly told?: readonly RegExp[];
  readonly untold?: readonly RegExp[];
  readonly says?: readonly RegExp[];
  readonly onlyNew?: boolean;
  readonly none?: boolean;
  readonly packChars?: number;
}
export interface Memory {
  readonly text: string;
  readonly type: string;
  readonly word?: string;
  readonly expect: string;
}
export interface Scenario {
  readonly id: string;
  readonly kind: string;
  readonly memories?: readonly Memory[];
}
interface Findings {
  readonly misses: readonly { readonly measure: string; readonly text: string }[];
  readonly chars: number | undefined;
}
export interface Result extends Findings {
  readonly id: string;
}
export interface Row {
  readonly row: string;
  readonly cells: readonly { readonly measure: string; readonly missed: number; readonly met: boolean }[];
}

const library = (name: string) => import(join(projectRoot, 'scripts', 'recall', name));

export const { measure } = (await library('measure.mjs')) as {
  measure: (output: Output, expect: Expectations, statusOf?: (id: string) => string | undefined) => Findings;
};
export const { scoreRecall, sumsOf } = (await library('score.mjs')) as {
  scoreRecall: (scenarios: readonly Scenario[], options?: { readonly hooks?: string }) => Promise<readonly Result[]>;
  sumsOf: (results: readonly Result[]) => readonly Row[];
};
export const { SCENARIOS } = (await library('scenarios.mjs')) as { SCENARIOS: readonly Scenario[] };
export const { fillerOf } = (await library('filler.mjs')) as {
  fillerOf: (seed: number) => readonly (Memory & { readonly id: string })[];
};
export const { labelsInDoubt, hasLabels } = (await library('self-check.mjs')) as {
  labelsInDoubt: (scenario: Scenario) => readonly string[];
  hasLabels: (scenarios: readonly Scenario[]) => boolean;
};
