import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Evidence } from '../../src/core/omission/evidence.ts';
import { Needles } from '../../src/core/omission/needles.ts';
import { omitRepeats } from '../../src/core/omission/omit.ts';
import { omissionMark } from '../../src/core/talk/marks.ts';
import { wellFormed } from '../../src/core/talk/wellformed.ts';
import {
  captureOf,
  captureOfFile,
  Script,
  sentText,
  shopTree,
  TRANSCRIPTS,
  transcriptOf,
} from '../support/transcripts.ts';

const FILES = [
  'CLAUDE.md',
  'docs/ARCHITECTURE.md',
  'src/billing/CLAUDE.md',
  'src/billing/webhook.ts',
  'src/routes/cart.ts',
];
const textOf = (path: string): string =>
  readFileSync(fileURLToPath(new URL(`../fixtures/shop-repo/${path}`, import.meta.url)), 'utf8');
const plain = (text: string): string => ` ${(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')} `;
const LINES = FILES.flatMap((path) => textOf(path).split('\n')).filter((line) => {
  const words = plain(line).trim().split(' ');
  return words.length > 2 && words.join('').length >= 20;
});

/** What of `lines` stands in `text`, word by word, whatever stands between the words. */
function leaked(text: string, lines: readonly string[] = LINES): string[] {
  return lines.filter((line) => plain(text).includes(plain(line)));
}

test('no line of the repository leaves in any real session, with or without the working tree', () => {
  for (const path of TRANSCRIPTS) {
    expect({ path, leaked: leaked(sentText(captureOfFile(path))) }).toEqual({ path, leaked: [] });
  }
});

test('a pasted file goes to the last bracket, and the words around it stay', () => {
  const capture = captureOfFile(transcriptOf('b-paste-and-mentions'));
  const sent = sentText(capture);
  expect(sent).not.toMatch(/sku|qty: number|unitPrice|^}/m);
  expect(sent).toContain('I want to keep that branded.');
  expect(capture.omitted.map((one) => one.path)).toContain('src/lib/money.ts');
});

test('a paste that is glued to words leaves the words on both sides whole', () => {
  const paste = textOf('src/routes/cart.ts').trim();
  const script = new Script().human(
    `Decision: the rounding moves out of this module: ${paste} Decision: prices stay integers.`,
  );
  const capture = captureOf(script.entries, { tree: shopTree() });
  expect(sentText(capture)).toBe(
    `Decision: the rounding moves out of this module:\n[omitted: src/routes/cart.ts, ${paste.split('\n').length} lines]\nDecision: prices stay integers.`,
  );
});

describe('a quotation of CLAUDE.md is caught', () => {
  const rules = textOf('CLAUDE.md')
    .split('\n')
    .filter((line) => line.startsWith('- ') && line.length > 40);
  const words = rules.map((line) => line.slice(2));
  const forms: Record<string, string> = {
    asItIs: rules.join('\n'),
    quoted: rules.map((line) => `> ${line}`).join('\n'),
    indented: rules.map((line) => `    ${line}`).join('\n'),
    numbered: words.map((line, n) => `${n + 1}. ${line}`).join('\n'),
    lineNumbers: rules.map((line, n) => `${n + 12}\t${line}`).join('\n'),
    arrows: rules.map((line, n) => `   ${n + 12}→${line}`).join('\n'),
    oneParagraph: words.join(' '),
    wrapped: words.map((line) => line.replace(/(.{20}\S*) /g, '$1\n  ')).join('\n\n'),
    withoutTicks: words.map((line) => line.replaceAll('`', '')).join('\n'),
    inQuotes: words.map((line) => `The file says "${line}" to us.`).join('\n'),
    fenced: `\`\`\`md\n${rules.join('\n')}\n\`\`\``,
    diff: `diff --git a/CLAUDE.md b/CLAUDE.md\n--- a/CLAUDE.md\n+++ b/CLAUDE.md\n@@ -1,2 +1,3 @@\n${rules.map((line) => `+${line}`).join('\n')}`,
  };
  test.each(Object.entries(forms))('%s', (_, form) => {
    expect(rules.length).toBeGreaterThan(2);
    for (const read of [true, false]) {
      const script = new Script().human('Why does the handler return a result type?');
      if (read) script.reads('/home/dev/shop/CLAUDE.md', textOf('CLAUDE.md'));
      script.claude(`Because the rules say so:\n\n${form}\n\nThat is the reason.`);
      const capture = captureOf(script.entries, read ? {} : { tree: shopTree() });
      const sent = sentText(capture).replace(/\s+/g, ' ');
      for (const sentence of words.flatMap((line) => line.split(/(?<=[.;]) /))) {
        expect(sent).not.toContain(sentence.replaceAll('`', '').slice(0, 30));
        expect(sent).not.toContain(sentence.slice(0, 30));
      }
      expect(sent).toContain('Because the rules say so:');
      expect(sent).toContain('That is the reason.');
      expect(capture.omitted.length).toBeGreaterThan(0);
    }
  });
});

describe('a quotation of one wrapped sentence is caught, whatever stands before its lines or in them', () => {
  const rule =
    'Every migration must be reversible, and nobody drops a column before two releases have gone by without it.';
  const lines = rule.split(/(?<=reversible,|drops a|two releases) /);
  const numbered = (prefix: (n: number) => string) => lines.map((line, n) => `${prefix(n + 41)}${line}`).join('\n');
  const forms: Record<string, string> = {
    asItIs: rule,
    wrapped: lines.join('\n'),
    grep: numbered((n) => `docs/db.md:${n}:`),
    grepContext: numbered((n) => `docs/db.md-${n}-`),
    grepOfOneFile: numbered((n) => `${n}:`),
    ripgrep: numbered((n) => `docs/db.md:${n}:3:`),
    arrows: numbered((n) => `    ${n}→`),
    tabs: numbered((n) => `  ${n}\t`),
    link: rule.replace('a column', '[a column](docs/columns.md#drop)'),
    linkAtTheEnd: rule.replace('without it.', '[without it](docs/it.md).'),
    linkOfReference: rule.replace('a column', '[a column][cols]'),
    emphasis: rule.replace('must', '**must**').replace('nobody', '_nobody_'),
    tags: rule.replace('must', '<b>must</b>').replace('nobody', '<em>nobody</em>'),
    tagAround: `<strong>${rule}</strong>`,
    linkInHtml: rule.replace('a column', '<a href="docs/columns.md">a column</a>'),
    colours: rule.replace('must', '\u001b[1;31mmust\u001b[0m').replace('drops', '\u001b[31mdr\u001b[mops'),
  };
  const all = Object.entries(forms).flatMap(([shown, inFile]) =>
    Object.entries(forms).map(([said, inWords]) => [shown, said, inFile, inWords] as const),
  );
  test.each(all)('shown as %s, said as %s', (_shown, _said, inFile, inWords) => {
    const text = wellFormed(`I have read this:\n${inWords}\nIt is too strict.`);
    const evidence = new Evidence(new Needles([text]));
    evidence.show(inFile, { kind: 'tree', position: 0, source: { label: 'docs/db.md', isPath: true } });
    expect(omitRepeats(text, evidence, { position: 2 }).text).toBe(
      `I have read this:\n[omitted: docs/db.md, ${inWords.split('\n').length === 1 ? '1 line' : '4 lines'}]\nIt is too strict.`,
    );
  });
});

describe('what compilers and tables repeat of a file', () => {
  const file =
    'export function totalOf(items) {\n  const shipping = ratesFor(items).cheapest;\n}\n| E17 | the ledger was locked by the night | Mara |\n';
  const own = 'We use the flat rate because of that.';
  test.each([
    `src/cart.ts:2:9 - error TS2322: It is not assignable.\n\n2   const shipping = ratesFor(items).cheapest;\n          ~~~~~~~~\n${own}`,
    `> 2 |   const shipping = ratesFor(items).cheapest;\n    |         ^\n${own}`,
    ` --> src/cart.rs:2:9\n  |\n2 |   const shipping = ratesFor(items).cheapest;\n  |         ^^^^^^^^\n${own}`,
    `E17: the ledger was locked by the night. ${own}`,
    `E17\tthe ledger was locked by the night\tMara\n${own}`,
  ])('%j', (text) => {
    const evidence = new Evidence(new Needles([text]));
    evidence.show(file, { kind: 'tree', position: 0, source: { label: 'src/cart.ts', isPath: true } });
    const kept = omitRepeats(text, evidence, { position: 2 }).text;
    expect(kept).toContain(own);
    expect(kept).not.toMatch(/ratesFor|cheapest|ledger/);
  });
});

test.each([
  ['a link', 'We follow [our notes](https://example.invalid/notes) because they are short.'],
  ['a tag', 'We write <b>never</b> in bold because people skip it.'],
  ['a place', 'src/a.ts:12: this branch goes because nobody calls it.'],
])('own words with %s in them stay as they are', (_, text) => {
  const tree = [
    ['a.md', 'See [the notes](https://example.invalid/notes).\nsrc/a.ts:12: this is another one.\n<b>never</b>'],
  ] as const;
  const capture = captureOf(new Script().human(text).entries, { tree });
  expect(sentText(capture)).toBe(text);
});

describe('a fence that is never closed', () => {
  const code =
    'const total = items.reduce((sum, one) => sum + one.price, 0);\n\nexport function totalOf() {\n  return total;\n}';
  const own = [
    'We keep the totals in cents because floats burned us in the refund job.',
    'From now on we use pnpm everywhere because npm broke the lockfile twice',
    '- Decision: `totalOf` stays in this module.\n- It is tested because of the refunds.',
    'Nous gardons les centimes partout, parce que les arrondis nous ont coûté cher.',
    '今後は金額をすべてセント単位で保持することにします',
  ];
  test.each(own)('keeps what a person says behind it: %s', (statement) => {
    for (const fence of ['```ts', '```', '~~~js', '> ```ts']) {
      const text = `Here it is:\n${fence}\n${code}\n\n${statement}\n\n${code}\n\n${own[0]}`;
      const kept = omitRepeats(text, new Evidence(new Needles([text])), { position: 2 });
      expect(kept.text).toBe(
        `Here it is:\n[omitted: code block, 5 lines]\n\n${statement}\n\n[omitted: code block, 5 lines]\n\n${own[0]}`,
      );
    }
  });

  test('ends where another begins', () => {
    const text = `\`\`\`ts\n${code}\n\n${own[0]}\n\n\`\`\`js\n${code}\n\`\`\`\n${own[1]}`;
    const kept = omitRepeats(text, new Evidence(new Needles([text])), { position: 2 });
    const mark = '[omitted: code block, 5 lines]';
    expect(kept.text).toBe(`${mark}\n\n${own[0]}\n\n${mark}\n${own[1]}`);
  });

  test.each([
    'SELECT name FROM users WHERE age > 3',
    'npm run build\ngit push origin main now please ok',
    '# Build the image and push it to the registry.',
    '// The total of all the items in the cart.',
    '    The total of all the items in the cart.',
    'name: Build and test on every push\non: push',
    'return the_total',
  ])('hides code of any kind: %s', (more) => {
    const text = `Here it is:\n\`\`\`\n${code}\n\n${more}`;
    expect(omitRepeats(text, new Evidence(new Needles([text])), { position: 2 }).text).toMatch(
      /^Here it is:\n\[omitted: code block, \d+ lines\]$/,
    );
  });
});

test('a fence of prose that is never closed hides all that follows', () => {
  const script = new Script().claude(`It fails because of what stands there:\n\`\`\`md\n${textOf('CLAUDE.md')}`);
  expect(sentText(captureOf(script.entries))).toBe(
    'It fails because of what stands there:\n[omitted: code block, 16 lines]',
  );
});

test("a person's own sentence that merely shares words stays", () => {
  const own = [
    'Money should be integer cents because floats burned us in the refund job.',
    'Our handlers return results, and I want to keep the Result type.',
    'The webhook retries for three days because the provider says so.',
    'ok, we run the tests twice because they failed at random.',
  ];
  const script = new Script().reads('/home/dev/shop/CLAUDE.md', textOf('CLAUDE.md'));
  for (const sentence of own) script.human(sentence).claude('Noted because you said so.');
  const capture = captureOf(script.entries, { tree: shopTree() });
  for (const sentence of own) expect(sentText(capture)).toContain(sentence);
  expect(capture.omitted).toEqual([]);
});

test('a line of code within a sentence goes, without any mark around it, and the sentence stays', () => {
  const code = [
    '    where not is_training_till',
    '        sum(amount_cents) as total_cents,',
    '    @GET("v2/stops/{id}/departures")',
    '  return formatCurrency(totalCents, locale);',
    "  if (isSettled(order)) return 'settled';",
    '  private readonly ledgerOfPayments = openLedger();',
  ];
  const tree = [['src/made-up.kt', code.join('\n')]] as const;
  for (const line of code) {
    const quoted = line.trim();
    const script = new Script()
      .human(`why does it say ${quoted} there, we decided on Tuesday that both of the tills count`)
      .claude(
        `The rule today is ${quoted} for each of the tills. I make it look at the whole day instead of at one line.`,
      );
    for (const given of [tree, []]) {
      const shown = given.length > 0 ? script : new Script().reads('/home/dev/shop/src/made-up.kt', code.join('\n'));
      if (given.length === 0)
        shown.human(`why does it say ${quoted} there, we decided on Tuesday that both of the tills count`);
      const sent = sentText(captureOf(shown.entries, { tree: given }));
      expect(leaked(sent, [line])).toEqual([]);
      expect(sent).toContain('we decided on Tuesday that both of the tills count');
    }
  }
});

test('names and calls of the repository in a sentence stay, and so does what is merely a part of a line', () => {
  const code = [
    'export const isTrainingTill = (till: Till, at: Date): boolean => till.training && at < till.openedAt;',
    'refreshToken(user);',
    'server_clock_2',
    'npm run test:unit',
  ];
  const own = [
    'We decided that isTrainingTill takes a till and a date, because tills move.',
    'We call refreshToken(user) before each of the requests, since it is cheap.',
    'We put it behind the flag server_clock_2 and never in front of it.',
    'Before a release we always say npm run test:unit and wait for it.',
  ];
  const script = new Script().reads('/home/dev/shop/src/made-up.ts', code.join('\n'));
  for (const sentence of own) script.human(sentence).claude('Noted.');
  const sent = sentText(captureOf(script.entries, { tree: [['src/made-up.ts', code.join('\n')]] }));
  for (const sentence of own) expect(sent).toContain(sentence);
});

test('short common words and bare paths are no evidence', () => {
  const script = new Script()
    .runs('ls; echo', 'src/billing/webhook.ts\nok\nDone.\nrun the tests\n')
    .human('We settled on `src/billing/webhook.ts` because of the tests. Done.\nok\nrun the tests');
  expect(captureOf(script.entries).omitted).toEqual([]);
});

test('three hyphens and plus signs of prose are no diff', () => {
  const text = 'We decided two things:\n--- first of them\n+ because it is cheap\n- because it is small';
  const capture = captureOf(new Script().human(text).entries);
  expect(capture.omitted).toEqual([]);
});

test('any mix of own sentences and file lines keeps the one and omits the other', () => {
  const own = fc.integer({ min: 0, max: 999 }).map((n) => `We settled case number ${n} because of its price.`);
  fc.assert(
    fc.property(fc.array(fc.oneof(own, fc.constantFrom(...LINES)), { minLength: 1, maxLength: 15 }), (lines) => {
      const capture = captureOf(new Script().human(`Remember this:\n${lines.join('\n')}`).entries, {
        tree: shopTree(),
      });
      const sent = sentText(capture);
      expect(leaked(sent)).toEqual([]);
      for (const line of lines) if (!LINES.includes(line)) expect(sent).toContain(line);
    }),
  );
});

test('a path in a mark cannot close it', () => {
  expect(omissionMark('a]\nb', 2)).toBe('[omitted: a__b, 2 lines]');
});
