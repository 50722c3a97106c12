import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { servePlatform } from './served-platform.ts';
import { transcriptIn, World } from './world.ts';

const PLAN = 'The ledger of the northern branch is audited by Halloran on the third Tuesday of every quarter.';
const PRIVATE = 'The northern client is called Umbrella and pays very late indeed.';
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
function transcriptAbout(w: World, path: string, command: string): string {
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
    call('t3', 'Bash', { command }),
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

async function allThatWasSent(w: World, path: string, command = `grep -c x ${path}`): Promise<string> {
  const served = await servePlatform();
  w.env = served.env;
  const transcript = transcriptAbout(w, path, command);
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

  it.each([
    'grep -c x $HOME/../shop/vault/plan-2027.md',
    'grep -c x vau*/plan-2027.md',
    'grep -c x va"ul"t/plan-2027.md',
    'cd vault; grep -c x plan-2027.md',
    'make -Ivault/plan-2027.md',
    'curl -d @vault/plan-2027.md',
  ])('is not told by a command that failed either: %s', async (command) => {
    const w = new World();
    settle(w, { deny: { paths: ['~/../shop/vault'] } });
    expect(await allThatWasSent(w, join(w.repository, 'vault', 'plan-2027.md'), command)).not.toContain('plan-2027');
  });

  it('and of any other the name is told', async () => {
    const w = new World();
    settle(w, { deny: { paths: ['another-vault'] } });
    const all = await allThatWasSent(w, join(w.repository, 'vault', 'plan-2027.md'));
    expect(all).toContain('[omitted: vault/plan-2027.md, 1 line]');
    expect(all).toContain('Files touched: vault/plan-2027.md');
    expect(all).not.toContain('Halloran');
  });

  it.each(['another-vault', 'vault'])('is omitted where it is said again, with %s denied', async (denied) => {
    const w = new World();
    mkdirSync(join(w.repository, 'vault'));
    writeFileSync(join(w.repository, 'vault', 'plan-2027.md'), `${PLAN}\n`);
    writeFileSync(join(w.repository, 'CLAUDE.md'), 'See @vault/plan-2027.md for the audits.\n');
    settle(w, { deny: { paths: [denied] } });
    await w.sessionEnd('s1', transcriptIn(w, 's1', [`Decision: we keep to this. ${PLAN}`]));
    await w.until(() => w.receipts().length === 1);
    await w.settled();
    const path = denied === 'vault' ? 'a file that is not named' : 'vault/plan-2027.md';
    expect(w.receipts()[0]?.['omitted']).toEqual([{ path, lines: 1 }]);
    expect(w.everyFile().join('\n')).not.toContain('Halloran');
  });
});

describe('what is passed over is still evidence, in a session state too', () => {
  const SECRET = 'The northern ledger is audited by Halloran every third Tuesday of the quarter.';
  it.each([
    ['a folder that is denied', (w: World) => settle(w, { deny: { paths: [join(w.repository, 'vault')] } })],
    [
      'a repository that captures nothing',
      (w: World) => {
        w.git('init', '-q', 'vault');
        writeFileSync(join(w.repository, 'vault', '.mem0-hooks.json'), '{"capture": false}');
      },
    ],
  ])('what a tool showed in %s, and what was private there', async (_, make) => {
    const w = new World();
    mkdirSync(join(w.repository, 'vault'));
    make(w);
    const vault = join(w.repository, 'vault');
    const path = transcriptIn(w, 's1', [
      DECISION,
      `<private>${PRIVATE}</private> Decision: in the vault.`,
      'x',
      DECISION,
    ]);
    const lines = readFileSync(path, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    Object.assign(lines[1], { cwd: vault, gitBranch: 'client-takeover' });
    const call = { type: 'tool_use', id: 't1', name: 'Bash', input: { command: 'cat plan.md' } };
    Object.assign(lines[2], { type: 'assistant', cwd: vault, message: { role: 'assistant', content: [call] } });
    const result = { type: 'tool_result', tool_use_id: 't1', content: SECRET };
    const more = {
      ...lines[2],
      type: 'user',
      uuid: 's1-r',
      parentUuid: 's1-2',
      message: { role: 'user', content: [result] },
    };
    const said = [{ type: 'text', text: `It says this: ${SECRET} And you said: ${PRIVATE}` }];
    Object.assign(lines[3], { type: 'assistant', parentUuid: 's1-r', message: { role: 'assistant', content: said } });
    const last = { ...lines[0], uuid: 's1-l', parentUuid: 's1-3' };
    const moved = { ...last, uuid: 's1-m', parentUuid: 's1-l', cwd: vault, gitBranch: 'client-takeover' };
    const all = [lines[0], lines[1], lines[2], more, lines[3], last, moved];
    writeFileSync(path, `${all.map((line) => JSON.stringify(line)).join('\n')}\n`);
    const served = await servePlatform();
    w.env = served.env;
    await w.hook('session-start', w.input('SessionStart', 's1', { transcript_path: path, source: 'startup' }));
    await w.preCompact('s1', path);
    await w.sessionEnd('s1', path);
    await w.until(() => w.receipts().length === 1);
    await w.settled();
    const everything = [JSON.stringify(served.seen.map(({ body }) => body)), ...w.everyFile()].join('\n');
    expect(everything).toContain('numbered by the database');
    for (const word of ['Halloran', 'Umbrella', 'in the vault', 'client-takeover'])
      expect(everything).not.toContain(word);
  });
});
