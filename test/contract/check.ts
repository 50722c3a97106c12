/** What a check is: a rule's number, a sentence, what it needs of a host, and the trial. */
import { thenAlways } from './clean-up.ts';
import type { Host, Need } from './host.ts';
import { RULES } from './rules.ts';
import { Trial } from './trial.ts';

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

/**
 * Makes a check on a host and leaves nothing behind; rejects when it fails, or else when it cannot be cleaned up after.
 * Resolves with how the host differs where no source says what is right, and undefined when it does not: what is a choice of
 * ours may be otherwise elsewhere, and that is no failure there.
 */
export async function conduct(check: Check, host: Host): Promise<string | undefined> {
  const trial = new Trial(host);
  return thenAlways(
    async () => {
      try {
        await check.run(trial);
        return undefined;
      } catch (error) {
        if (host.isOurs || !isOurs(check)) throw error;
        return error instanceof Error ? error.message.slice(0, 200) : 'differs';
      }
    },
    () => trial.cleanUp(),
  );
}
