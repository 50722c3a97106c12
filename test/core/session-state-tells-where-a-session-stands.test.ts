import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TranscriptEntry } from '../../src/contract/transcript.ts';
import { readEntries } from '../../src/transcript/reader.ts';
import {
  Script,
  SHOP_SECRETS,
  type StateOptions,
  sessionStateOf,
  shopTree,
  TRANSCRIPTS,
  transcriptOf,
} from '../support/transcripts.ts';

function stateOf(entries: Iterable<TranscriptEntry>, options: StateOptions = {}): string {
  return sessionStateOf(entries, options) ?? '';
}

test('the design discussion, whole', () => {
  const state = stateOf(readEntries(transcriptOf('a-design-discussion')), {
    branch: 'main',
    head: 'e0a16653474598b7c1742995ab36fdaf8eb871f5',
    secrets: SHOP_SECRETS,
    tree: shopTree(),
  });
  expect(state.split('\n')).toEqual([
    'Where: branch main, commit e0a166534745',
    "Goal, in the person's words: I prefer pnpm over npm: always use pnpm in this repo and never commit a package-lock.json. Can you look at CLAUDE.md and the payment webhook and tell me how idempotency works today?",
    'Latest request: Show me the last commits and put the follow-ups on your task list.',
    'Decided in this session:',
    '- I prefer pnpm over npm: always use pnpm in this repo and never commit a package-lock.json.',
    "- Let's move off Fly.io to Railway because Fly's volumes pin us to a single region and the last two deploys needed manual machine restarts.",
    '- We looked at Render too but it has no private networking on our plan.',
    '- Convention from now on: every migration file is named YYYYMMDDHHMM_<verb>_<table>.sql and must be reversible.',
    'Open tasks:',
    '- [pending] Delete fly.toml after the DNS cut-over',
    'Files touched: README.md, docs/MIGRATIONS.md, src/routes/cart.ts',
    'Last command that failed: pnpm test (a later run behind a pipe showed no error)',
    'Last said by Claude: Two follow-ups are on the list: event ids into Postgres (table `processed_events`, unique on `event_id`), and deleting `fly.toml` 48 hours after the cut-over.',
  ]);
});

test('a todo list of the older kind', () => {
  expect(stateOf(readEntries(transcriptOf('n-todo-mcp-skill-errors')))).toContain(
    'Open tasks:\n- [in_progress] Add REFUND_DAYS',
  );
});

test('nothing said or done is nothing to say', () => {
  expect(sessionStateOf([], { branch: 'main', head: 'abc' })).toBeUndefined();
  expect(sessionStateOf(readEntries(transcriptOf('r-empty-and-exits', '0fc0fe3a')))).toBeUndefined();
});

test('a failed command is solved by a later run of the same, and by nothing else', () => {
  const failed = (): Script => new Script().human('Please run the tests of this.').runs('pnpm test', 'boom', true);
  expect(stateOf(failed().entries)).toContain('Last command that failed: pnpm test (not solved yet)');
  expect(stateOf(failed().runs('pnpm lint', 'fine').entries)).toContain('(not solved yet)');
  expect(stateOf(failed().runs('pnpm test 2>&1', 'fine').entries)).toContain('(a later run succeeded)');
  expect(stateOf(failed().runs('pnpm test | tail', 'fine').entries)).toContain(
    '(a later run behind a pipe showed no error)',
  );
  expect(stateOf(failed().runs('pnpm test', 'boom', true).entries)).toContain('(not solved yet)');
});

test('no output, no file content, no secret, no path outside the folder', () => {
  const token = 'ghp_FAKEfakeFAKEfakeFAKEfakeFAKEfake1234';
  const content = 'export const answer = computeTheAnswer(41);\n';
  const script = new Script()
    .human(`Please write the file with the token ${token} in mind.`)
    .writes('/home/dev/shop/src/a.ts', content)
    .writes('/etc/hosts', content)
    .runs(`curl -H "Authorization: Bearer ${token}" x`, 'the output of it', true)
    .claude(`It holds this now: ${content}`);
  const state = stateOf(script.entries);
  expect(state).toContain('Files touched: src/a.ts\n');
  expect(state).not.toMatch(/ghp_|computeTheAnswer|the output of it|hosts/);
});

test('an edit that was refused touched nothing', () => {
  const script = new Script()
    .human('Please change the file a little.')
    .call('e', 'Edit', { file_path: '/home/dev/shop/src/a.ts', old_string: 'a', new_string: 'b' })
    .result('e', 'rejected', 'Error: rejected', { is_error: true });
  expect(stateOf(script.entries)).not.toContain('Files touched');
});

test('however much happened, it stays under its limit, is well-formed, and says how much more there is', () => {
  const script = new Script();
  for (let n = 0; n < 50; n += 1) {
    script.human(`We decided to use part number ${n} of the long list 🛒, because of its price and of its weight.`);
    script
      .call(`t${n}`, 'TaskCreate', { subject: `Part ${n}` })
      .result(`t${n}`, 'ok', { task: { id: `${n}`, subject: `Part ${n}` } });
    script.writes(`/home/dev/shop/src/some/deep/folder/part-${n}.ts`, 'x');
  }
  const state = stateOf(script.entries);
  expect(state.length).toBeLessThanOrEqual(4_000);
  expect(state).toMatch(/and \d+ more/);
  // The newest decisions are the ones that are kept.
  expect(state).toContain('part number 49');
  fc.assert(
    fc.property(fc.integer({ min: 50, max: 4_000 }), (maxChars) => {
      const short = stateOf(script.entries, { maxChars });
      expect(short.length).toBeLessThanOrEqual(maxChars);
      expect(Buffer.from(short).toString()).toBe(short);
    }),
    { numRuns: 20 },
  );
});

test('every real session has a state within the limit', () => {
  for (const path of TRANSCRIPTS) {
    expect(stateOf(readEntries(path), { secrets: SHOP_SECRETS }).length).toBeLessThanOrEqual(4_000);
  }
});
