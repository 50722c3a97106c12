/** Keeps the code of this run for the next one (`kept-code`), once a process has done what it usually does and has printed. */
import type { Runtime } from '../runtime.ts';
import { CODE_FOLDER, namePrefix, offeredCode, sealed } from './kept-code.ts';
import { quietly } from './quietly.ts';

/** Of Nodes that are not used any more. [?] ours */
const UNUSED_MS = 60 * 24 * 60 * 60 * 1000;

/**
 * Does nothing where there is code already, the launcher has looked elsewhere than the settings say, or it was that of another bundle
 * (where one runs in the process of another). Never throws.
 */
export function keepCode(runtime: Runtime, bundle: string): void {
  const offer = offeredCode();
  const isOurs = offer?.root === runtime.folder.root && offer.name.startsWith(namePrefix(bundle));
  if (offer === undefined || !isOurs || runtime.config.dryRun) return;
  quietly(runtime, () => {
    runtime.folder.write(`${CODE_FOLDER}/${offer.name}`, sealed(offer.make()));
    const isOfBefore = (name: string) => name !== offer.name && name.startsWith(namePrefix(bundle));
    const gone = runtime.folder
      .dated(CODE_FOLDER)
      .filter(({ name, at }) => isOfBefore(name) || Date.now() - at > UNUSED_MS)
      .map(({ name }) => name);
    if (gone.length > 0) runtime.folder.removeFiles(CODE_FOLDER, gone);
  });
}
