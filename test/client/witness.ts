/**
 * A plugin of the tests' own that writes down what the client tells its hooks: what comes on stdin, the environment, the parent and
 * the time; and that prints what a scenario gives it. With it a fact of the client can be told from what our hooks make of it.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../temporary-folder.ts';

/** What the client puts a plugin’s folder in place of. */
const PLUGIN_ROOT = ['${', 'CLAUDE_PLUGIN_ROOT}'].join('');

const EVENTS = ['SessionStart', 'SessionEnd', 'PreCompact'] as const;
export type WitnessedEvent = (typeof EVENTS)[number];

export interface Seen {
  readonly event: WitnessedEvent;
  /** What came on stdin until its end, as an object. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly env: Readonly<Record<string, string>>;
  readonly parent: number;
  /** ms since the epoch. */
  readonly beganAt: number;
  readonly endedAt: number;
  /** What the transcript held then; undefined where there was no file. */
  readonly transcript: string | undefined;
}

/** What a hook of the witness does: print something, and take so long. */
export interface Conduct {
  readonly prints?: string;
  readonly ms?: number;
}

/** One file, no dependencies; the waiting is what the client is held against. */
const PROGRAM = `
const { appendFileSync, existsSync, readFileSync } = require('node:fs');
const { join } = require('node:path');
const beganAt = Date.now();
const [event] = process.argv.slice(2);
const input = JSON.parse(readFileSync(0, 'utf8'));
const conduct = JSON.parse(readFileSync(join(__dirname, 'conduct.json'), 'utf8'))[event] ?? {};
const path = input.transcript_path;
const transcript = existsSync(path) ? readFileSync(path, 'utf8') : undefined;
setTimeout(() => {
  const seen = { event, input, env: process.env, parent: process.ppid, beganAt, endedAt: Date.now(), transcript };
  appendFileSync(join(__dirname, 'seen.jsonl'), JSON.stringify(seen) + '\\n');
  process.stdout.write(conduct.prints ?? '');
}, conduct.ms ?? 0);
`;

export class Witness {
  /** A blank and a quote in the path, as in people's folders: without a shell neither matters. */
  readonly folder = join(temporaryFolder(), "the witness' plugin");

  constructor(conduct: Readonly<Partial<Record<WitnessedEvent, Conduct>>> = {}) {
    mkdirSync(join(this.folder, '.claude-plugin'), { recursive: true });
    const write = (name: string, text: string) => writeFileSync(join(this.folder, name), text);
    write(
      '.claude-plugin/plugin.json',
      JSON.stringify({ name: 'witness', version: '0.0.1', description: 'Writes down', hooks: './hooks.json' }),
    );
    const hook = (event: WitnessedEvent) => {
      const args = [join(PLUGIN_ROOT, 'witness.cjs'), event];
      return [{ hooks: [{ type: 'command', command: 'node', args, timeout: 10 }] }];
    };
    write('hooks.json', JSON.stringify({ hooks: Object.fromEntries(EVENTS.map((event) => [event, hook(event)])) }));
    write('witness.cjs', PROGRAM);
    write('conduct.json', JSON.stringify(conduct));
  }

  /** What was seen, in order. */
  seen(event?: WitnessedEvent): readonly Seen[] {
    const path = join(this.folder, 'seen.jsonl');
    if (!existsSync(path)) return [];
    const all = readFileSync(path, 'utf8')
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Seen);
    return event === undefined ? all : all.filter((one) => one.event === event);
  }
}
