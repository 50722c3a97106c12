/** Whether one path lies below another. Both are absolute; what they lead to is not looked at. */
import { isAbsolute, relative, sep } from 'node:path';

/** Below, and not the folder itself. */
export function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
