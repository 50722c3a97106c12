/** Doing what may fail: then it is said why, in a sentence, and the command ends. */
import { refuse } from './leave.ts';
import { whyNot } from './why-not.ts';

/** `what` begins the sentence, `Not done` for example. */
export function orRefuse<T>(action: () => T, what = 'Not done'): T {
  try {
    return action();
  } catch (error) {
    return refuse(`${what}: ${whyNot(error)}.`);
  }
}
