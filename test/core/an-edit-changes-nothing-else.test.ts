import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withValue } from '../../src/core/settings/json-edit.ts';

/** An object as its members' texts, and the blanks between them, so that it can hold what no object of JavaScript can. */
const blank = fc.constantFrom('', ' ', '\n', '\n  ', '\r\n\t', '  \n\n ');
const json = fc.oneof(
  fc.json({ maxDepth: 3 }),
  fc.constantFrom(
    '1.0',
    '1e400',
    '12345678901234567890',
    '-0',
    '"\\u0041}{\\"\\\\"',
    '[ ]',
    '{ "hooks" : { "a":1 } }',
    '"]"',
  ),
);
const key = fc.oneof(
  fc.constantFrom('hooks', 'capture', '2', '1', '__proto__', 'a"}', ''),
  fc.string({ maxLength: 5 }),
);
const members = fc.array(fc.tuple(key, json, blank), { maxLength: 6 });
type Member = readonly [key: string, json: string, blank: string];

function textOf(all: readonly Member[], before = ''): string {
  return `${before}{${all.map(([name, value, space]) => `${space}${JSON.stringify(name)}${space}:${space}${value}${space}`).join(',')}}`;
}

/** The texts of the members whose key is not this one, by scanning for what was put in. */
function others(all: readonly Member[], without: string): readonly string[] {
  return all
    .filter(([name]) => name !== without)
    .map(([name, value, space]) => `${JSON.stringify(name)}${space}:${space}${value}`);
}

describe('an edit of a JSON text', () => {
  it('sets what is asked for, and leaves the bytes of everything else in their order', () => {
    fc.assert(
      fc.property(members, key, fc.jsonValue({ maxDepth: 2 }), (all, name, value) => {
        const text = textOf(all);
        const edited = withValue(text, [name], value);
        const read = JSON.parse(edited);
        expect(Object.getOwnPropertyDescriptor(read, name)?.value).toEqual(JSON.parse(JSON.stringify(value)));
        let from = 0;
        for (const other of others(all, name)) {
          const found = edited.indexOf(other, from);
          expect(found).toBeGreaterThanOrEqual(from);
          from = found + other.length;
        }
      }),
    );
  });

  it('takes out what is asked for, wherever it stands and however often, and nothing else', () => {
    fc.assert(
      fc.property(members, key, (all, name) => {
        const edited = withValue(textOf(all), [name], undefined);
        expect(Object.hasOwn(JSON.parse(edited), name)).toBe(false);
        const compact = (text: string) => JSON.stringify(JSON.parse(text));
        expect(compact(edited)).toBe(compact(textOf(all.filter(([other]) => other !== name))));
        for (const other of others(all, name)) expect(edited).toContain(other);
      }),
    );
  });

  it('reaches into objects, and makes those that are missing', () => {
    fc.assert(
      fc.property(members, members, key, fc.jsonValue({ maxDepth: 1 }), (outer, inner, name, value) => {
        const rest = outer.filter(([other]) => other !== 'hooks');
        const text = textOf([...rest, ['hooks', textOf(inner), ' ']]);
        const edited = withValue(text, ['hooks', name, 'deep'], value);
        const read = JSON.parse(edited);
        expect(Object.getOwnPropertyDescriptor(read.hooks, name)?.value.deep).toEqual(
          JSON.parse(JSON.stringify(value)),
        );
        for (const other of [...others(rest, 'hooks'), ...others(inner, name)]) expect(edited).toContain(other);
      }),
    );
  });

  it.each([
    ['{}\n', '{\n  "hooks": {\n    "capture": "off"\n  }\n}\n'],
    [
      '{\n    "other": [\n        1\n    ]\n}',
      '{\n    "other": [\n        1\n    ],\n    "hooks": {\n        "capture": "off"\n    }\n}',
    ],
    ['{"other":1}', '{"other":1,"hooks":{"capture":"off"}}'],
    [
      '{\r\n\t"hooks": {\r\n\t\t"x": 1\r\n\t}\r\n}',
      '{\r\n\t"hooks": {\r\n\t\t"x": 1,\r\n\t\t"capture": "off"\r\n\t}\r\n}',
    ],
    ['\ufeff{ "hooks": null }', '\ufeff{ "hooks": {"capture":"off"} }'],
  ])('keeps to the layout of %j', (text, expected) => {
    expect(withValue(text, ['hooks', 'capture'], 'off')).toBe(expected);
  });
});
