/**
 * The SQLite file: its tables, and transactions over them. Rows in, rows out: it narrows by scope and decides nothing.
 * Out of scope: the meaning of rows (`life/`), answers (`endpoints/answer.ts`).
 */
import type { SqlDatabase } from './driver.ts';
import { Entities } from './entities.ts';
import { Events } from './events.ts';
import { Memories } from './memories.ts';
import { MemoryNotes } from './memory-notes.ts';
import { Projects } from './projects.ts';
import type { NewMemory, Scope } from './rows.ts';
import { Sql } from './sql.ts';

export class Store {
  readonly sql: Sql;
  readonly memories: Memories;
  readonly notes: MemoryNotes;
  readonly events: Events;
  readonly entities: Entities;
  readonly projects: Projects;

  /** The database is open and migrated (`open.ts`). */
  constructor(db: SqlDatabase) {
    this.sql = new Sql(db);
    this.memories = new Memories(this.sql);
    this.notes = new MemoryNotes(this.sql);
    this.events = new Events(this.sql);
    this.entities = new Entities(this.sql);
    this.projects = new Projects(this.sql);
  }

  /** One transaction. @throws LocalStoreError */
  write<T>(work: () => T, waitMs?: number): T {
    return this.sql.write(work, waitMs);
  }

  /** A new memory, and whom it belongs to. */
  insert(scope: Scope, one: NewMemory): void {
    this.memories.insert(scope, one);
    this.entities.note(scope, one, one.updated_at);
  }

  /** Whether something waits that is due at `now` (ms): one read, for every request. */
  due(now: number): { readonly events: boolean; readonly categories: boolean } {
    const [row] = this.sql.all(
      'SELECT EXISTS(SELECT 1 FROM events WHERE due_at <= ?) AS events, EXISTS(SELECT 1 FROM memories WHERE categorise_at <= ?) AS categories',
      [now, now],
    );
    return { events: row?.['events'] === 1, categories: row?.['categories'] === 1 };
  }

  close(): void {
    this.sql.close();
  }
}
