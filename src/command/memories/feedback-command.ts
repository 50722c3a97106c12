/** `mem0-hooks feedback`: what a person thinks of a memory, told to the platform. No read gives it back (platform contract §6). */
import { InvalidArgumentError } from 'commander';
import type { Feedback } from '../../contract/operator.ts';
import { redact } from '../../core/redaction/redact.ts';
import { wellFormed } from '../../core/talk/wellformed.ts';
import { secretsIn } from '../../runtime/place/surroundings.ts';
import { command } from '../line/definition.ts';
import { something } from '../line/values.ts';
import { oneLine } from '../plain-words.ts';
import { shortId } from '../short-ids.ts';
import { cut, terminalColumns } from '../terminal/cut.ts';
import { rowNamed } from './find-rows.ts';
import { doing, operatorAt, standHere } from './stand.ts';

const SIGNS: Readonly<Record<string, Feedback>> = { '+': 'POSITIVE', '-': 'NEGATIVE', none: null };

export const feedbackCommand = command({
  about: 'Tells the platform whether a memory is good (+) or bad (-), or takes that back (none).',
  line: (empty) =>
    empty
      .argument('<ID>', 'as a pack or a list shows it', something)
      .argument('<SIGN>', '+, - or none', sign)
      .option('--reason <TEXT>', 'why; secrets in it are masked', something),
  json: 'one JSON object: id, feedback (POSITIVE, NEGATIVE or null), masked (whether something of the reason was)',
  statuses: { done: 'the platform has taken it', not: 'it has not, or nobody knows' },
  notes: 'No read of the platform gives feedback back, so what it was before cannot be told.',
  run: async (asked) => {
    const [given, feedback] = asked.args;
    const stand = await standHere(asked.runtime);
    const work = async () => {
      const operator = await operatorAt(stand);
      const { id, memory } = await rowNamed(operator, given);
      const secrets = await secretsIn(asked.runtime, stand.around?.roots ?? []);
      const reason = asked.options.reason === undefined ? undefined : redact(wellFormed(asked.options.reason), secrets);
      await operator.feedback(id, feedback, reason?.text);
      const masked = (reason?.redacted.length ?? 0) > 0;
      asked.answer({ id, feedback, masked }, () => {
        const head = `[${oneLine(shortId(id))}] `;
        return [
          `${head}${cut(oneLine(memory), terminalColumns() - head.length)}`,
          `  feedback: ${feedback === null ? 'taken back' : feedback.toLowerCase()} (the platform has taken it; no read gives it back)`,
          ...(masked ? ['Secrets in the reason were masked before it was sent.'] : []),
        ].join('\n');
      });
    };
    await doing('Not taken', work, 'It is not known whether the platform has taken it (it may be told again)');
  },
});

function sign(text: string): Feedback {
  const feedback = Object.hasOwn(SIGNS, text) ? SIGNS[text] : undefined;
  if (feedback !== undefined) return feedback;
  throw new InvalidArgumentError('It must be + or - (or none).');
}
