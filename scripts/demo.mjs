/**
 * The demo: the real bundles as processes, as Claude Code would start them, on shipped transcripts, in a temporary repository
 * and state folder that are removed again. Nothing of yours is read or changed, and nothing is sent anywhere.
 */
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { styleText } from 'node:util';

const project = join(import.meta.dirname, '..');
const fixtures = join(project, 'test', 'fixtures');
const colour = process.stdout.isTTY && !process.env.NO_COLOR;
const paint = (style, text) => (colour ? styleText(style, text) : text);
const say = (text = '') => console.log(text);

const root = mkdtempSync(join(realpathSync(tmpdir()), 'mem0-hooks-demo-'));
const repository = join(root, 'shop');
const state = join(root, 'state');
const env = {
  PATH: process.env.PATH,
  SYSTEMROOT: process.env.SYSTEMROOT,
  HOME: root,
  USERPROFILE: root,
  TMPDIR: root,
  TEMP: root,
  MEM0_HOOKS_HOME: state,
};

function prepare() {
  cpSync(join(fixtures, 'shop-repo'), repository, { recursive: true });
  mkdirSync(state);
  const git = (...args) => execFileSync('git', args, { cwd: repository, env, stdio: 'ignore' });
  git('init', '-q', '-b', 'main');
  git('add', '-A');
  git('-c', 'user.name=Demo', '-c', 'user.email=demo@shop.example', 'commit', '-q', '-m', 'The shop');
  git('remote', 'add', 'origin', 'https://github.com/acme/shop.git');
}

/** Runs one bundle with this input, shows both, and resolves with what it printed. */
async function hook(name, input) {
  const started = performance.now();
  const child = spawn(process.execPath, [join(project, 'hooks', `${name}.cjs`)], { cwd: repository, env });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (part) => (stdout += part));
  child.stderr.on('data', (part) => (stderr += part));
  child.stdin.end(JSON.stringify(input));
  const status = await new Promise((resolve) => child.on('close', resolve));
  const ms = Math.round(performance.now() - started);
  const { transcript_path: path, ...shown } = input;
  say(
    `${paint('cyan', `  node hooks/${name}.cjs`)} < ${JSON.stringify({ ...shown, cwd: '…/shop', transcript_path: `…/${path.split(/[\\/]/).pop()}` })}`,
  );
  say(
    paint('dim', `  exit status ${status}, ${ms} ms, ${stdout === '' ? 'printed nothing' : 'printed one JSON object'}`),
  );
  if (status !== 0 || stderr !== '') throw new Error(`${name} ended with ${status}: ${stderr}`);
  return stdout === '' ? {} : JSON.parse(stdout);
}

const input = (event, session, transcript, more) => ({
  session_id: session,
  transcript_path: join(fixtures, 'demo', `${transcript}.jsonl`),
  cwd: repository,
  hook_event_name: event,
  ...more,
});

const names = (folder) => (existsSync(join(state, folder)) ? readdirSync(join(state, folder)) : []);

/** Resolves once the session state is made and on the platform. */
async function checkpoint() {
  const started = performance.now();
  while (['checkpoints', 'spool/waiting', 'spool/claimed'].some((folder) => names(folder).length > 0)) {
    if (performance.now() - started > 30_000) throw new Error('the session state was not made');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Waits for the background process: it has ended when its lock is free and no session waits. */
async function background() {
  const started = performance.now();
  for (;;) {
    if (names('background').includes('free') && names('jobs').length === 0) break;
    if (performance.now() - started > 30_000) throw new Error('the background process did not end');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  const receipt = names('receipts')
    .map((name) => JSON.parse(readFileSync(join(state, 'receipts', name), 'utf8')))
    .sort((a, b) => (a.at < b.at ? 1 : -1))[0];
  const waiting = names('spool/waiting').length;
  say(
    paint(
      'dim',
      `  meanwhile in the background: ${receipt.turns} turns captured as ${receipt.items.map(({ type }) => type).join(', ')}`,
    ),
  );
  for (const { path, lines } of receipt.omitted)
    say(paint('dim', `    left out: ${lines} lines of ${path}, which is in the repository`));
  for (const { rule, count } of receipt.redacted) say(paint('dim', `    masked: ${count} × ${rule}`));
  if (waiting > 0) say(paint('yellow', `    waiting: ${waiting} requests`));
  return waiting;
}

function heading(number, text) {
  say();
  say(paint('bold', `${number}. ${text}`));
}

function showStart({ systemMessage, hookSpecificOutput }) {
  if (systemMessage !== undefined) say(`  you see:    ${systemMessage}`);
  const pack = hookSpecificOutput?.additionalContext;
  if (pack === undefined) return '';
  say('  Claude reads:');
  for (const line of pack.split('\n')) say(paint('green', `    ${line}`));
  return pack;
}

function told(name) {
  const prompts = readFileSync(join(fixtures, 'demo', `${name}.jsonl`), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
    .filter(({ promptSource }) => promptSource === 'typed');
  for (const { message } of prompts) say(`  ${paint('magenta', '>')} ${message.content}`);
}

async function main() {
  say(paint('bold', 'mem0-hooks, the demo'));
  say('Three sessions of Claude Code in one repository, with the hooks that Claude Code would run.');
  say('Local platform, no account, no network; everything happens in a temporary folder that is removed at the end.');

  heading(1, 'A first session starts. There are no memories yet.');
  showStart(await hook('session-start', input('SessionStart', 'session-1', '1-fly', { source: 'startup' })));

  heading(2, 'In it, this is said, and it ends.');
  told('1-fly');
  await hook('session-end', input('SessionEnd', 'session-1', '1-fly', { prompt_id: 'p', reason: 'prompt_input_exit' }));
  if ((await background()) > 0) {
    say();
    say('There is no database driver on this Node, so the memories wait. Use Node 22.16 or newer, or run npm ci.');
    process.exitCode = 1;
    return;
  }

  heading(3, 'A second session starts. It knows.');
  showStart(await hook('session-start', input('SessionStart', 'session-2', '2-railway', { source: 'startup' })));

  heading(4, 'But things change. This is said, with a token in it, and the session ends.');
  told('2-railway');
  await hook(
    'session-end',
    input('SessionEnd', 'session-2', '2-railway', { prompt_id: 'p', reason: 'prompt_input_exit' }),
  );
  await background();

  heading(5, 'A third session works for a while. Before its context is compacted, its state is saved.');
  told('3-queue');
  await hook(
    'pre-compact',
    input('PreCompact', 'session-3', '3-queue', { prompt_id: 'p', trigger: 'auto', custom_instructions: null }),
  );

  heading(6, 'After the compaction Claude is told where it was, and what is true today.');
  const pack = showStart(
    await hook('session-start', input('SessionStart', 'session-3', '3-queue', { source: 'compact' })),
  );
  await checkpoint();

  say();
  const checks = [
    ['the pack says Railway', pack.includes('Railway')],
    ['the pack does not say Fly.io, which was replaced', !pack.includes('Fly.io')],
    ['the pack gives the session state back', pack.includes('Where you left off')],
    ['the token is nowhere', !pack.includes('ghp_FAKE')],
  ];
  for (const [text, holds] of checks) say(`  ${holds ? paint('green', '✓') : paint('red', '✗')} ${text}`);
  if (checks.some(([, holds]) => !holds)) process.exitCode = 1;

  say();
  say('To use it in Claude Code, type this in a project of yours:');
  say();
  say(paint('bold', `  claude --plugin-dir ${/^[\w./-]+$/.test(project) ? project : JSON.stringify(project)}`));
}

try {
  prepare();
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  rmSync(root, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
}
