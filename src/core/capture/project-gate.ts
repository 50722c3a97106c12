/**
 * What a Mem0 project should have of the write gate (platform contract §3, §6, §8): instructions and categories for whatever is
 * added without instructions of its own; a capture always brings its own (`gate`). Made of the gate's texts, under its revision.
 */
import { MEMORY_TYPES, type MemoryType } from '../../contract/memory.ts';
import type { Category } from '../../contract/operator.ts';
import { WRITE_GATE } from './gate.ts';

/** What the gate wants of a type, without the words that ask for nothing else. */
function wantedOf(type: MemoryType): string {
  // Written by a checkpoint alone, verbatim (contract §3): it has no gate, and a category so that it is filed under no other.
  if (type === 'session_state')
    return 'where a session of work stood when it ended: goal, open tasks, branch, last failure. Written by mem0-hooks itself; never extracted.';
  return WRITE_GATE.wanted[type].replace(/^Extract only /, '');
}

/** The six categories, one a type and named like it (§1.3, §4). */
export const PROJECT_CATEGORIES: readonly Category[] = MEMORY_TYPES.map((name) => ({
  name,
  description: wantedOf(name),
}));

/** `custom_instructions` of a project. */
export const PROJECT_INSTRUCTIONS = [
  'Extract only what will help in later sessions of work:',
  ...MEMORY_TYPES.filter((type) => type !== 'session_state').map((type) => `- ${type}: ${wantedOf(type)}`),
  WRITE_GATE.keepOut,
].join('\n');
