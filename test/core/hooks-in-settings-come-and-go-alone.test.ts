import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bundleFolderOf,
  HOOK_EVENTS,
  type HookGroup,
  hooksIn,
  withGroup,
  withoutHooks,
} from '../../src/core/settings/hook-entries.ts';
import { withElement, withoutElement } from '../../src/core/settings/json-list-edit.ts';

const groupFor = (event: string): HookGroup => ({
  hooks: [{ type: 'command', command: 'node', args: [`/opt/mem0-hooks/hooks/${event}.cjs`], timeout: 10 }],
});
const NAMES = { SessionStart: 'session-start', SessionEnd: 'session-end', PreCompact: 'pre-compact' } as const;

function registered(text: string): string {
  return HOOK_EVENTS.reduce((rest, event) => {
    const block: HookGroup = JSON.parse(rest).hooks ?? {};
    return withGroup(rest, block, event, groupFor(NAMES[event])) ?? expect.fail('no list');
  }, text);
}

function unregistered(text: string): string {
  const ours = hooksIn(JSON.parse(text).hooks ?? {}).filter((hook) => bundleFolderOf(hook) === '/opt/mem0-hooks/hooks');
  return withoutHooks(text, ours);
}

const other = fc.record({
  matcher: fc.constantFrom('', 'Bash', '*'),
  hooks: fc.array(fc.record({ type: fc.constant('command'), command: fc.string({ maxLength: 12 }) }), {
    minLength: 1,
    maxLength: 2,
  }),
});
const settings = fc.record(
  {
    env: fc.dictionary(fc.string({ maxLength: 4 }), fc.string({ maxLength: 4 }), { noNullPrototype: true }),
    hooks: fc.dictionary(fc.constantFrom(...HOOK_EVENTS, 'Stop'), fc.array(other, { minLength: 1, maxLength: 2 }), {
      minKeys: 1,
      noNullPrototype: true,
    }),
    permissions: fc.jsonValue({ maxDepth: 2 }),
  },
  { requiredKeys: [], noNullPrototype: true },
);
const layout = fc.constantFrom(undefined, 1, 2, 4, '\t');

describe('hooks in the settings', () => {
  it('are added beside what is there, and taking them out gives back every byte', () => {
    fc.assert(
      fc.property(settings, layout, (value, step) => {
        const text = JSON.stringify(value, null, step);
        const known = JSON.parse(text);
        const next = JSON.parse(registered(text));
        for (const [key, held] of Object.entries(known)) if (key !== 'hooks') expect(next[key]).toEqual(held);
        for (const [event, groups] of Object.entries<unknown[]>(known.hooks ?? {}))
          expect(next.hooks[event].slice(0, groups.length)).toEqual(groups);
        for (const event of HOOK_EVENTS) expect(next.hooks[event].at(-1)).toEqual(groupFor(NAMES[event]));
        expect(unregistered(registered(text))).toBe(text);
      }),
    );
  });

  it('are taken out of a group that others share', () => {
    const text =
      '{"hooks":{"Stop":[ {"hooks":[ {"command":"a"},{"command":"node","args":["/x/hooks/session-end.cjs"]} , {"command":"b"}]} ]}}';
    const ours = hooksIn(JSON.parse(text).hooks).filter((hook) => bundleFolderOf(hook) !== undefined);
    expect(withoutHooks(text, ours)).toBe('{"hooks":{"Stop":[ {"hooks":[ {"command":"a"} , {"command":"b"}]} ]}}');
  });

  it('are not added where there is no list', () => {
    expect(withGroup('{"hooks":{"Stop":1,"SessionEnd":{}}}', { SessionEnd: {} }, 'SessionEnd', {})).toBeUndefined();
  });
});

describe('the folder of a bundle', () => {
  it.each([
    [['node', '/a b/hooks/session-start.cjs'], '/a b/hooks'],
    [['node /a/hooks/pre-compact.cjs'], '/a/hooks'],
    [['node "/a b/hooks/session-end.cjs" 2>/dev/null'], '/a b/hooks'],
    [["node '/a b/hooks/session-end.cjs'"], '/a b/hooks'],
    [['node /a\\ b/hooks/session-end.cjs'], '/a b/hooks'],
    [['node $HOME/hooks/session-end.cjs'], '$HOME/hooks'],
    [['node', 'C:\\x\\hooks\\session-end.cjs'], 'C:\\x\\hooks'],
    [['node', '/a/other.cjs'], undefined],
    [['echo session-end.cjs'], undefined],
    [['my-session-end.cjs'], undefined],
  ])('%j: %j', (words, folder) => {
    expect(bundleFolderOf({ words })).toBe(folder);
  });
});

it('an element comes behind the others, and goes alone', () => {
  const list = fc.array(fc.jsonValue({ maxDepth: 2 }), { maxLength: 4 });
  fc.assert(
    fc.property(list, layout, fc.jsonValue({ maxDepth: 2 }), (values, step, value) => {
      const text = JSON.stringify({ a: { b: values }, c: [1] }, null, step);
      const added = withElement(text, ['a', 'b'], value) ?? expect.fail('no list');
      const all = JSON.parse(text).a.b;
      expect(JSON.parse(added)).toEqual({ a: { b: [...all, JSON.parse(JSON.stringify(value))] }, c: [1] });
      if (values.length > 0) expect(withoutElement(added, ['a', 'b', values.length])).toBe(text);
      for (const at of values.keys()) {
        const rest = all.filter((_: unknown, n: number) => n !== at);
        expect(JSON.parse(withoutElement(text, ['a', 'b', at]))).toEqual({ a: { b: rest }, c: [1] });
      }
    }),
  );
});
