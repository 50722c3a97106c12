import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { CaptureRecord } from '../../src/contract/state.ts';
import { capture } from '../../src/flows/capture.ts';
import { capturePorts } from '../../src/runtime/ports/capture-ports.ts';
import { Runtime } from '../../src/runtime/runtime.ts';
import type { SessionOpening } from '../../src/spool/ledger.ts';
import { jobFor, sessionRecord } from '../spool/items.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const at = (hour: number) => `2026-11-30T${String(hour).padStart(2, '0')}:00:00.000Z`;

const SAID = {
  at10: 'We decided to deploy on Railway from now on.',
  at12: 'We decided to close the Contoso account in March.',
  at14: 'We decided to use pnpm in every package.',
} as const;

/** The hooks' own capture over a real state folder and a transcript in which something is said at ten, twelve and two. */
function world() {
  const root = temporaryFolder();
  const cwd = join(root, 'repo');
  mkdirSync(cwd);
  vi.stubEnv('MEM0_HOOKS_HOME', join(root, 'state'));
  for (const name of ['MEM0_API_KEY', 'CLAUDE_PLUGIN_OPTION_API_KEY', 'MEM0_CAPTURE']) vi.stubEnv(name, undefined);
  const transcriptPath = join(root, 's1.jsonl');
  const lines = Object.values(SAID).map((content, n) =>
    JSON.stringify({
      parentUuid: n === 0 ? null : `line-${n - 1}`,
      isSidechain: false,
      uuid: `line-${n}`,
      timestamp: at(10 + 2 * n),
      cwd,
      sessionId: 's1',
      type: 'user',
      origin: { kind: 'human' },
      promptSource: 'typed',
      message: { role: 'user', content },
    }),
  );
  writeFileSync(transcriptPath, `${lines.join('\n')}\n`);
  const runtime = new Runtime();
  const opened = (hour: number, change: Partial<SessionOpening> = {}) =>
    sessionRecord({ transcriptPath, cwd, openedAt: at(hour), ...change });
  /** A fork of it: the first two lines are copied, the third is its own. */
  const forked = (): string => {
    writeFileSync(transcriptPath, `${lines.slice(0, 2).join('\n')}\n`);
    const path = join(root, 's2.jsonl');
    writeFileSync(path, `${lines.join('\n')}\n`);
    return path;
  };
  const captured = async (sessionId = 's1', path = transcriptPath): Promise<string> => {
    const records: CaptureRecord[] = [];
    const ports = capturePorts(runtime, (_id, record) => void records.push(record));
    expect(await capture(jobFor({ sessionId, transcriptPath: path, cwd }), ports)).toBe('captured');
    return JSON.stringify(records);
  };
  return { ledger: runtime.ledger, opened, captured, forked };
}

describe('what was said while capture was off', () => {
  it('is not captured when it is on again; what is said from then on is', async () => {
    const { ledger, opened, captured } = world();
    ledger.open(opened(9, { off: true }));
    ledger.open(opened(13));
    const sent = await captured();
    expect(sent).toContain('pnpm');
    expect(sent).not.toContain('Contoso');
    expect(sent).not.toContain('Railway');
  });

  it('is not captured by a job from before it was switched off', async () => {
    const { ledger, opened, captured } = world();
    ledger.open(opened(9));
    ledger.open(opened(11, { off: true }));
    expect(await captured()).not.toContain('Contoso');
  });

  it('is not captured in a fork, which repeats it under its own times and ids (transcript contract §4)', async () => {
    const { ledger, opened, captured, forked } = world();
    ledger.open(opened(9, { off: true }));
    const fork = forked();
    ledger.open(opened(13, { sessionId: 's2', transcriptPath: fork }));
    const sent = await captured('s2', fork);
    expect(sent).toContain('pnpm');
    expect(sent).not.toContain('Contoso');
  });
});

describe('what was said while capture was never off', () => {
  it('is captured from its beginning', async () => {
    const { ledger, opened, captured } = world();
    ledger.open(opened(9));
    ledger.open(opened(13));
    const sent = await captured();
    for (const word of ['Railway', 'Contoso', 'pnpm']) expect(sent).toContain(word);
  });
});
