/**
 * The settings of a Mem0 project, read and changed (platform contract §6). What cannot be read is a failure, never an empty list:
 * a list is written as a whole. Out of scope: what should change (`core/setup/plan`).
 */
import { isDeepStrictEqual } from 'node:util';
import type { Category, ProjectFields, ProjectSettings } from '../contract/operator.ts';
import type { OperatorLink } from './operator-link.ts';
import { changeProject, project } from './operator-requests.ts';

export interface ChangedSettings {
  /** As they were read afterwards. */
  readonly settings: ProjectSettings;
  /** What is not as it was asked for. */
  readonly differs: readonly (keyof ProjectSettings)[];
}

/** Rejects with a `Failure`. */
export async function settingsOf(link: OperatorLink): Promise<ProjectSettings> {
  return fromWire(await link.ask(project(await link.projectIds())));
}

/** Changes what is named, and reads back: the answer's text says nothing (§6). Nothing named: nothing is sent but the reading. */
export async function changeSettings(link: OperatorLink, changes: Partial<ProjectSettings>): Promise<ChangedSettings> {
  if (Object.values(changes).some((value) => value !== undefined)) {
    await link.ask(changeProject(await link.projectIds(), changes));
  }
  return link.settled(
    async () => {
      const settings = await settingsOf(link);
      return { settings, differs: differences(settings, changes) };
    },
    ({ differs }) => differs.length === 0,
  );
}

function differences(settings: ProjectSettings, changes: Partial<ProjectSettings>): (keyof ProjectSettings)[] {
  const { customInstructions, customCategories, decay } = changes;
  // A server may trim a text.
  const isText = customInstructions === undefined || settings.customInstructions.trim() === customInstructions.trim();
  const isList = customCategories === undefined || isDeepStrictEqual(settings.customCategories, [...customCategories]);
  return [
    ...(isText ? [] : (['customInstructions'] as const)),
    ...(isList ? [] : (['customCategories'] as const)),
    ...(decay === undefined || settings.decay === decay ? [] : (['decay'] as const)),
  ];
}

function fromWire({ custom_instructions, custom_categories, decay }: ProjectFields): ProjectSettings {
  return {
    customInstructions: custom_instructions ?? '',
    customCategories: (custom_categories ?? []).flatMap(categoriesOf),
    decay: decay ?? false,
  };
}

/** One entry of the list; nothing says that it holds one name alone. */
function categoriesOf(entry: Readonly<Record<string, string>>): Category[] {
  return Object.entries(entry).map(([name, description]) => ({ name, description }));
}
