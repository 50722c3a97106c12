/** How a memory is named in a pack: by the beginning of its id. Pure. */
import { harmlessLine } from './fence.ts';

/** As it stands behind each item, and in a mark that names one. */
export function shortId(id: string): string {
  return harmlessLine(id).slice(0, 8);
}

/** What was said just now has no id yet. */
export function nameOf({ id }: { readonly id: string }): string {
  return id === '' ? 'what was said just now' : shortId(id);
}
