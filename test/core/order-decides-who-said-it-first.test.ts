import { expect, test } from 'vitest';
import { captureOf, Script, saidIn, sentText, type Tree } from '../support/transcripts.ts';

const RULE = 'Every migration file must be reversible and carries a timestamp in its name.';
const PATH = '/home/dev/shop/docs/MIGRATIONS.md';
const FILE = `# Migrations\n\n- ${RULE}\n`;

function treeWith(text: string, since = 0): Tree {
  return [['docs/MIGRATIONS.md', text, since]];
}

/** The n-th line of a script, in Unix seconds. */
const secondOf = (n: number): number => Date.UTC(2026, 10, 29, 20, n) / 1000;

test('a rule that a person says before it comes into the tree stays the person’s, whoever writes it there', () => {
  const script = new Script().human(`From now on: ${RULE}`).claude(`Understood. ${RULE} So I keep to it from here on.`);
  const later = captureOf(script.entries, { tree: treeWith(FILE, secondOf(30)) });
  expect(saidIn(later, 'convention')).toContain('must be reversible');
  // Who answers may have read it in the file in the meantime.
  expect(later.omitted).toEqual([{ path: 'docs/MIGRATIONS.md', lines: 1 }]);
  for (const since of [0, secondOf(0), secondOf(1)]) {
    const before = captureOf(script.entries, { tree: treeWith(FILE, since) });
    expect(sentText(before)).not.toContain('must be reversible');
  }
});

test('a sentence and a run of words are the person’s as well, and the same in an older file is not', () => {
  const said = `I want this: every migration file must be reversible and carries a timestamp in its own name, because ops ask.`;
  const script = new Script().human(said);
  const tree = treeWith(FILE, secondOf(30));
  expect(sentText(captureOf(script.entries, { tree }))).toContain('carries a timestamp in its own name');
  const older: Tree = [...tree, ['docs/OLD.md', FILE]];
  expect(sentText(captureOf(script.entries, { tree: older }))).not.toContain('carries a timestamp');
});

test('what Claude wrote before the person repeated it is the file’s, though the file is newer still', () => {
  const script = new Script()
    .human('Make up a rule for the migrations, because we have none.')
    .writes(PATH, FILE)
    .claude('It is written down.')
    .human(`I am not sure of this one: ${RULE}`);
  const capture = captureOf(script.entries, { tree: treeWith(FILE, secondOf(40)) });
  expect(sentText(capture)).not.toContain('must be reversible');
});

test('a rule that a person says first and Claude then writes to a file stays the person’s, though the tree has it now', () => {
  const script = new Script()
    .human(`From now on: ${RULE} Write it down.`)
    .writes(PATH, FILE)
    .claude('Written down for all of us.');
  const capture = captureOf(script.entries, { tree: treeWith(FILE) });
  expect(sentText(capture)).toContain(RULE.slice(0, 30));
  expect(capture.omitted).toEqual([]);
});

test('the same when Claude writes it by a shell command, or into a file that it had read before', () => {
  const shell = new Script().human(`From now on: ${RULE}`).runs(`cat > docs/MIGRATIONS.md <<'E'\n${FILE}E`, '');
  const edited = new Script()
    .reads(PATH, '# Migrations\n')
    .human(`From now on: ${RULE}`)
    .call('e', 'Edit', { file_path: PATH, old_string: '# Migrations', new_string: FILE })
    .result('e', 'updated', { filePath: PATH, originalFile: '# Migrations\n', newString: FILE });
  for (const script of [shell, edited]) {
    const capture = captureOf(script.entries, { tree: treeWith(FILE) });
    expect(sentText(capture)).toContain('must be reversible');
  }
});

test('the same when an agent is asked to write it, or a tool of a server', () => {
  const agent = new Script()
    .human(`From now on: ${RULE}`)
    .call('a', 'Agent', { prompt: `Add this to docs/MIGRATIONS.md: ${RULE}`, subagent_type: 'general-purpose' })
    .result('a', 'Done.', { status: 'completed', content: [{ type: 'text', text: 'Done.' }] });
  const server = new Script()
    .human(`From now on: ${RULE}`)
    .call('m', 'mcp__files__write', { path: 'docs/MIGRATIONS.md', text: FILE })
    .result('m', 'ok', [{ type: 'text', text: 'ok' }]);
  const command = new Script().human(`From now on: ${RULE}`).runs(`echo '- ${RULE}' >> docs/MIGRATIONS.md`, '');
  for (const script of [agent, server, command]) {
    expect(sentText(captureOf(script.entries, { tree: treeWith(FILE) }))).toContain('must be reversible');
  }
});

test('what the file held before that writing is the file’s', () => {
  const overwritten = new Script()
    .human(`I wonder about this: ${RULE}`)
    .call('w', 'Write', { file_path: PATH, content: `${FILE}\nmore of it here\n` })
    .result('w', 'updated', { filePath: PATH, originalFile: FILE });
  const edited = new Script()
    .human(`I wonder about this: ${RULE}`)
    .call('e', 'Edit', { file_path: PATH, old_string: `- ${RULE}`, new_string: `- ${RULE}\n- and another` });
  for (const script of [overwritten, edited]) {
    const capture = captureOf(script.entries, { tree: treeWith(FILE) });
    expect(sentText(capture)).not.toContain('must be reversible');
    expect(capture.omitted).toEqual([{ path: 'docs/MIGRATIONS.md', lines: 1 }]);
  }
});

test('a rule that a file showed first is the file’s, whoever repeats it', () => {
  const script = new Script()
    .human('What do we do about the migrations here?')
    .reads(PATH, FILE)
    .claude(`It is simple. ${RULE} That is why the down part exists.`)
    .human(`Is that so? ${RULE}`);
  const capture = captureOf(script.entries);
  expect(sentText(capture)).not.toContain('must be reversible');
  expect(sentText(capture)).toContain('[omitted: docs/MIGRATIONS.md, 1 line]');
  expect(sentText(capture)).toContain('That is why the down part exists.');
});

test('a file that a prompt mentions stood there before the prompt', () => {
  const file = { type: 'text', file: { filePath: PATH, content: FILE } };
  const script = new Script()
    .human(`I copied this from @docs/MIGRATIONS.md because it matters:\n- ${RULE}`)
    .attachment({ type: 'file', filename: PATH, content: file, displayPath: 'docs/MIGRATIONS.md' });
  expect(sentText(captureOf(script.entries))).not.toContain('must be reversible');
});

test('evidence of an abandoned branch is still evidence', () => {
  const script = new Script()
    .human('What do we do about the migrations here?')
    .reads(PATH, FILE)
    .claude('I have read it.');
  script.from(null).human(`We keep the old rule because it works: ${RULE}`);
  expect(sentText(captureOf(script.entries))).not.toContain('must be reversible');
});

test('our own pack, given back by a hook, is not captured again', () => {
  const script = new Script()
    .attachment({ type: 'hook_success', stdout: 'Notes:\n- We deploy to Railway because volumes pin us.\n' })
    .human('Where do we deploy, and why?')
    .claude('We deploy to Railway because volumes pin us.');
  const capture = captureOf(script.entries);
  expect(sentText(capture)).not.toContain('volumes pin us');
});

test('tasks and answers repeat the talk and are no evidence', () => {
  const subject = 'Move the event ids to Postgres before the launch';
  const script = new Script()
    .human('What follows from this decision for the service?')
    .call('t', 'TaskCreate', { subject })
    .result('t', `Task #1 created successfully: ${subject}`, { task: { id: '1', subject } })
    .claude(`${subject} because the set lives in one process.`)
    .claude(`\n${subject}.`);
  expect(captureOf(script.entries).omitted).toEqual([]);
});
