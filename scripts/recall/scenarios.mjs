/** All scenarios, in the order of the table. */
import { scenarios as budget } from './scenarios/budget.mjs';
import { scenarios as continued } from './scenarios/continued.mjs';
import { scenarios as firstPlugin } from './scenarios/first-plugin.mjs';
import { scenarios as hostile } from './scenarios/hostile.mjs';
import { scenarios as lookAlikes } from './scenarios/look-alikes.mjs';
import { scenarios as repository } from './scenarios/repository.mjs';
import { scenarios as said } from './scenarios/said.mjs';
import { scenarios as scope } from './scenarios/scope.mjs';
import { scenarios as states } from './scenarios/states.mjs';
import { scenarios as stores } from './scenarios/stores.mjs';
import { scenarios as trouble } from './scenarios/trouble.mjs';
import { scenarios as truth } from './scenarios/truth.mjs';
import { scenarios as work } from './scenarios/work.mjs';

export const SCENARIOS = [
  ...stores,
  ...work,
  ...truth,
  ...lookAlikes,
  ...scope,
  ...firstPlugin,
  ...repository,
  ...states,
  ...said,
  ...continued,
  ...trouble,
  ...budget,
  ...hostile,
];
