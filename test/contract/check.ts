/** What a check is: a rule's number, a sentence, what it needs of a host, and the trial. */
import { RULES } from './rules.ts';
import type { Need, Trial } from './trial.ts';

export interface Check {
  readonly rule: string;
  readonly title: string;
  readonly needs: readonly Need[];
  readonly run: (trial: Trial) => Promise<void>;
}

/** A check that every host can do. */
export function check(rule: string, title: string, run: Check['run']): Check {
  return { rule, title, needs: [], run };
}

/** A check that needs something of the host. */
export function checkWith(needs: readonly Need[], rule: string, title: string, run: Check['run']): Check {
  return { rule, title, needs, run };
}

/** Whether a check holds a platform to a choice of ours, that no source gives. */
export function isOurs({ rule, title }: Check): boolean {
  return title.includes('(ours)') || RULES.find(({ id }) => id === rule)?.source === '?';
}
