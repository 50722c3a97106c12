/**
 * Whether a body can be stored and found again at all, before any endpoint looks at it: not nested beyond use, and text that
 * SQLite and both drivers keep as it is. Choices of ours [?]: the live service stores text in PostgreSQL, which refuses both.
 */
import type { Json, JsonObject } from '../../contract/wire.ts';
import { badRequest } from './answer.ts';

/** Far more than any metadata or filter needs; far less than what exhausts a stack. */
const MAX_DEPTH = 64;

/** Without recursion: what it guards against is depth. @throws Refusal 400 */
export function checkBody(body: JsonObject): void {
  const waiting: { readonly value: Json | undefined; readonly depth: number }[] = [{ value: body, depth: 0 }];
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    const { value, depth } = one;
    if (typeof value === 'string') checkText(value);
    if (typeof value !== 'object' || value === null) continue;
    if (depth > MAX_DEPTH) throw badRequest(`The body is nested more than ${MAX_DEPTH} deep.`);
    for (const [key, part] of Object.entries(value)) {
      checkText(key);
      waiting.push({ value: part, depth: depth + 1 });
    }
  }
}

function checkText(text: string): void {
  // One driver cuts a text at NUL; neither can store half a pair of surrogates.
  if (text.includes('\0')) throw badRequest('The body holds a NUL character.');
  if (/\p{Surrogate}/u.test(text)) throw badRequest('The body holds text that is not well-formed Unicode.');
}
