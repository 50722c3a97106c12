/**
 * Ids under which memories were written before, by Mem0's first plugin as a rule (platform contract §9): they are read beside
 * today's, and never written. Out of scope: what the reads ask for (`core/recall/recipes`).
 */
import type { Aliases } from '../../contract/config.ts';
import type { Scope, ScopeAliases } from './scope.ts';

export const NO_ALIASES: ScopeAliases = { userIds: [], appIds: [] };

/**
 * A scope with those of a person's aliases that belong to it. Today's project id is found whatever its letter case: it comes from
 * a remote's path, which differs between clones of one repository [?] ours. The aliases themselves are taken as they stand, as
 * a platform compares them.
 */
export function withAliases(scope: Scope, { userIds, appIds }: Aliases): Scope {
  const { userId, appId } = scope;
  const today = appId?.toLowerCase();
  const former = Object.entries(appIds).flatMap(([id, ids]) => (id.toLowerCase() === today ? ids : []));
  const aliases = { userIds: others(userIds, userId), appIds: others(former, appId) };
  return aliases.userIds.length === 0 && aliases.appIds.length === 0 ? scope : { ...scope, aliases };
}

function others(ids: readonly string[], today: string | undefined): readonly string[] {
  return [...new Set(ids)].filter((id) => id !== today);
}

/** Whether a row was written under an alias of the user or of the project. */
export function isUnderAlias(
  row: { readonly user_id?: string | null | undefined; readonly app_id?: string | null | undefined },
  { aliases = NO_ALIASES }: Scope,
): boolean {
  const isOneOf = (ids: readonly string[], id: string | null | undefined) => typeof id === 'string' && ids.includes(id);
  return isOneOf(aliases.userIds, row.user_id) || isOneOf(aliases.appIds, row.app_id);
}
