/**
 * What an operator lists and searches, as filters (platform contract §2, §7): everything of a scope, unlike the recipes of a session
 * start, which ask for what a pack shows. Out of scope: sending and paging (`mem0/operator-listing`).
 */
import type { Filter, Memory } from '../../contract/mem0.ts';
import type { MemoryType, ScopeKind } from '../../contract/memory.ts';
import { NO_ALIASES } from '../identity/aliases.ts';
import type { Scope } from '../identity/scope.ts';
import { scopeFilters, typeFilter } from './recipes.ts';

export interface Where {
  /** The user's own rows, the project's, or both, which is the default. */
  readonly kind?: ScopeKind | 'both';
  /** By `metadata.type` or category (§1.3); absent: of every type and of none. */
  readonly type?: MemoryType;
  readonly pinned?: true;
  /** Reads under the scope's ids of before as well (§9); default false. */
  readonly aliases?: boolean;
}

/** Undefined for a project's rows where there is no project. */
export function filterOfWhere(
  { kind = 'both', type, pinned, aliases = false }: Where,
  scope: Scope,
): Filter | undefined {
  const bound = boundTo(scope, kind, type, aliases);
  const where = scopeFilters(kind, bound);
  if (where === undefined) return undefined;
  return {
    AND: [
      ...where,
      ...(type === undefined ? [] : [typeFilter(type, aliases)]),
      ...(pinned === undefined ? [] : [{ metadata: { pinned } }]),
    ],
  };
}

/** The same, of these ids alone. */
export function filterOfIds(ids: readonly string[], scope: Scope): Filter {
  return { AND: [...(scopeFilters('both', scope) ?? []), { memory_ids: ids }] };
}

/**
 * Where the rows lie that a row superseded: with its own owner, whichever project that is. Undefined of a row that names no user.
 * That superseding stays within one owner is ours [?].
 */
export function filterOfOwner({ user_id, app_id }: Pick<Memory, 'user_id' | 'app_id'>) {
  if (typeof user_id !== 'string') return undefined;
  const app: Filter = typeof app_id === 'string' ? { app_id } : { NOT: [{ app_id: '*' }] };
  return { AND: [{ user_id }, app] } satisfies Filter;
}

/**
 * The first plugin named a project in its preferences too, so that the recipe of preferences looks there (`recipes`); of the
 * user's own rows of every type they would be the project's.
 */
function boundTo(scope: Scope, kind: ScopeKind | 'both', type: MemoryType | undefined, aliases: boolean): Scope {
  if (!aliases) return { ...scope, aliases: NO_ALIASES };
  if (kind !== 'user' || type === 'preference' || scope.aliases === undefined) return scope;
  return { userId: scope.userId, aliases: { userIds: scope.aliases.userIds, appIds: [] } };
}
