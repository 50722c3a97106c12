/**
 * Which memories of the first plugin are what files said, and which are traces of its health check: both are kept for a while only.
 *
 * The platform contract names neither mark (§9), so this is ours [?], and careful rather than complete. What the plugin's published
 * sources show (read 2026-11): files of rules went in as `project_profile` (`metadata.source` `auto-import`, or `cursor-import` and its
 * like; left out altogether), lines of the client's own memory file as `memory-md-import`, and the health check as `health_check` with
 * `probe: true`. `source: import` is its own export read in again, and no file content. What is unknown: what earlier versions
 * wrote, what a model made of imported text where it was extracted, and what people pasted. Of those only text that is plainly
 * a piece of a Markdown file is told.
 */
import type { Memory } from '../../contract/mem0.ts';

type Told = Pick<Memory, 'memory' | 'metadata'>;

/** `…-import`; not `import` alone. */
const FILE_SOURCE = /.-import$/;
const PROFILE = /^#{1,3} Project Profile: /;
const HEADING = /^#{1,6} \S/gm;
/** A statement of a person is shorter, and has no headings. [?] ours */
const DOCUMENT = { chars: 600, headings: 2 } as const;

/** Whether a memory is content of a file that was imported. */
export function isImported({ memory, metadata }: Told): boolean {
  const source = metadata?.['source'];
  if (typeof source === 'string' && FILE_SOURCE.test(source)) return true;
  if (typeof metadata?.['file'] === 'string' || PROFILE.test(memory)) return true;
  return memory.length >= DOCUMENT.chars && (memory.match(HEADING)?.length ?? 0) >= DOCUMENT.headings;
}

const PROBE = /^health[ _-]?check\b/i;
const MOST_PROBE_CHARS = 120;

/** Whether a memory is one that the plugin wrote to see whether it can. */
export function isHealthCheck({ memory, metadata }: Told): boolean {
  if (metadata?.['type'] === 'health_check' || metadata?.['probe'] === true) return true;
  return typeof metadata?.['type'] !== 'string' && memory.length <= MOST_PROBE_CHARS && PROBE.test(memory.trim());
}
