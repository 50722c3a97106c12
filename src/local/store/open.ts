/**
 * Opening the file of the local platform: private, in WAL mode, at the newest schema; or a clear reason why not.
 */
import { chmodSync, closeSync, lstatSync, openSync } from 'node:fs';
import { type OpenFile, type SqlDatabase, selectDriver } from './driver.ts';
import { faultName, LocalStoreError, reasonFor } from './errors.ts';
import { migrate } from './schema.ts';
import { Store } from './store.ts';

/** How long opening waits for another process, in ms: below the 4,000 ms that a session start has in all. [?] */
const BUSY_MS = 2_000;

/** Opens or creates the file (0600, no symlink followed). @throws LocalStoreError */
export function openStore(file: string, openFile: OpenFile = selectDriver()): Store {
  let db: SqlDatabase | undefined;
  try {
    makePrivate(file);
    db = openFile(file);
    db.exec(`PRAGMA busy_timeout = ${BUSY_MS}`);
    // Persistent: asked for once, so that later openings need no lock for it.
    if (db.prepare('PRAGMA journal_mode').all([])[0]?.['journal_mode'] !== 'wal') useWal(db);
    // Enough for the pages of one session start; SQLite's own 2 MiB are read over and over. [?]
    db.exec('PRAGMA cache_size = -16384');
    migrate(db);
    return new Store(db);
  } catch (error) {
    db?.close();
    if (error instanceof LocalStoreError) throw error;
    throw new LocalStoreError(
      reasonFor(error),
      `The local memory file cannot be opened (${faultName(error)}). Check that its folder is yours and writable; if the file is damaged, move it away and a new one is made.`,
      error,
    );
  }
}

/** Creates the file for its owner alone before SQLite does; its `-wal` and `-shm` take over the mode. */
function makePrivate(file: string): void {
  const found = lstatSync(file, { throwIfNoEntry: false });
  // An existing file is not opened here: closing it would drop the locks of other connections of this process.
  if (found === undefined) closeSync(openSync(file, 'a', 0o600));
  else if (!found.isFile())
    throw new LocalStoreError('cannot-open', 'The local memory file is a link or no file. Remove it.');
  else if ((found.mode & 0o077) !== 0) chmodSync(file, 0o600);
}

/** Two processes that create the file at once may meet here; SQLite does not wait in that case, the lock is short. */
function useWal(db: SqlDatabase): void {
  db.exec('BEGIN IMMEDIATE; COMMIT');
  db.exec('PRAGMA journal_mode = WAL');
}
