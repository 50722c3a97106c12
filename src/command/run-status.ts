/** `mem0-hooks status`: where memories go, as whom, under which project, and why; which settings hold; what is wrong. Writes nothing. */
import { parseArgs } from 'node:util';
import { isOff } from '../contract/config.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { leave, misused, refuse } from './leave.ts';
import { harmlessJson } from './plain-words.ts';
import { statusOf } from './status.ts';
import { statusText } from './status-text.ts';
import { whyNot } from './why-not.ts';
import { workingFolder } from './working-folder.ts';

const USAGE = `usage: mem0-hooks status [--json]

Shows what the hooks do in the current folder and why: platform, key (masked), user, project and how its id was found, lists, the
repository's file, every setting and where it comes from, what waits, and what is wrong with what to do about it. Nothing is
written. Mem0 is asked whose the key is where that is not known yet, for three seconds at most, and nothing else.

  --json  one JSON object: enabled, here, platform, key, user, override, project, place, permission, repository, state,
          settings, file, waiting, problems

Exit status: 0 shown, whatever it shows; 1 it could not be found out (it is said why), 2 wrong usage.
`;

export async function runStatus(runtime: Runtime, args: readonly string[]): Promise<void> {
  if (args.includes('--help')) leave(0, USAGE.trimEnd());
  const wanted = statusArguments(args);
  if ('wrong' in wanted) misused(wanted.wrong, USAGE);
  try {
    const enabled = runtime.config.enabled && !isOff(runtime.env);
    const report = await statusOf(runtime, workingFolder(runtime.env), enabled);
    leave(0, wanted.json ? harmlessJson(report) : statusText(report, Date.now()));
  } catch (error) {
    refuse(`No status: ${whyNot(error)}.`);
  }
}

function statusArguments(args: readonly string[]): { readonly json: boolean } | { readonly wrong: string } {
  try {
    const { values } = parseArgs({ args: [...args], options: { json: { type: 'boolean' } } });
    return { json: values.json ?? false };
  } catch (error) {
    // What parseArgs refuses, it says in plain words.
    if (error instanceof TypeError && 'code' in error) return { wrong: error.message };
    throw error;
  }
}
