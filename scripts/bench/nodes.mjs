/** Other versions of Node, as the Node matrix has them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { installedNode } from '../nodes/install-node.mjs';
import { ROOT } from './library.mjs';

/** The executable of the newest version of this major in the matrix; fetched when it is not there. */
export function nodeOf(major) {
  if (process.versions.node.startsWith(`${major}.`)) return process.execPath;
  const all = JSON.parse(readFileSync(join(ROOT, 'scripts', 'nodes', 'versions.json'), 'utf8'));
  const { version } = all.findLast((one) => one.version.startsWith(`${major}.`));
  return installedNode(version);
}

/** Why it cannot be had, in a line; undefined where it is there. */
export function whyNoNode(major) {
  try {
    nodeOf(major);
    return undefined;
  } catch (error) {
    return error.message;
  }
}
