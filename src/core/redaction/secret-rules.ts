/**
 * Shapes of secrets, as data: each rule with texts that it must find and near misses that it must leave alone; the tests run
 * both. All examples are made up. Out of scope: exact values known from the environment (`known-values`), keys in PEM blocks
 * (`key-blocks`).
 */
import { RULES_IN_WORDS } from './rules-in-words.ts';
import { ADDRESS_RULES } from './rules-of-addresses.ts';
import { ASSIGNMENT_RULES } from './rules-of-assignments.ts';
import { LOGIN_RULES } from './rules-of-logins.ts';
import { PROVIDER_RULES } from './rules-of-providers.ts';
import type { SecretRule } from './secret-rule.ts';

/** In this order: the special shapes before the general ones, so that a mark names the most telling rule. */
export const SECRET_RULES: readonly SecretRule[] = [
  ...PROVIDER_RULES,
  ...ADDRESS_RULES,
  ...ASSIGNMENT_RULES,
  ...RULES_IN_WORDS,
  ...LOGIN_RULES,
];
