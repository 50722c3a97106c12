/** What `mem0-hooks setup` says: what a project has, what it would get, and what became of it. */
import type { ProjectIds, ProjectSettings } from '../../contract/operator.ts';
import { type SetupPlan, WANTED } from '../../core/setup/plan.ts';
import { harmless, oneLine } from '../plain-words.ts';

export interface Setup {
  readonly ids: ProjectIds;
  readonly isOverride: boolean;
  readonly before: ProjectSettings;
  readonly plan: SetupPlan;
  /** Whether anything was changed. */
  readonly isDone: boolean;
}

const NAMES: Readonly<Record<keyof ProjectSettings, string>> = {
  customInstructions: 'instructions',
  customCategories: 'categories',
  decay: 'decay',
};

/** Of instructions that are there so much is shown. */
const SHOWN_CHARS = 300;

/** What would be changed, against what is there. */
export function planLines(setup: Setup): readonly string[] {
  const { before, plan } = setup;
  const { changes, added, replaced } = plan;
  return [
    projectLine(setup),
    '',
    ...(changes.customInstructions === undefined
      ? []
      : [
          replaced.length > 0
            ? `The write gate ${WANTED.revision} takes the place of ${replaced.map(oneLine).join(', ')} in the instructions.`
            : `The write gate ${WANTED.revision} is added to the instructions.`,
          ...(before.customInstructions === ''
            ? ['There are none yet.']
            : ['They are now:', ...quoted(before.customInstructions)]),
          'They would be:',
          ...changes.customInstructions.split('\n').map((line) => `  | ${harmless(line)}`),
          '',
        ]),
    ...(changes.customCategories === undefined
      ? []
      : [
          `Categories that are there and stay: ${before.customCategories.map(({ name }) => oneLine(name)).join(', ') || 'none'}.`,
          ...(before.customCategories.length === 0
            ? ['Where a project has none of its own, Mem0 files by its default ones.']
            : []),
          'Categories that are added:',
          ...changes.customCategories
            .filter(({ name }) => added.includes(name))
            .map(({ name, description }) => `  ${name}: ${oneLine(description)}`),
          '',
        ]),
    ...(changes.decay === undefined
      ? []
      : [`Decay is ${onOff(before.decay)}, and would be ${onOff(changes.decay)}.`, '']),
    ...remarks(setup),
  ];
}

/** What has become of it. */
export function setupText(setup: Setup): string {
  const { plan, isDone } = setup;
  const fields = Object.keys(plan.changes) as (keyof ProjectSettings)[];
  return [
    projectLine(setup),
    isDone
      ? `Changed, and read back: ${fields.map((field) => NAMES[field]).join(', ')}.`
      : `It has all that it needs: the write gate ${WANTED.revision} and the six categories. Nothing was changed.`,
    `Decay is ${onOff(plan.outcome.decay)}.`,
    ...(isDone ? [] : remarks(setup)),
  ].join('\n');
}

export function differsWords(fields: readonly (keyof ProjectSettings)[]): string {
  return `It was sent, but the project does not show it: ${fields.map((field) => NAMES[field]).join(', ')}. Look again in a moment.`;
}

function projectLine({ ids, isOverride }: Setup): string {
  const { orgId, projectId } = ids;
  return `Project ${oneLine(projectId)} of organisation ${oneLine(orgId)}, ${isOverride ? 'which the override names' : "the key's own"}.`;
}

function remarks({ isOverride, plan: { kept, edited } }: Setup): readonly string[] {
  return [
    ...(kept.length === 0 ? [] : [`With another description, which stays: ${kept.map(oneLine).join(', ')}.`]),
    ...(edited === 0 ? [] : ['A write gate that was changed by hand counts as your own, and stays.']),
    ...(isOverride
      ? [
          'A key that is issued for a project of its own is better than an override: then nothing can go to another project.',
        ]
      : [
          'Whatever else adds to this project without instructions of its own goes by these, too: a project for these memories alone is best.',
        ]),
  ];
}

function quoted(text: string): readonly string[] {
  const shown = text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)} […]` : text;
  return shown.split('\n').map((line) => `  | ${harmless(line)}`);
}

function onOff(value: boolean): string {
  return value ? 'on' : 'off';
}
