/**
 * The contract suite: every check of every rule, against every host. `npm run test:contract` prints it as a table of rules.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isOurs } from './check.ts';
import { CHECKS } from './checks/all.ts';
import { hostKinds } from './hosts.ts';
import { type Host, Trial } from './trial.ts';

const KINDS = hostKinds(process.env);
/** The first of them are our own, with nobody else on them. */
const OURS = 3;

for (const kind of KINDS) {
  describe(kind.name, () => {
    let host: Host;
    beforeAll(async () => {
      host = await kind.open(kind);
    });
    afterAll(() => host.close());

    for (const check of CHECKS.filter(({ needs }) => needs.every((need) => kind.has.has(need)))) {
      it(`[${check.rule}] ${check.title}`, { timeout: 15 * 60 * 1000 }, async ({ task }) => {
        const trial = new Trial(host);
        try {
          await check.run(trial);
        } catch (error) {
          // What no source says may be otherwise elsewhere: the table says so, and it is no failure there.
          if (host.isOurs || !isOurs(check)) throw error;
          task.meta.differs = error instanceof Error ? error.message.slice(0, 200) : 'differs';
        } finally {
          await trial.cleanUp();
        }
      });
    }

    // Elsewhere others may have theirs.
    if (KINDS.indexOf(kind) < OURS) {
      it('nothing of the checks is left', async () => {
        const trial = new Trial(host);
        await trial.eventually(async () => expect((await trial.ok('GET', '/v1/entities/'))['results']).toEqual([]));
      });
    }
  });
}

it('there is no check that none of our own hosts can make', () => {
  const has = new Set(KINDS.slice(0, OURS).flatMap((kind) => [...kind.has]));
  expect(CHECKS.filter(({ needs }) => needs.some((need) => !has.has(need)))).toEqual([]);
});

declare module 'vitest' {
  interface TaskMeta {
    /** How a foreign host differs from a choice of ours. */
    differs?: string;
  }
}
