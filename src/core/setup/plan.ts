/**
 * What `setup` would change of a Mem0 project: pure, so that a person sees it first. A person's own instructions and categories
 * stay; planning on the outcome gives nothing to do. Out of scope: asking and writing (`mem0/operator-settings`).
 */
import type { Category, ProjectSettings } from '../../contract/operator.ts';
import { WRITE_GATE } from '../capture/gate.ts';
import { PROJECT_CATEGORIES, PROJECT_INSTRUCTIONS } from '../capture/project-gate.ts';
import { findBlocks, gateBlock } from './gate-block.ts';

export interface Wanted {
  readonly instructions: string;
  readonly revision: string;
  readonly categories: readonly Category[];
  /** Absent: as it is. */
  readonly decay?: boolean;
}

/** What this version wants of a project. Decay is the person's to choose. [?] ours */
export const WANTED: Wanted = {
  instructions: PROJECT_INSTRUCTIONS,
  revision: WRITE_GATE.revision,
  categories: PROJECT_CATEGORIES,
};

export interface SetupPlan {
  /** What to write: a field that stays is not named. A list is written as a whole (contract §6). */
  readonly changes: Partial<ProjectSettings>;
  /** The settings with the changes. */
  readonly outcome: ProjectSettings;
  /** Names of categories that are added. */
  readonly added: readonly string[];
  /** Names of ours that the project has with another description, which stays. */
  readonly kept: readonly string[];
  /** The revisions of the gate that give way. */
  readonly replaced: readonly string[];
  /** Gates of ours that somebody changed by hand: they are the person's own and stay. */
  readonly edited: number;
  readonly nothingToDo: boolean;
}

/** The plan from what is there to what is wanted. */
export function setupPlan(current: ProjectSettings, wanted: Wanted = WANTED): SetupPlan {
  const gate = withGate(current.customInstructions, wanted);
  const names = new Map(current.customCategories.map(({ name, description }) => [name, description]));
  const missing = wanted.categories.filter(({ name }) => !names.has(name));
  const kept = wanted.categories.filter(({ name, description }) => (names.get(name) ?? description) !== description);
  const changes: Partial<ProjectSettings> = {
    ...(gate.text === current.customInstructions ? {} : { customInstructions: gate.text }),
    ...(missing.length === 0 ? {} : { customCategories: [...current.customCategories, ...missing] }),
    ...(wanted.decay === undefined || wanted.decay === current.decay ? {} : { decay: wanted.decay }),
  };
  return {
    changes,
    outcome: { ...current, ...changes },
    added: missing.map(({ name }) => name),
    kept: kept.map(({ name }) => name),
    replaced: gate.replaced,
    edited: gate.edited,
    nothingToDo: Object.keys(changes).length === 0,
  };
}

/** The project's instructions without our part, for a person who leaves. */
export function withoutGate(instructions: string): string {
  let text = instructions;
  for (let [found] = findBlocks(text).ours; found !== undefined; [found] = findBlocks(text).ours) {
    text = `${text.slice(0, found.from).trimEnd()}\n\n${text.slice(found.to).trimStart()}`.trim();
  }
  return text;
}

/** The first of our blocks becomes the wanted one, others of ours go; without any it stands after the person's own words. */
function withGate(instructions: string, { instructions: text, revision }: Wanted) {
  const block = gateBlock(text, revision);
  const { ours, edited } = findBlocks(instructions);
  const replaced = ours.map((one) => one.revision);
  const [first] = ours;
  if (first === undefined) {
    const own = instructions === '' ? '' : `${instructions}\n\n`;
    return { text: `${own}${block}`, replaced, edited };
  }
  if (ours.length === 1 && first.revision === revision && isSame(instructions.slice(first.from, first.to), block)) {
    return { text: instructions, replaced: [], edited };
  }
  const rest = withoutBlocks(instructions.slice(first.to));
  return { text: `${instructions.slice(0, first.from)}${block}${rest}`, replaced, edited };
}

/** Until there is none: what stood around one may be one. */
function withoutBlocks(text: string): string {
  let rest = text;
  for (let [found] = findBlocks(rest).ours; found !== undefined; [found] = findBlocks(rest).ours) {
    rest = `${rest.slice(0, found.from)}${rest.slice(found.to)}`;
  }
  return rest;
}

/** But for ends of lines and spaces at them, which a server may change. */
function isSame(left: string, right: string): boolean {
  return left.replace(/\s+/g, ' ') === right.replace(/\s+/g, ' ');
}
