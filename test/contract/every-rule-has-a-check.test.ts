/** The rules and the checks of the contract suite fit each other: no rule without a check, no check without a rule. */
import { describe, expect, it } from 'vitest';
import { CHECKS } from './checks/all.ts';
import { RULES } from './rules.ts';

const PARAGRAPHS = [1, 2, 3, 4, 5, 6, 7];

/** `6.37` as [6, 37]. */
function numbersOf(id: string): readonly [paragraph: number, number: number] {
  const [, paragraph, number] = /^(\d+)\.(\d+)$/.exec(id) ?? [];
  return [Number(paragraph), Number(number)];
}

/** What occurs more than once. */
function repeated(values: readonly string[]): readonly string[] {
  return values.filter((value, at) => values.indexOf(value) !== at);
}

describe('the rules', () => {
  it('are numbered in order, each paragraph from 1 without a gap', () => {
    const counts = PARAGRAPHS.map((paragraph) => RULES.filter(({ id }) => numbersOf(id)[0] === paragraph).length);
    const expected = PARAGRAPHS.flatMap((paragraph, at) =>
      Array.from({ length: counts[at] ?? 0 }, (_, n) => `${paragraph}.${n + 1}`),
    );
    expect(RULES.map(({ id }) => id)).toEqual(expected);
  });

  it('have ids and statements of their own', () => {
    expect(repeated(RULES.map(({ id }) => id))).toEqual([]);
    expect(repeated(RULES.map(({ says }) => says))).toEqual([]);
  });

  it.each(PARAGRAPHS)('cover paragraph %i', (paragraph) => {
    expect(RULES.filter(({ id }) => numbersOf(id)[0] === paragraph)).not.toEqual([]);
  });
});

describe('the checks', () => {
  it.each(PARAGRAPHS)('leave no rule of paragraph %i unchecked', (paragraph) => {
    const ids = RULES.map(({ id }) => id).filter((id) => numbersOf(id)[0] === paragraph);
    expect(ids.filter((id) => !CHECKS.some(({ rule }) => rule === id))).toEqual([]);
  });

  it('name rules that exist', () => {
    const ids = new Set(RULES.map(({ id }) => id));
    expect(CHECKS.filter(({ rule }) => !ids.has(rule)).map(({ rule, title }) => `${rule} ${title}`)).toEqual([]);
  });

  it('have a title of their own within their rule, which says something', () => {
    expect(repeated(CHECKS.map(({ rule, title }) => `${rule} ${title}`))).toEqual([]);
    expect(CHECKS.filter(({ title }) => title.trim() === '')).toEqual([]);
  });
});
