/**
 * What session start prints: the pack for the model, and one line for the person. What was recalled is said each time; what is
 * wrong, and that there is nothing yet, once a day.
 */
import type { ConfigProblem } from '../contract/config.ts';
import type { SessionStartOutput } from '../contract/hook.ts';
import { type LineInput, userLine } from '../core/recall/user-line.ts';
import type { Recalled } from '../flows/recall.ts';
import { mayCapture } from '../runtime/belongs.ts';
import { quietly } from '../runtime/processes/quietly.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { Spool } from '../spool/spool.ts';
import { Notices } from '../state/notices.ts';
import type { Result } from './run-hook.ts';

/**
 * The output, and what is to be noted once it has been printed. `asked`: whether anything was to be recalled. `here`: problems of
 * the repository's own file.
 */
export function render(
  runtime: Runtime,
  recalled: Recalled & { readonly asked: boolean },
  appId: string | undefined,
  here: readonly ConfigProblem[],
): Result {
  const { line, told } = runtime.config.userLine ? lineFor(runtime, recalled, appId, here) : NO_LINE;
  const output: SessionStartOutput = {
    ...(line === undefined ? {} : { systemMessage: line }),
    ...(recalled.pack === undefined
      ? {}
      : { hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: recalled.pack.text } }),
  };
  return Object.keys(output).length === 0 ? {} : { output, told };
}

const NO_LINE = { line: undefined, told: () => undefined };

function lineFor(
  runtime: Runtime,
  recalled: Recalled & { readonly asked: boolean },
  appId: string | undefined,
  here: readonly ConfigProblem[],
) {
  const today = new Date().toISOString().slice(0, 10);
  const notices = new Notices(runtime.folder);
  const said: string[] = [];
  const isNew = (code: string): boolean => {
    if (runtime.config.dryRun) return true;
    const fresh = quietly(runtime, () => notices.isNew(code, today)) ?? true;
    if (fresh) said.push(code);
    return fresh;
  };
  const taken = runtime.config.dryRun ? undefined : quietly(runtime, () => runtime.faults.take(runtime.newId()));
  const last = taken?.faults.at(-1);
  const elsewhere = quietly(runtime, () => waitingElsewhere(runtime)) ?? 0;
  const { pack, failure, nothingNew = false } = recalled;
  const empty = pack === undefined && failure === undefined && !nothingNew && recalled.asked;
  const input: LineInput = {
    project: appId,
    local: runtime.config.apiKey === undefined,
    pack: recalled.pack,
    empty: empty && isNew(`empty-${appId ?? ''}`),
    failure: recalled.failure !== undefined && isNew(recalled.failure) ? recalled.failure : undefined,
    problems: [...runtime.problems, ...here].filter(({ name }) => isNew(name)),
    elsewhere: elsewhere > 0 && isNew('elsewhere') ? elsewhere : 0,
    faults: taken === undefined || last === undefined ? undefined : { count: taken.faults.length, last },
    tookMs: recalled.tookMs,
  };
  const told = () => {
    quietly(runtime, () => taken?.told());
    if (said.length > 0) quietly(runtime, () => notices.shown(said, today));
  };
  return { line: userLine(input), told };
}

/** Sessions and requests that only a process of another environment can deliver. */
function waitingElsewhere(runtime: Runtime): number {
  // Then all waits, for a reason that is told beside this.
  if (runtime.config.held) return 0;
  const jobs = runtime.jobs.all().filter(({ job }) => !mayCapture(runtime, job.belongs));
  return jobs.length + new Spool(runtime.folder, process.pid, runtime.destination).elsewhere();
}
