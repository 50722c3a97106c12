import { describe, expect, it } from 'vitest';
import { asserts, contradicts, givesUp, singleValue } from '../../src/local/life/supersede.ts';
import * as assertions from '../../src/local/life/supersede-assertions.ts';
import * as patterns from '../../src/local/life/supersede-patterns.ts';

const { ADDS, AMONG_OTHERS_AFTER, AMONG_OTHERS_BEFORE, ASSERTED_AFTER, ASSERTED_BEFORE, CLAUSE_BORDER } = assertions;
const { DISTANCE, LEFT_BEHIND, NEXT_CLAUSE, QUESTION, SENTENCE_BORDER, SINGLE_VALUED, SUBORDINATE, UNLIMITED } =
  assertions;
const { GIVES_UP, HELD_BACK, IN_PART, LABELLED } = patterns;

/** An example with its name marked `<…>`: the words around the name, within its clause before it. */
function marked(example: string): { sentence: string; name: string; before: string; after: string } {
  const [, before = '', name = '', after = ''] = /^(.*)<(.+)>(.*)$/.exec(example) ?? [];
  expect(name).not.toBe('');
  return { sentence: `${before}${name}${after}`, name, before: before.replace(/^.*[:;] /, ''), after };
}

describe('the patterns are data', () => {
  const exported: readonly unknown[] = [...Object.values(assertions), ...Object.values(patterns)].flat();
  const all = exported.filter(
    (one): one is assertions.Pattern<unknown> => typeof one === 'object' && one !== null && 'cue' in one,
  );

  it('no regular expression is outside of them', () => {
    expect(exported.filter((one) => one instanceof RegExp)).toEqual([]);
    expect(all.length).toBeGreaterThan(30);
  });
  it('each has a name of its own', () => {
    const ids = all.map(({ id }) => id);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  });
  it.each(all.map((one) => [one.id, one] as const))('%s has two examples and two near-misses at least', (_, one) => {
    expect(new Set(one.yes).size).toBeGreaterThanOrEqual(2);
    expect(new Set(one.no).size).toBeGreaterThanOrEqual(2);
  });
});

describe('what gives something up', () => {
  for (const one of GIVES_UP) {
    const names = (sentence: string) => givesUp(sentence, [one]).map(({ name }) => name);
    it.each(one.yes)(`${one.id}: "%s" gives up %s`, (sentence, name) => {
      expect(names(sentence)).toEqual([name]);
      expect(contradicts(sentence, `We use ${name} for unit tests in the job queue with a timeout for staging.`)).toBe(
        true,
      );
    });
    it.each(one.no)(`${one.id} leaves: %s`, (sentence) => {
      expect(names(sentence)).toEqual([]);
    });
  }
  for (const one of HELD_BACK) {
    it.each(one.yes)(`${one.id} holds back: %s`, (sentence) => {
      expect(one.cue.test(sentence)).toBe(true);
      expect(GIVES_UP.some(({ cue }) => cue.test(sentence))).toBe(true);
      expect(givesUp(sentence)).toEqual([]);
    });
    it.each(one.no)(`${one.id} leaves: %s`, (sentence) => {
      expect(givesUp(sentence)).toHaveLength(1);
    });
  }
  it.each([
    'If it grows, we switch from SQLite to Postgres.',
    'The fault is that it read Redis instead of Postgres.',
    'We added a lock because the worker wrote to Redis rather than Postgres.',
    'Let us deploy nightly instead of when it is asked for.',
    'I prefer tabs. We went over Redis yesterday.',
    'We used Kafka instead of Redis.',
    'I replaced Redis with a mock.',
    'We test every service, not all services.',
    'The bug is in Redis, not Postgres.',
    'If we no longer need Redis, we say so.',
    'We talked about the drop.',
    'Fly.io is replaced by Railway if it fails.',
    'The old queue will be replaced with SQS.',
    'There is no need to replace Jest with Vitest.',
    'We tried to move off Redis.',
    'We were paged because we wrote to Redis instead of Postgres.',
    'At my last job we moved off Redis.',
    'For now we use Vitest instead of Jest.',
  ])('gives up nothing: %s', (sentence) => {
    expect(givesUp(sentence)).toEqual([]);
  });
  it.each([
    ['The ticket says "let us move off Fly.io to Railway".', 'We deploy to Fly.io.'],
    ['Run `git commit -m "move off Fly.io"` for it.', 'We deploy to Fly.io.'],
    ['Move off Fly.io.', 'The ticket says "we deploy to Fly.io".'],
    ['Move off Fly.io.', "We store Fly.io's invoices in S3."],
    ['Move off Fly.io.', 'Should we deploy to Fly.io?'],
    ['Drop Fly.io support when the contract ends.', 'We use Fly for the demo.'],
    ["We don't need Redis to answer within a second.", 'We use Redis.'],
    ["We don't run migrations by hand.", 'We run migrations in CI.'],
    ['We no longer use Redis in tests.', 'We use Redis for sessions.'],
    ['Use Vitest instead of Jest in packages/web.', 'We use Jest in packages/api.'],
    ['We moved from Redis to SQS in staging.', 'We store sessions in Redis.'],
    ['Customers stopped using PayPal.', 'We support PayPal.'],
    ['The queue moved from Redis to SQS.', 'We use Redis for caching.'],
    ['In packages/web, use Vitest instead of Jest.', 'We use Jest in packages/api.'],
    ['We use Docker for production.', 'We use Redis for everything.'],
  ])('quoted, partial or of another subject: "%s" leaves "%s"', (newer, older) => {
    expect(contradicts(newer, older)).toBe(false);
  });
  it.each([
    ['We host on GCP instead of AWS.', 'We host on AWS.'],
    ['Use "Vitest" instead of "Jest".', 'We use `Jest`.'],
    ['We no longer use Redis in 2026.', 'We use Redis for sessions.'],
    ['We no longer use Redis in tests.', 'We test with Redis: we use Redis in every test.'],
    ['The queue moved from Redis to SQS.', 'We use Redis for the queue.'],
    ['From now on we no longer use Redis.', 'We store sessions in Redis.'],
    ['We moved off Heroku. We also stopped using Redis.', 'We use Redis.'],
  ])('"%s" supersedes "%s"', (newer, older) => {
    expect(contradicts(newer, older)).toBe(true);
  });
});

describe('whose words they are', () => {
  for (const one of [LABELLED, IN_PART, ADDS]) {
    it.each(one.yes)(`${one.id} takes: %s`, (words) => {
      expect(one.cue.test(words)).toBe(true);
    });
    it.each(one.no)(`${one.id} leaves: %s`, (words) => {
      expect(one.cue.test(words)).toBe(false);
    });
  }
  it.each(UNLIMITED.yes)('unlimited: of "%s" is left "%s"', (sentence, left) => {
    expect(sentence.replaceAll(UNLIMITED.cue, '').replaceAll('  ', ' ')).toBe(left);
  });
  it.each(UNLIMITED.no)('unlimited leaves: %s', (sentence) => {
    expect(sentence.replaceAll(UNLIMITED.cue, '')).toBe(sentence);
  });
  it.each(QUESTION.yes)('question: %s', (sentence) => {
    expect(contradicts(sentence, 'We deploy to Fly.io.')).toBe(false);
    expect(QUESTION.cue.test(sentence)).toBe(true);
  });
  it.each(QUESTION.no)('no question: %s', (sentence) => {
    expect(QUESTION.cue.test(sentence)).toBe(false);
  });
});

describe('what asserts something', () => {
  for (const one of ASSERTED_BEFORE) {
    it.each(one.yes)(`${one.id} takes: %s`, (example) => {
      const { before, name, sentence } = marked(example);
      expect(one.cue.test(before)).toBe(true);
      expect(asserts(sentence, name)).toBe(true);
    });
    it.each(one.no)(`${one.id} leaves: %s`, (example) => {
      expect(one.cue.test(marked(example).before)).toBe(false);
    });
  }
  it.each(ASSERTED_AFTER.yes)('is-ours takes: %s', (example) => {
    const { after, name, sentence } = marked(example);
    expect(ASSERTED_AFTER.cue.test(after)).toBe(true);
    expect(asserts(sentence, name)).toBe(true);
  });
  it.each(ASSERTED_AFTER.no)('is-ours leaves: %s', (example) => {
    expect(ASSERTED_AFTER.cue.test(marked(example).after)).toBe(false);
  });
  for (const one of [DISTANCE, AMONG_OTHERS_BEFORE, AMONG_OTHERS_AFTER]) {
    const side = (example: string) => marked(example)[one === AMONG_OTHERS_AFTER ? 'after' : 'before'];
    it.each(one.yes)(`${one.id}: nothing is asserted in "%s"`, (example) => {
      const { name, sentence } = marked(example);
      expect(one.cue.test(side(example))).toBe(true);
      expect(asserts(sentence, name)).toBe(false);
    });
    it.each(one.no)(`${one.id} leaves: %s`, (example) => {
      const { name, sentence } = marked(example);
      expect(one.cue.test(side(example))).toBe(false);
      expect(asserts(sentence, name)).toBe(true);
    });
  }
  it.each(LEFT_BEHIND.yes)('left-behind: "%s" leaves "%s"', (sentence, left) => {
    expect(sentence.replaceAll(LEFT_BEHIND.cue, '')).toBe(left);
  });
  it.each(LEFT_BEHIND.no)('left-behind leaves: %s', (sentence) => {
    expect(sentence.replaceAll(LEFT_BEHIND.cue, '')).toBe(sentence);
  });
  for (const one of [SENTENCE_BORDER, SUBORDINATE, CLAUSE_BORDER, NEXT_CLAUSE]) {
    it.each(one.yes)(`${one.id}: "%s" is cut after "%s"`, (text, first) => {
      expect(text.split(one.cue)[0]).toBe(first);
    });
    it.each(one.no)(`${one.id} does not cut: %s`, (text) => {
      expect(text.split(one.cue)).toEqual([text]);
    });
  }
});

describe('what asserts something, further', () => {
  it.each([
    ['Please keep mails in Redis.', 'Redis', true],
    ['We decided that Fly.io restarts too often.', 'Fly.io', false],
    ['Users deploy to Fly.io.', 'Fly.io', false],
  ])('"%s" of %s: %s', (sentence, name, taken) => {
    expect(asserts(sentence, name)).toBe(taken);
  });
});

describe('what has one value', () => {
  for (const one of SINGLE_VALUED) {
    it.each(one.yes)(`${one.id}: "%s" says of "%s" %s`, (sentence, subject, value) => {
      expect(singleValue(sentence, [one])).toEqual({ subject: `${one.id} ${subject}`, value });
    });
    it.each(one.no)(`${one.id} leaves: %s`, (sentence) => {
      expect(singleValue(sentence, [one])).toBeUndefined();
    });
  }
});

describe('a long text of nothing is done with at once', () => {
  // No clock here: a pattern that went wrong altogether would not come back. By hand: 2 ms at most for each.
  const rows = [
    '.',
    '. ',
    ' ',
    ', ',
    'a ',
    'i ',
    'from ',
    'move a ',
    'drop a',
    'we use ',
    'stop using a ',
    'Xy, ',
    '"',
  ];
  it.each(rows)('rows of "%s"', (row) => {
    for (const start of ['', 'We use ', 'Move off a', 'Our host is A']) {
      for (const end of ['', 'b', ' a b c d e f g Xy']) {
        const text = `${start}${row.repeat(2_000)}`.slice(0, 2_000 - end.length) + end;
        expect(contradicts(text, text)).toBe(false);
        expect(contradicts(text, 'We deploy to Fly.io.')).toBe(false);
        expect(typeof contradicts('Move off Xy to Y.', text)).toBe('boolean');
      }
    }
  });
});
