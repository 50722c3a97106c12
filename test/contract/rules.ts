/**
 * What the Mem0 Platform does, as numbered rules: paragraph, number, statement, source. Every rule has at least one check
 * (`checks/`) that carries its number; `every-rule-has-a-check.test.ts` holds that.
 * Sources: V verified against the live service, D published documentation, W seen on the wire of a real client, ? a choice of
 * ours that no source gives (the live service may well differ, and that is no failure there).
 */

export type Source = 'V' | 'D' | 'W' | '?';

export interface Rule {
  /** `paragraph.number` of the platform contract. */
  readonly id: string;
  readonly source: Source;
  readonly says: string;
}

const rule = (id: string, source: Source, says: string): Rule => ({ id, source, says });

export const RULES: readonly Rule[] = [
  // §1 Four rules for every call
  rule('1.1', 'V', 'a call without ids in its body works in the one project of the key'),
  rule('1.2', 'V', 'org_id and project_id together in the body point a call at another project'),
  rule('1.3', 'V', 'the same two ids as query parameters are silently ignored'),
  rule('1.4', 'V', 'one of the two ids alone is no override'),
  rule('1.5', 'V', 'paths that need ids take those that ping gives'),
  rule('1.6', 'V', 'a contradicted fact is kept: without latest_only old and new both come back'),
  rule('1.7', 'V', 'latest_only gives the current fact alone, on get_all and on search'),
  rule('1.8', 'V', 'our client says latest_only on every read: true but where it looks for a capture'),
  rule('1.9', 'V', 'categories are made later by a background job: a fresh memory has none, an older one may'),
  rule('1.10', 'V', 'metadata given on add survives extraction: every fact inherits it'),
  rule('1.11', 'V', 'metadata can be filtered at once, before there are categories'),
  rule('1.12', 'V', 'type OR categories finds a fresh memory by type and an older one either way'),
  rule('1.13', 'V', 'our client stamps metadata.type on every write'),
  rule('1.14', 'V', 'NOT takes a list; an object is a 400'),
  rule(
    '1.15',
    'V',
    "our operator's override travels in the body, whatever the method, and in paths that name a project",
  ),

  // §2 Scoping
  rule('2.1', 'V', 'user scope: written without app_id, read with NOT [{app_id: "*"}]'),
  rule('2.2', 'V', 'project scope: written with user_id and app_id, read with both'),
  rule('2.3', 'V', 'session scope: metadata.session_id equality'),
  rule('2.4', 'V', 'user_id alone also returns project records: there is no implicit null scoping'),
  rule('2.5', 'V', 'a record has one primary entity: an AND across user, agent and run matches nothing'),
  rule('2.6', 'V', 'our client never writes or reads by run_id or agent_id'),
  rule('2.7', 'V', 'the user is the user_email of ping'),
  rule(
    '2.8',
    'V',
    'app_id is the owner-repo of the remote: the same in every clone and worktree, whatever the form of its URL',
  ),
  rule('2.9', 'V', 'our operator reads every row of its scope and of no other, whatever the number of pages'),

  // §3 Writes
  rule('3.1', 'V', 'infer: true answers {event_id, status: "PENDING"} without memory ids'),
  rule('3.2', 'V', 'facts land later: a read right after the add does not have them'),
  rule('3.3', 'V', 'the same fact sent twice gives one record'),
  rule('3.4', 'V', 'infer: false is immediate'),
  rule('3.5', 'V', 'infer: false stores assistant-role messages too'),
  rule(
    '3.6',
    'D',
    'infer: false answers {message, status: "SUCCEEDED", event_id, results: [{id, data: {memory}, event: "ADD"}]}',
  ),
  rule('3.7', 'D', 'infer: false makes one memory a message, verbatim'),
  rule('3.8', 'D', 'messages have role user, assistant or system and a content'),
  rule('3.9', 'D', 'at least one of user_id, agent_id, app_id, run_id at top level'),
  rule('3.10', 'D', 'infer defaults to true'),
  rule('3.11', 'D', 'expiration_date is YYYY-MM-DD or null'),
  rule('3.12', 'D', 'custom_categories is a list of {name: description}; bare names are a 400'),
  rule('3.13', 'D', 'timestamp is unix seconds and backdates created_at'),
  rule('3.14', 'D', 'custom_instructions, agent_custom_instructions, includes, excludes and immutable are accepted'),
  rule('3.15', '?', 'an immutable memory cannot be updated; it can be deleted'),
  rule('3.16', 'D', 'categories of a call replace those of the project for that call'),
  rule('3.17', 'D', 'unknown body keys are ignored'),
  rule(
    '3.18',
    'V',
    'facts from user messages belong to the user, those from assistant messages are attributed to the assistant',
  ),
  rule('3.19', 'D', 'a burst of adds far below 1000 a minute is taken'),
  rule('3.20', '?', 'a request just under 50,000 characters is taken'),
  rule('3.21', 'V', 'our client writes a session_state as one single user-role message with infer: false'),
  rule('3.22', 'V', 'our client keeps the true roles: what Claude said is never sent as what the person said'),
  rule('3.23', '?', 'the same sentence under another type is the same fact'),
  rule('3.24', 'D', 'our operator stores what a person says word for word, at once, and reads it back'),

  // §4 Metadata schema
  rule('4.1', 'V', 'metadata comes back as it was given: type, session_id, branch, editor, policy, pinned'),
  rule('4.2', 'V', 'update accepts metadata: pinned is set and taken back so'),
  rule('4.3', '?', 'PUT replaces metadata as a whole'),
  rule('4.4', 'V', 'our client writes metadata of this schema and no other keys but its own capture_id'),
  rule('4.5', '?', 'our operator changes metadata by reading, changing and writing the whole object'),

  // §5 Life cycle
  rule('5.1', 'V', 'expiration_date is inclusive, in UTC'),
  rule('5.2', 'V', 'an expired memory is hidden from get_all and search'),
  rule('5.3', 'V', 'get by id still returns an expired memory'),
  rule('5.4', 'V', 'show_expired: true reveals expired memories'),
  rule('5.5', 'V', 'expiration_date: null restores a memory'),
  rule('5.6', 'V', 'decay is a flag of the project, for search only: ranking by recency of use, factor 0.3 to 1.5'),
  rule('5.7', 'V', 'decay applies after threshold and never filters'),
  rule('5.8', 'V', 'each returned hit is reinforced'),
  rule('5.9', 'V', 'the public score stays in [0, 1]'),
  rule('5.10', 'V', 'deletes are soft and the memory is gone from every read'),
  rule('5.11', 'V', 'delete_all renames the entity to <user>_deleted_<timestamp>'),
  rule('5.12', 'D', 'superseding sets replaced_by on the old memory'),
  rule('5.13', 'D', 'deleting the current fact brings its predecessor back under latest_only'),
  rule('5.14', 'D', 'with delete_linked=true the predecessor goes too'),
  rule('5.15', 'V', 'events go PENDING, RUNNING, SUCCEEDED'),
  rule('5.16', 'V', 'an event that cannot be done is FAILED with an error'),
  rule('5.17', 'V', 'a dropped duplicate is SUCCEEDED with results: []'),
  rule('5.18', '?', 'a fact with an expiration_date supersedes nothing: it would leave nothing behind'),
  rule('5.19', '?', 'a fact with a time in the future is superseded all the same'),
  rule(
    '5.20',
    'D',
    'our operator deletes the superseded with their successor, and knows from reads that they are gone',
  ),

  // §6 Endpoints
  rule('6.1', 'V', 'every path ends in /'),
  rule('6.2', 'V', 'Authorization: Token <key>; another key is a 401 {detail}'),
  rule('6.3', 'V', 'GET /v1/ping/ answers {status: "ok", org_id, project_id, user_email}'),
  rule('6.4', 'V', 'get_all takes page (1…) and page_size (1…200, default 100) from the query'),
  rule('6.5', 'V', 'get_all answers {count, next, previous, results}'),
  rule('6.6', 'V', 'an item of get_all has the keys of the contract; the run id is session_id'),
  rule('6.7', 'V', 'metadata and categories of an item may be null'),
  rule('6.8', 'V', 'entity ids at top level of a read are a 400'),
  rule('6.9', '?', 'get_all is ordered newest created first'),
  rule('6.10', '?', 'a page past the end is a 404 {"detail":"Invalid page."}'),
  rule('6.11', 'D', 'get_all takes start_date, end_date, categories, fields, keywords and include_merged in its body'),
  rule('6.12', 'D', 'search wants a non-blank query'),
  rule('6.13', 'D', 'top_k is 1…1000, default 10; threshold is 0…1, default 0.1'),
  rule('6.14', 'D', 'search answers {results}; items have run_id, score and score_breakdown'),
  rule('6.15', 'D', 'filters and expiry apply before top_k'),
  rule('6.16', 'D', 'search takes rerank, reference_date, fields and categories'),
  rule('6.17', 'V', 'a memory id that is no UUID is a 400'),
  rule('6.18', 'V', 'an unknown memory id is a 404 {"error":"Memory not found!"}'),
  rule('6.19', 'V', 'GET by id returns superseded memories too'),
  rule('6.20', 'D', 'PUT takes any of text, metadata, expiration_date, timestamp'),
  rule('6.21', 'V', 'DELETE /v1/memories/{id}/ deletes one memory'),
  rule('6.22', 'V', 'DELETE /v1/memories/ takes query parameters only: a body is a 400 "at least one filter required"'),
  rule('6.23', 'V', 'DELETE /v1/memories/ is asynchronous: {message, event_id}'),
  rule('6.24', 'D', 'of several entity parameters only one is honoured'),
  rule('6.25', 'D', 'DELETE /v1/batch/ deletes up to 1000 memories that its JSON body names'),
  rule('6.26', 'W', 'PUT /v1/batch/ sets the text of several memories'),
  rule('6.27', 'V', 'history is a bare array'),
  rule('6.28', 'V', 'feedback is POSITIVE, NEGATIVE, VERY_NEGATIVE or null, with a reason'),
  rule('6.29', 'V', 'feedback on a memory outside the project is a 404 unless the override is sent'),
  rule('6.30', 'V', 'GET /v1/event/{id}/ answers {id, event_type, status, results, error}; unknown ids are a 404'),
  rule('6.31', 'V', 'project fields are repeated parameters; comma-joined they do not work'),
  rule('6.32', 'V', 'PATCH of a project sets custom_instructions, custom_categories and decay, and answers {message}'),
  rule('6.33', 'V', 'custom_categories are replaced as a whole; [] resets them'),
  rule('6.34', 'V', 'entities are listed in pages'),
  rule('6.35', 'V', 'DELETE /v2/entities/{type}/{name}/ forgets an entity, asynchronously'),
  rule(
    '6.36',
    'D',
    'a refusal is {error}, {error, details}, {message}, {detail}, a list of texts or a field map, in JSON',
  ),
  rule(
    '6.37',
    'D',
    'our client reads every shape of refusal, a 429 with Retry-After, HTML of a 5xx, and repeats none of it',
  ),
  rule('6.38', 'D', 'GET /v1/events/ lists the events of the project, in pages'),
  rule('6.39', 'D', 'an event that has ended has a latency'),
  rule('6.40', 'D', 'DELETE /v1/memories/ with * as a name means every entity of the type'),
  rule('6.41', 'D', 'PUT takes a timestamp as ISO 8601 text too'),
  rule('6.42', '?', 'a body nested more than 64 deep, or with NUL or half a pair of surrogates in it, is a 400'),
  rule('6.43', 'V', 'our operator deletes by batches of at most 1000 ids and never by DELETE /v1/memories/'),
  rule('6.44', 'V', 'our operator reads the settings of a project by repeated fields, and what it sets is read back'),
  rule('6.45', 'V', 'our operator gives feedback and takes it back'),
  rule('6.46', 'D', 'our operator reads the history of a memory'),

  // §7 Filters
  rule('7.1', 'V', 'siblings are ANDed'),
  rule('7.2', 'V', 'an unknown key is a 400 that names the allowed ones'),
  rule('7.3', 'V', 'entity ids: bare, eq, ne, in'),
  rule('7.4', 'V', 'ne on an entity id also matches null'),
  rule('7.5', 'V', '"*" on an entity id means not null'),
  rule('7.6', 'D', 'dates: bare, gt, gte, lt, lte, ne, in; two operators in one object are allowed'),
  rule('7.7', 'V', 'an explicit eq on a date is a 400'),
  rule('7.8', 'D', 'categories: in means any of, contains ignores letter case; null never matches'),
  rule('7.9', 'V', 'categories bare, with eq or with ne are a 400'),
  rule('7.10', 'D', 'metadata: bare, eq, ne, contains; several keys are ANDed; top-level keys only'),
  rule('7.11', 'V', 'metadata with in, gt and the like is a 400'),
  rule('7.12', 'D', 'keywords: contains and icontains'),
  rule('7.13', 'V', 'keywords in a search is a 500'),
  rule('7.14', 'D', 'memory_ids: a list, or {in: []}'),
  rule('7.15', 'V', 'there is no nin, no symbol and no exists'),
  rule('7.16', 'V', 'a read without a positive entity id is a 400'),
  rule('7.17', 'V', 'sibling AND and OR at one level lose the OR'),
  rule('7.18', '?', 'NOT of several: none of them may match'),
  rule('7.19', 'V', 'the read recipe of a type in a project finds that type and no other'),
  rule('7.20', '?', 'text and keywords_search: a part of the text, bare or with contains and icontains'),
  rule('7.21', '?', 'dates: ne also matches what has no such date'),
];
