import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { StateFolder } from '../../src/io/file-store.ts';
import { type AnswerScope, LastAnswers } from '../../src/state/last-answers.ts';
import { memory } from '../core/memories.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const SCOPE: AnswerScope = {
  destination: 'https://api.mem0.ai#key1',
  place: { appId: 'acme-shop' },
  aliases: { userIds: [], appIds: {} },
};
const AT = new Date().toISOString();

class Counted extends StateFolder {
  writes = 0;

  override writeSoon(path: string, content: string): void {
    this.writes += 1;
    super.writeSoon(path, content);
  }
}

function answers() {
  const folder = new Counted(temporaryFolder());
  return { folder, answers: new LastAnswers(folder) };
}

describe('the last answer', () => {
  it('is neither kept nor read where it is longer than any can be', () => {
    const { answers: a, folder } = answers();
    const short = { at: AT, rows: [memory('We deploy to Railway.')] };
    a.keep(SCOPE, short);
    const [name = ''] = folder.list('cache');
    const long = { ...short, rows: [memory('We deploy to Railway.', { categories: ['x'.repeat(3_000_000)] })] };
    const text = folder.read(`cache/${name}`) ?? '';
    folder.write(`cache/${name}`, text.replace('"rows":[', `"rows":[${JSON.stringify(long.rows[0])},`));
    expect(a.of(SCOPE)).toBeUndefined();
    a.keep(SCOPE, short);
    expect(a.of(SCOPE)).toEqual(short);
    a.keep(SCOPE, long);
    expect(folder.list('cache')).toEqual([]);
  });

  it('is given back in its own scope, and in no other', () => {
    const { answers: a, folder } = answers();
    const answer = { at: AT, rows: [memory('We deploy to Railway.')] };
    a.keep(SCOPE, answer);
    expect(a.of(SCOPE)).toEqual(answer);
    const { place } = SCOPE;
    const others: readonly Partial<AnswerScope>[] = [
      { destination: 'https://api.mem0.ai#key2' },
      { destination: 'http://127.0.0.1:1#key1' },
      { destination: 'local' },
      { place: {} },
      { place: { appId: 'other' } },
      { place: { ...place, userId: 'someone' } },
      { place: { ...place, override: { orgId: 'o', projectId: 'p' } } },
      { aliases: { userIds: ['before'], appIds: {} } },
      { aliases: { userIds: [], appIds: { 'acme-shop': ['before'] } } },
    ];
    for (const other of others) expect(a.of({ ...SCOPE, ...other })).toBeUndefined();
    // Whatever the name of a file says.
    const [name = ''] = folder.list('cache');
    const text = folder.read(`cache/${name}`) ?? '';
    folder.write(`cache/${name}`, text.replace('acme-shop', 'acme-else'));
    expect(a.of(SCOPE)).toBeUndefined();
  });

  it('goes with the key that was refused, in every scope of it, and no other goes', () => {
    const { answers: a } = answers();
    const other = { ...SCOPE, place: { appId: 'other' } };
    const anothers = { ...SCOPE, destination: 'https://api.mem0.ai#key2' };
    const local = { ...SCOPE, destination: 'local' };
    for (const scope of [SCOPE, other, anothers, local]) a.keep(scope, { at: AT, rows: [memory('x')] });
    a.forget('key1');
    expect([SCOPE, other, anothers, local].map((scope) => a.of(scope) !== undefined)).toEqual([
      false,
      false,
      true,
      true,
    ]);
    answers().answers.forget('key1');
  });

  it('is nothing once the platform has nothing, and nothing where it cannot be read', () => {
    const { answers: a, folder } = answers();
    a.keep(SCOPE, { at: AT, rows: [memory('x')] });
    const [name = ''] = folder.list('cache');
    expect(statSync(join(folder.root, 'cache', name)).mode & 0o777).toBe(0o600);
    a.keep(SCOPE, { at: AT, rows: [] });
    expect(folder.list('cache')).toEqual([]);
    a.keep(SCOPE, { at: AT, rows: [] });
    expect(a.of(SCOPE)).toBeUndefined();
    writeFileSync(join(folder.root, 'cache', name), '{"version":1,"rows":[{}]', { mode: 0o600 });
    expect(a.of(SCOPE)).toBeUndefined();
  });

  it('is written again when it is another one, or when it is of another hour', () => {
    const { answers: a, folder } = answers();
    const rows = [memory('x')];
    a.keep(SCOPE, { at: AT, rows });
    a.keep(SCOPE, { at: new Date(Date.parse(AT) + 1_000).toISOString(), rows });
    expect(folder.writes).toBe(1);
    expect(a.of(SCOPE)?.at).toBe(AT);
    const later = new Date(Date.parse(AT) + 60 * 60 * 1000).toISOString();
    a.keep(SCOPE, { at: later, rows });
    expect(a.of(SCOPE)?.at).toBe(later);
    a.keep(SCOPE, { at: AT, rows: [...rows, memory('y')] });
    expect(a.of(SCOPE)?.rows).toHaveLength(2);
    expect(folder.writes).toBe(3);
  });
});
