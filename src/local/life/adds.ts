/**
 * What becomes of an add (platform contract §3, §5): waiting for extraction, verbatim memories, facts with duplicates dropped
 * and contradicted ones superseded. Inside a transaction of the caller's. Out of scope: which sentences are facts
 * (`../extract.ts`), which facts contradict (`supersede.ts`), when it happens (`due-work.ts`).
 */
import type { Json, JsonObject } from '../../contract/wire.ts';
import type { ExtractedFact } from '../extract.ts';
import { type CategoryNames, type Entities, type MemoryRow, type Scope, typeOf } from '../store/rows.ts';
import { normalise } from '../store/words.ts';
import { categoriesOf } from './categories.ts';
import { expiryChanged } from './deletion.ts';
import { dayOf, type Life } from './life.ts';
import { successorOf, supersededBy } from './succession.ts';

/** An add as it waits for extraction: checked, without what the rules do not read. */
export interface PendingAdd {
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly owner: Entities;
  readonly metadata: JsonObject | null;
  readonly expiration_date: string | null;
  /** ms since the epoch: when it was said. */
  readonly created_at: number;
  /** Instead of the project's categories, for this add (contract §3). */
  readonly category_names: CategoryNames | null;
  readonly immutable: boolean;
}

/** Enqueues an add for extraction; it is durable once the transaction around is. Gives the event's id. */
export function enqueueAdd(life: Life, scope: Scope, add: PendingAdd): string {
  const dueAt = life.now() + life.extractionLagMs;
  return life.store.events.insert(scope, { id: life.newId(), type: 'ADD', at: life.now(), dueAt, payload: add });
}

/** Stores every message verbatim (contract §3), whatever its role; neither duplicates nor contradictions are looked at. */
export function addVerbatim(
  life: Life,
  scope: Scope,
  add: PendingAdd,
): { eventId: string; results: readonly JsonObject[] } {
  const results = add.messages.map((message) =>
    insertFact(life, scope, add, ownerOf(add, message.role), { text: message.content, attributes: null }),
  );
  const eventId = life.store.events.insert(scope, { id: life.newId(), type: 'ADD', at: life.now(), results });
  return { eventId, results };
}

/** The facts of one add, one after the other; gives what the event says of them. */
export function addFacts(
  life: Life,
  scope: Scope,
  add: PendingAdd,
  facts: readonly ExtractedFact[],
): readonly JsonObject[] {
  // What is known of one owner is looked up once, however many facts there are.
  const known = new Map<string, Known>();
  return facts.flatMap((fact) => {
    const owner = ownerOf(add, fact.attributes['role']);
    const key = JSON.stringify(owner);
    const about = known.get(key) ?? knownOf(life, scope, owner, add, facts);
    known.set(key, about);
    return addFact(life, scope, add, owner, fact, about);
  });
}

/** What a new fact is held against, of its owner. */
interface Known {
  /** Of whatever type, those that say the same as one of the facts: the same fact twice is one record (contract §3). */
  readonly same: MemoryRow[];
  /** Of the same type, in order of creation: those that it may contradict. [?] A type is contradicted within itself. */
  readonly siblings: MemoryRow[];
}

function knownOf(life: Life, scope: Scope, owner: Entities, add: PendingAdd, facts: readonly ExtractedFact[]): Known {
  const { memories } = life.store;
  const norms = facts.map(({ text }) => normalise(text));
  return {
    same: [...memories.sameText(scope, owner, norms)],
    siblings: [...memories.siblings(scope, owner, typeOf(add.metadata))],
  };
}

/** One fact into the store, unless it is a duplicate; supersedes, and is superseded, whatever the order of arrival. */
function addFact(
  life: Life,
  scope: Scope,
  add: PendingAdd,
  owner: Entities,
  fact: ExtractedFact,
  { same, siblings }: Known,
): readonly JsonObject[] {
  const { memories } = life.store;
  const now = life.now();
  const norm = normalise(fact.text);
  const day = dayOf(now);
  const isCurrent = (row: MemoryRow) =>
    row.replaced_by === null && (row.expiration_date === null || row.expiration_date >= day);
  // Against a superseded one only if it is no newer than that: a late replay must not bring an outdated fact back, while going
  // back to it later is a new statement.
  const isReplay = (row: MemoryRow) =>
    row.replaced_by !== null && row.created_at <= now && row.created_at >= add.created_at;
  const twins = same.filter((row) => row.norm === norm && (isCurrent(row) || isReplay(row)));
  if (twins.length > 0) {
    if (add.expiration_date === null && twins.every((row) => row.expiration_date !== null)) {
      for (const row of twins.slice(0, 1)) lastLonger(life, scope, row);
    }
    return [];
  }
  const result = insertFact(life, scope, add, owner, fact);
  const id = String(result['id']);
  const said = { ...add, memory: fact.text };
  const isSuperseded = supersededBy(said, now);
  for (const [at, row] of siblings.entries()) {
    if (row.replaced_by !== null || !isSuperseded(row)) continue;
    memories.supersede(row.id, id, now);
    siblings[at] = { ...row, replaced_by: id };
  }
  // Said earlier, arrived later: the newer statement was there first.
  const successor = successorOf(said, siblings, now);
  if (successor !== undefined) memories.supersede(id, successor.id, now);
  const stored = memories.byId(scope, id);
  if (stored !== undefined) {
    siblings.push(stored);
    same.push(stored);
  }
  return [result];
}

/** Said again without an end: the fact that would have expired stays. */
function lastLonger(life: Life, scope: Scope, row: MemoryRow): void {
  const lasting = { ...row, expiration_date: null, updated_at: life.now() };
  life.store.memories.update(lasting);
  expiryChanged(life, scope, lasting);
}

/**
 * Whose a record is: a record has one primary entity (contract §2), and what the assistant said is the assistant's where the
 * add names both (contract §3). [?] that it then is not the user's as well.
 */
function ownerOf({ owner }: PendingAdd, role: Json | undefined): Entities {
  if (owner.user_id === null || owner.agent_id === null) return owner;
  return role === 'assistant' ? { ...owner, user_id: null } : { ...owner, agent_id: null };
}

function insertFact(
  life: Life,
  scope: Scope,
  add: PendingAdd,
  owner: Entities,
  fact: { readonly text: string; readonly attributes: JsonObject | null },
): JsonObject {
  const now = life.now();
  const id = life.newId();
  const settings = life.store.projects.settings(scope);
  const names = add.category_names ?? settings.custom_categories;
  life.store.insert(scope, {
    ...owner,
    id,
    memory: fact.text,
    metadata: add.metadata,
    attributes: fact.attributes,
    expiration_date: add.expiration_date,
    created_at: add.created_at,
    updated_at: now,
    categories: life.categoryLagMs <= 0 ? categoriesOf({ memory: fact.text, type: typeOf(add.metadata) }, names) : null,
    categorise_at: life.categoryLagMs > 0 && Number.isFinite(life.categoryLagMs) ? now + life.categoryLagMs : null,
    category_names: add.category_names,
    immutable: add.immutable,
    // Being written is the first use, where uses count (contract §5). [?]
    touches: settings.decay ? [now] : null,
  });
  return { id, data: { memory: fact.text }, event: 'ADD' };
}
