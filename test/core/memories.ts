import type { Memory } from '../../src/contract/mem0.ts';

let serial = 0;

/** A row as the platform returns it. */
export function memory(text: string, change: Partial<Memory> = {}): Memory {
  serial += 1;
  return {
    id: `${serial.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`,
    memory: text,
    user_id: 'mara@acme.example',
    app_id: 'acme-shop',
    metadata: { type: 'decision' },
    categories: null,
    replaced_by: null,
    expiration_date: null,
    created_at: '2026-11-20T10:00:00.000Z',
    ...change,
  };
}
