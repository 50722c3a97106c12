/**
 * What only the operator's command reads of the platform or writes to it (platform contract §5, §6): pages that say what of them
 * cannot be read, histories, feedback, and settings of a project. Beside `contract/mem0`, so that no hook carries it.
 */
import {
  array,
  boolean,
  catch as fallback,
  looseObject,
  nullable,
  nullish,
  number,
  pipe,
  record,
  safeParse,
  string,
  transform,
  unknown,
  type ZodMiniType,
  type z,
} from 'zod/mini';
import { type Memory, memorySchema } from './mem0.ts';

const maybe = <T>(schema: ZodMiniType<T>) => fallback(nullish(schema), null);

/** A page of get_all (§6) with the number of its rows that cannot be read: an operator is told of them. */
export const countedPageSchema = looseObject({
  count: maybe(number()),
  next: maybe(unknown()),
  results: pipe(
    array(unknown()),
    transform((all): { readonly rows: readonly Memory[]; readonly total: number } => ({
      rows: all.flatMap((row) => {
        const parsed = safeParse(memorySchema, row);
        return parsed.success ? [parsed.data] : [];
      }),
      total: all.length,
    })),
  ),
});
export type CountedPage = z.infer<typeof countedPageSchema>;

/** One step of `GET /v1/memories/{id}/history/` (§6: a bare array; what is in a step is undocumented [?]). */
export const historyStepSchema = looseObject({
  event: maybe(string()),
  old_memory: maybe(string()),
  new_memory: maybe(string()),
  created_at: maybe(string()),
  updated_at: maybe(string()),
});
export const historySchema = array(historyStepSchema);
export type HistoryStep = z.infer<typeof historyStepSchema>;

/** `POST /v1/feedback/` (§6); null takes it back. */
export const FEEDBACKS = ['POSITIVE', 'NEGATIVE', 'VERY_NEGATIVE'] as const;
export type Feedback = (typeof FEEDBACKS)[number] | null;

/** A category of a project: `{name: description}` on the wire (§3). */
export interface Category {
  readonly name: string;
  readonly description: string;
}

/** What of a project's settings this project knows (§6). Without instructions the text is empty. */
export interface ProjectSettings {
  readonly customInstructions: string;
  readonly customCategories: readonly Category[];
  readonly decay: boolean;
}

/**
 * The fields of a project as they are asked for. Strict where the others are tolerant: a list is written as a whole (§6), so what
 * cannot be read, or is not there, would be lost.
 */
export const projectFieldsSchema = looseObject({
  custom_instructions: nullable(string()),
  custom_categories: nullable(array(record(string(), string()))),
  decay: fallback(nullish(boolean()), null),
});
export type ProjectFields = z.infer<typeof projectFieldsSchema>;

/** Organisation and project of a key, for the paths that name them (§1.1). */
export interface ProjectIds {
  readonly orgId: string;
  readonly projectId: string;
}

/** Whether a text is a day that there is, as `expiration_date` wants it: `YYYY-MM-DD` (§3). */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const at = Date.parse(`${text}T00:00:00Z`);
  return Number.isFinite(at) && new Date(at).toISOString().startsWith(text);
}
