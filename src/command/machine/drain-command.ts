/** `mem0-hooks drain` for a person who asks how it goes; what hooks start passes by this (`run-command.ts`). */
import { command } from '../line/definition.ts';
import { runDrain } from './drain.ts';

export const drainCommand = command({
  about: `
Captures the sessions that have ended, and delivers what waits in the spool. Hooks start it by themselves; nobody has to.`,
  line: (empty) => empty,
  json: 'one JSON object: ran (false where another process is at it), captured (sessions), waiting (sessions and requests), why, failure',
  statuses: {
    done: 'all is captured and delivered',
    not: 'something still waits, or nothing was done (it is said why)',
  },
  run: ({ runtime, json }) => runDrain(runtime, undefined, json),
});
