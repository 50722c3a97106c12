/**
 * What `hooks/<name>.cjs` is: it starts the bundle of that name in `hooks/code/`, with the code that V8 has compiled of it in an earlier
 * run where that is kept (`kept-code`), and without it all the same. Out of scope: whatever a hook does.
 */
import { readFileSync, writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { constants, Script } from 'node:vm';
import { codePlace, offerCode, readCode } from '../runtime/processes/kept-code.ts';

/** Of the bundle that this is the launcher of; put in by the build. */
declare const BUNDLE: { readonly name: string; readonly fingerprint: string };

/** The one bundle that people start. */
const COMMAND = 'mem0-hooks';

/** Code that this Node refuses (it has other flags than the one that wrote it) is not written again so soon. [?] ours */
const REFUSED_MS = 24 * 60 * 60 * 1000;

/** What the build has made of a bundle: one function, as Node would wrap it, so that the text need not be copied for that. */
type Body = (exports: object, require: NodeJS.Require, module: object, filename: string, dirname: string) => void;

function launch(): void {
  const { name, fingerprint } = BUNDLE;
  const folder = dirname(__filename);
  const file = join(folder, 'code', `${name}.cjs`);
  const text = textOf(file);
  // Half a clone: there is nothing to be done, and nobody is to be disturbed by a hook.
  if (text === undefined) {
    if (name === COMMAND) refuse(`${file} is not there: clone or install mem0-hooks once more.`);
    return;
  }
  const place = codePlace(process.env, name, fingerprint);
  const kept = place === undefined ? undefined : readCode(place);
  const script = new Script(text, {
    filename: file,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    ...(kept === undefined ? {} : { cachedData: kept.code }),
  });
  const isRefused = script.cachedDataRejected === true;
  if (place !== undefined && (kept === undefined || (isRefused && Math.abs(Date.now() - kept.at) > REFUSED_MS))) {
    offerCode({ ...place, make: () => script.createCachedData() });
  }
  const body = script.runInThisContext() as Body;
  body({}, createRequire(file), { exports: {} }, __filename, folder);
}

function refuse(why: string): void {
  writeSync(2, `${why}\n`);
  process.exitCode = 1;
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

launch();
