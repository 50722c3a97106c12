import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { repeated, repeatedIn } from '../../src/core/settings/json-edit.ts';

describe('a name that stands twice', () => {
  it.each([
    ['{"hooks": {"deny": 1, "deny": 2}}', 'deny'],
    ['{"hooks": {"deny": {"paths": [], "paths": []}}}', 'paths'],
    ['{"hooks": {"aliases": {"app_ids": {"a": [], "\\u0061": []}}}}', 'a'],
    ['{"hooks": {}, "x": 1, "hooks": {}}', 'hooks'],
    ['{"ho\\u006fks": {}, "hooks": {}}', 'hooks'],
  ])('in %s is %s', (text, name) => {
    expect(repeatedIn(text, 'hooks')).toBe(name);
  });

  it.each([
    '{}',
    '{"hooks": 7}',
    '{"hooks": {"deny": {"paths": ["deny", "deny"]}, "paths": {}}}',
    '{"debug": 1, "debug": 2, "hooks": {}}',
    '{"other": {"a": 1, "a": 2}, "hooks": {"a": "{\\"a\\": 1, \\"a\\": 2}"}}',
  ])('in %s there is none that matters', (text) => {
    expect(repeatedIn(text, 'hooks')).toBeUndefined();
  });

  it('is told of any object, however it is laid out, and of no other', () => {
    const names = fc.array(fc.string({ unit: fc.constantFrom(...'ab"\\ é') }), { maxLength: 6 });
    const space = fc.constantFrom('', ' ', '\n\t');
    fc.assert(
      fc.property(names, space, fc.json(), (all, gap, value) => {
        const text = `{${gap}${all.map((name) => `${JSON.stringify(name)}${gap}:${gap}${JSON.stringify([JSON.parse(value)])}`).join(`${gap},${gap}`)}${gap}}`;
        expect(repeated(text) !== undefined).toBe(new Set(all).size < all.length);
        expect(repeatedIn(`{"x": 1, "hooks":${gap}${text}}`, 'hooks')).toBe(repeated(text));
      }),
    );
  });

  it('is looked for in bounded time, however deep and wide a text is', () => {
    const deep = `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`;
    expect(repeated(deep)).toBeUndefined();
    const wide = `{${Array.from({ length: 50_000 }, (_, n) => `"${n}":{"a":{"b":1}}`).join(',')}}`;
    expect(repeated(wide)).toBeUndefined();
  });
});
