import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FACTS } from './client/facts.ts';

const folder = join(import.meta.dirname, 'client');
const scenarios = readdirSync(folder).filter((name) => name.endsWith('.test.ts'));
const pins = new Map<string, string[]>();
for (const name of scenarios) {
  for (const [, fact = ''] of readFileSync(join(folder, name), 'utf8').matchAll(/pinned\(\s*'([^']+)'/g)) {
    const others = pins.get(fact) ?? [];
    pins.set(fact, others.includes(name) ? others : [...others, name]);
  }
}

/** The note beside the scenarios; `-u` writes it again. */
function note(): string {
  const rows = Object.entries(FACTS).map(([name, { says, source, reliedOnBy }]) =>
    [`**${name}.** ${says}`, source, reliedOnBy, (pins.get(name) ?? []).map((one) => `\`${one}\``).join(', ')].join(
      ' | ',
    ),
  );
  const table = ['fact | source | relied on by | pinned in', '--- | --- | --- | ---', ...rows]
    .map((row) => `| ${row} |`)
    .join('\n');
  return `# What we rely on\n\nEvery fact about Claude Code that this product relies on (\`facts.ts\`). A scenario that finds one changed fails with\nits name. Written by \`npx vitest run test/every-fact -u\`.\n\n${table}\n`;
}

describe('every fact of the client', () => {
  it.each(Object.keys(FACTS))('is pinned by a scenario: %s', (name) => {
    expect(pins.get(name) ?? []).not.toEqual([]);
  });

  it('stands in the note, as it is', async () => {
    await expect(note()).toMatchFileSnapshot(join(folder, 'FACTS.md'));
  });
});
