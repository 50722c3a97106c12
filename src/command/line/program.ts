/**
 * The command line: what is typed is read with commander, and so is the help made. commander prints and ends nothing here: what it
 * has to say is collected, and the exit statuses are ours.
 */
import { isatty, WriteStream } from 'node:tty';
import type { Command as Line } from '@commander-js/extra-typings';
import { Command, CommanderError } from 'commander';
import { Runtime } from '../../runtime/runtime.ts';
import { leave, refuse } from '../leave.ts';
import { harmlessJson } from '../plain-words.ts';
import { versionHere } from '../release.ts';
import { consentTo, type Proposal } from '../terminal/confirm.ts';
import { hasColour, type Paint, paintWith } from '../terminal/paint.ts';
import { whyNot } from '../why-not.ts';
import { lineWithoutSecrets } from '../without-secrets.ts';
import type { Asking, Described, Entry, Texts } from './definition.ts';
import { GROUPS } from './definition.ts';

const ABOUT = 'Memory for Claude Code across sessions: see what the hooks do here and why, and change it.';
const STATUSES = { done: 'done', not: 'not done, or something still waits (it is said what)' };
/** Lines of the help are no longer, and where there is no terminal as long. */
const WIDTH = { least: 60, most: 110 };

/** Reads the line and runs what it asks for; the process ends in it, or the command has said that it stays. */
export async function runLine(
  entries: readonly Entry[],
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const said: Said = { out: '', err: '' };
  const paint = paintWith(hasColour(isatty(1), env));
  const root = rootLine(said, paint);
  // Of what is not asked for, only the line in the help of all is needed.
  const typed = args[0] === 'help' ? [...args.slice(1), '--help'] : args;
  const [word] = typed;
  for (const group of GROUPS) {
    for (const entry of entries.filter((one) => one.group === group)) {
      const line = root.command(entry.name).summary(entry.summary).helpGroup(`${group}:`);
      if (entry.name === word) describe(line, await entry.load(), { said, paint, always: entry.always === true });
    }
  }
  // What comes after a word that is none has no meaning, be it --help.
  const isOdd = word !== undefined && !word.startsWith('-') && !entries.some(({ name }) => name === word);
  const line = word === undefined ? ['--help'] : isOdd ? [word] : typed;
  try {
    await root.parseAsync(line, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) refuse(`Not done: ${whyNot(error)}.`);
    if (error.exitCode === 0) leave(0, said.out.trimEnd());
    leave(2, said.err.trimEnd());
  }
}

function rootLine(said: Said, paint: Paint): Command {
  const width = widthOf(isatty(1));
  const root = new Command('mem0-hooks')
    .usage('COMMAND [options]')
    .exitOverride()
    .showHelpAfterError()
    .enablePositionalOptions()
    .helpOption('-h, --help', 'show this, or what a command does and takes')
    .version(versionHere(), '--version', 'show the version')
    .helpCommand(false)
    .configureHelp({ styleTitle: paint.bold, showGlobalOptions: false })
    .configureOutput({
      writeOut: (text) => {
        said.out += text;
      },
      writeErr: (text) => {
        said.err += text;
      },
      // It repeats what was typed.
      outputError: (text, write) => write(`${lineWithoutSecrets(text.replace(/^error: /, ''))}\n`),
      getOutHelpWidth: () => width,
      getErrHelpWidth: () => WIDTH.most,
      getOutHasColors: () => true,
      getErrHasColors: () => false,
    });
  texts(root, { about: ABOUT, statuses: STATUSES });
  return root;
}

/** What commander has to say. */
interface Said {
  out: string;
  err: string;
}

interface Around {
  readonly said: Said;
  readonly paint: Paint;
  readonly always: boolean;
}

function describe(line: Command, described: Described, around: Around): void {
  texts(line, described);
  const run = described.prepare(line as Line);
  if (described.json !== undefined) line.option('--json', described.json);
  if (described.asks === true) line.option('--yes', 'do it without asking');
  const words = Object.entries(described.words ?? {});
  // A word that is none is told as such, and not as one too many.
  // What is set here, the words below take over unless they are told otherwise.
  line.allowExcessArguments(words.length > 0);
  if (words.length > 0) line.usage('[WORD] [options]');
  for (const [word, [summary, next]] of words) describe(line.command(word).summary(summary), next, around);
  line.action(async () => {
    const asking = askingOf(line, around);
    const [odd] = words.length > 0 ? line.args : [];
    if (odd !== undefined) asking.misused(`${line.name()} knows no ${odd}.`);
    const above = line.parent?.parent == null ? undefined : line.parent;
    const [misplaced] = Object.keys(above?.opts() ?? {});
    if (misplaced !== undefined) asking.misused(`--${misplaced} does not go with ${line.name()}.`);
    await run(asking);
  });
}

function askingOf(line: Command, { said, paint, always }: Around): Asking {
  const runtime = new Runtime();
  if (!runtime.config.enabled && !always) refuse('mem0-hooks is switched off (~/.mem0/settings.json).');
  const { json = false, yes = false } = line.opts<{ json?: boolean; yes?: boolean }>();
  return {
    runtime,
    paint,
    json,
    yes,
    answer: (value, text) => leave(0, json ? harmlessJson(value) : text()),
    misused: (wrong) => {
      line.outputHelp({ error: true });
      leave(2, `${lineWithoutSecrets(wrong)}\n\n${said.err.trimEnd()}`);
    },
    confirm: (proposal) => confirmed(proposal, yes),
  };
}

function confirmed(proposal: Proposal, yes: boolean): void {
  const consent = consentTo(proposal, yes);
  if (consent === 'no') refuse('Nothing was done.');
  if (consent === 'nobody')
    refuse('Nothing was done: there is no terminal to ask at. With --yes it is done without asking.');
}

function texts(line: Command, { about, statuses, notes }: Omit<Texts, 'words'>): void {
  line.description(folded(about));
  const below = [
    ...(notes === undefined ? [] : [folded(notes)]),
    `Exit status: 0 ${statuses.done}, 1 ${statuses.not}, 2 wrong usage.`,
  ];
  line.addHelpText('after', ({ error }) => {
    const { getErrHelpWidth, getOutHelpWidth } = line.configureOutput();
    const width = (error ? getErrHelpWidth?.() : getOutHelpWidth?.()) ?? WIDTH.most;
    return `\n${below.map((text) => line.createHelp().boxWrap(text, width)).join('\n\n')}`;
  });
}

/** Lines of the source become paragraphs. */
function folded(text: string): string {
  return text.trim().replace(/([^\n])\n(?=\S)/g, '$1 ');
}

function widthOf(isTerminal: boolean): number {
  const columns = isTerminal ? new WriteStream(1).columns : WIDTH.most;
  return Math.min(WIDTH.most, Math.max(WIDTH.least, columns > 0 ? columns : WIDTH.most));
}
