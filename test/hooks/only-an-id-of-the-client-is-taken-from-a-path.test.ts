import { describe, expect, it, vi } from 'vitest';
import { Runtime } from '../../src/runtime/runtime.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const ID = '22222222-0000-4000-8000-0123456789ab';

function idIn(file: string | undefined): string | undefined {
  vi.stubEnv('MEM0_HOOKS_HOME', temporaryFolder());
  vi.stubEnv('CLAUDE_ENV_FILE', file);
  return new Runtime().idOfEnvironment;
}

describe('the id for which the client keeps an environment', () => {
  it.each([
    `/home/mara/.claude/session-env/${ID}/sessionstart-hook-0.sh`,
    `C:\\Users\\mara\\.claude\\session-env\\${ID}\\sessionstart-hook-3.sh`,
  ])('is the name of the folder above %s', (file) => {
    expect(idIn(file)).toBe(ID);
  });

  it.each([
    undefined,
    '',
    'hook.sh',
    `/home/mara/.claude/session-env/${ID}`,
    `/home/mara/.claude/session-env/${ID}/`,
    `/home/mara/.claude/elsewhere/${ID}/hook.sh`,
    `/home/mara/.claude/session-env/${ID}-and-more/hook.sh`,
    `/home/mara/.claude/session-env/../hook.sh`,
    `/home/mara/.claude/session-env/${ID}/more/hook.sh`,
  ])('is none in %s', (file) => {
    expect(idIn(file)).toBeUndefined();
  });
});
