/**
 * Stands before every bundle (`scripts/build`): under a Node that is too old for it the hooks do nothing, and the one of a start says
 * why, instead of a fault that nobody can read. Written for any Node that can read a bundle at all; it costs the others nothing.
 */
import { writeSync } from 'node:fs';
import { basename } from 'node:path';
import { OFF } from '../contract/switch-words.ts';

/** Which Nodes package.json names, in words; put in by the build. */
declare const NODES: string;

// What came with 20.16 and 22.3, and is used before anything could be told.
if (typeof Reflect.get(process, 'getBuiltinModule') !== 'function') {
  const { env, version } = process;
  const text = `mem0: Node ${NODES} is needed, and this is ${version}: nothing is remembered.`;
  // Of the file itself, by whatever link it was started.
  const isBundle = (name: string) => basename(__filename) === `${name}.cjs`;
  const isQuiet =
    env['MEM0_HOOKS_CHILD'] !== undefined ||
    [env['MEM0_HOOKS'], env['MEM0_USER_LINE']].some((word) => OFF.test(word?.trim() ?? ''));
  if (isBundle('mem0-hooks')) writeSync(2, `${text}\n`);
  else if (isBundle('session-start') && !isQuiet) writeSync(1, `${JSON.stringify({ systemMessage: text })}\n`);
  process.exit(isBundle('mem0-hooks') ? 1 : 0);
}
