/** What git said, kept with what it holds for (`io/git-memory`), so that a warm start needs no process. */
import { literal, looseObject, number, optional, record, string } from 'zod/mini';
import { documentOf, readDocument, writeDocument } from '../io/document.ts';
import type { StateFolder } from '../io/file-store.ts';
import type { AnswerStore, KeptAnswers } from '../io/git-memory.ts';

const text = () => optional(string());

const schema = documentOf<KeptAnswers>()(() =>
  looseObject({
    version: literal(1),
    folder: string(),
    at: number(),
    place: string(),
    branch: text(),
    head: text(),
    files: record(string(), string()),
    answers: looseObject({
      place: optional(looseObject({ root: text(), commonDir: text() })),
      head: optional(looseObject({ branch: text(), head: text() })),
      remote: optional(looseObject({ remoteUrl: text(), remoteName: text() })),
      firstCommit: text(),
    }),
  }),
);

/** In `cache/git-*.json`. Throws what the state folder throws. */
export class GitAnswerStore implements AnswerStore {
  readonly #folder: StateFolder;

  constructor(folder: StateFolder) {
    this.#folder = folder;
  }

  get(name: string): KeptAnswers | undefined {
    return readDocument(this.#folder, pathOf(name), schema);
  }

  put(name: string, kept: KeptAnswers): void {
    writeDocument(this.#folder, pathOf(name), kept);
  }
}

function pathOf(name: string): string {
  return `cache/git-${name}.json`;
}
