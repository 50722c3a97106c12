/** The shape of an item of the spool on disk. Out of scope: where it lies and what becomes of it (`spool`). */
import { array, boolean, int, literal, looseObject, number, optional, string } from 'zod/mini';
import { CAPTURED_TYPES, type MemoryWrite } from '../contract/memory.ts';
import type { SpoolItem } from '../contract/state.ts';
import { documentOf } from '../io/document.ts';
import { placeSchema } from './belonging.ts';

const writeSchema = documentOf<MemoryWrite>()(() =>
  looseObject({
    scope: literal(['user', 'project']),
    messages: array(looseObject({ role: literal(['user', 'assistant']), content: string() })),
    metadata: looseObject({
      type: literal([...CAPTURED_TYPES, 'session_state']),
      session_id: string(),
      branch: optional(string()),
      editor: literal('claude-code'),
      policy: string(),
      capture_id: optional(string()),
      pinned: optional(boolean()),
    }),
    infer: boolean(),
    expirationDate: optional(string()),
    customInstructions: optional(string()),
    timestamp: optional(number()),
  }),
);

export const spoolItemSchema = documentOf<SpoolItem>()(() =>
  looseObject({
    version: literal(1),
    destination: string(),
    place: placeSchema(),
    write: writeSchema(),
    folders: optional(array(string())),
    stated: optional(array(string())),
    attempts: number().check(int()),
    notBefore: number(),
    uncertain: boolean(),
    parkedFor: optional(string()),
    failed: optional(number().check(int())),
    accepted: optional(
      looseObject({ eventId: string(), at: string(), destination: string(), failed: optional(literal(true)) }),
    ),
    refused: optional(looseObject({ times: number().check(int()), countedAt: optional(number()), until: number() })),
  }),
);
