/**
 * Puts a version of Claude Code beside the project, once: 235 MB, so it is no dependency. Vitest calls this before the scenarios.
 * Nothing of the package is run while it is installed.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { NEWEST, OLDEST } from './versions.ts';

const CACHE = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'claude-code');

declare module 'vitest' {
  interface ProvidedContext {
    /** The command line of the client, without arguments. */
    readonly client: readonly string[];
    readonly clientVersion: string;
  }
}

// biome-ignore lint/style/noDefaultExport: vitest reads a global set-up from the default export.
export default function setup(project: TestProject): void {
  const named = process.env['CLAUDE_VERSION'] || 'newest';
  const version = { newest: NEWEST, oldest: OLDEST }[named] ?? named;
  if (!/^\d+\.\d+\.\d+$/.test(version))
    throw new Error(`CLAUDE_VERSION is a version, such as ${NEWEST}, or oldest or newest`);
  const { error } = spawnSync('tmux', ['-V']);
  if (error !== undefined)
    throw new Error('the interactive scenarios need tmux (apt-get install tmux)', { cause: error });
  project.provide('clientVersion', version);
  project.provide('client', installed(version));
}

/** The command line of that version, installed where it is not there yet. */
function installed(version: string): readonly string[] {
  const folder = join(CACHE, version);
  if (!existsSync(folder)) {
    // Under another name until it is whole: an install that is broken off is none.
    const making = join(CACHE, `${version}.${process.pid}`);
    mkdirSync(making, { recursive: true });
    try {
      const wanted = `@anthropic-ai/claude-code@${version}`;
      execFileSync('npm', ['install', '--prefix', making, '--ignore-scripts', '--no-audit', '--no-fund', wanted], {
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      // Another run may have been quicker.
      if (!existsSync(folder)) renameSync(making, folder);
    } finally {
      rmSync(making, { recursive: true, force: true });
    }
  }
  const scope = join(folder, 'node_modules', '@anthropic-ai');
  const native = join(scope, `claude-code-${process.platform}-${process.arch}`, 'claude');
  if (existsSync(native)) return [native];
  const script = join(scope, 'claude-code', 'cli.js');
  if (existsSync(script)) return [process.execPath, script];
  throw new Error(`Claude Code ${version} has nothing to run on ${process.platform} ${process.arch}`);
}
