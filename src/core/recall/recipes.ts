/**
 * What a session start reads, as data, and the filters that it means (platform contract §1.3, §2, §7).
 * Out of scope: sending (`mem0/client`), and what becomes of the rows (`core/context-pack`).
 */
import type { Filter } from '../../contract/mem0.ts';
import { MEMORY_TYPES, type MemoryType, type ScopeKind } from '../../contract/memory.ts';
import { NO_ALIASES } from '../identity/aliases.ts';
import type { Scope } from '../identity/scope.ts';

/** Rows asked for of one type. A pack holds about 50 lines in all (8,000 characters at 160 a line), so one page is plenty. */
const PAGE_SIZE = 50;

export type Recipe = {
  readonly name: string;
  /** `both`: rows of the user's own scope and of the project, in one read. */
  readonly scope: ScopeKind | 'both';
  readonly pageSize: number;
  /** So many rows that stand in its section are enough of it; where the newest page has fewer, the next ones are asked for. */
  readonly enough: number;
} & (
  | { readonly type: MemoryType; readonly sessionId?: string }
  | { readonly pinned: true }
  | { readonly pinnedFormerly: true }
);

/** Of a section about ten lines are shown. [?] ours */
const ENOUGH = 10;

/**
 * Names under which the platform's background job may file a type (§1.3), beside the type's own name: the categories of
 * Mem0's first plugin (§9), so that memories of people who come from it are found.
 */
export const CATEGORIES: Readonly<Record<MemoryType, readonly string[]>> = {
  preference: ['preference', 'user_preferences'],
  decision: ['decision', 'architecture_decisions', 'dependency_decisions', 'data_model', 'api_contracts'],
  convention: [
    'convention',
    'coding_conventions',
    'testing_patterns',
    'team_norms',
    'domain_glossary',
    'security_constraints',
  ],
  runbook: ['runbook', 'deployment_runbook', 'tooling_setup'],
  insight: ['insight', 'task_learnings', 'anti_patterns', 'bug_fixes', 'performance_findings', 'experiment_results'],
  // Only this project's checkpoints write it, always with its type: no category stands for it.
  session_state: [],
};

export const SESSION_STATE_RECIPE: Recipe = {
  name: 'session_state',
  scope: 'project',
  type: 'session_state',
  // The newest few: another branch's state may stand before this branch's.
  pageSize: 10,
  enough: 1,
};

/** A session that goes on asks for its own state where this machine has none: any number of newer ones may stand before it. */
export function ownStateRecipe(sessionId: string): Recipe {
  return { ...SESSION_STATE_RECIPE, sessionId };
}

/**
 * Pins as the first plugin wrote them, in the text (§9), of whoever says under which ids they came from it. §7 has the operator, and
 * no word on how brackets are taken: where it is refused, nothing is missing that anybody was promised. [?] ours
 */
export const FORMER_PINS_RECIPE: Recipe = {
  name: 'former pins',
  scope: 'both',
  pinnedFormerly: true,
  pageSize: PAGE_SIZE,
  enough: 0,
};

/** The seven reads of a session start: one a type, the pinned ones, and the session state. */
export const RECIPES: readonly Recipe[] = [
  SESSION_STATE_RECIPE,
  { name: 'pinned', scope: 'both', pinned: true, pageSize: PAGE_SIZE, enough: 0 },
  { name: 'preference', scope: 'user', type: 'preference', pageSize: PAGE_SIZE, enough: ENOUGH },
  { name: 'decision', scope: 'project', type: 'decision', pageSize: PAGE_SIZE, enough: ENOUGH },
  { name: 'convention', scope: 'project', type: 'convention', pageSize: PAGE_SIZE, enough: ENOUGH },
  { name: 'runbook', scope: 'project', type: 'runbook', pageSize: PAGE_SIZE, enough: ENOUGH },
  { name: 'insight', scope: 'project', type: 'insight', pageSize: PAGE_SIZE, enough: ENOUGH },
];

/** The filter of a recipe in a scope; undefined for a project recipe where there is no project. */
export function filterOf(recipe: Recipe, scope: Scope): Filter | undefined {
  const where = scopeFilters(recipe.scope, scope);
  if (where === undefined) return undefined;
  if ('pinnedFormerly' in recipe) {
    return scope.aliases === undefined ? undefined : { AND: [...where, { keywords: { contains: PIN_PREFIX.trim() } }] };
  }
  const what = 'type' in recipe ? typeFilter(recipe.type, scope.aliases !== undefined) : { metadata: { pinned: true } };
  const whose = 'sessionId' in recipe ? [{ metadata: { session_id: recipe.sessionId } }] : [];
  return { AND: [...where, what, ...whose] };
}

/** The first plugin's pin stands in the text (§9). */
export const PIN_PREFIX = '[PINNED] ';

/** Hits of the search by today's work that come first; what else fits the day is on the newest pages. [?] ours */
export const SEARCH_HITS = 10;

/** Where the search by today's work looks: in the user's own scope and the project. */
export function searchFilter(scope: Scope): Filter {
  return { AND: scopeFilters('both', scope) ?? [] };
}

/** Finds whatever carries a capture id (ours: how the fate of an add is learnt, contract §3). Nothing is written under an alias. */
export function captureIdFilter(captureId: string, kind: ScopeKind, scope: Scope): Filter | undefined {
  const where = scopeFilters(kind, { ...scope, aliases: NO_ALIASES });
  return where === undefined ? undefined : { AND: [...where, { metadata: { capture_id: captureId } }] };
}

/**
 * §2: `{"user_id":U}` alone would also return the rows of every project, so the user's own scope says NOT. Aliases stand beside
 * today's ids in `in` lists; where there are none, the ids are bare.
 */
export function scopeFilters(kind: Recipe['scope'], scope: Scope): readonly Filter[] | undefined {
  const { userId, appId, aliases = NO_ALIASES } = scope;
  const user = idFilter('user_id', userId, aliases.userIds);
  if (kind === 'user') return [user, anyOf([UNSCOPED, ...formerlyScoped(scope)])];
  if (appId === undefined) return kind === 'both' ? [user, UNSCOPED] : undefined;
  const project = idFilter('app_id', appId, aliases.appIds);
  return kind === 'project' ? [user, project] : [user, { OR: [project, UNSCOPED] }];
}

/** §1.4: a list, whatever the published documentation shows. */
const UNSCOPED: Filter = { NOT: [{ app_id: '*' }] };

/**
 * Where else rows of the user's own scope may lie: the first plugin named a project in its writes, preferences among them (§9).
 * Only what was written under an alias: today's rows of the type are where they belong.
 */
function formerlyScoped({ appId, aliases = NO_ALIASES }: Scope): readonly Filter[] {
  if (appId === undefined) return [];
  const { userIds, appIds } = aliases;
  return [
    ...(appIds.length === 0 ? [] : [{ app_id: { in: appIds } }]),
    ...(userIds.length === 0 ? [] : [{ AND: [{ user_id: { in: userIds } }, { app_id: appId }] }]),
  ];
}

function idFilter(field: 'user_id' | 'app_id', today: string, aliases: readonly string[]): Filter {
  return { [field]: aliases.length === 0 ? today : { in: [today, ...aliases] } };
}

/**
 * §1.3: fresh memories have no category yet and are found by type; older ones by either. What was written under an alias may
 * have the first plugin's own types (§9), and no category for good.
 */
export function typeFilter(type: MemoryType, withFormer: boolean): Filter {
  const former = withFormer ? Object.entries(FORMER_TYPES).flatMap(([old, now]) => (now === type ? [old] : [])) : [];
  const byType: readonly Filter[] = [type, ...former].map((name) => ({ metadata: { type: name } }));
  const names = CATEGORIES[type];
  return anyOf(names.length === 0 ? byType : [...byType, { categories: { in: names } }]);
}

function anyOf(filters: readonly Filter[]): Filter {
  const [first] = filters;
  return filters.length === 1 && first !== undefined ? first : { OR: filters };
}

/** The first plugin's types that have a place among ours (§9); its summaries and captures have none. */
const FORMER_TYPES: Readonly<Record<string, MemoryType>> = {
  user_preference: 'preference',
  anti_pattern: 'insight',
  task_learning: 'insight',
  environmental: 'runbook',
};

const TYPES_BY_NAME: ReadonlyMap<string, MemoryType> = new Map(MEMORY_TYPES.map((type) => [type, type]));

/** Where a row belongs: `metadata.type` is authoritative, categories only place rows without one (§1.3). */
export function typeOf(row: {
  readonly metadata?: Readonly<Record<string, unknown>> | null | undefined;
  readonly categories?: readonly string[] | null | undefined;
}): MemoryType | undefined {
  const type = row.metadata?.['type'];
  if (typeof type === 'string') {
    return TYPES_BY_NAME.get(type) ?? (Object.hasOwn(FORMER_TYPES, type) ? FORMER_TYPES[type] : undefined);
  }
  return MEMORY_TYPES.find((known) => row.categories?.some((name) => CATEGORIES[known].includes(name)));
}
