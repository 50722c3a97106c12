/** Answers of a platform, and the rows in them. */
import type { Json, JsonObject } from '../../src/contract/wire.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The parsed body; undefined when it is not JSON. */
  readonly json: Json | undefined;
  readonly text: string;
}

export type Row = JsonObject & { readonly id: string; readonly memory: string };

/** Whether it says that the request was taken, whichever 2xx says so. */
export function isTaken({ status }: Answer): boolean {
  return status >= 200 && status < 300;
}

/** The ids of rows, sorted. */
export function idsOf(rows: readonly Row[]): readonly string[] {
  return rows.map((row) => row.id).sort();
}

/** The `results` of an answer, which must be a list. */
export function rowsOf(body: JsonObject): readonly Row[] {
  const { results } = body;
  if (!Array.isArray(results)) throw new Error(`no results: ${JSON.stringify(body).slice(0, 200)}`);
  return results as readonly Row[];
}

/** What a platform changes of a memory by itself, at a time that nobody knows: background jobs give categories and more. */
const BY_ITSELF: ReadonlySet<string> = new Set(['categories', 'structured_attributes', 'synthesized', 'updated_at']);

/** What stays of a row as long as nobody changes the memory: for comparing it across two requests. */
export function lasting(row: JsonObject | undefined): JsonObject {
  return Object.fromEntries(Object.entries(row ?? {}).filter(([key]) => !BY_ITSELF.has(key)));
}

/** Whose words a fact is attributed to: the text or the attributes name the assistant, or an agent owns it. */
export function speakerOf(row: Row): 'assistant' | 'user' {
  const attributed = `${row.memory} ${JSON.stringify(row['structured_attributes'] ?? null)}`;
  return /\b(?:assistant|claude)\b/i.test(attributed) || typeof row['agent_id'] === 'string' ? 'assistant' : 'user';
}
