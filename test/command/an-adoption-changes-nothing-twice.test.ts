import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { servePlatform } from '../hooks/served-platform.ts';
import { printed, World } from '../hooks/world.ts';
import { killAtAdd, moved, put, type Said, type Served } from './moving.ts';

const TODAYS = 'mara@acme.example';

/** What the first plugin has left of a person, in this project and in another (platform contract §9). */
const FORMER: readonly Said[] = [
  { text: '[PINNED] We deploy to Railway.', type: 'decision', change: { timestamp: 1_700_000_000 } },
  { text: 'I prefer tabs.', type: 'user_preference' },
  {
    text: 'Cranes are hired by the week.',
    type: 'task_learning',
    metadata: { source: 'auto_capture', confidence: 0.7 },
  },
  { text: 'Tests stand beside the code.', type: 'convention', metadata: { source: 'cursor-import' } },
  { text: 'A session about cranes.', type: 'session_summary' },
  { text: 'A poem.', type: 'poem' },
  { text: 'Of another project.', type: 'decision', app: 'acme-barn' },
  { text: 'Somebody else said so.', type: 'decision', user: 'jo' },
].map((one) => ({ user: 'mara', ...one }));

async function withFormer(rows: readonly Said[] = FORMER) {
  const w = new World();
  const served = await servePlatform();
  await put(served.platform, rows);
  w.env = { ...served.env, USER: 'mara' };
  return { w, served };
}

async function todays(served: Served) {
  return (await served.memories({ user_id: TODAYS })) as unknown as {
    readonly memory: string;
    readonly app_id: string | null;
    readonly metadata: Readonly<Record<string, unknown>>;
    readonly created_at: string;
    readonly expiration_date: string | null;
  }[];
}

describe('an adoption', () => {
  it('shows what each becomes and what is left out, and writes nothing without consent', async () => {
    const { w, served } = await withFormer();
    const { status, stderr } = await w.run('mem0-hooks', ['adopt']);
    expect({ status, adds: served.adds().length }).toEqual({ status: 1, adds: 0 });
    expect(stderr).toContain('Would be written as mara@acme.example: 4 of 6.');
    expect(stderr).toMatch(/2023-11-14 +decision +We deploy to Railway\. \(pinned\)/);
    expect(stderr).toMatch(/user_preference becomes preference +I prefer tabs\./);
    expect(stderr).toMatch(/task_learning becomes insight +Cranes are hired/);
    expect(stderr).toMatch(/Tests stand beside the code\. \(until \d{4}-\d\d-\d\d\)/);
    expect(stderr).toMatch(/of a type that has no place here: 1\n.*A poem\.\n.*summaries of sessions: 1\n/);
    expect(stderr).toContain('Looked at user mara, project acme-shop: 6 rows.');
    expect(stderr).toContain('The old ones stay where they are.');
    expect(stderr).not.toMatch(/another project|Somebody/);
  });

  it('writes them under the ids of today with their dates, and leaves the old ones as they are', async () => {
    const { w, served } = await withFormer();
    const before = await served.memories({ user_id: 'mara' });
    const { status, outcome } = await moved(w, ['adopt']);
    expect({ status, outcome }).toMatchObject({ status: 0, outcome: { readBack: 4, left: [], differs: [] } });
    const rows = await todays(served);
    expect(rows).toHaveLength(4);
    const find = (text: string) => rows.find(({ memory }) => memory === text);
    expect(find('We deploy to Railway.')).toMatchObject({
      app_id: 'acme-shop',
      created_at: expect.stringContaining('2023-11-14T22:13:20'),
      metadata: { type: 'decision', pinned: true, policy: 'former', session_id: 'by-hand' },
    });
    expect(find('I prefer tabs.')).toMatchObject({ app_id: null, metadata: { type: 'preference' } });
    expect(find('Cranes are hired by the week.')).toMatchObject({
      metadata: { type: 'insight' },
      expiration_date: null,
    });
    expect(find('Tests stand beside the code.')?.expiration_date).toMatch(/^\d{4}-\d\d-\d\d/);
    expect(await served.memories({ user_id: 'mara' })).toEqual(before);
  });

  it('is known at the next start, without aliases', async () => {
    const { w } = await withFormer();
    await moved(w, ['adopt']);
    const pack = printed(await w.sessionStart('s1')).hookSpecificOutput?.additionalContext ?? '';
    expect(pack).toMatch(/## Pinned\n- .*Railway/);
    expect(pack).toMatch(/## Preferences of the user\n- .*I prefer tabs/);
    expect(pack).toMatch(/## Insights\n- .*Cranes/);
  });

  it('has nothing to do the second time', async () => {
    const { w, served } = await withFormer();
    await moved(w, ['adopt']);
    const { status, outcome } = await moved(w, ['adopt']);
    expect({ status, outcome }).toMatchObject({ status: 0, outcome: { sent: [], earlier: 4 } });
    expect(served.adds()).toHaveLength(4);
  });

  it('does not write what is known today in the same words, superseded or not', async () => {
    const { w, served } = await withFormer();
    await put(served.platform, [
      { text: 'We deploy to Railway.', user: TODAYS },
      { text: 'I prefer tabs.', type: 'preference', app: null, user: TODAYS },
    ]);
    const { outcome } = await moved(w, ['adopt']);
    expect(outcome.stays.filter(({ reason }) => reason === 'there')).toHaveLength(2);
    expect(served.adds()).toHaveLength(2);
  });

  it('killed in between goes on where it was', async () => {
    const { w, served } = await withFormer();
    killAtAdd(w, served, 2, true);
    expect((await w.run('mem0-hooks', ['adopt', '--yes'])).status).toBeNull();
    served.behaviour.fault = () => undefined;
    expect((await moved(w, ['adopt'])).status).toBe(0);
    expect((await todays(served)).map(({ memory }) => memory).sort()).toEqual([
      ...['Cranes are hired by the week.', 'I prefer tabs.', 'Tests stand beside the code.', 'We deploy to Railway.'],
    ]);
  });
});

describe('where the old memories lie', () => {
  it('is said by the person where it is elsewhere', async () => {
    const { w, served } = await withFormer([
      { text: 'Barns are red.', user: 'jo', app: 'old-barn' },
      { text: 'Barns are big.', user: TODAYS, app: 'old-barn' },
    ]);
    expect((await moved(w, ['adopt'])).outcome.sent).toHaveLength(0);
    const { outcome } = await moved(w, ['adopt', '--from-user', 'jo', '--from-app', 'old-barn']);
    expect(outcome.sent.map(({ project }) => project)).toEqual(['acme-shop', 'acme-shop']);
    expect(served.adds()).toHaveLength(2);
  });

  it('is known from the aliases of the settings', async () => {
    const { w, served } = await withFormer([{ text: 'Barns are red.', user: 'jo', app: 'old-barn' }]);
    // A first run makes the folder of the settings.
    await w.sessionStart('s1');
    const aliases = { user_ids: ['jo'], app_ids: { 'acme-shop': ['old-barn'] } };
    writeFileSync(join(w.home, '.mem0', 'settings.json'), JSON.stringify({ hooks: { aliases } }));
    expect((await moved(w, ['adopt'])).outcome.sent).toHaveLength(1);
    expect(served.adds()).toHaveLength(1);
  });

  it('is worked out of the last two parts of the origin', async () => {
    const { w } = await withFormer([{ text: 'Barns are red.', user: 'mara', app: 'sub-shop' }]);
    w.git('remote', 'set-url', 'origin', 'git@gitlab.example:group/sub/shop.git');
    expect((await moved(w, ['adopt'])).outcome.sent).toMatchObject([{ project: 'group-sub-shop' }]);
  });

  it.each(['*', ' '])('is never everywhere (%j)', async (id) => {
    const { w, served } = await withFormer([]);
    expect((await w.run('mem0-hooks', ['adopt', '--from-user', id])).status).toBe(2);
    expect(served.seen).toEqual([]);
  });
});
