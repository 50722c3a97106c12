/** What the working tree holds, as evidence of what a message repeats from it (design §2.4). */
import { TreeIndex } from '../core/provenance.ts';
import { feedTree } from '../io/work-tree.ts';
import type { Runtime } from './runtime.ts';

/** A megabyte is a data file; 64 of them take longer to look at than the time that is given. */
const LIMITS = { maxFiles: 20_000, maxFileBytes: 1024 * 1024, maxBytes: 64 * 1024 * 1024 } as const;

/** Reads for `ms` milliseconds at most; prose first. */
export async function treeEvidenceOf(runtime: Runtime, root: string, ms: number): Promise<TreeIndex> {
  const index = new TreeIndex();
  const now = () => Date.now();
  const options = { deadline: now() + ms, now, env: runtime.env, ...LIMITS };
  const { files, complete } = await feedTree(root, (path, text) => index.addFile(path, text), options);
  runtime.log('capture', { files, complete });
  return index;
}
