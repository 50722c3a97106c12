/** The rules of the platform contract that speak of what our operator does to a project's settings. Every check puts them back. */
import { expect } from 'vitest';
import { setupPlan, WANTED } from '../../../src/core/setup/plan.ts';
import { keepingProject } from '../acts.ts';
import { type Check, check } from '../check.ts';
import { operatorOf } from './our-operator.ts';

const OWN = {
  customInstructions: 'Answer in German.',
  customCategories: [{ name: 'food', description: 'what is eaten' }],
};

export const OUR_OPERATOR_SETTINGS: readonly Check[] = [
  check('6.44', 'what it names and nothing else, by the ids that ping gives', async (t) => {
    await keepingProject(t, async (project) => {
      const { operator, requests } = operatorOf(t);
      expect(await operator.changeSettings({ ...OWN, decay: true })).toEqual({
        settings: { ...OWN, decay: true },
        differs: [],
      });
      expect(await operator.changeSettings({ decay: false })).toMatchObject({ settings: { ...OWN, decay: false } });
      const sent = requests.filter(({ path }) => path !== '/v1/ping/');
      expect([...new Set(sent.map(({ path }) => path))]).toEqual([project.path]);
      expect(sent.find(({ method }) => method === 'GET')?.query).toEqual([
        ['fields', 'custom_instructions'],
        ['fields', 'custom_categories'],
        ['fields', 'decay'],
      ]);
    });
  }),
  check('6.44', 'none are an empty text and an empty list, and may be set so', async (t) => {
    await keepingProject(t, async () => {
      const { operator } = operatorOf(t);
      await operator.changeSettings(OWN);
      const none = { customInstructions: '', customCategories: [] };
      expect(await operator.changeSettings(none)).toMatchObject({ settings: none, differs: [] });
    });
  }),
  check(
    '6.44',
    'what setup plans is there afterwards, with what a person had, and then there is nothing to do',
    async (t) => {
      await keepingProject(t, async () => {
        const { operator } = operatorOf(t);
        await operator.changeSettings(OWN);
        const { changes, outcome } = setupPlan(await operator.settings());
        expect(await operator.changeSettings(changes)).toEqual({ settings: outcome, differs: [] });
        expect(outcome.customInstructions).toContain(OWN.customInstructions);
        expect(outcome.customCategories).toEqual([...OWN.customCategories, ...WANTED.categories]);
        expect(setupPlan(await operator.settings()).nothingToDo).toBe(true);
      });
    },
  ),
];
