/** The scorer's library (`scripts/score`) with types, for the tests that run it. */
import { join } from 'node:path';
import { projectRoot } from '../hooks/world.ts';

export interface Message {
  readonly role: string;
  readonly content: string;
}
export interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly body: {
    readonly messages: readonly Message[];
    readonly metadata: { readonly type: string };
    readonly app_id?: string;
  };
}
export interface Output {
  readonly requests: readonly SentRequest[];
  readonly wellFormed: boolean;
  readonly error?: string;
}
export interface Shape {
  readonly row: string;
  readonly transcript: string;
  readonly files: Readonly<Record<string, string>>;
}
export interface Case {
  readonly id: string;
}
export interface Miss {
  readonly measure: string;
  readonly text: string;
}
export interface Result {
  readonly id: string;
  readonly row: string;
  readonly misses: readonly Miss[];
}
export interface Row {
  readonly row: string;
  readonly cases: number;
  readonly cells: readonly {
    readonly measure: string;
    readonly of: number;
    readonly missed: number;
    readonly met: boolean;
  }[];
}

interface Options {
  readonly folder?: string;
  readonly hooks?: string;
  readonly everyShape?: boolean;
}

const library = (name: string) => import(join(projectRoot, 'scripts', 'score', name));

export const { scoreCorpus, sumsOf, shapesOf } = (await library('score.mjs')) as {
  scoreCorpus: (options?: Options) => Promise<readonly Result[]>;
  sumsOf: (results: readonly Result[]) => readonly Row[];
  shapesOf: (one: Case, cwd: string) => readonly Shape[];
};
export const { loadCorpus } = (await library('corpus.mjs')) as {
  loadCorpus: (folder?: string) => Promise<readonly Case[]>;
};
export const { measure } = (await library('measure.mjs')) as {
  measure: (one: Case, shape: Shape, output: Output) => { readonly misses: readonly Miss[] };
};
export const { labelsInTheAir } = (await library('self-check.mjs')) as {
  labelsInTheAir: (one: Case, shape: Shape) => readonly string[];
};

/** Statements and noise of a corpus, as they are labelled. */
export async function labelsIn(folder: string): Promise<readonly string[]> {
  const cases = (await loadCorpus(folder)) as readonly {
    readonly statements?: readonly { readonly text: string }[];
    readonly noise?: readonly string[];
  }[];
  return cases.flatMap(({ statements = [], noise = [] }) => [...statements.map(({ text }) => text), ...noise]);
}
