/** §7 of the platform contract: filters by date. */
import { dayOf, finds } from '../acts.ts';
import { type Check, check } from '../check.ts';
import { DAY_MS } from '../host.ts';
import type { Trial } from '../trial.ts';

const NOON = '2026-01-20T12:00:00Z';

/** Three memories, each a day after the other, at noon UTC. */
async function threeDays(t: Trial): Promise<void> {
  for (const [text, day] of [
    ['19th', 19],
    ['20th', 20],
    ['21st', 21],
  ] as const) {
    await t.store(text, { timestamp: Date.parse(`2026-01-${day}T12:00:00Z`) / 1000 });
  }
}

export const FILTERS_OF_DATES: readonly Check[] = [
  check('7.6', 'gt and lt leave the instant itself out, gte and lte take it in', async (t) => {
    await threeDays(t);
    await finds(t, { created_at: { gt: NOON } }, ['21st']);
    await finds(t, { created_at: { gte: NOON } }, ['20th', '21st']);
    await finds(t, { created_at: { lt: NOON } }, ['19th']);
    await finds(t, { created_at: { lte: NOON } }, ['19th', '20th']);
  }),
  check('7.6', 'two in one object bound both sides', async (t) => {
    await threeDays(t);
    await finds(t, { created_at: { gte: '2026-01-20', lt: '2026-01-21' } }, ['20th']);
    await finds(t, { created_at: { gt: '2026-01-19T12:00:00Z', lte: '2026-01-21T12:00:00Z' } }, ['20th', '21st']);
    await finds(t, { created_at: { gte: '2026-01-22', lt: '2026-01-19' } }, []);
  }),
  check('7.6', 'bare, ne and in, of instants', async (t) => {
    await threeDays(t);
    await finds(t, { created_at: NOON }, ['20th']);
    await finds(t, { created_at: { ne: NOON } }, ['19th', '21st']);
    await finds(t, { created_at: { in: [NOON, '2026-01-21T12:00:00Z'] } }, ['20th', '21st']);
  }),
  check('7.6', 'a day means the whole of it, in UTC (ours)', async (t) => {
    await threeDays(t);
    await finds(t, { created_at: '2026-01-20' }, ['20th']);
    await finds(t, { created_at: { ne: '2026-01-20' } }, ['19th', '21st']);
    await finds(t, { created_at: { in: ['2026-01-19', '2026-01-20'] } }, ['19th', '20th']);
  }),
  check('7.6', 'timestamp is the time of creation (ours)', async (t) => {
    await threeDays(t);
    await finds(t, { timestamp: { gte: '2026-01-21' } }, ['21st']);
    await finds(t, { timestamp: Date.parse(NOON) / 1000 }, ['20th']);
  }),
  check('7.6', 'updated_at', async (t) => {
    await t.store('now');
    await finds(t, { updated_at: { gte: dayOf(t.host.now() - 2 * DAY_MS) } }, ['now']);
    await finds(t, { updated_at: { lt: dayOf(t.host.now() - 2 * DAY_MS) } }, []);
  }),
  check('7.6', 'expiration_date', async (t) => {
    await t.store('2098', { expiration_date: '2098-06-01' });
    await t.store('2099', { expiration_date: '2099-06-01' });
    await finds(t, { expiration_date: { gte: '2099-01-01' } }, ['2099']);
    await finds(t, { expiration_date: { lt: '2099-01-01' } }, ['2098']);
    await finds(t, { expiration_date: '2099-06-01' }, ['2099']);
    await finds(t, { expiration_date: { in: ['2098-06-01', '2097-01-01'] } }, ['2098']);
  }),

  check('7.21', 'expiration_date: what never expires is found beside what expires on another day (ours)', async (t) => {
    await t.store('2098', { expiration_date: '2098-06-01' });
    await t.store('2099', { expiration_date: '2099-06-01' });
    await t.store('never');
    await finds(t, { expiration_date: { ne: '2099-06-01' } }, ['2098', 'never']);
    await finds(t, { expiration_date: { ne: '2097-06-01' } }, ['2098', '2099', 'never']);
    await finds(t, { NOT: [{ expiration_date: { ne: '2099-06-01' } }] }, ['2099']);
  }),
  check('7.21', 'expiration_date: no other operator finds what never expires (ours)', async (t) => {
    await t.store('2099', { expiration_date: '2099-06-01' });
    await t.store('never');
    for (const op of ['gt', 'gte'] as const) await finds(t, { expiration_date: { [op]: '1970-01-01' } }, ['2099']);
    for (const op of ['lt', 'lte'] as const) await finds(t, { expiration_date: { [op]: '2999-01-01' } }, ['2099']);
    await finds(t, { expiration_date: { ne: '2098-06-01', gte: '1970-01-01' } }, ['2099']);
  }),
];
