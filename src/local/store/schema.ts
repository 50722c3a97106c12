/**
 * The tables of the local platform and how an older file becomes a newer one. `PRAGMA user_version` is the schema version.
 * A migration is never edited once released: a change is a further entry.
 */
import type { SqlDatabase } from './driver.ts';
import { LocalStoreError } from './errors.ts';

/** A version 4 UUID made by SQLite, for rows that a migration makes. */
const RANDOM_UUID = `lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-8' ||
     substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))`;

/**
 * Entry n brings a file from version n to n+1.
 * Times are milliseconds since the epoch; `expiration_date` is `YYYY-MM-DD`; metadata, categories and attributes are JSON.
 * `norm` is the text as compared for duplicates, `type` a copy of `metadata.type` to narrow by. `payload` (the messages of
 * an add that waits for extraction) is cleared once the event has ended, so that no conversation stays behind.
 * `pinned` is a copy of `metadata.pinned`; `category_names` what an add said in `custom_categories`; `touches` when a search
 * returned the memory (ms, JSON list, oldest first); `settings` what a PATCH set of a project, as JSON.
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

  // To 2: reads that look at an index alone; entities, projects, changes of a text, feedback, decay, immutable.
  `ALTER TABLE memories ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE memories ADD COLUMN immutable INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE memories ADD COLUMN category_names TEXT;
   ALTER TABLE memories ADD COLUMN touches TEXT;
   ALTER TABLE memories ADD COLUMN feedback TEXT;
   ALTER TABLE memories ADD COLUMN feedback_reason TEXT;
   UPDATE memories SET pinned = 1 WHERE instr(metadata, '"pinned":true') > 0 AND CASE WHEN json_valid(metadata) THEN json_type(metadata, '$.pinned') = 'true' ELSE FALSE END;
   DROP INDEX memories_scope;
   CREATE INDEX memories_read ON memories(org_id, project_id, user_id, app_id, created_at, type, categories, replaced_by, expiration_date)
     WHERE deleted_at IS NULL;
   CREATE INDEX memories_app ON memories(app_id) WHERE app_id IS NOT NULL;
   CREATE INDEX memories_pinned ON memories(org_id, project_id, user_id) WHERE pinned = 1 AND deleted_at IS NULL;
   CREATE TABLE changes(
     seq INTEGER PRIMARY KEY,
     id TEXT NOT NULL UNIQUE,
     memory_seq INTEGER NOT NULL,
     old_memory TEXT NOT NULL, new_memory TEXT NOT NULL,
     created_at INTEGER NOT NULL);
   CREATE INDEX changes_memory ON changes(memory_seq);
   CREATE TABLE projects(
     org_id TEXT NOT NULL, project_id TEXT NOT NULL,
     settings TEXT NOT NULL, updated_at INTEGER NOT NULL,
     PRIMARY KEY(org_id, project_id)) WITHOUT ROWID;
   CREATE TABLE entities(
     seq INTEGER PRIMARY KEY,
     id TEXT NOT NULL UNIQUE,
     org_id TEXT NOT NULL, project_id TEXT NOT NULL,
     type TEXT NOT NULL, name TEXT NOT NULL,
     created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL,
     UNIQUE(org_id, project_id, type, name));
   ${['user', 'agent', 'app', 'run']
     .map(
       (type) => `INSERT INTO entities(id, org_id, project_id, type, name, created_at, updated_at)
     SELECT ${RANDOM_UUID}, org_id, project_id, '${type}', ${type}_id, min(created_at), max(updated_at) FROM memories
     WHERE ${type}_id IS NOT NULL AND deleted_at IS NULL GROUP BY org_id, project_id, ${type}_id;`,
     )
     .join('\n')}`,

  // To 3: what is looked for by agent, by run, by project and by age. Some files of version 2 have the first two already.
  `CREATE INDEX IF NOT EXISTS memories_agent ON memories(agent_id) WHERE agent_id IS NOT NULL;
   CREATE INDEX IF NOT EXISTS memories_run ON memories(run_id) WHERE run_id IS NOT NULL;
   CREATE INDEX memories_user ON memories(user_id) WHERE user_id IS NOT NULL;
   CREATE INDEX events_project ON events(org_id, project_id);
   CREATE INDEX events_ended ON events(updated_at) WHERE due_at IS NULL;`,
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
