import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { queryOf } from '../../src/core/recall/todays-work.ts';

const nobody = () => false;

describe("the query for today's work", () => {
  it('is made of the words of the branch, the last commits and the session state, each once', () => {
    const query = queryOf({
      branch: 'fix/retry-queue',
      subjects: ['Add a dead letter table', 'retry: back off, then park', 'Größe der Warteschlange'],
      state: "Goal, in the person's words: Build the webhook queue on Postgres.",
      isSecret: nobody,
    });
    expect(query).toBe('retry queue dead letter table back off park größe der warteschlange build webhook postgres');
  });

  it('reads a branch of a ticket, however its words are joined', () => {
    for (const branch of ['mara/SHOP-412_invoice_export', 'mara/shop-412-invoice-export', 'SHOP_412/invoice.export']) {
      const query = queryOf({ branch, subjects: [], isSecret: nobody });
      expect(query?.replace('mara ', '')).toBe('shop invoice export');
    }
  });

  it('is undefined where nothing says anything', () => {
    for (const branch of ['main', 'v2.0', ''])
      expect(queryOf({ branch, subjects: ['fix', 'WIP', '1.2.3'], isSecret: nobody })).toBeUndefined();
  });

  it('holds no number, no token and nothing that is known as a secret', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 80 }), { maxLength: 5 }), (subjects) => {
        const query = queryOf({ subjects, isSecret: nobody }) ?? '';
        expect(query).not.toMatch(/[\p{N}@=/\\<>$%]/u);
        expect(query.isWellFormed()).toBe(true);
        expect(query.split(' ').length).toBeLessThanOrEqual(24);
      }),
    );
    const isSecret = (word: string) => 'hunter-moonstone'.includes(word);
    const subjects = ['Rotate moonstone', 'ghp_a1B2c3D4e5F6 was leaked', 'key=abcdefghijklmnop'];
    expect(queryOf({ subjects, isSecret })).toBe('rotate was leaked');
  });
});
