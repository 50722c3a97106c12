/**
 * JSON documents in the state folder, checked when they are read: what another version, a torn disk or a curious person left
 * there is as good as nothing, never an error.
 */
import { safeParse, type ZodMiniType } from 'zod/mini';
import type { Json } from '../contract/wire.ts';
import type { StateFolder } from './file-store.ts';

/** The document at `path`, or undefined when it is not there or not of this shape. Throws only what `StateFolder.read` throws. */
export function readDocument<T>(folder: StateFolder, path: string, schema: ZodMiniType<T>): T | undefined {
  const text = folder.read(path);
  return text === undefined ? undefined : parseDocument(text, schema);
}

/** Text as a checked document, or undefined. */
export function parseDocument<T>(text: string, schema: ZodMiniType<T>): T | undefined {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
  const parsed = safeParse(schema, json);
  return parsed.success ? parsed.data : undefined;
}

/** Writes a document whole, or not at all. */
export function writeDocument(folder: StateFolder, path: string, document: Json | object): void {
  folder.write(path, JSON.stringify(document));
}
