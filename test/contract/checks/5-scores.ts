/** §5 of the platform contract: the score that a search tells, with decay and without. */
import { expect } from 'vitest';
import { keepingProject } from '../acts.ts';
import { type Check, check } from '../check.ts';

export const SCORES: readonly Check[] = [
  check('5.9', 'without decay', async (t) => {
    await t.store('The orchard gate opens with a brass key.');
    await t.store('Paint for the hall is in the cellar.');
    const rows = await t.eventually(async () => {
      const found = await t.search('The orchard gate opens with a brass key.', t.mine, { threshold: 0 });
      expect(found.length).toBeGreaterThan(0);
      return found;
    });
    for (const row of rows) {
      expect(row['score']).toBeGreaterThanOrEqual(0);
      expect(row['score']).toBeLessThanOrEqual(1);
    }
  }),
  check('5.9', 'with decay, of a perfect match that is used again and again', async (t) => {
    await keepingProject(t, async (project) => {
      await project.patch({ decay: true });
      await t.store('The orchard gate opens with a brass key.');
      const found = () => t.search('The orchard gate opens with a brass key.', t.mine, { threshold: 0 });
      await t.eventually(async () => expect(await found()).toHaveLength(1));
      // More than the twenty uses that count.
      for (let use = 0; use < 22; use += 1) {
        const [row] = await found();
        expect(row?.['score']).toBeGreaterThan(0);
        expect(row?.['score']).toBeLessThanOrEqual(1);
      }
    });
  }),
];
