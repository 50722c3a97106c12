/** Our readers of answers against the corpus: what they make of a body, and which they reject. */
import { describe, expect, it } from 'vitest';
import { safeParse } from 'zod/mini';
import { addAnswerSchema, memorySchema, pageSchema, pingSchema } from '../../src/contract/mem0.ts';
import { ANSWERS } from './corpora/answers.ts';

const READERS = { ping: pingSchema, memory: memorySchema, page: pageSchema, add: addAnswerSchema };

describe('answers of a platform (§3, §6)', () => {
  it.each(ANSWERS.map((one) => [`${one.of}: ${one.name}`, one] as const))('%s', (_, { of, body, reads }) => {
    const parsed = safeParse(READERS[of], body);
    expect(parsed.success).toBe(reads !== undefined);
    if (reads !== undefined) expect(parsed.data).toMatchObject(reads);
  });

  it('a body that is read twice is read alike', () => {
    for (const { of, body } of ANSWERS) {
      const once = safeParse(READERS[of], body);
      if (once.success) expect(safeParse(READERS[of], once.data).data).toEqual(once.data);
    }
  });
});
