import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CLAUDE_PREFIX, type ExtractionWindow, localExtractor } from '../../src/local/extract.ts';
import { DROPS, KEEPS } from '../../src/local/extraction/rules.ts';

function facts(content: string, type?: string, role = 'user'): readonly string[] {
  return extract({ messages: [{ role, content }], type });
}

function extract(window: ExtractionWindow): readonly string[] {
  const found = localExtractor.extract(window);
  if (found instanceof Promise) throw new Error('the local rules answer at once');
  return found.map((fact) => fact.text);
}

describe('what a person states', () => {
  it('keeps the decision and its rejected alternative, drops the request', () => {
    const decided = "Let's move off Fly.io to Railway because Fly's volumes pin us to a single region.";
    const rejected = 'We looked at Render too but it has no private networking on our plan.';
    expect(facts(`${decided} ${rejected} Please update the README.`, 'decision')).toEqual([decided, rejected]);
  });

  it('keeps a preference and drops the question after it', () => {
    const said = 'I prefer pnpm over npm: always use pnpm in this repo and never commit a package-lock.json.';
    expect(facts(`${said} Can you look at CLAUDE.md and tell me how idempotency works today?`, 'preference')).toEqual([
      said,
    ]);
  });

  it('keeps a runbook with its heading as one fact', () => {
    const said =
      'Runbook for when payment webhooks back up, please remember it:\n1. check the status page\n2. if signatures fail, the secret was rotated\n3. otherwise scale to 3 replicas';
    expect(facts(`${said}\n\nThanks!`, 'runbook')).toEqual([said]);
  });

  it('keeps a procedure that is told in sentences as one fact, and what is said beside it', () => {
    const steps =
      'To release, run npm version minor. Then push the tags with git push --follow-tags. Finally check the pipeline.';
    expect(facts(`${steps} We never publish from a laptop. Can you do it now?`, 'runbook')).toEqual([
      steps,
      'We never publish from a laptop.',
    ]);
    expect(facts(steps)).toEqual([steps]);
    const first = 'First stop the worker. Then run the migration. After that start the worker again.';
    expect(facts(first, 'runbook')).toEqual([first]);
    // Outside a runbook window these are errands.
    expect(facts('First run the tests. Then fix the build. Finally push it.')).toEqual([]);
  });

  it('keeps the indented rest of a step', () => {
    const said = 'To restore:\n- stop the worker\n   and wait for it\n- load the dump';
    expect(facts(said, 'runbook')).toEqual([said]);
  });

  it('keeps nothing of small talk, requests and progress', () => {
    const said =
      'ok thanks!\nRun them, find out why, fix it.\nOne test has been failing since Thursday.\nEpoch 3, 20 % done.\nModified files: src/a.ts';
    for (const type of ['preference', 'decision', 'convention', 'insight', 'runbook', undefined]) {
      expect(facts(said, type)).toEqual([]);
    }
  });

  it('keeps what the capture typed when the cues are silent, in any language', () => {
    const said = '我们改用 Railway 部署服务。请问可以吗？';
    expect(facts(said, 'decision')).toEqual(['我们改用 Railway 部署服务。']);
    expect(facts(said)).toEqual([]);
    expect(facts('Sessions go to Postgres. Please add a table.', 'decision')).toEqual(['Sessions go to Postgres.']);
  });
});

describe('marks are no facts', () => {
  it.each([
    '[omitted: CLAUDE.md, 12 lines]',
    'We use [redacted: github-token]',
    'We use [omitted: code block, 3 lines]\n[redacted: aws-key]',
    'always [redacted: m0-key] [omitted: a b c d e, 2 lines]',
  ])('%s', (said) => {
    expect(facts(said, 'convention')).toEqual([]);
  });
});

describe("Claude's words (platform contract §3: attributed to the assistant)", () => {
  const said =
    'All tests pass now.\n\nRoot cause: `applyDiscount` floored after dividing, so every half cent was lost.';
  it('keeps the insight, marked as Claude’s', () => {
    expect(facts(said, 'insight', 'assistant')).toEqual([
      `${CLAUDE_PREFIX}Root cause: \`applyDiscount\` floored after dividing, so every half cent was lost.`,
    ]);
  });
  it.each(['preference', 'decision', 'convention', 'runbook'])('keeps nothing in a %s window', (type) => {
    expect(facts(`${said} We decided to use Redis. Always use tabs.`, type, 'assistant')).toEqual([]);
  });
  it('keeps nothing of a system message', () => {
    expect(facts('We decided to use Redis.', 'decision', 'system')).toEqual([]);
  });
});

describe('sentences', () => {
  it.each([
    [
      'We use e.g. Fly.io v2.0 in /srv/app.d for now. We never use npm.',
      ['We use e.g. Fly.io v2.0 in /srv/app.d for now.', 'We never use npm.'],
    ],
    ['我们决定使用 Postgres。我们不再使用 Redis！', ['我们决定使用 Postgres。', '我们不再使用 Redis！']],
    ['We use `a. b` as separator! We must keep it.', ['We use `a. b` as separator!', 'We must keep it.']],
    ['We deploy to Fly.io\nbecause it is close.', ['We deploy to Fly.io because it is close.']],
    ['- We use tabs\n- We use pnpm', ['We use tabs', 'We use pnpm']],
    ['we always use tabs. we never use npm.', ['we always use tabs.', 'we never use npm.']],
  ])('%j', (said, expected) => {
    expect(facts(said, 'convention')).toEqual(expected);
  });
});

const pieces = [
  ...Object.values(KEEPS).flatMap((rules) => rules.flatMap((rule) => [...rule.yes, ...rule.no])),
  ...DROPS.flatMap((rule) => [...rule.yes, ...rule.no]),
  '1. stop the worker',
  '2. start it',
  '[omitted: a.ts, 3 lines]',
  '[redacted: jwt]',
  '我们用哪个数据库？',
  '`x',
  '…',
];
const content = fc
  .array(
    fc.tuple(
      fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'grapheme' })),
      fc.constantFrom(' ', '\n', '\n\n', ''),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.map(([piece, gap]) => `${piece}${gap}`).join(''));
const aWindow = fc.record({
  messages: fc.array(fc.record({ role: fc.constantFrom('user', 'assistant', 'system'), content }), { maxLength: 4 }),
  type: fc.constantFrom('preference', 'decision', 'convention', 'insight', 'runbook', 'session_state', undefined),
});
const words = (text: string) => text.split(/\s+/).filter((word) => word !== '');

describe('for any window', () => {
  it('a fact is a run of words of one message, in order', () => {
    fc.assert(
      fc.property(aWindow, (one) => {
        for (const fact of extract(one)) {
          const text = fact.startsWith(CLAUDE_PREFIX) ? fact.slice(CLAUDE_PREFIX.length) : fact;
          const isSaid = one.messages.some((message) =>
            ` ${words(message.content).join(' ')} `.includes(words(text).join(' ')),
          );
          expect(isSaid, fact).toBe(true);
        }
      }),
      { numRuns: 400 },
    );
  });

  it('the same window gives the same facts, none of them twice', () => {
    fc.assert(
      fc.property(aWindow, (one) => {
        const found = extract(one);
        expect(extract(one)).toEqual(found);
        expect(new Set(found).size).toBe(found.length);
      }),
    );
  });

  it('a kept sentence is kept again when it is all that was said', () => {
    fc.assert(
      fc.property(content, (said) => {
        for (const fact of facts(said)) expect(facts(fact)).toContain(fact);
      }),
    );
  });
});
