/** Nothing is destroyed or written elsewhere unasked: what would be done is shown, and the person says whether it is. */
import { isatty } from 'node:tty';
import { writeAll } from '../../runtime/processes/write-all.ts';
import { harmless } from '../plain-words.ts';
import { lineFromStdin } from './stdin-line.ts';

/** What would be done, line by line, and the question, which y or N answers. */
export interface Proposal {
  readonly plan: readonly string[];
  readonly question: string;
  /** What has to be typed instead of y, where a slip of the finger must not be enough. */
  readonly word?: string;
}

/** Whether somebody can be asked, how they are told, and how they answer. */
export interface ConfirmPorts {
  readonly isTerminal: boolean;
  readonly tell: (text: string) => void;
  readonly answer: () => string;
}

/** `nobody`: there is no terminal to ask at. */
export type Consent = 'yes' | 'no' | 'nobody';

/** On stderr: what is done with the answer is on stdout, for reading or copying. */
const TERMINAL: ConfirmPorts = {
  get isTerminal() {
    return isatty(0) && isatty(2);
  },
  tell: (text) => writeAll(2, text),
  // Read on the spot, so that nothing keeps the process; Ctrl-C ends it as ever.
  answer: lineFromStdin,
};

/** Shows the plan and asks; with consent beforehand (`--yes`) it does neither. Without a terminal the plan is shown, as a trial. */
export function consentTo(
  { plan, question, word }: Proposal,
  isGiven: boolean,
  ports: ConfirmPorts = TERMINAL,
): Consent {
  if (isGiven) return 'yes';
  ports.tell(plan.map((line) => `${harmless(line)}\n`).join(''));
  if (!ports.isTerminal) return 'nobody';
  ports.tell(`${harmless(question)} ${word === undefined ? '[y/N]' : `[${harmless(word)}]`} `);
  const answer = ports.answer();
  return (word === undefined ? /^y(?:es)?$/i.test(answer) : answer === word) ? 'yes' : 'no';
}
