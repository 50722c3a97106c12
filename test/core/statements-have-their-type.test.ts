import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { array, parse, string, tuple } from 'zod/mini';
import { isNoiseSentence } from '../../src/core/capture/gate.ts';
import { partsOf } from '../../src/core/statements/classify.ts';

const FOLDER = fileURLToPath(new URL('../fixtures/statements/', import.meta.url));
const PROMPTS = array(array(tuple([string(), string()])));

interface Piece {
  readonly states: string;
  readonly text: string;
}
type Prompt = readonly Piece[];

const LANGUAGES: ReadonlyMap<string, readonly Prompt[]> = new Map(
  readdirSync(FOLDER)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => {
      const prompts = parse(PROMPTS, JSON.parse(readFileSync(FOLDER + name, 'utf8')));
      return [name.slice(0, -5), prompts.map((one) => one.map(([states, text]) => ({ states, text })))];
    }),
);

/** What is made of each piece: a type, `noise`, or several when its parts differ. */
function made(prompt: Prompt): string[] {
  let at = 0;
  const spans = partsOf(prompt.map((piece) => piece.text).join(''), { projectScope: true }).map((part) => {
    const from = at;
    at += part.text.length;
    const kept = part.type ?? 'insight';
    const states = kept === 'insight' && isNoiseSentence(part.text) ? 'noise' : kept;
    return { from, to: at, states, blank: part.text.trim() === '' };
  });
  let end = 0;
  return prompt.map((piece) => {
    const from = end + piece.text.length - piece.text.trimStart().length;
    end += piece.text.length;
    const to = end - (piece.text.length - piece.text.trimEnd().length);
    const over = spans.filter((span) => !span.blank && span.from < to && span.to > from);
    return [...new Set(over.map((span) => span.states))].join('+');
  });
}

interface Score {
  readonly kept: number;
  readonly typed: number;
  readonly left: number;
  readonly misses: readonly string[];
}

function scored(prompts: readonly Prompt[]): Score {
  const pieces = prompts.flatMap((prompt) => {
    const all = made(prompt);
    return prompt.map((piece, at) => ({ ...piece, made: all[at] ?? '' }));
  });
  const statements = pieces.filter((piece) => piece.states !== 'noise');
  const noise = pieces.filter((piece) => piece.states === 'noise');
  const share = (some: readonly unknown[], of: readonly unknown[]): number =>
    of.length === 0 ? 1 : some.length / of.length;
  const right = (piece: { states: string; made: string }): boolean => piece.made === piece.states;
  return {
    kept: share(
      statements.filter((piece) => !piece.made.split('+').includes('noise')),
      statements,
    ),
    typed: share(statements.filter(right), statements),
    left: share(noise.filter(right), noise),
    misses: pieces
      .filter((piece) => !right(piece))
      .map((piece) => `${piece.states} -> ${piece.made}: ${piece.text.trim()}`),
  };
}

/** Fails with every miss, so that the next rule is seen at once. */
function expectAtLeast(score: Score, least: { kept: number; typed: number; left: number }): void {
  const report = score.misses.join('\n');
  expect(score.kept, `kept\n${report}`).toBeGreaterThanOrEqual(least.kept);
  expect(score.typed, `typed\n${report}`).toBeGreaterThanOrEqual(least.typed);
  expect(score.left, `noise left out\n${report}`).toBeGreaterThanOrEqual(least.left);
}

const MUTATIONS: Readonly<Record<string, (prompt: Prompt) => Prompt>> = {
  'as typed': (prompt) => prompt,
  quoted: (prompt) => mapLines(prompt, (line) => `> ${line}`),
  indented: (prompt) => mapLines(prompt, (line) => (line.trim() === '' ? line : `    ${line}`)),
  wrapped: (prompt) => prompt.map((piece) => ({ ...piece, text: wrapped(piece.text) })),
  'with capitals and full stops': (prompt) =>
    prompt.map((piece) => ({
      ...piece,
      text: piece.text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()).replace(/[\p{L}\p{N}]$/u, '$&.'),
    })),
};

function mapLines(prompt: Prompt, change: (line: string) => string): Prompt {
  let begins = true;
  return prompt.map((piece) => {
    const lines = piece.text.split('\n');
    const text = lines
      .map((line, at) =>
        (at === 0 && !begins) || (at === lines.length - 1 && at > 0 && line === '') ? line : change(line),
      )
      .join('\n');
    begins = piece.text.endsWith('\n');
    return { ...piece, text };
  });
}

/** Wrapped at 48 columns, one line of prose at a time. */
function wrapped(text: string): string {
  if (/\n[ \t]|^\s*(?:>|[-*] |\d+\. )/m.test(text)) return text;
  return text
    .split('\n')
    .map((line) => {
      let width = 0;
      return line.replace(/(\S+)( ?)/g, (all: string) => {
        const broken = width > 0 && width + all.trimEnd().length > 48;
        width = (broken ? 0 : width) + all.length;
        return broken ? `\n${all}` : all;
      });
    })
    .join('\n')
    .replace(/ \n/g, '\n');
}

describe.each(Object.entries(MUTATIONS))('%s', (name, mutate) => {
  const all = [...LANGUAGES.values()].flat().map(mutate);

  test('of all languages together', () => {
    const least =
      name === 'as typed' ? { kept: 0.995, typed: 0.98, left: 0.97 } : { kept: 0.99, typed: 0.95, left: 0.95 };
    expectAtLeast(scored(all), least);
  });

  test.each([...LANGUAGES])('in %s', (_, prompts) => {
    expectAtLeast(scored(prompts.map(mutate)), { kept: 0.97, typed: 0.92, left: 0.9 });
  });
});

test('every language has statements of all types, and noise', () => {
  expect(LANGUAGES.size).toBe(12);
  for (const prompts of LANGUAGES.values()) {
    const states = new Set(prompts.flat().map((piece) => piece.states));
    expect([...states].sort()).toEqual(['convention', 'decision', 'insight', 'noise', 'preference', 'runbook']);
    expect(prompts.length).toBeGreaterThanOrEqual(25);
  }
});
