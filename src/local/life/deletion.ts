/**
 * Deleting and forgetting (platform contract §5): soft, with what becomes of superseded facts. Inside a transaction of the
 * caller's. Out of scope: when an entity is forgotten (`due-work.ts`).
 */
import type { MemoryRow, Scope } from '../store/rows.ts';
import type { Life } from './life.ts';

export const ENTITY_TYPES = ['user', 'agent', 'app', 'run'] as const;
export type EntityType = (typeof ENTITY_TYPES)[number];

/** All memories of an entity are to go. `rename`: the entity stays under another name (delete_all), else it goes too. */
export interface Forgetting {
  readonly type: EntityType;
  /** `*`: every entity of the type [D]. */
  readonly name: string;
  readonly rename: boolean;
}

/**
 * Soft delete. What the row superseded comes back when the row was current; when a newer one superseded the row itself, that
 * one takes its place. With `linked` the whole chain below goes too.
 */
export function deleteMemory(life: Life, scope: Scope, row: MemoryRow, linked: boolean): void {
  const { memories } = life.store;
  const below = memories.replacedBy(scope, row.id);
  memories.markDeleted(row, life.now());
  for (const predecessor of below) {
    if (linked) deleteMemory(life, scope, predecessor, true);
    else memories.replace(predecessor, row.replaced_by);
  }
}

/** Asynchronous, but not slow: due at once. Gives the event's id. */
export function enqueueForgetting(life: Life, scope: Scope, what: readonly Forgetting[]): string {
  const at = life.now();
  return life.store.events.insert(scope, { id: life.newId(), type: 'DELETE', at, dueAt: at, payload: what });
}

/**
 * Deletes all memories of an entity, and what was said of it and still waits for extraction: nobody who asks to be forgotten
 * means the last five minutes to stay. Renames the entity to `<name>_deleted_<ms>` or removes it.
 */
export function forget(life: Life, scope: Scope, what: Forgetting): void {
  if (what.name !== '*') {
    forgetOne(life, scope, what);
    return;
  }
  const all = life.store.entities.all(scope).filter(({ type, name }) => type === what.type && !isForgotten(name));
  for (const { name } of all) forgetOne(life, scope, { ...what, name });
}

function forgetOne(life: Life, scope: Scope, { type, name, rename }: Forgetting): void {
  const { store } = life;
  const now = life.now();
  const newName = rename ? `${name}_deleted_${now}` : undefined;
  store.entities.deleteMemories(scope, type, name, now, newName);
  store.events.dropAdds(scope, type, name, now);
  if (newName === undefined) store.entities.remove(scope, type, name);
  else store.entities.rename(scope, type, name, newName, now);
}

/** An entity that bears the name of one whose memories were all deleted. */
function isForgotten(name: string): boolean {
  return /_deleted_\d+$/.test(name);
}
