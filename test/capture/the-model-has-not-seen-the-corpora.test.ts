import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '../hooks/world.ts';
import { labelsIn } from './scorer.ts';

const plain = (text: string): string => (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');

it.each(['capture', 'capture-2', 'capture-3', 'capture-4'])(
  'no label of %s is among the sentences that it was trained from',
  async (name) => {
    const folder = join(projectRoot, 'test', 'fixtures', 'sentences');
    const known = new Set(
      readdirSync(folder)
        .filter((file) => file.endsWith('.jsonl'))
        .flatMap((file) => readFileSync(join(folder, file), 'utf8').trim().split('\n'))
        .map((line) => plain(String(JSON.parse(line).text))),
    );
    expect(known.size).toBeGreaterThan(10_000);
    const labels = await labelsIn(join(projectRoot, 'test', 'fixtures', name));
    expect(labels.length).toBeGreaterThan(150);
    // "Sure." is said by everybody.
    const telling = labels.filter(
      (text) => text.split(/\s+/).length > 4 || /[^\p{Script=Latin}\p{P}\p{N}\s]/u.test(text),
    );
    expect(telling.filter((text) => known.has(plain(text)))).toEqual([]);
  },
);
