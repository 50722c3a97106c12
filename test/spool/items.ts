import type { SpoolItem } from '../../src/spool/spool.ts';

/** An item with this statement; its capture id is its spool id. */
export function spoolItem(id: string, change: Partial<SpoolItem> = {}): SpoolItem {
  return {
    version: 1,
    destination: 'local',
    scope: { userId: 'mara@localhost', appId: 'acme-shop' },
    write: {
      scope: 'project',
      messages: [{ role: 'user', content: `statement ${id}` }],
      metadata: { type: 'decision', session_id: 's1', editor: 'claude-code', policy: 'v2.0', capture_id: id },
      infer: true,
    },
    attempts: 0,
    notBefore: 0,
    uncertain: false,
    ...change,
  };
}
