/** One step of a dry run. */
import { asFailure } from '../../contract/failure.ts';
import type { SpoolItem } from '../../contract/state.ts';
import type { Platform } from './platform.ts';

/** Shows one spool item as the request that it would be. */
export async function showItem(platform: Platform, item: SpoolItem): Promise<void> {
  const within = { deadline: Number.POSITIVE_INFINITY };
  try {
    await (await platform.clientFor(item.place, within)).add(item.write, within);
  } catch (error) {
    if (asFailure(error).reason !== 'dry-run') throw error;
  }
}
