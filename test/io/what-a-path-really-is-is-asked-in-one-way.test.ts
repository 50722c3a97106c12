import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SOURCE = join(import.meta.dirname, '../../src');

it('the system itself is asked for a real path: Node keeps the letter case that was typed', () => {
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const asking = files.flatMap((name) => {
    const calls = readFileSync(join(SOURCE, name), 'utf8').match(/realpath(?:Sync)?(?:\.native)?\(/g) ?? [];
    return calls.map((call) => `${name.replaceAll('\\', '/')}: ${call}`);
  });
  // The second has to know why there is none.
  expect([...new Set(asking)].sort()).toEqual([
    'io/missing.ts: realpathSync.native(',
    'io/settings-file-edit.ts: realpathSync.native(',
  ]);
});
