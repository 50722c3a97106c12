/**
 * The lines of a Claude Code transcript that this project looks at (transcript contract §2 and §3). It is an allow-list:
 * lines of other types are not described here and are skipped by the reader. Fields that only inform may be odd
 * without spoiling the line; fields that decide whether a line is conversation may not: an odd one spoils it.
 * Out of scope: what of a line is a person's word (`core/talk/utterances`), and how lines are read (`transcript/reader`).
 */
import {
  array,
  boolean,
  discriminatedUnion,
  catch as fallback,
  literal,
  looseObject,
  minLength,
  nullish,
  optional,
  string,
  union,
  unknown,
  type z,
} from 'zod/mini';

/** A text that only informs: anything else than a string counts as absent. */
const note = () => fallback(optional(string()), undefined);
/** A flag that decides: present and not a boolean makes the line unusable. */
const flag = () => nullish(boolean());

/** One content block of a message; blocks of every type pass, with their own further fields (§3). */
export const blockSchema = looseObject({ type: string() });
export type Block = z.infer<typeof blockSchema>;

/** What every line with a uuid carries (§2). `parentUuid` is null at a root and at a compact boundary. */
const common = {
  uuid: string().check(minLength(1)),
  parentUuid: nullish(string()),
  isSidechain: flag(),
  timestamp: note(),
  cwd: note(),
  gitBranch: note(),
  sessionId: note(),
  /** Of the client that wrote the line. */
  version: note(),
};

/** A `user` line: a prompt, a tool result, or injected text; the flags and sources tell which (§3, §4). */
export const userEntrySchema = looseObject({
  ...common,
  type: literal('user'),
  isMeta: flag(),
  isCompactSummary: flag(),
  isVisibleInTranscriptOnly: flag(),
  promptSource: nullish(string()),
  origin: nullish(looseObject({ kind: string() })),
  message: looseObject({ content: union([string(), array(blockSchema)]) }),
  /** The structured copy of a tool result, an error text, or for MCP a list of blocks (§5). */
  toolUseResult: optional(unknown()),
});
export type UserEntry = z.infer<typeof userEntrySchema>;

/** An `assistant` line: one block of an API message; lines of one message share `message.id` (§2). */
export const assistantEntrySchema = looseObject({
  ...common,
  type: literal('assistant'),
  isApiErrorMessage: flag(),
  message: looseObject({ id: note(), model: nullish(string()), content: union([string(), array(blockSchema)]) }),
});
export type AssistantEntry = z.infer<typeof assistantEntrySchema>;

/** An `attachment` line: mentioned files, hook output, queued prompts and more (§3). */
export const attachmentEntrySchema = looseObject({
  ...common,
  type: literal('attachment'),
  attachment: looseObject({ type: string() }),
});
export type AttachmentEntry = z.infer<typeof attachmentEntrySchema>;

/** A `system` line; `compact_boundary` carries `logicalParentUuid` across the cut (§3, §4). */
export const systemEntrySchema = looseObject({
  ...common,
  type: literal('system'),
  subtype: note(),
  logicalParentUuid: nullish(string()),
  content: optional(unknown()),
});
export type SystemEntry = z.infer<typeof systemEntrySchema>;

/** Names of the line types above: a line of another type is skipped. */
export const ENTRY_TYPES = ['user', 'assistant', 'attachment', 'system'] as const;

export const transcriptEntrySchema = discriminatedUnion('type', [
  userEntrySchema,
  assistantEntrySchema,
  attachmentEntrySchema,
  systemEntrySchema,
]);
/** One line of the transcript that may matter, in the order of the file (which is not the order of the talk, §2). */
export type TranscriptEntry = z.infer<typeof transcriptEntrySchema>;
