/** §6 of the platform contract: what a project says of itself, and its settings. Every check puts the settings back. */
import { expect } from 'vitest';
import { keepingProject, type Project } from '../acts.ts';
import { type Check, check } from '../check.ts';
import type { Trial } from '../trial.ts';

const SETTINGS = ['custom_instructions', 'custom_categories', 'decay'] as const;
const INSTRUCTIONS = 'Keep decisions. Leave progress reports out.';
const CATEGORIES = [{ decision: 'what was decided' }, { runbook: 'how it is done' }];

/** What the project has of its three settings. */
const settings = (project: Project) => project.get(...SETTINGS);

/** Sets and waits until it shows. */
async function set(t: Trial, project: Project, body: Parameters<Project['patch']>[0]): Promise<void> {
  await project.patch(body);
  await t.eventually(async () => expect(await settings(project)).toMatchObject(body));
}

export const PROJECTS: readonly Check[] = [
  check('6.31', 'two repeated parameters give both fields', async (t) => {
    await keepingProject(t, async (project) => {
      const body = await project.get('custom_instructions', 'custom_categories');
      expect(body).toHaveProperty('custom_instructions');
      expect(body).toHaveProperty('custom_categories');
    });
  }),
  check('6.31', 'one parameter gives its field and not the others', async (t) => {
    await keepingProject(t, async (project) => {
      const body = await project.get('custom_instructions');
      expect(body).toHaveProperty('custom_instructions');
      expect(body).not.toHaveProperty('custom_categories');
    });
  }),
  check('6.31', 'comma-joined gives neither', async (t) => {
    await keepingProject(t, async (project) => {
      const query = [['fields', 'custom_instructions,custom_categories']] as const;
      const { status, json } = await t.call('GET', project.path, undefined, query);
      if (status !== 200) expect(status).toBe(400);
      expect(json).not.toHaveProperty('custom_instructions');
      expect(json).not.toHaveProperty('custom_categories');
    });
  }),

  check('6.32', 'custom_instructions, read back as they were set', async (t) => {
    await keepingProject(t, async (project) => {
      expect(await project.patch({ custom_instructions: INSTRUCTIONS })).toMatchObject({ message: expect.anything() });
      await t.eventually(async () => {
        expect(await project.get('custom_instructions')).toMatchObject({ custom_instructions: INSTRUCTIONS });
      });
    });
  }),
  check('6.32', 'custom_categories, read back as they were set', async (t) => {
    await keepingProject(t, async (project) => {
      expect(await project.patch({ custom_categories: CATEGORIES })).toMatchObject({ message: expect.anything() });
      await t.eventually(async () => {
        expect((await project.get('custom_categories'))['custom_categories']).toEqual(CATEGORIES);
      });
    });
  }),
  check('6.32', 'decay, read back as it was set', async (t) => {
    await keepingProject(t, async (project) => {
      for (const decay of [true, false]) {
        expect(await project.patch({ decay })).toMatchObject({ message: expect.anything() });
        await t.eventually(async () => expect((await project.get('decay'))['decay']).toBe(decay));
      }
    });
  }),
  check('6.32', 'what a PATCH does not name stays', async (t) => {
    await keepingProject(t, async (project) => {
      await set(t, project, { custom_instructions: INSTRUCTIONS, custom_categories: CATEGORIES, decay: true });
      await set(t, project, { custom_instructions: 'Others.' });
      await set(t, project, { decay: false });
      await set(t, project, { custom_categories: [{ insight: 'what was found out' }] });
      expect(await settings(project)).toMatchObject({
        custom_instructions: 'Others.',
        custom_categories: [{ insight: 'what was found out' }],
        decay: false,
      });
    });
  }),
  check('6.32', 'all three at once', async (t) => {
    await keepingProject(t, async (project) => {
      await set(t, project, { custom_instructions: INSTRUCTIONS, custom_categories: CATEGORIES, decay: true });
    });
  }),

  check('6.32', 'agent_custom_instructions, read back as they were set, and none when empty (ours)', async (t) => {
    const name = 'agent_custom_instructions';
    await keepingProject(
      t,
      async (project) => {
        await set(t, project, { custom_instructions: 'Others.' });
        expect(await project.patch({ [name]: INSTRUCTIONS })).toMatchObject({ message: expect.anything() });
        expect(await project.get(name, 'custom_instructions')).toEqual({
          [name]: INSTRUCTIONS,
          custom_instructions: 'Others.',
        });
        await project.patch({ [name]: '' });
        expect((await project.get(name))[name] ?? null).toBeNull();
        await t.refused(400, 'PATCH', project.path, { [name]: ['Keep decisions.'] });
      },
      [name],
    );
  }),

  check('6.33', 'a new list leaves nothing of the one before', async (t) => {
    await keepingProject(t, async (project) => {
      await set(t, project, { custom_categories: CATEGORIES });
      await project.patch({ custom_categories: [{ insight: 'what was found out' }] });
      await t.eventually(async () => {
        const { custom_categories } = await project.get('custom_categories');
        expect(custom_categories).toEqual([{ insight: 'what was found out' }]);
      });
    });
  }),
  check('6.33', '[] leaves none, and a list may be set again', async (t) => {
    await keepingProject(t, async (project) => {
      await set(t, project, { custom_categories: CATEGORIES });
      await project.patch({ custom_categories: [] });
      await t.eventually(async () => {
        expect((await project.get('custom_categories'))['custom_categories'] ?? []).toEqual([]);
      });
      await set(t, project, { custom_categories: CATEGORIES });
    });
  }),
];
