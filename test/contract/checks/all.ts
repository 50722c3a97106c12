/** Every check, in the order of the rules. */
import type { Check } from '../check.ts';
import { FOUR_RULES } from './1-four-rules.ts';
import { TYPES_AND_NOT } from './1-types-and-not.ts';
import { SCOPING } from './2-scoping.ts';
import { WRITE_EFFECTS } from './3-write-effects.ts';
import { WRITE_FIELDS } from './3-write-fields.ts';
import { WRITES } from './3-writes.ts';
import { METADATA } from './4-metadata.ts';
import { DECAY } from './5-decay.ts';
import { EVENTS } from './5-events.ts';
import { LIFE_CYCLE } from './5-life-cycle.ts';
import { SCORES } from './5-scores.ts';
import { SUCCESSION } from './5-succession.ts';
import { BATCHES } from './6-batches.ts';
import { BY_ID } from './6-by-id.ts';
import { DELETE_ALL } from './6-delete-all.ts';
import { ENDPOINTS } from './6-endpoints.ts';
import { ENTITIES } from './6-entities.ts';
import { EVENTS_BY_ID } from './6-events.ts';
import { HISTORY_AND_FEEDBACK } from './6-history-and-feedback.ts';
import { NARROWING } from './6-narrowing.ts';
import { PROJECTS } from './6-projects.ts';
import { GET_ALL } from './6-reads.ts';
import { SEARCH } from './6-search.ts';
import { FILTERS } from './7-filters.ts';
import { FILTERS_OF_DATES } from './7-filters-of-dates.ts';
import { FILTERS_OF_FIELDS } from './7-filters-of-fields.ts';
import { FILTERS_OF_TEXTS } from './7-filters-of-texts.ts';
import { OUR_CLIENT } from './our-client.ts';
import { OUR_CLIENT_REFUSED } from './our-client-refused.ts';
import { OUR_CLIENT_WRITES } from './our-client-writes.ts';
import { OUR_OPERATOR } from './our-operator.ts';
import { OUR_OPERATOR_SETTINGS } from './our-operator-settings.ts';

export const CHECKS: readonly Check[] = [
  ...FOUR_RULES,
  ...TYPES_AND_NOT,
  ...SCOPING,
  ...WRITES,
  ...WRITE_FIELDS,
  ...WRITE_EFFECTS,
  ...METADATA,
  ...LIFE_CYCLE,
  ...SUCCESSION,
  ...DECAY,
  ...SCORES,
  ...EVENTS,
  ...ENDPOINTS,
  ...GET_ALL,
  ...NARROWING,
  ...SEARCH,
  ...BY_ID,
  ...HISTORY_AND_FEEDBACK,
  ...DELETE_ALL,
  ...BATCHES,
  ...EVENTS_BY_ID,
  ...PROJECTS,
  ...ENTITIES,
  ...FILTERS,
  ...FILTERS_OF_DATES,
  ...FILTERS_OF_FIELDS,
  ...FILTERS_OF_TEXTS,
  ...OUR_CLIENT,
  ...OUR_CLIENT_WRITES,
  ...OUR_CLIENT_REFUSED,
  ...OUR_OPERATOR,
  ...OUR_OPERATOR_SETTINGS,
];
