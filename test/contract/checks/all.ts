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
import { BY_ID } from './6-by-id.ts';
import { ENDPOINTS } from './6-endpoints.ts';
import { FORGETTING } from './6-forgetting.ts';
import { PROJECTS } from './6-projects.ts';
import { GET_ALL } from './6-reads.ts';
import { SEARCH } from './6-search.ts';
import { FILTERS } from './7-filters.ts';
import { FILTERS_OF_FIELDS } from './7-filters-of-fields.ts';
import { OUR_CLIENT } from './our-client.ts';
import { OUR_CLIENT_REFUSED } from './our-client-refused.ts';

export const CHECKS: readonly Check[] = [
  ...FOUR_RULES,
  ...TYPES_AND_NOT,
  ...SCOPING,
  ...WRITES,
  ...WRITE_FIELDS,
  ...WRITE_EFFECTS,
  ...METADATA,
  ...LIFE_CYCLE,
  ...DECAY,
  ...EVENTS,
  ...ENDPOINTS,
  ...GET_ALL,
  ...SEARCH,
  ...BY_ID,
  ...FORGETTING,
  ...PROJECTS,
  ...FILTERS,
  ...FILTERS_OF_FIELDS,
  ...OUR_CLIENT,
  ...OUR_CLIENT_REFUSED,
];
