/**
 * The tables of the local platform and how an older file becomes a newer one. `PRAGMA user_version` is the schema version.
 * A migration is never edited once released: a change is a further entry.
 */
import type { SqlDatabase } from './driver.ts';
import { LocalStoreError } from './errors.ts';

/**
 * Entry n brings a file from version n to n+1.
 * Times are milliseconds since the epoch; `expiration_date` is `YYYY-MM-DD`; metadata, categories and attributes are JSON.
 * `norm` is the text as compared for duplicates, `type` a copy of `metadata.type` to narrow by. `payload` (the messages of
 * an add that waits for extraction) is cleared once the event has ended, so that no conversation stays behind.
 */
export const MIGRATIONS: readonly string[] = [
  `CREATE TABLE memories(
     seq INTEGER PRIMARY KEY,
     id TEXT NOT NULL UNIQUE,
     org_id TEXT NOT NULL, project_id TEXT NOT NULL,
     user_id TEXT, agent_id TEXT, app_id TEXT, run_id TEXT,
     memory TEXT NOT NULL, norm TEXT NOT NULL, type TEXT,
     metadata TEXT, categories TEXT, categorise_at INTEGER, attributes TEXT,
     replaced_by TEXT, expiration_date TEXT,
     created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, deleted_at INTEGER);
   CREATE INDEX memories_scope ON memories(org_id, project_id, user_id, app_id, type);
   CREATE INDEX memories_replaced ON memories(replaced_by) WHERE replaced_by IS NOT NULL;
   CREATE INDEX memories_categorise ON memories(categorise_at) WHERE categorise_at IS NOT NULL;
   CREATE VIRTUAL TABLE memory_words USING fts5(words, tokenize='porter unicode61');
   CREATE TABLE events(
     seq INTEGER PRIMARY KEY,
     id TEXT NOT NULL UNIQUE,
     org_id TEXT NOT NULL, project_id TEXT NOT NULL,
     event_type TEXT NOT NULL, status TEXT NOT NULL,
     due_at INTEGER, payload TEXT, results TEXT NOT NULL, error TEXT,
     created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL);
   CREATE INDEX events_due ON events(due_at) WHERE due_at IS NOT NULL;`,
];

/** Brings the file to the newest version: nothing to do costs one read. All steps stand or fall together.
 * @throws LocalStoreError `newer-schema` */
export function migrate(db: SqlDatabase, migrations: readonly string[] = MIGRATIONS): void {
  if (version(db, migrations.length) === migrations.length) return;
  db.exec('BEGIN IMMEDIATE');
  try {
    // Read again under the lock: another process may have migrated meanwhile.
    for (const step of migrations.slice(version(db, migrations.length))) db.exec(step);
    db.exec(`PRAGMA user_version = ${migrations.length}`);
    db.exec('COMMIT');
  } catch (error) {
    db.exec('ROLLBACK');
    throw error;
  }
}

function version(db: SqlDatabase, newest: number): number {
  const found = Number(db.prepare('PRAGMA user_version').all([])[0]?.['user_version'] ?? 0);
  if (found > newest) {
    throw new LocalStoreError(
      'newer-schema',
      `The local memory file was written by a newer version of mem0-hooks (schema ${found}, this one knows ${newest}). Update mem0-hooks; the file was left as it is.`,
    );
  }
  return found;
}
