/**
 * libsql without its wrapper: the wrapper asks for a report of the whole process to learn which C library there is, and loads five files
 * for that, which takes longer than the driver itself (measured: 14 to 20 ms beside 2). The version is pinned; where anything is not as it
 * is known here, the wrapper is used (`driver`). Its types are those of `driver`, by structure.
 */
import { existsSync } from 'node:fs';

type SqlValue = string | number | null;
type SqlRow = Readonly<Record<string, unknown>>;

/** What the addon exports and is used: functions of a database, a statement or its rows as `this`. */
interface Addon {
  databaseOpen(file: string, token: string, cipher: string, key: string, timeout: number, remoteKey: string): object;
  databaseExecSync(this: object, sql: string): void;
  databasePrepareSync(this: object, sql: string): object;
  databaseClose(this: object): void;
  statementRun(this: object, params: readonly SqlValue[]): { readonly changes: number };
  statementRowsSync(this: object, params: readonly SqlValue[]): object;
  rowsNext(this: object, rows: (SqlRow | undefined)[]): void;
}

const USED: readonly (keyof Addon)[] = [
  'databaseOpen',
  'databaseExecSync',
  'databasePrepareSync',
  'databaseClose',
  'statementRun',
  'statementRowsSync',
  'rowsNext',
];

/** Rows that are fetched at a time, as the wrapper does. */
const AT_ONCE = 100;

/** The name of the package that holds the addon for this machine; undefined where the wrapper is to find that out. */
function packageName(): string | undefined {
  const { platform, arch } = process;
  if (arch !== 'x64' && arch !== 'arm64') return undefined;
  if (platform === 'darwin') return `@libsql/darwin-${arch}`;
  const musl = `/lib/ld-musl-${arch === 'x64' ? 'x86_64' : 'aarch64'}.so.1`;
  return platform === 'linux' && !existsSync(musl) ? `@libsql/linux-${arch}-gnu` : undefined;
}

/** Opens files with the addon alone; undefined where it is not there or is another than is known. `load`: `require`. Never throws. */
export function nativeOpener(load: (name: string) => unknown) {
  const name = packageName();
  if (name === undefined) return undefined;
  try {
    const addon = load(name);
    return isAddon(addon) ? openerOf(addon) : undefined;
  } catch {
    // It lies somewhere else, or does not load here: the wrapper knows more, and says so.
    return undefined;
  }
}

function isAddon(addon: unknown): addon is Addon {
  return (
    typeof addon === 'object' && addon !== null && USED.every((name) => typeof Reflect.get(addon, name) === 'function')
  );
}

function openerOf(addon: Addon) {
  return (file: string) => {
    const db = addon.databaseOpen(file, '', 'aes256cbc', '', 0, '');
    return {
      exec: (sql: string) => addon.databaseExecSync.call(db, sql),
      prepare: (sql: string) => {
        const statement = addon.databasePrepareSync.call(db, sql);
        return {
          run: (params: readonly SqlValue[]) => Number(addon.statementRun.call(statement, params).changes),
          all: (params: readonly SqlValue[]) => allRows(addon, addon.statementRowsSync.call(statement, params)),
        };
      },
      close: () => addon.databaseClose.call(db),
    };
  };
}

function allRows(addon: Addon, rows: object): readonly SqlRow[] {
  const all: SqlRow[] = [];
  for (;;) {
    const some = new Array<SqlRow | undefined>(AT_ONCE);
    addon.rowsNext.call(rows, some);
    for (const row of some) {
      // Behind the last one the list is as it was.
      if (row === undefined || row === null) return all;
      all.push(row);
    }
  }
}
