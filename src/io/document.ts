/**
 * JSON documents in the state folder, checked when they are read: what another version, a torn disk or a curious person left
 * there is as good as nothing, never an error.
 */
import { join } from 'node:path';
import { safeParse, type ZodMiniType } from 'zod/mini';
import type { StateFolder } from './file-store.ts';
import { StateFolderError } from './state-folder-error.ts';

/**
 * `T` as zod writes it: an absent field of `T` is there `T[K] | undefined` for zod. JSON knows no undefined, so the two are the
 * same documents.
 */
type Loose<T> = T extends readonly (infer Item)[]
  ? readonly Loose<Item>[]
  : T extends object
    ? { readonly [K in keyof T]: undefined extends T[K] ? Loose<T[K]> | undefined : Loose<T[K]> }
    : T;

/** A schema that is made when it is first asked for: a hook needs few of them, and each costs some of its start. */
export type DocumentSchema<T> = () => ZodMiniType<T>;

/** A schema as that of `T`: the compiler holds its shape against `T`, field by field, apart from how absence is written. */
export function documentOf<T>(): <S extends ZodMiniType<Loose<T>>>(make: () => S) => DocumentSchema<T> {
  return (make) => {
    let made: ZodMiniType<T> | undefined;
    return () => {
      made ??= make() as unknown as ZodMiniType<T>;
      return made;
    };
  };
}

/**
 * The document at `path`, or undefined when it is not there, not of this shape, or no file at all (a folder, a link, a pipe).
 * Throws only what `StateFolder.read` throws: that a folder above it, or the whole state folder, cannot be used.
 */
export function readDocument<T>(folder: StateFolder, path: string, schema: DocumentSchema<T>): T | undefined {
  const text = textOf(folder, path);
  return text === undefined ? undefined : parseDocument(text, schema);
}

/** The text of a file, or undefined where there is none, or something that is no file of ours. */
export function textOf(folder: StateFolder, path: string): string | undefined {
  try {
    return folder.read(path);
  } catch (error) {
    const isForeign =
      error instanceof StateFolderError && error.reason === 'unsafe' && error.path === join(folder.root, path);
    if (isForeign) return undefined;
    throw error;
  }
}

/** The documents of a folder, by name; what is none, or is no file, is passed over. */
export function readDocuments<T>(
  folder: StateFolder,
  path: string,
  schema: DocumentSchema<T>,
): readonly { readonly name: string; readonly document: T }[] {
  return folder.list(path).flatMap((name) => {
    try {
      const document = readDocument(folder, `${path}/${name}`, schema);
      return document === undefined ? [] : [{ name, document }];
    } catch (error) {
      // One thing that does not belong there (a folder, a link, an odd name) must not keep the others from being read.
      if (error instanceof StateFolderError || error instanceof TypeError) return [];
      throw error;
    }
  });
}

/** Ours are four deep. JSON is read at any depth, but written only at some thousands: what is deeper could not be put back. */
const MOST_DEPTH = 100;

function isTooDeep(text: string): boolean {
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (quoted && char === BACKSLASH) at++;
    else if (char === QUOTE) quoted = !quoted;
    else if (quoted) continue;
    else if (char === BRACKET || char === BRACE) depth++;
    else if (char === BRACKET + 2 || char === BRACE + 2) depth--;
    if (depth > MOST_DEPTH) return true;
  }
  return false;
}

const [QUOTE, BACKSLASH, BRACKET, BRACE] = [0x22, 0x5c, 0x5b, 0x7b] as const;

/** Text as a checked document, or undefined. */
export function parseDocument<T>(text: string, schema: DocumentSchema<T>): T | undefined {
  if (isTooDeep(text)) return undefined;
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
  const parsed = safeParse(schema(), json);
  return parsed.success ? parsed.data : undefined;
}

/** Writes a document whole, or not at all. */
export function writeDocument(folder: StateFolder, path: string, document: object): void {
  folder.write(path, JSON.stringify(document));
}
