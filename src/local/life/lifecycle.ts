/**
 * What becomes of memories (platform contract §3, §5): facts out of waiting adds, duplicates, superseding, deletion, expiry,
 * categories. Work that is due is done at the start of a later request, and waits in the file until then.
 * Out of scope: which sentences are facts (`../extract.ts`), which facts contradict (`supersede.ts`).
 */
import type { JsonObject } from '../../contract/wire.ts';
import type { ExtractedFact, Extractor } from '../extract.ts';
import { faultName, LocalStoreError } from '../store/errors.ts';
import { type Entities, type MemoryRow, type Scope, typeOf } from '../store/rows.ts';
import type { Store } from '../store/store.ts';
import { normalise } from '../store/words.ts';
import { contradictedBy } from './supersede.ts';

/** What the life cycle takes from outside. Lags are in ms; see `LocalPlatformOptions`. */
export interface Life {
  readonly store: Store;
  readonly extractor: Extractor;
  readonly now: () => number;
  readonly newId: () => string;
  readonly extractionLagMs: number;
  readonly categoryLagMs: number;
}

/** An add as it waits for extraction: checked, without what the rules do not read. */
export interface PendingAdd {
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly owner: Entities;
  readonly metadata: JsonObject | null;
  readonly expiration_date: string | null;
  /** ms since the epoch: when it was said. */
  readonly created_at: number;
}

interface DueEvent {
  readonly id: string;
  readonly scope: Scope;
  readonly add: PendingAdd;
}

/** Today in UTC, `YYYY-MM-DD`. A memory is hidden from the day after its expiration date (inclusive, contract §5). */
export function dayOf(now: number): string {
  return new Date(now).toISOString().slice(0, 10);
}

/** How long a read's own due work waits for another writer, in ms: that one may well be doing it. [?] */
const DUE_WORK_WAIT_MS = 200;

/** Does all work that is due, or leaves it for a later request while another process writes. Two processes may extract the same add; only one of them applies it. */
export async function doDueWork(life: Life): Promise<void> {
  try {
    await workThatIsDue(life);
  } catch (error) {
    // It stays due in the file; whoever holds the lock, or the next request, does it.
    if (!(error instanceof LocalStoreError && error.reason === 'unavailable')) throw error;
  }
}

async function workThatIsDue(life: Life): Promise<void> {
  const now = life.now();
  const [due] = life.store.all(
    'SELECT EXISTS(SELECT 1 FROM events WHERE due_at <= ?) AS facts, EXISTS(SELECT 1 FROM memories WHERE categorise_at <= ?) AS categories',
    [now, now],
  );
  if (due?.['facts'] === 1) {
    for (const event of dueEvents(life.store, now)) await finish(life, event);
  }
  if (due?.['categories'] !== 1) return;
  const sql =
    'UPDATE memories SET categories = CASE WHEN type IS NULL THEN NULL ELSE json_array(type) END, categorise_at = NULL WHERE categorise_at <= ?';
  life.store.write(() => life.store.run(sql, [now]), DUE_WORK_WAIT_MS);
}

/** Enqueues an add for extraction; it is durable once the transaction around is. */
export function enqueueAdd(life: Life, scope: Scope, add: PendingAdd): string {
  const id = life.newId();
  const now = life.now();
  life.store.run(
    `INSERT INTO events(id, org_id, project_id, event_type, status, due_at, payload, results, created_at, updated_at)
     VALUES(?, ?, ?, 'ADD', 'PENDING', ?, ?, '[]', ?, ?)`,
    [id, scope.org_id, scope.project_id, now + life.extractionLagMs, JSON.stringify(add), now, now],
  );
  return id;
}

/** Stores every message verbatim (contract §3), whatever its role; neither duplicates nor contradictions are looked at. */
export function addVerbatim(
  life: Life,
  scope: Scope,
  add: PendingAdd,
): { eventId: string; results: readonly JsonObject[] } {
  const results = add.messages.map((message) =>
    insertFact(life, scope, add, { text: message.content, attributes: null }),
  );
  const eventId = life.newId();
  const now = life.now();
  life.store.run(
    `INSERT INTO events(id, org_id, project_id, event_type, status, results, created_at, updated_at)
     VALUES(?, ?, ?, 'ADD', 'SUCCEEDED', ?, ?, ?)`,
    [eventId, scope.org_id, scope.project_id, JSON.stringify(results), now, now],
  );
  return { eventId, results };
}

/**
 * Soft delete (contract §5). What the row superseded comes back when the row was current; when a newer one superseded the
 * row itself, that one takes its place. With `linked` the whole chain below goes too.
 */
export function deleteMemory(life: Life, scope: Scope, row: MemoryRow, linked: boolean): void {
  const now = life.now();
  const below = life.store.all('SELECT id FROM memories WHERE replaced_by = ? AND deleted_at IS NULL', [row.id]);
  life.store.run('UPDATE memories SET deleted_at = ?, updated_at = ? WHERE seq = ?', [now, now, row.seq]);
  for (const one of below) {
    const predecessor = life.store.memory(scope, String(one['id']));
    if (predecessor === undefined) continue;
    if (linked) deleteMemory(life, scope, predecessor, true);
    else life.store.run('UPDATE memories SET replaced_by = ? WHERE seq = ?', [row.replaced_by, predecessor.seq]);
  }
}

function dueEvents(store: Store, now: number): readonly DueEvent[] {
  const sql = 'SELECT id, org_id, project_id, payload FROM events WHERE due_at <= ? ORDER BY seq';
  return store.all(sql, [now]).map((row) => ({
    id: String(row['id']),
    scope: { org_id: String(row['org_id']), project_id: String(row['project_id']) },
    // Written by `enqueueAdd` above.
    add: JSON.parse(String(row['payload'])) as PendingAdd,
  }));
}

async function finish(life: Life, event: DueEvent): Promise<void> {
  const { messages, metadata } = event.add;
  let facts: readonly ExtractedFact[] = [];
  let error: string | null = null;
  try {
    facts = await life.extractor.extract({ messages, type: typeOf(metadata) ?? undefined });
  } catch (fault) {
    // The event says it (contract §5: FAILED with error); whoever sent the add decides whether to send it again.
    error = `extraction failed (${faultName(fault)})`;
  }
  life.store.write(() => {
    // The messages are not kept: what was worth keeping is in the facts now.
    const claimed = life.store.run(
      "UPDATE events SET status = 'RUNNING', due_at = NULL, payload = NULL WHERE id = ? AND status = 'PENDING'",
      [event.id],
    );
    if (claimed === 0) return;
    const results = facts.flatMap((fact) => addFact(life, event.scope, event.add, fact));
    life.store.run('UPDATE events SET status = ?, results = ?, error = ?, updated_at = ? WHERE id = ?', [
      error === null ? 'SUCCEEDED' : 'FAILED',
      JSON.stringify(results),
      error,
      life.now(),
      event.id,
    ]);
  }, DUE_WORK_WAIT_MS);
}

/** One extracted fact into the store, unless it is a duplicate; supersedes, and is superseded, whatever the order of arrival. */
function addFact(life: Life, scope: Scope, add: PendingAdd, fact: ExtractedFact): readonly JsonObject[] {
  const norm = normalise(fact.text);
  const siblings = life.store.siblings(scope, add.owner, typeOf(add.metadata));
  const day = dayOf(life.now());
  const isCurrent = (row: MemoryRow) =>
    row.replaced_by === null && (row.expiration_date === null || row.expiration_date >= day);
  // The same fact again is a duplicate (contract §3). Against a superseded one only if it is no newer than that: a late
  // replay must not bring an outdated fact back, while going back to it later is a new statement.
  const isDuplicate = siblings.some(
    (row) => row.norm === norm && (isCurrent(row) || (row.replaced_by !== null && row.created_at >= add.created_at)),
  );
  if (isDuplicate) return [];
  const result = insertFact(life, scope, add, fact);
  const id = String(result['id']);
  const isContradicted = contradictedBy(fact.text);
  for (const row of siblings) {
    const isOlder = row.created_at <= add.created_at;
    if (isOlder && row.replaced_by === null && isContradicted(row.memory)) supersede(life, row.id, id);
    // Said earlier, arrived later: the newer statement was there first.
    if (!isOlder && contradictedBy(row.memory)(fact.text)) supersede(life, id, row.id);
  }
  return [result];
}

function supersede(life: Life, oldId: string, newId: string): void {
  life.store.run('UPDATE memories SET replaced_by = ?, updated_at = ? WHERE id = ? AND replaced_by IS NULL', [
    newId,
    life.now(),
    oldId,
  ]);
}

function insertFact(
  life: Life,
  scope: Scope,
  add: PendingAdd,
  fact: { readonly text: string; readonly attributes: JsonObject | null },
): JsonObject {
  const now = life.now();
  const id = life.newId();
  const type = typeOf(add.metadata);
  life.store.insert(scope, {
    ...add.owner,
    id,
    memory: fact.text,
    metadata: add.metadata,
    attributes: fact.attributes,
    expiration_date: add.expiration_date,
    created_at: add.created_at,
    updated_at: now,
    // The local background job knows one category, the memory's type: it has no other source. [?]
    categories: life.categoryLagMs <= 0 && type !== null ? [type] : null,
    categorise_at: life.categoryLagMs > 0 && Number.isFinite(life.categoryLagMs) ? now + life.categoryLagMs : null,
  });
  return { id, data: { memory: fact.text }, event: 'ADD' };
}
