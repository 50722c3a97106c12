import { execFileSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FAULT_CODES } from '../../src/contract/failure.ts';
import {
  byteDamage,
  damaged,
  jsonOf,
  type Members,
  membersOf,
  mutatedMembers,
  oddJson,
  patience,
  slowRuns,
} from '../support/fuzz.ts';
import { type Finished, fixtures, type HookName, processesOf, transcriptOf, World } from './world.ts';

/** Runs of a hook unless more are asked for. */
const FEW = 5;

/** Real inputs, as the client wrote them. */
const INPUTS: Readonly<Record<HookName, readonly string[]>> = {
  'session-start': ['session-start.json', 'session-start-compact.json'],
  'session-end': ['session-end.json'],
  'pre-compact': ['pre-compact.json'],
};

/** Places that no session has, in this world; each is tried as folder and as transcript. */
function oddPlaces(w: World): readonly string[] {
  const at = (name: string) => join(w.root, 'places', name);
  mkdirSync(at('folder'), { recursive: true });
  execFileSync('mkfifo', [at('pipe')]);
  symlinkSync('folder', at('link-to-folder'));
  symlinkSync('pipe', at('link-to-pipe'));
  symlinkSync('nowhere', at('dangling'));
  symlinkSync('loop', at('loop'));
  return [
    ...[
      'folder',
      'pipe',
      'link-to-folder',
      'link-to-pipe',
      'dangling',
      'loop',
      'loop/x',
      'two\nlines',
      'not\0here',
    ].map(at),
    ...[
      '',
      '.',
      '..',
      'a/b',
      '~',
      '~/x',
      '/',
      '//',
      'C:\\x',
      'file:///tmp',
      '-rf',
      'lone \ud800 half',
      '\u0001\u001b[2J',
    ],
    ...[
      '/dev/zero',
      '/dev/null',
      '/dev/stdin',
      '/dev/fd/0',
      '/proc',
      '/proc/self',
      '/proc/self/pagemap',
      '/proc/self/mem',
    ],
    ...[`/${'x'.repeat(4_000)}`, `/${'x/'.repeat(2_000)}`, join(w.root, 'x'.repeat(300))],
  ];
}

/** A path, a size, a time and what is in it, of everything that is nobody's to change. */
function everythingElse(w: World): readonly string[] {
  const tops = readdirSync(w.root).filter((name) => name !== 'states' && name !== 'tmp');
  return tops.flatMap((top) =>
    ['', ...readdirSync(join(w.root, top), { recursive: true, encoding: 'utf8' })].map((name) => {
      const path = join(w.root, top, name);
      const stats = lstatSync(path);
      const text = stats.isFile() ? readFileSync(path, 'latin1') : stats.isSymbolicLink() ? readlinkSync(path) : '';
      return `${path} ${stats.mode} ${stats.isDirectory() ? '' : stats.mtimeMs} ${text}`;
    }),
  );
}

/** Nothing, or one object of the hook protocol; only a start prints any. */
function expectProtocol(hook: HookName, { stdout }: Finished): void {
  if (stdout === '') return;
  expect(hook).toBe('session-start');
  expect(stdout).toMatch(/^[^\n]+\n$/);
  const { systemMessage, hookSpecificOutput, ...more } = JSON.parse(stdout);
  expect(more).toEqual({});
  expect(['string', 'undefined']).toContain(typeof systemMessage);
  if (hookSpecificOutput === undefined) return;
  const { hookEventName, additionalContext, ...others } = hookSpecificOutput;
  expect([hookEventName, typeof additionalContext, others]).toEqual(['SessionStart', 'string', {}]);
  expect(additionalContext.length).toBeLessThanOrEqual(10_000);
}

/** A fault is a code and an instant: nothing of an input has a way in. */
function expectPlainFaults(state: string): void {
  const lines = readdirSync(state, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.startsWith('faults'))
    .flatMap((name) => (lstatSync(join(state, name)).isFile() ? [readFileSync(join(state, name), 'utf8')] : []))
    .flatMap((text) => text.split('\n').filter((line) => line !== ''));
  for (const line of lines) {
    const { code, at, ...more } = JSON.parse(line);
    expect(FAULT_CODES).toContain(code);
    expect(new Date(at).toISOString()).toBe(at);
    expect(more).toEqual({});
  }
}

/** What is written to the hook: mutated members, or the bytes of a real input damaged. */
function inputs(bases: readonly Members[], places: readonly string[]): fc.Arbitrary<Buffer> {
  const place = fc.constantFrom(...places).map((path) => JSON.stringify(path));
  const id = fc
    .constantFrom('../../x', '.', '..', 'a/b', '__proto__', 'x'.repeat(5_000), '\u2028', 'nul')
    .map((text) => JSON.stringify(text));
  const base = fc.constantFrom(...bases);
  const mutated = base.chain((members) => mutatedMembers(members, fc.oneof(oddJson, id, place)));
  const misplaced = fc
    .tuple(base, fc.constantFrom('cwd', 'transcript_path', 'both'), place)
    .map(([members, which, json]) =>
      members.map(
        ([key, old]) => [key, key === which || (which === 'both' && /cwd|path/.test(key)) ? json : old] as const,
      ),
    );
  const text = fc.oneof({ weight: 2, arbitrary: mutated }, misplaced).map((members) => Buffer.from(jsonOf(members)));
  const bytes = fc
    .tuple(base, fc.array(byteDamage, { minLength: 1, maxLength: 4 }))
    .map(([members, all]) => all.reduce(damaged, Buffer.from(jsonOf(members))));
  return fc.oneof({ weight: 3, arbitrary: text }, { weight: 2, arbitrary: bytes });
}

describe.each(Object.keys(INPUTS) as HookName[])('%s', (hook) => {
  it(
    'takes any input: it ends with 0, says nothing odd, touches nothing else and leaves no process behind',
    async () => {
      const w = new World();
      const places = oddPlaces(w);
      const bases = INPUTS[hook].map((name) => {
        const real = JSON.parse(readFileSync(join(fixtures, 'hook', name), 'utf8'));
        return membersOf({ ...real, transcript_path: transcriptOf('a-design-discussion'), cwd: w.repository });
      });
      const before = everythingElse(w);
      let n = 0;
      await fc.assert(
        fc.asyncProperty(inputs(bases, places), fc.boolean(), async (input, keepOpen) => {
          const state = join(w.root, 'states', String(n++));
          const run = await w.run(hook, [], { input, keepOpen, env: { MEM0_HOOKS_HOME: state } });
          expect(run).toMatchObject({ status: 0, stderr: '' });
          expectProtocol(hook, run);
          await w.until(() => processesOf(w).length === 0);
          expect(everythingElse(w)).toEqual(before);
          if (existsSync(state)) expectPlainFaults(state);
        }),
        slowRuns(FEW),
      );
    },
    patience(FEW, 20_000),
  );
});
