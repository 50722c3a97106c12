/**
 * Claude Code's hook protocol as far as these hooks speak it (client contract §1 and §2). Unknown fields pass: newer
 * clients add them. A field that only informs may be missing or odd without making the input unusable.
 * Each schema is made when it is asked for: a hook needs one of them, and each costs some of its start.
 */
import { catch as fallback, literal, looseObject, minLength, nullable, optional, string, type z } from 'zod/mini';

const text = () => fallback(optional(string()), undefined);
const common = () => ({
  session_id: string().check(minLength(1)),
  /** The file need not exist (yet, or ever): client contract §1. */
  transcript_path: string().check(minLength(1)),
  cwd: string(),
});

/** Sources seen: startup, resume, clear, compact; newer clients also fork. An unknown one is treated as startup. */
export const sessionStartSchema = () =>
  looseObject({ ...common(), hook_event_name: literal('SessionStart'), source: text() });
/** Reasons seen: prompt_input_exit, clear, resume, other, and more. The reason changes nothing that we do. */
export const sessionEndSchema = () =>
  looseObject({ ...common(), hook_event_name: literal('SessionEnd'), reason: text() });
export const preCompactSchema = () =>
  looseObject({
    ...common(),
    hook_event_name: literal('PreCompact'),
    trigger: text(),
    custom_instructions: fallback(optional(nullable(string())), undefined),
  });

export type SessionStartInput = z.infer<ReturnType<typeof sessionStartSchema>>;
export type SessionEndInput = z.infer<ReturnType<typeof sessionEndSchema>>;
export type PreCompactInput = z.infer<ReturnType<typeof preCompactSchema>>;
export type HookEvent = 'SessionStart' | 'SessionEnd' | 'PreCompact';

/**
 * All that a SessionStart hook of ours may print (§2). `additionalContext` reaches the model, `systemMessage` the person.
 */
export interface SessionStartOutput {
  readonly systemMessage?: string;
  readonly hookSpecificOutput?: { readonly hookEventName: 'SessionStart'; readonly additionalContext: string };
}

/** A hook's `additionalContext` may hold 10,000 UTF-16 code units, inclusive (§2); the pack stays under 9,500. */
export const MAX_PACK_CHARS = 9_500;
