/**
 * A process of its own that writes to a store file; bundled and started by tests.
 * `add FILE NAME COUNT`: opens the platform and makes COUNT adds, each told once it is answered; a NAME that ends in `-libsql` with that driver. `hang FILE`: leaves a transaction open until it is killed.
 */
import { writeSync } from 'node:fs';
import { openLocalPlatform } from '../../src/local/platform.ts';
import { libsql } from '../../src/local/store/driver.ts';
import { openStore } from '../../src/local/store/open.ts';

async function addMany(file: string, name: string, count: number): Promise<void> {
  const openFile = name.endsWith('-libsql') ? libsql.load() : undefined;
  const platform = await openLocalPlatform({
    file,
    user: 'dev@localhost',
    now: Date.now,
    ...(openFile && { openFile }),
  });
  for (let n = 0; n < count; n += 1) {
    const body = {
      messages: [{ role: 'user', content: `We use tool ${name}-${n} for builds.` }],
      user_id: 'u',
      infer: n % 2 === 0,
    };
    const answer = await platform.send(
      { method: 'POST', path: '/v3/memories/add/', body },
      { deadline: Date.now() + 5000 },
    );
    if (answer.status !== 200) throw new Error(`status ${answer.status}`);
    writeSync(1, `${n}\n`);
  }
  platform.close();
}

function hang(file: string): void {
  const store = openStore(file);
  store.write(() => {
    for (let n = 0; n < 500; n += 1) {
      store.insert(
        { org_id: 'local', project_id: 'local' },
        {
          ...{ id: `half-${n}`, memory: `half written ${n}`, user_id: 'u', agent_id: null, app_id: null, run_id: null },
          ...{ metadata: null, attributes: null, expiration_date: null, categories: null, categorise_at: null },
          ...{ created_at: 1, updated_at: 1, category_names: null, immutable: false, touches: null },
        },
      );
    }
    writeSync(1, 'writing\n');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 30_000);
  });
}

const [, , mode, file = '', name = '', count = '0'] = process.argv;
if (mode === 'hang') hang(file);
else void addMany(file, name, Number(count));
