import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { servePlatform } from './served-platform.ts';
import { transcriptIn, World } from './world.ts';

const PLAN = 'The ledger of the northern branch is audited by Halloran on the third Tuesday of every quarter.';
const DECISION = 'Decision: the invoices of the shop are numbered by the database, never by the code.';

function settle(w: World, hooks: unknown): void {
  mkdirSync(join(w.home, '.mem0'), { recursive: true, mode: 0o700 });
  writeFileSync(join(w.home, '.mem0', 'settings.json'), JSON.stringify({ hooks }), { mode: 0o600 });
}

interface Line {
  readonly type: 'user' | 'assistant';
  readonly content: unknown;
  readonly more?: object;
}

/** A session in the repository that works with a file by several tools. */
function transcriptAbout(w: World, path: string): string {
  const call = (id: string, name: string, input: object): Line => ({
    type: 'assistant',
    content: [{ type: 'tool_use', id, name, input }],
  });
  const result = (id: string, content: string, more: object = {}, error = false): Line => ({
    type: 'user',
    content: [{ type: 'tool_result', tool_use_id: id, content, ...(error ? { is_error: true } : {}) }],
    more: { toolUseResult: error ? `Error: ${content}` : more },
  });
  const prompt = (content: string): Line => ({
    type: 'user',
    content,
    more: { promptSource: 'typed', origin: { kind: 'human' } },
  });
  const lines: Line[] = [
    prompt(DECISION),
    call('t1', 'Read', { file_path: path }),
    result('t1', `1\t${PLAN}`, { type: 'text', file: { filePath: path, content: PLAN, numLines: 1 } }),
    call('t2', 'Edit', { file_path: path, old_string: 'a', new_string: 'b' }),
    result('t2', 'The file has been updated.', { filePath: path, oldString: 'a', newString: 'b', originalFile: PLAN }),
    call('t3', 'Bash', { command: `grep -c x ${path}` }),
    result('t3', 'Exit code 1\nnothing', {}, true),
    { type: 'assistant', content: [{ type: 'text', text: `I have read it. It says:\n\n${PLAN}\n\nShall I go on?` }] },
    prompt(`Yes. As it says: ${PLAN} Decision: audits are kept out of the billing service.`),
  ];
  const folder = join(w.home, '.claude', 'projects', '-any');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 's1.jsonl');
  const text = lines.map(({ type, content, more }, n) =>
    JSON.stringify({
      ...{ type, uuid: `l-${n}`, parentUuid: n === 0 ? null : `l-${n - 1}`, isSidechain: false, sessionId: 's1' },
      ...{ timestamp: `2026-11-30T01:0${n}:00.000Z`, cwd: w.repository, gitBranch: 'main' },
      ...{ message: { role: type, content }, ...more },
    }),
  );
  writeFileSync(file, `${text.join('\n')}\n`);
  return file;
}

async function allThatWasSent(w: World, path: string): Promise<string> {
  const served = await servePlatform();
  w.env = served.env;
  const transcript = transcriptAbout(w, path);
  await w.hook('session-start', w.input('SessionStart', 's1', { transcript_path: transcript, source: 'startup' }));
  await w.preCompact('s1', transcript);
  await w.sessionEnd('s1', transcript);
  await w.until(() => w.receipts().length === 1);
  await w.settled();
  return [JSON.stringify(served.seen.map(({ body }) => body)), ...w.everyFile()].join('\n');
}

describe('a file in a denied folder, of which an allowed session tells', () => {
  it.each([
    ['by the path of the folder', (w: World) => ({ deny: { paths: [join(w.repository, 'vault')] } })],
    ['by its name anywhere', () => ({ deny: { paths: ['vault'] } })],
    ['by a file', () => ({ deny: { paths: ['plan-2027.md'] } })],
  ])('is named nowhere, denied %s', async (_, hooks) => {
    const w = new World();
    mkdirSync(join(w.repository, 'vault'));
    writeFileSync(join(w.repository, 'vault', 'plan-2027.md'), `${PLAN}\n`);
    settle(w, hooks(w));
    const all = await allThatWasSent(w, join(w.repository, 'vault', 'plan-2027.md'));
    expect(all).toContain('numbered by the database');
    expect(all).toContain('out of the billing service');
    expect(all).not.toContain('plan-2027');
    expect(all).not.toContain('Halloran');
    expect(all).toContain('a file that is not named');
  });

  it('and of any other the name is told', async () => {
    const w = new World();
    settle(w, { deny: { paths: ['another-vault'] } });
    const all = await allThatWasSent(w, join(w.repository, 'vault', 'plan-2027.md'));
    expect(all).toContain('[omitted: vault/plan-2027.md, 1 line]');
    expect(all).toContain('Files touched: vault/plan-2027.md');
    expect(all).not.toContain('Halloran');
  });

  it.each([
    ['is read as evidence', 'another-vault', false],
    ['is not read where it is denied: the person has said it, and nothing that may be read says it too', 'vault', true],
  ])('%s', async (_, denied, isSent) => {
    const w = new World();
    mkdirSync(join(w.repository, 'vault'));
    writeFileSync(join(w.repository, 'vault', 'plan-2027.md'), `${PLAN}\n`);
    writeFileSync(join(w.repository, 'CLAUDE.md'), 'See @vault/plan-2027.md for the audits.\n');
    symlinkSync(join('vault', 'plan-2027.md'), join(w.repository, 'linked.md'));
    settle(w, { deny: { paths: [denied] } });
    await w.sessionEnd('s1', transcriptIn(w, 's1', [`Decision: we keep to this. ${PLAN}`]));
    await w.until(() => w.receipts().length === 1);
    await w.settled();
    const [receipt] = w.receipts();
    expect(JSON.stringify(receipt)).not.toContain(isSent ? 'plan-2027' : 'nothing');
    expect({ isSent: JSON.stringify(receipt?.['omitted']) === '[]' }).toEqual({ isSent });
  });
});
