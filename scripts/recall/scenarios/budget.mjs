/** Packs of any size: the budget is shared so that no section starves, and texts of any script are cut whole. */
import { any, anyState, fact } from '../labels.mjs';

const NEWEST = [
  fact('Litestream', 'Backups are made with Litestream.', { age: 0.1 }),
  fact('two approvals', 'Migrations need two approvals.', { type: 'convention', age: 0.1 }),
  fact('pg_repack', 'When orders bloats, run pg_repack.', { type: 'runbook', age: 0.1 }),
  fact('keep-alive', 'The 502s came from a keep-alive.', { type: 'insight', age: 0.1 }),
  fact('terse', 'I prefer terse answers.', { type: 'preference', age: 0.1 }),
];
/** Of today's work, which none of the others concerns: those that fit it would come before the newest ones. */
const STATE = anyState('Goal: tidy the wording of the imprint.', { age: 0.2 });
const LONG = 'It is told at length, with every step and every name, since nobody will remember it. '.repeat(30);
const CROWD = Array.from({ length: 60 }, (_, n) => any(`Report ${n}. ${LONG}`, { age: 1 + n / 100 }));
const PINNED = CROWD.map((one) => ({ ...one, type: 'runbook', metadata: { pinned: true } }));

const SCRIPTS = {
  chinese: '\u6211\u4eec\u51b3\u5b9a\u628a\u961f\u5217\u653e\u5728\u6570\u636e\u5e93\u91cc\u3002',
  thai: '\u0e40\u0e23\u0e32\u0e40\u0e01\u0e47\u0e1a\u0e02\u0e49\u0e2d\u0e21\u0e39\u0e25\u0e44\u0e27\u0e49\u0e43\u0e19\u0e10\u0e32\u0e19\u0e02\u0e49\u0e2d\u0e21\u0e39\u0e25',
  arabic:
    '\u0646\u062d\u0641\u0638 \u0627\u0644\u0637\u0644\u0628\u0627\u062a \u0641\u064a \u0642\u0627\u0639\u062f\u0629 \u0628\u064a\u0627\u0646\u0627\u062a. ',
  emoji: '\u{1f469}\u{1f3fd}\u200d\u{1f680}\u{1f1e8}\u{1f1ed}\u2764\ufe0f',
  'lone-halves': 'half \ud83d and half \ude00 ',
};

const budget = (id, memories, chars, more = {}) => ({
  ...{ id: `budget-${id}`, kind: 'budget', filler: false, memories },
  ...(chars === undefined ? {} : { env: { MEM0_PACK_CHARS: String(chars) } }),
  ...more,
});

export const scenarios = [
  ...[1000, 2000, 4000, 9500].map((chars) => budget(`of-${chars}`, [...NEWEST, STATE], chars, { filler: true })),
  budget('of-500', [NEWEST[4]], 500),
  budget(
    'full-and-500',
    NEWEST.map(({ text, type, age }) => any(text, { type, age })),
    500,
    { filler: true },
  ),
  budget('long-decisions', [...NEWEST, ...CROWD]),
  budget('long-pins', [...NEWEST, ...PINNED]),
  budget('long-state', [...NEWEST, anyState(`Goal: ${LONG}`)]),
  budget('long-everything', [...NEWEST, ...CROWD, ...PINNED, anyState(`Goal: ${LONG.repeat(9)}`)], 9500),
  ...Object.entries(SCRIPTS).map(([name, text]) =>
    budget(name, [
      ...NEWEST,
      ...[30, 31, 400].map((times, n) => any(text.repeat(times).toWellFormed(), { type: 'insight', age: 1 + n })),
    ]),
  ),
];
