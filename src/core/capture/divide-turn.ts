/**
 * A turn divided: what the person stated in it, by type, and what else was said. An answer to one of Claude's questions is stated
 * together with its question, each in its true role. Out of scope: which texts may leave (`clean`), what fits (`pack-turns`).
 */
import type { CapturedType, Message } from '../../contract/memory.ts';
import { choiceType } from '../statements/choices.ts';
import { type Part, partsOf } from '../statements/classify.ts';
import { isNarration } from '../statements/claude-words.ts';
import { hasWords } from './clean.ts';
import type { Turn } from './window.ts';

/** A turn divided: what the person stated by type, their insights, and Claude's words. What states nothing is left out. */
export interface DividedTurn {
  readonly stated: ReadonlyMap<CapturedType, readonly Message[]>;
  readonly rest: string;
  /** What the rest is made of: insights of the person's, one by one. */
  readonly insights: readonly string[];
  readonly claude: string;
  readonly at: number | undefined;
  /** Which turn of the window it is. */
  readonly of: number;
  readonly shortened: boolean;
}

/** What is stated in a turn, in the order in which it was said. */
class Stated {
  readonly byType = new Map<CapturedType, Message[]>();

  /** A person's words next to others of theirs are one message. */
  add(type: CapturedType, text: string, question?: string): void {
    const messages = this.byType.get(type) ?? [];
    if (question !== undefined) messages.push({ role: 'assistant', content: question });
    const last = messages.at(-1);
    if (last?.role === 'user') messages[messages.length - 1] = { ...last, content: `${last.content}\n${text}` };
    else messages.push({ role: 'user', content: text });
    this.byType.set(type, messages);
  }
}

/** Divides a turn; its texts are fit to leave. */
export function divide(turn: Turn, of: number, projectScope: boolean): DividedTurn {
  const stated = new Stated();
  const rest: string[] = [];
  const insights: string[] = [];
  /** Questions whose answers state nothing that they belong to. */
  const asked: string[] = [];
  let question: string | undefined;
  for (const { kind, text } of turn.human) {
    if (kind === 'question') {
      question = text;
      continue;
    }
    let other = '';
    for (const part of saidIn(text, kind === 'answer' ? question : undefined, projectScope)) {
      if (part.type === undefined) continue;
      if (part.type === 'insight') {
        // Goes with the rest: the rest is the insight add.
        insights.push(part.text.trim());
        other += part.text;
      } else {
        stated.add(part.type, part.text.trim(), question);
        question = undefined;
      }
    }
    if (hasWords(other)) rest.push(other.trim());
    if (question !== undefined) asked.push(question);
    question = undefined;
  }
  const texts = [...asked, ...turn.claude.map((one) => one.text)];
  const claude = texts.filter((text) => hasWords(text) && !isNarration(text));
  const times = [...turn.human, ...turn.claude].flatMap((one) => (one.at === undefined ? [] : [one.at]));
  return {
    stated: stated.byType,
    rest: rest.join('\n\n'),
    insights: insights.filter(hasWords),
    claude: claude.join('\n\n'),
    at: times.length === 0 ? undefined : Math.max(...times),
    of,
    shortened: turn.shortened,
  };
}

/** The parts of what a person said; a short answer is one, with what it settles. */
function saidIn(text: string, question: string | undefined, projectScope: boolean): Part[] {
  const type = question === undefined || !hasWords(text) ? undefined : choiceType(question, text);
  return type === undefined ? partsOf(text, { projectScope }) : [{ text, type }];
}
