import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { servePlatform } from './served-platform.ts';
import { processesOf, transcriptIn, World } from './world.ts';

it.each([
  ['denies the folder', (w: World) => ({ deny: { paths: [w.repository] } })],
  ['denies the project', () => ({ deny: { projects: ['acme-*'] } })],
  ['switches all off', () => ({ enabled: false })],
])('a background that waits for the platform sends nothing more once the person %s', async (_what, hooks) => {
  const w = new World();
  const served = await servePlatform();
  w.env = { ...served.env, MEM0_USER_ID: 'mara' };
  served.behaviour.instead = () => ({ status: 503, headers: {}, body: '' });
  const path = transcriptIn(w, 's1', ['Decision: the ledger is written in Rust.', 'Thanks.']);
  await w.sessionEnd('s1', path);
  await w.until(() => served.adds().length > 0);
  mkdirSync(join(w.home, '.mem0'), { recursive: true });
  writeFileSync(join(w.home, '.mem0', 'settings.json'), JSON.stringify({ hooks: hooks(w) }), { mode: 0o600 });
  served.behaviour.instead = () => undefined;
  await w.until(() => processesOf(w).length === 0);
  expect(await served.memories({ user_id: 'mara' })).toEqual([]);
  expect(w.names('spool/waiting')).toHaveLength(1);
});
