/** What a command is: how it is called, what its help says, and what it does. Out of scope: the library that reads it (`program.ts`). */
import type { Command, OptionValues } from '@commander-js/extra-typings';
import type { Runtime } from '../../runtime/runtime.ts';
import type { Proposal } from '../terminal/confirm.ts';
import type { Paint } from '../terminal/paint.ts';

/** A command line before anything is on it. */
export type EmptyLine = Command;

/** Under these headings the help of all shows the commands. */
export const GROUPS = ['See', 'Change', 'Memories', 'Move', 'Machine'] as const;
export type Group = (typeof GROUPS)[number];

/** A command as the help of all shows it; the rest is loaded when it is asked for. */
export interface Entry {
  readonly name: string;
  readonly group: Group;
  /** Half a line. */
  readonly summary: string;
  /** It runs even where all is switched off, since it tells that, or is the way back. */
  readonly always?: true;
  readonly load: () => Promise<Described>;
}

/** What every command finds when it runs. Each ends by `answer`, `done` or a word of `leave.ts`, or stays (a server). */
export interface Asking {
  readonly runtime: Runtime;
  /** Of stdout. */
  readonly paint: Paint;
  readonly json: boolean;
  /** Consent was given beforehand (`--yes`). */
  readonly yes: boolean;
  /** Shows a result: as JSON where that was asked for, else as text, and ends with status 0. */
  readonly answer: (value: unknown, text: () => string) => never;
  /** Wrong usage that only the command can see: says what is wrong and how it goes, and ends with status 2. */
  readonly misused: (wrong: string) => never;
  /** Shows what would be done and asks; comes back only with consent, else ends with status 1. For commands with `asks`. */
  readonly confirm: (proposal: Proposal) => void;
}

/** The same, with what was typed. */
export interface Asked<Args, Options> extends Asking {
  readonly args: Args;
  readonly options: Options;
}

/** The texts may be written in lines as the source has them: they are folded, but for an empty line and one that is indented. */
export interface Texts {
  /** What it does; a paragraph or two. */
  readonly about: string;
  /** What the JSON holds; a command without it has no `--json`. */
  readonly json?: string;
  /** It asks before it does anything, and has `--yes`. */
  readonly asks?: true;
  /** What the exit statuses 0 and 1 mean; 2 is wrong usage, always. */
  readonly statuses: { readonly done: string; readonly not: string };
  /** What stands below the options. */
  readonly notes?: string;
  /** Words that come next, as in `settings set`, each with half a line for the list of them. */
  readonly words?: Readonly<Record<string, readonly [summary: string, is: Described]>>;
}

/** A command for the file that it is in: arguments and options are typed as they are put on the line. */
export interface Definition<Args extends unknown[], Options extends OptionValues> extends Texts {
  readonly line: (empty: EmptyLine) => Command<Args, Options>;
  readonly run: (asked: Asked<Args, Options>) => void | Promise<void>;
}

/** A command for those who do not know its types. */
export interface Described extends Texts {
  /** Puts arguments and options on the line, and gives what runs once it has been read. */
  readonly prepare: (empty: EmptyLine) => (asking: Asking) => void | Promise<void>;
}

/** Defines a command. */
export function command<Args extends unknown[], Options extends OptionValues>({
  line,
  run,
  ...texts
}: Definition<Args, Options>): Described {
  return {
    ...texts,
    prepare: (empty) => {
      const filled = line(empty);
      return (asking) => run({ ...asking, args: filled.processedArgs, options: filled.opts() });
    },
  };
}
