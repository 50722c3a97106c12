/**
 * The command bundle. `drain` is the background process: hooks start it, and a person may. It is silent; what it could not do
 * waits in the state folder, and the next session start tells.
 */
import { readFileSync, writeSync } from 'node:fs';
import { isOff } from '../contract/config.ts';
import { background } from '../flows/background.ts';
import { parseDocument } from '../io/document.ts';
import { jobSchema } from '../spool/jobs.ts';
import { backgroundPorts } from './background-ports.ts';
import { faultOf } from './run-hook.ts';
import { Runtime } from './runtime.ts';
import { showCapture } from './show-capture.ts';

const USAGE = `usage: mem0-hooks drain

  drain   capture the sessions that have ended, and deliver what waits in the spool
`;

/** Runs one command and ends the process: 0 done, 1 not done, 2 wrong usage. */
export function runCommand(args: readonly string[]): void {
  const [command] = args;
  if (isOff(process.env)) process.exit(0);
  const runtime = new Runtime();
  switch (command) {
    case 'drain': {
      const { destination } = runtime;
      // The settings allow nothing to be sent: everything waits, and each session start says why.
      if (destination === undefined) process.exit(1);
      background(backgroundPorts(runtime, destination)).then(() => process.exit(0), failed(runtime));
      return;
    }
    // Not for people: the dry run of session-end, which has the job on stdin.
    case 'show-capture': {
      const job = parseDocument(readFileSync(0, 'utf8'), jobSchema);
      if (job !== undefined) showCapture(runtime, job).then(() => process.exit(0), failed(runtime));
      return;
    }
    default:
      writeSync(command === undefined || command === '--help' ? 1 : 2, USAGE);
      process.exit(command === undefined || command === '--help' ? 0 : 2);
  }
}

function failed(runtime: Runtime): (error: unknown) => void {
  return (error) => {
    runtime.fault(faultOf(error), error);
    process.exit(1);
  };
}
