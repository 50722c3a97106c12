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
    name: 'drain',
    group: 'Machine',
    summary: 'capture the sessions that have ended, and deliver what waits in the spool',
    load: async () => (await import('./machine/drain-command.ts')).drainCommand,
  },
  {
    name: 'serve',
    group: 'Machine',
    summary: 'serve the local platform on 127.0.0.1 with the API of Mem0',
    load: async () => (await import('./machine/serve-command.ts')).serveCommand,
  },
];
