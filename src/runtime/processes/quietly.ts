/** For what stands beside the main thing: caches, counts, marks, the background process. */
import { asFailure } from '../../contract/failure.ts';
import type { Runtime } from '../runtime.ts';

/** Its result, or undefined when it cannot be had: then the main thing is done all the same. */
export function quietly<T>(runtime: Pick<Runtime, 'log'>, use: () => T): T | undefined {
  try {
    return use();
  } catch (error) {
    runtime.log('left-out', { reason: asFailure(error).reason });
    return undefined;
  }
}
