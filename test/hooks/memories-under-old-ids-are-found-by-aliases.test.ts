import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/contract/wire.ts';
import { servePlatform } from './served-platform.ts';
import { DESIGN_ADDS, printed, transcriptOf, World } from './world.ts';

const ALIASES = { user_ids: ['mara'], app_ids: { 'Acme-Shop': ['shop'] } };

/** A platform that has what the first plugin wrote, under ids of its own (platform contract §9). */
async function withFormerMemories() {
  const served = await servePlatform();
  const put = async (text: string, type: string, more: JsonObject) => {
    const messages = [{ role: 'user', content: text }];
    const body: JsonObject = { messages, metadata: { type }, infer: false, ...more };
    const request = { method: 'POST', path: '/v3/memories/add/', body } as const;
    expect((await served.platform.send(request, { deadline: Number.POSITIVE_INFINITY })).status).toBe(200);
  };
  await put('We deploy to Railway.', 'decision', { user_id: 'mara', app_id: 'shop' });
  await put('Cranes are hired by the week.', 'task_learning', { user_id: 'mara', app_id: 'acme-shop' });
  await put('I prefer tabs.', 'user_preference', { user_id: 'mara', app_id: 'shop' });
  await put('Somebody else said so.', 'decision', { user_id: 'jo', app_id: 'shop' });
  await put('Of another project.', 'decision', { user_id: 'mara', app_id: 'barn' });
  await put('We deploy to Railway.', 'convention', { user_id: 'mara@acme.example', app_id: 'acme-shop' });
  return served;
}

function settings(w: World, hooks: JsonObject): void {
  mkdirSync(join(w.home, '.mem0'), { recursive: true });
  writeFileSync(join(w.home, '.mem0', 'settings.json'), JSON.stringify({ theme: 'dark', hooks }));
}

describe('memories under ids of before', () => {
  it('are in the pack where the own file lists the ids, and not without it', async () => {
    const w = new World();
    const served = await withFormerMemories();
    w.env = served.env;
    const packOf = async () => printed(await w.sessionStart('s1')).hookSpecificOutput?.additionalContext ?? '';
    const without = await packOf();
    expect(without).toContain('Railway');
    expect(without).not.toMatch(/Cranes|tabs|Somebody|another project/);
    const asked = served.seen.length;
    settings(w, { aliases: ALIASES });
    const pack = await packOf();
    expect(pack).toMatch(/## Preferences of the user\n- .*I prefer tabs/);
    expect(pack).toMatch(/## Insights\n- .*Cranes/);
    // As today has it, and once.
    expect(pack).toMatch(/## Conventions\n- .*Railway/);
    expect(pack.match(/Railway/g)).toHaveLength(1);
    expect(pack).not.toMatch(/Somebody|another project/);
    // The first start asked for the user as well; here pins of before have a read of their own, and nothing else is asked for more often.
    expect(served.seen.length - asked).toBe(asked);
  });

  it('a repository cannot list them', async () => {
    const w = new World();
    const served = await withFormerMemories();
    w.env = served.env;
    writeFileSync(join(w.repository, '.mem0-hooks.json'), JSON.stringify({ aliases: ALIASES }));
    expect(JSON.stringify(printed(await w.sessionStart('s1')))).not.toMatch(/Cranes|tabs/);
  });

  it('are not added to: what a session says goes to the ids of today', async () => {
    const w = new World();
    const served = await withFormerMemories();
    w.env = served.env;
    settings(w, { aliases: ALIASES });
    const transcript = transcriptOf('a-design-discussion');
    await w.sessionStart('s1');
    await w.preCompact('s1', transcript);
    await w.sessionEnd('s1', transcript);
    await w.settled();
    const adds = served.adds().map(({ body }) => [body?.['user_id'], body?.['app_id']]);
    expect(adds).toHaveLength(DESIGN_ADDS + 1);
    for (const [user, app] of adds) expect([user, app ?? 'acme-shop']).toEqual(['mara@acme.example', 'acme-shop']);
  });
});
