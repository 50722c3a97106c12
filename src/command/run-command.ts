/**
 * The command bundle: what a person asks for, and `drain`, the background process that hooks start. Each command is loaded when
 * it is asked for, so that none costs the others anything.
 */
import { isOff } from '../contract/config.ts';
import { Runtime } from '../runtime/runtime.ts';
import { leave, refuse } from './leave.ts';

const USAGE = `usage: mem0-hooks status [--json]
       mem0-hooks settings [--json]
       mem0-hooks settings set NAME VALUE | unset NAME
       mem0-hooks settings deny | allow PATTERN [--project] [--remove]
       mem0-hooks preview [--transcript FILE | --session ID] [--all] [--json]
       mem0-hooks receipts [--last N] [--session ID] [--json]
       mem0-hooks drain
       mem0-hooks serve [options]

  status    show where memories go, as whom, under which project and why, and what is wrong (status --help)
  settings  show the settings, or change them in ~/.mem0/settings.json (settings --help)
  preview   show what a capture would send now; nothing is sent and nothing is stored (preview --help)
  receipts  show what was captured, left out and masked, and what became of it (receipts --help)
  drain     capture the sessions that have ended, and deliver what waits in the spool
  serve     serve the local platform on 127.0.0.1 with the API of Mem0 (serve --help)

Exit status: 0 done, 1 not done or something still waits (it is said what), 2 wrong usage.
`;

/** Runs one command and ends the process. */
export function runCommand(args: readonly string[]): void {
  const [command, ...rest] = args;
  // These two tell that it is switched off, and switch it on again.
  const isAlways = command === 'status' || command === 'settings';
  if (isOff(process.env) && !isAlways) {
    const off = 'mem0-hooks is switched off (MEM0_HOOKS).';
    // The one sentence of a drain is on stdout, whatever it says.
    if (command === 'drain') leave(1, off);
    refuse(off);
  }
  const run = command === undefined ? undefined : COMMANDS.get(command);
  if (run === undefined) leave(command === undefined || command === '--help' ? 0 : 2, USAGE.trimEnd());
  const runtime = new Runtime();
  if (!runtime.config.enabled && !isAlways) refuse('mem0-hooks is switched off (~/.mem0/settings.json).');
  void run(runtime, rest);
}

const COMMANDS: ReadonlyMap<string, (runtime: Runtime, args: readonly string[]) => Promise<void>> = new Map([
  ['status', async (runtime, args) => (await import('./run-status.ts')).runStatus(runtime, args)],
  ['settings', async (runtime, args) => (await import('./run-settings.ts')).runSettings(runtime, args)],
  ['preview', async (runtime, args) => (await import('./run-preview.ts')).runPreview(runtime, args)],
  ['receipts', async (runtime, args) => (await import('./run-receipts.ts')).runReceipts(runtime, args)],
  ['drain', async (runtime, args) => (await import('./run-drain.ts')).runDrain(runtime, args[0])],
  ['serve', async (runtime, args) => (await import('./run-serve.ts')).runServe(runtime, args)],
  // Not for people: the dry run of session-end, which has the job on stdin.
  ['show-capture', async (runtime) => (await import('./show-capture.ts')).runShowCapture(runtime)],
]);
