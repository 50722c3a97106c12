import { chmodSync, existsSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { libsql, nodeSqlite, type OpenFile, opener, selectDriver } from '../../src/local/store/driver.ts';
import { faultName, LocalStoreError, reasonFor } from '../../src/local/store/errors.ts';
import { nativeOpener } from '../../src/local/store/native-libsql.ts';
import { openStore } from '../../src/local/store/open.ts';
import { MIGRATIONS, migrate } from '../../src/local/store/schema.ts';
import { MINE, openTestPlatform, START, temporaryFolder } from './local-platform.ts';

const open = selectDriver();

function reasonOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof LocalStoreError) return error.reason;
    throw error;
  }
  return 'none';
}

describe('the schema version', () => {
  it('a newer schema is refused and the file left as it was', () => {
    const file = join(temporaryFolder(), 'memory.db');
    openStore(file).close();
    const db = open(file);
    db.exec(`PRAGMA user_version = ${MIGRATIONS.length + 1}`);
    expect(reasonOf(() => openStore(file))).toBe('newer-schema');
    expect(db.prepare('PRAGMA user_version').all([])[0]?.['user_version']).toBe(MIGRATIONS.length + 1);
    db.close();
  });

  it('an older schema is migrated, and its rows are kept', () => {
    const db = open(join(temporaryFolder(), 'memory.db'));
    const steps = [
      'CREATE TABLE notes(text TEXT)',
      'ALTER TABLE notes ADD COLUMN lang TEXT',
      "UPDATE notes SET lang = 'en'",
    ];
    migrate(db, steps.slice(0, 1));
    db.exec("INSERT INTO notes VALUES('kept')");
    migrate(db, steps);
    expect(db.prepare('SELECT text, lang FROM notes').all([])).toEqual([
      expect.objectContaining({ text: 'kept', lang: 'en' }),
    ]);
    expect(db.prepare('PRAGMA user_version').all([])[0]?.['user_version']).toBe(3);
    db.close();
  });

  it('a migration that fails leaves the old version whole', () => {
    const db = open(join(temporaryFolder(), 'memory.db'));
    migrate(db, ['CREATE TABLE notes(text TEXT)']);
    expect(() => migrate(db, ['', 'ALTER TABLE notes ADD COLUMN lang TEXT', 'NO SQL AT ALL'])).toThrow();
    expect(db.prepare('PRAGMA user_version').all([])[0]?.['user_version']).toBe(1);
    expect(db.prepare('SELECT count(*) AS n FROM pragma_table_info(?)').all(['notes'])[0]?.['n']).toBe(1);
    db.close();
  });
});

describe('the file', () => {
  it('is for its owner alone, with what SQLite puts beside it', async () => {
    const { file, add } = await openTestPlatform();
    await add('We use tabs.');
    for (const suffix of ['', '-wal', '-shm']) {
      expect(existsSync(file + suffix)).toBe(true);
      expect(statSync(file + suffix).mode & 0o777).toBe(0o600);
    }
  });

  it('that others may read is made private again', () => {
    const file = join(temporaryFolder(), 'memory.db');
    openStore(file).close();
    chmodSync(file, 0o644);
    openStore(file).close();
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('behind a link is not followed', () => {
    const folder = temporaryFolder();
    symlinkSync(join(folder, 'elsewhere.db'), join(folder, 'memory.db'));
    expect(reasonOf(() => openStore(join(folder, 'memory.db')))).toBe('cannot-open');
    expect(existsSync(join(folder, 'elsewhere.db'))).toBe(false);
  });

  it('in a folder that is missing, or with other content, cannot be opened', () => {
    const folder = temporaryFolder();
    expect(reasonOf(() => openStore(join(folder, 'none', 'memory.db')))).toBe('cannot-open');
    writeFileSync(join(folder, 'memory.db'), 'this is no database, but long enough to be looked at '.repeat(40));
    expect(reasonOf(() => openStore(join(folder, 'memory.db')))).toBe('cannot-open');
  });

  it('that was closed rejects what comes later', async () => {
    const platform = await openTestPlatform();
    platform.close();
    await expect(platform.texts(MINE)).rejects.toMatchObject({ name: 'LocalStoreError', reason: 'cannot-open' });
  });
});

describe('a fault of the store', () => {
  it('undoes the whole request and says nothing of what was stored', async () => {
    const platform = await openTestPlatform({ newId: () => '11111111-1111-4111-8111-111111111111' });
    const messages = [
      { role: 'user', content: 'the first of two' },
      { role: 'user', content: 'with the same id' },
    ];
    const failed = platform.add('', { messages, infer: false });
    await expect(failed).rejects.toMatchObject({ name: 'LocalStoreError', reason: 'cannot-open', sent: false });
    await expect(failed).rejects.not.toThrow(/first of two|same id/);
    expect(await platform.texts(MINE)).toEqual([]);
  });

  it.each([
    [{ code: 'SQLITE_BUSY_SNAPSHOT' }, 'unavailable'],
    [{ code: 'SQLITE_FULL' }, 'full'],
    [{ code: 'SQLITE_READONLY_DBMOVED' }, 'read-only'],
    [{ code: 'SQLITE_CORRUPT' }, 'cannot-open'],
    [{ code: 'ERR_SQLITE_ERROR', errcode: 5 | (2 << 8) }, 'unavailable'],
    [{ code: 'ERR_SQLITE_ERROR', errcode: 13 }, 'full'],
    [{ code: 'ERR_SQLITE_ERROR', errcode: 8 }, 'read-only'],
    [{ code: 'EACCES' }, 'cannot-open'],
    [{}, 'cannot-open'],
  ])('%j has a reason of the closed list: %s', (facts, reason) => {
    expect(reasonFor(Object.assign(new Error('x'), facts))).toBe(reason);
  });

  it('is named through an allow-list', () => {
    expect(faultName(Object.assign(new Error('value: secret'), { code: 'SQLITE_BUSY' }))).toBe('SQLITE_BUSY');
    expect(faultName(Object.assign(new Error('value: secret'), { code: 'x'.repeat(100) }))).toBe('Error');
    expect(faultName('secret')).toBe('unknown fault');
  });
});

describe('the driver', () => {
  const absent = { name: 'absent', load: () => undefined };
  const broken = {
    name: 'broken',
    load: () => {
      throw Object.assign(new Error('not installed here'), { code: 'MODULE_NOT_FOUND' });
    },
  };

  it('none: says what each of them lacked and what to do', () => {
    expect(reasonOf(() => selectDriver([absent, broken]))).toBe('no-driver');
    expect(() => selectDriver([absent, broken])).toThrow(/absent.*broken: MODULE_NOT_FOUND.*npm ci/);
  });

  it('the next one is taken when the first is missing', () => {
    expect(selectDriver([absent, broken, nodeSqlite, libsql])).toEqual(expect.any(Function));
  });

  it('both that are here write the same file', () => {
    const file = join(temporaryFolder(), 'memory.db');
    const here = [nodeSqlite, libsql].flatMap((driver) => driver.load() ?? []);
    expect(here.length).toBeGreaterThan(0);
    for (const [at, openFile] of here.entries()) {
      const store = openStore(file, openFile);
      store.sql.run(
        "INSERT INTO events(id, org_id, project_id, event_type, status, results, created_at, updated_at) VALUES(?, 'o', 'p', 'ADD', 'SUCCEEDED', '[]', ?, ?)",
        [`e${at}`, START, START],
      );
      expect(store.sql.all('SELECT id FROM events', [])).toHaveLength(at + 1);
      store.close();
    }
  });

  it('loading it leaves the warnings of others alone', () => {
    const before = process.emitWarning;
    nodeSqlite.load();
    expect(process.emitWarning).toBe(before);
  });
});

/** libsql's wrapper, and its addon without it, on a Node that has no driver of its own. */
describe('libsql', () => {
  const load = createRequire(import.meta.url);
  const ways = [
    ['by its addon', nativeOpener(load)],
    ['by its wrapper', withoutAddon(load)],
  ] as const;

  it.each(ways)('%s writes, reads any number of rows and tells faults by their codes', (_, opened) => {
    // Where the addon is for another machine, the wrapper is what is used.
    const openFile = opened ?? withoutAddon(load);
    const db = openFile(join(temporaryFolder(), 'memory.db'));
    db.exec('CREATE TABLE t(n INTEGER PRIMARY KEY, word TEXT, share REAL)');
    for (const count of [0, 1, 99, 100, 101, 250]) {
      db.exec('DELETE FROM t');
      const insert = db.prepare('INSERT INTO t SELECT value, ?, 0.5 FROM json_each(?)');
      expect(insert.run(['w', JSON.stringify(Array.from({ length: count }, (_none, n) => n))])).toBe(count);
      const rows = db.prepare('SELECT n, word, share, NULL AS blank FROM t WHERE word = ? ORDER BY n').all(['w']);
      expect(rows.map(({ n }) => n)).toEqual(Array.from({ length: count }, (_none, n) => n));
      if (count > 0) expect({ ...rows[0] }).toEqual({ n: 0, word: 'w', share: 0.5, blank: null });
    }
    expect(db.prepare('SELECT ? AS one, ? AS two').all([null, 2])[0]).toEqual({ one: null, two: 2 });
    const codeOf = (work: () => unknown) => {
      try {
        work();
      } catch (error) {
        return error instanceof Error && 'code' in error ? error.code : error;
      }
      return 'none';
    };
    expect(codeOf(() => db.exec('NO SQL AT ALL'))).toBe('SQLITE_ERROR');
    expect(codeOf(() => db.prepare('SELECT none FROM t'))).toBe('SQLITE_ERROR');
    expect(codeOf(() => db.prepare('INSERT INTO t VALUES(?, ?, ?)').run([1, 'w', 1]))).toMatch(/^SQLITE_CONSTRAINT/);
    db.close();
  });

  it('is opened by its wrapper where the addon is missing or is not as it is known', () => {
    const missing = () => {
      throw Object.assign(new Error('not installed here'), { code: 'MODULE_NOT_FOUND' });
    };
    expect(nativeOpener(missing)).toBeUndefined();
    expect(nativeOpener(() => ({ databaseOpen: () => ({}) }))).toBeUndefined();
  });
});

function withoutAddon(load: (name: string) => unknown): OpenFile {
  return opener(load('libsql') as Parameters<typeof opener>[0]);
}
