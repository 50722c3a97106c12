/**
 * All commands, in the order in which the help of all shows them. Each is loaded when it is asked for, so that none costs the others
 * anything; a new one is a file in its room and an entry here.
 */
import type { Entry } from './line/definition.ts';

export const COMMANDS: readonly Entry[] = [
  {
    name: 'status',
    group: 'See',
    summary: 'where memories go, as whom, under which project and why, and what is wrong',
    always: true,
    load: async () => (await import('./see/status-command.ts')).statusCommand,
  },
  {
    name: 'doctor',
    group: 'Machine',
    summary: 'try everything that the hooks need, and say what to do about what fails',
    always: true,
    load: async () => (await import('./machine/doctor-command.ts')).doctorCommand,
  },
  {
    name: 'pack',
    group: 'See',
    summary: 'the context pack that a session would begin with here, and why each line is in it',
    load: async () => (await import('./see/pack-command.ts')).packCommand,
  },
  {
    name: 'preview',
    group: 'See',
    summary: 'what a capture would send now; nothing is sent and nothing is stored',
    load: async () => (await import('./see/preview-command.ts')).previewCommand,
  },
  {
    name: 'receipts',
    group: 'See',
    summary: 'what was captured, left out and masked, and what became of it',
    load: async () => (await import('./see/receipts-command.ts')).receiptsCommand,
  },
  {
    name: 'settings',
    group: 'Change',
    summary: 'the settings, and how to change them in ~/.mem0/settings.json',
    always: true,
    load: async () => (await import('./change/settings-command.ts')).settingsCommand,
  },
  {
    name: 'setup',
    group: 'Change',
    summary: 'what the Mem0 project needs: write gate and categories, after showing what would change',
    load: async () => (await import('./change/setup-command.ts')).setupCommand,
  },
  {
    name: 'register',
    group: 'Change',
    summary: "put these hooks into Claude Code's settings, where they do not run as a plugin",
    always: true,
    load: async () => (await import('./change/register-command.ts')).registerCommand,
  },
  {
    name: 'unregister',
    group: 'Change',
    summary: "take them out of Claude Code's settings",
    always: true,
    load: async () => (await import('./change/unregister-command.ts')).unregisterCommand,
  },
  {
    name: 'list',
    group: 'Memories',
    summary: 'the memories of this project and your own, newest first',
    load: async () => (await import('./memories/list-command.ts')).listCommand,
  },
  {
    name: 'search',
    group: 'Memories',
    summary: 'the memories that fit some words best',
    load: async () => (await import('./memories/search-command.ts')).searchCommand,
  },
  {
    name: 'show',
    group: 'Memories',
    summary: 'all of a memory: its session, its history, what it has superseded',
    load: async () => (await import('./memories/show-command.ts')).showCommand,
  },
  {
    name: 'remember',
    group: 'Memories',
    summary: 'store a memory in your own words',
    load: async () => (await import('./memories/remember-command.ts')).rememberCommand,
  },
  {
    name: 'edit',
    group: 'Memories',
    summary: 'change the text or the type of a memory',
    load: async () => (await import('./memories/edit-command.ts')).editCommand,
  },
  {
    name: 'pin',
    group: 'Memories',
    summary: 'put a memory at the top of every pack',
    load: async () => (await import('./memories/pin-command.ts')).pinCommand,
  },
  {
    name: 'unpin',
    group: 'Memories',
    summary: 'take it from there again',
    load: async () => (await import('./memories/pin-command.ts')).unpinCommand,
  },
  {
    name: 'expire',
    group: 'Memories',
    summary: 'set the day after which a memory counts no more',
    load: async () => (await import('./memories/expire-command.ts')).expireCommand,
  },
  {
    name: 'feedback',
    group: 'Memories',
    summary: 'tell the platform that a memory is good or bad',
    load: async () => (await import('./memories/feedback-command.ts')).feedbackCommand,
  },
  {
    name: 'forget',
    group: 'Memories',
    summary: 'forget memories, or all of this project; asks first',
    load: async () => (await import('./memories/forget-command.ts')).forgetCommand,
  },
  {
    name: 'push',
    group: 'Move',
    summary: 'send the memories of the local platform to Mem0, once there is a key',
    load: async () => (await import('./move/push-command.ts')).pushCommand,
  },
  {
    name: 'adopt',
    group: 'Move',
    summary: "write the memories of Mem0's first plugin under the ids of today",
    load: async () => (await import('./move/adopt-command.ts')).adoptCommand,
  },
  {
    name: 'drain',
    group: 'Machine',
    summary: 'capture the sessions that have ended, and deliver what waits in the spool',
    load: async () => (await import('./machine/drain-command.ts')).drainCommand,
  },
  {
    name: 'parked',
    group: 'Machine',
    summary: 'the requests that the platform refused for good, and why',
    load: async () => (await import('./machine/parked-command.ts')).parkedCommand,
  },
  {
    name: 'retry',
    group: 'Machine',
    summary: 'put such requests back into the spool',
    load: async () => (await import('./machine/retry-command.ts')).retryCommand,
  },
  {
    name: 'serve',
    group: 'Machine',
    summary: 'serve the local platform on 127.0.0.1 with the API of Mem0',
    load: async () => (await import('./machine/serve-command.ts')).serveCommand,
  },
  {
    name: 'purge',
    group: 'Machine',
    summary: 'remove the state of this machine, after showing it',
    always: true,
    load: async () => (await import('./machine/purge-command.ts')).purgeCommand,
  },
];
