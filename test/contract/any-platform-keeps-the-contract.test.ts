/**
 * The contract suite: every check of every rule, against every host. `npm run test:contract` prints it as a table of rules.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { conduct } from './check.ts';
import { CHECKS } from './checks/all.ts';
import type { Host } from './host.ts';
import { hostKinds } from './hosts.ts';
import { Trial } from './trial.ts';

const KINDS = await hostKinds(process.env);
/** The first of them are our own, with nobody else on them. */
const OURS = 4;

for (const kind of KINDS) {
  describe(kind.name, () => {
    let host: Host | undefined;
    const opened = (): Host => host ?? expect.fail('the host is not open');
    beforeAll(async () => {
      host = await kind.open(kind);
    });
    afterAll(() => host?.close(), 15 * 60 * 1000);

    for (const check of CHECKS.filter(({ needs }) => needs.every((need) => kind.has.has(need)))) {
      it(`[${check.rule}] ${check.title}`, { timeout: 15 * 60 * 1000 }, async ({ task }) => {
        const differs = await conduct(check, opened());
        if (differs !== undefined) task.meta.differs = differs;
      });
    }

    // Elsewhere others may have theirs.
    if (KINDS.indexOf(kind) < OURS) {
      it('nothing of the checks is left', async () => {
        const trial = new Trial(opened());
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
