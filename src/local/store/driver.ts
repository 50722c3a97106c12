/**
 * One small adapter over the two SQLite drivers: `node:sqlite` where Node has it, else `libsql` (optional dependency).
 * Both write the same file format and take the same locks, so processes with different drivers may share one file.
 * Out of scope: what is stored (`schema.ts`, `store.ts`).
 */
import { createRequire } from 'node:module';
import { LocalStoreError } from './errors.ts';
import { nativeOpener } from './native-libsql.ts';

export type SqlValue = string | number | null;
export type SqlRow = Readonly<Record<string, unknown>>;

/** A prepared statement. `run` gives the number of changed rows, `all` reads to the end, so that no lock stays behind. */
export interface SqlStatement {
  run(params: readonly SqlValue[]): number;
  all(params: readonly SqlValue[]): readonly SqlRow[];
}

export interface SqlDatabase {
  exec(sql: string): void;
  prepare(sql: string): SqlStatement;
  close(): void;
}

/** Opens a file; throws whatever the driver throws. */
export type OpenFile = (file: string) => SqlDatabase;

/** A driver, if it is there: undefined when this Node lacks it; a throw means that it is there and does not load. */
export interface Driver {
  readonly name: string;
  load(): OpenFile | undefined;
}

interface RawStatement {
  run(...params: SqlValue[]): { readonly changes: number | bigint };
  all(...params: SqlValue[]): readonly SqlRow[];
}
interface RawDatabase {
  exec(sql: string): unknown;
  prepare(sql: string): RawStatement;
  close(): unknown;
}
type RawConstructor = new (file: string) => RawDatabase;

/** Opens files by a driver with the interface of better-sqlite3. */
export function opener(Database: RawConstructor): OpenFile {
  return (file) => {
    const db = new Database(file);
    return {
      exec: (sql) => void db.exec(sql),
      prepare: (sql) => {
        const statement = db.prepare(sql);
        return {
          run: (params) => Number(statement.run(...params).changes),
          all: (params) => statement.all(...params),
        };
      },
      close: () => void db.close(),
    };
  };
}

/**
 * Node 22.13 and newer have it without a flag, with the full-text search that the store needs from 22.16 on. Loading it prints an
 * ExperimentalWarning on 22, which we keep quiet.
 */
export const nodeSqlite: Driver = {
  name: 'node:sqlite',
  load: () => {
    const module = withoutSqliteWarning(() => process.getBuiltinModule?.('node:sqlite') as unknown);
    if (!isObject(module) || !isConstructor(module['DatabaseSync'])) return undefined;
    const open = opener(module['DatabaseSync']);
    return searchesWords(open) ? open : undefined;
  },
};

/** Whether this SQLite has FTS5, which a build may leave out. */
function searchesWords(open: OpenFile): boolean {
  const database = open(':memory:');
  try {
    const [row] = database.prepare("SELECT sqlite_compileoption_used('ENABLE_FTS5') AS used").all([]);
    return row?.['used'] === 1;
  } finally {
    database.close();
  }
}

/** better-sqlite3's interface on Node 20. The bundle keeps it external: `require` resolves from the bundle's own folder. */
export const libsql: Driver = {
  name: 'libsql',
  load: () => {
    // In a CommonJS bundle `require` is the bundle's own; as an ES module there is none and `import.meta.url` is set.
    const load = typeof require === 'function' ? require : createRequire(import.meta.url);
    const native = nativeOpener(load);
    if (native !== undefined) return native;
    const module: unknown = load('libsql');
    return isConstructor(module) ? opener(module) : undefined;
  },
};

/**
 * Picks the first driver that loads.
 * @throws LocalStoreError `no-driver` with what each of them lacked
 */
export function selectDriver(drivers: readonly Driver[] = [nodeSqlite, libsql]): OpenFile {
  const missing: string[] = [];
  for (const driver of drivers) {
    try {
      const open = driver.load();
      if (open !== undefined) return open;
      missing.push(`${driver.name} is not part of Node ${process.versions.node}`);
    } catch (error) {
      const code = isObject(error) && typeof error['code'] === 'string' ? error['code'] : 'does not load';
      missing.push(`${driver.name}: ${code}`);
    }
  }
  throw new LocalStoreError(
    'no-driver',
    `No SQLite driver for the local platform (${missing.join('; ')}). Use Node 22.16 or newer, run "npm ci" in the plugin's folder, or set MEM0_API_KEY.`,
  );
}

/** Runs `load` with exactly one warning kept quiet: SQLite's ExperimentalWarning. Every other warning passes. */
function withoutSqliteWarning<T>(load: () => T): T {
  const emit = process.emitWarning;
  const quiet = (warning: string | Error, ...rest: readonly unknown[]): void => {
    const text = typeof warning === 'string' ? warning : warning.message;
    const isOurs = text.startsWith('SQLite is an experimental feature') && rest[0] === 'ExperimentalWarning';
    if (!isOurs) Reflect.apply(emit, process, [warning, ...rest]);
  };
  process.emitWarning = quiet;
  try {
    return load();
  } finally {
    process.emitWarning = emit;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function isConstructor(value: unknown): value is RawConstructor {
  return typeof value === 'function';
}
