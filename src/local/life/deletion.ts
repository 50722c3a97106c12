/**
 * Deleting and forgetting (platform contract §5): soft, with what becomes of superseded facts. Inside a transaction of the
 * caller's. Out of scope: when an entity is forgotten (`due-work.ts`).
 */
import { type MemoryRow, type Scope, typeOf } from '../store/rows.ts';
import type { Life } from './life.ts';
import { successorOf, supersededBy } from './succession.ts';

export const ENTITY_TYPES = ['user', 'agent', 'app', 'run'] as const;
export type EntityType = (typeof ENTITY_TYPES)[number];

/** Whom memories belong to. */
export interface Entity {
  readonly type: EntityType;
  readonly name: string;
  /** Every entity of the type is meant [D]; the name says nothing then. */
  readonly isEvery?: boolean;
}

/** What an event of forgetting has to do: what was there when it was asked for, and nothing that came since. */
export interface Forgetting {
  readonly entities: readonly Entity[];
  /** The entities stay under other names (delete_all), else they go too. */
  readonly rename: boolean;
  /** The newest memory there was, by its number. */
  readonly upTo: number;
}

/**
 * Soft delete. When the row was current, what it superseded comes back, unless another current fact contradicts it; when a
 * newer one superseded the row itself, that one takes its place. With `linked` the whole chain below goes too.
 */
export function deleteMemory(life: Life, scope: Scope, row: MemoryRow, linked: boolean): void {
  const { memories } = life.store;
  const waiting = [row];
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    const below = memories.replacedBy(scope, one.id);
    memories.markDeleted(one, life.now());
    if (linked) waiting.push(...below);
    else release(life, scope, one, below);
  }
}

/**
 * A fact whose expiration date was set or taken away: with one it supersedes nothing (`succession.ts`), and what it superseded
 * comes back; without one it supersedes what it contradicts.
 */
export function expiryChanged(life: Life, scope: Scope, row: MemoryRow): void {
  const { memories } = life.store;
  if (row.replaced_by !== null) return;
  if (row.expiration_date !== null) {
    release(life, scope, row, memories.replacedBy(scope, row.id));
    return;
  }
  const isSuperseded = supersededBy(row, life.now());
  for (const one of memories.siblings(scope, row, typeOf(row.metadata))) {
    if (one.id !== row.id && one.replaced_by === null && isSuperseded(one)) {
      memories.supersede(one.id, row.id, life.now());
    }
  }
}

/** What `row` superseded is superseded by what superseded `row`; by nothing, it is current again. */
function release(life: Life, scope: Scope, row: MemoryRow, below: readonly MemoryRow[]): void {
  for (const predecessor of below) life.store.memories.replace(predecessor, row.replaced_by);
  if (row.replaced_by === null) supersedeAmong(life, scope, row, below);
}

/** Facts that came back together, or to others that are current, may contradict each other. */
function supersedeAmong(life: Life, scope: Scope, row: MemoryRow, back: readonly MemoryRow[]): void {
  if (back.length === 0) return;
  const { memories } = life.store;
  const current = memories.siblings(scope, row, typeOf(row.metadata)).filter((one) => one.replaced_by === null);
  for (const one of back) {
    const successor = successorOf(one, current, life.now());
    if (successor !== undefined) memories.supersede(one.id, successor.id, life.now());
  }
}

/**
 * Asynchronous, but not slow: due at once. What was said of the entities and still waits for extraction is dropped here and now,
 * before it can become a memory: nobody who asks to be forgotten means the last five minutes to stay. Gives the event's id.
 */
export function enqueueForgetting(life: Life, scope: Scope, entities: readonly Entity[], rename: boolean): string {
  const at = life.now();
  const payload: Forgetting = { entities, rename, upTo: life.store.memories.newest() };
  const id = life.store.events.insert(scope, { id: life.newId(), type: 'DELETE', at, dueAt: at, payload });
  for (const entity of entities) life.store.events.dropAdds(scope, entity, at);
  return id;
}

/** Deletes all memories of entities, and renames each to `<name>_deleted_<ms>` or removes it, unless something came since. */
export function forget(life: Life, scope: Scope, { entities, rename, upTo }: Forgetting): void {
  const { store } = life;
  const now = life.now();
  for (const { type, name, isEvery } of entities) {
    const names = isEvery === true ? store.entities.living(scope, type, upTo) : [name];
    for (const one of names) {
      const newName = rename ? `${one}_deleted_${now}` : undefined;
      store.entities.deleteMemories(scope, { type, name: one, upTo, now, newName });
      const isBack = store.entities.countOf(scope, type, one) > 0;
      if (newName === undefined && !isBack) store.entities.remove(scope, type, one);
      if (newName !== undefined) store.entities.rename(scope, { type, name: one, newName, now, keepsOld: isBack });
    }
  }
}
