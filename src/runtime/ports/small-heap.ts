/** How much memory a process takes for what it no longer needs. */
import { setFlagsFromString } from 'node:v8';

/** V8 reads both at each collection: what is young gets no more room than at the start, what is old half as much again as lives. */
export const HEAP_FLAGS = ['--semi-space-growth-factor=1', '--heap-growing-percent=50'] as const;

/**
 * The room for garbage that a heap takes by default is most of what a capture would need: here garbage is collected earlier. For
 * a process in which a capture runs and nobody waits for milliseconds; modules of Node that are loaded afterwards load more
 * slowly. [?] The figures are ours, measured on Node 20, 22 and 24.
 */
export function keepHeapSmall(): void {
  for (const flag of HEAP_FLAGS) setFlagsFromString(flag);
}
