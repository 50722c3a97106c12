/**
 * Today's work: what concerns the branch, the last commits or the last session state comes first, however old it is. It is found by a
 * search, since three hundred newer ones of its type stand before it.
 */
import { fact, state } from '../labels.mjs';

const INVOICES = fact('semicolons', 'The invoice export writes semicolons, because Excel in Germany wants them.', {
  age: 500,
});
const WEBHOOKS = fact('same event id', 'Webhook retries carry the same event id, so that a delivery counts once.', {
  type: 'insight',
  age: 620,
});
const TOTALS = fact('banker', 'Rounding of cart totals is half to even, the banker way.', {
  type: 'convention',
  age: 540,
});
const NEW = fact('Litestream', 'Backups are made with Litestream.', { age: 0.5 });

const commits = (...subjects) => subjects.map((subject) => ['commit', '-q', '--allow-empty', '-m', subject]);
const work = (id, memories, git, more = {}) => ({
  id: `work-${id}`,
  kind: "today's work",
  memories: [NEW, ...memories],
  repository: { git },
  ...more,
});

export const scenarios = [
  work('branch', [INVOICES], [['switch', '-q', '-c', 'feat/invoice-export']]),
  work('branch-of-a-ticket', [INVOICES], [['switch', '-q', '-c', 'mara/SHOP-412_invoice_export']]),
  work('commits', [WEBHOOKS], commits('Retry webhook deliveries with a backoff', 'Log webhook retries')),
  work(
    'state',
    [
      TOTALS,
      state(
        fact,
        'integer cents',
        'Where: branch main\nGoal: move cart totals to integer cents\nNext: the rounding of discounts',
        { age: 0.4 },
      ),
    ],
    [],
  ),
  work(
    'all-of-it',
    [
      ...[INVOICES, WEBHOOKS, TOTALS],
      state(fact, 'integer cents', 'Goal: move cart totals to integer cents\nNext: the rounding', {
        branch: 'feat/invoice-export',
        age: 0.4,
      }),
    ],
    [['switch', '-q', '-c', 'feat/invoice-export'], ...commits('Retry webhook deliveries')],
  ),
  work('on-this-machine', [INVOICES], [['switch', '-q', '-c', 'feat/invoice-export']], { on: 'file' }),
  work(
    'leaky',
    [
      INVOICES,
      {
        ...INVOICES,
        word: 'tabulators',
        text: 'The invoice export writes tabulators.',
        age: 700,
        expect: 'outdated',
        expires: -3,
      },
      {
        ...INVOICES,
        word: 'pipes',
        text: 'The invoice export writes pipes.',
        age: 3,
        expect: 'foreign',
        app: 'globex-shop',
      },
    ],
    [['switch', '-q', '-c', 'feat/invoice-export']],
    { leaky: true },
  ),
  work('detached', [WEBHOOKS], [...commits('Retry webhook deliveries with a backoff'), ['switch', '-q', '--detach']]),
];
