/**
 * From a window to facts: the sentences in which something lasting was stated, word for word. Deterministic: no model, no
 * clock, no randomness; it never adds a word to what was said and says of each fact which rule took it.
 * A window's `custom_instructions` cannot be followed by rules and are not read. Out of scope: duplicates and
 * contradictions (`life/`).
 */
import type { JsonObject } from '../contract/wire.ts';
import { ANY_STATEMENT, DROPS, FIRST_STEP, KEEPS, MARK, NEXT_STEP, type Rule } from './extraction/rules.ts';
import { sentences, stepLists } from './extraction/sentences.ts';
import { normalise } from './store/words.ts';

/** A window as an add delivers it: true roles, in order, and `metadata.type` when it was stamped (contract §1.3). */
export interface ExtractionWindow {
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly type: string | undefined;
}

export interface ExtractedFact {
  readonly text: string;
  /** What `structured_attributes` of the memory will be: who extracted it, by which rule, and whose words they are. */
  readonly attributes: JsonObject;
}

/** What an extractor is, so that a model can be one later. It may fail: the event is then FAILED. */
export interface Extractor {
  /**
   * Whether `extract` promises its facts for later. Then no request waits for it: the event is RUNNING meanwhile, and only one
   * process asks.
   */
  readonly takesTime?: boolean;
  extract(window: ExtractionWindow): readonly ExtractedFact[] | Promise<readonly ExtractedFact[]>;
}

/** How a fact out of Claude's mouth begins, so that nobody takes it for the person's own words (contract §3). */
export const CLAUDE_PREFIX = 'Claude: ';

/** Longer "sentences" are pastes, not statements. [?] Steps with heading may be longer. */
const MAX_SENTENCE = 1_500;
const MAX_STEPS = 6_000;
const MIN_WORDS = 3;

/**
 * The rules of `extraction/rules.ts`.
 * - Person: sentences that pass the drops and have a cue of any type (the window's type was decided when it was captured).
 *   When a message of a typed window other than insight has no cue at all, all that pass: the cues are English, and the
 *   capture has already judged the words.
 * - Person, runbook window: lists of steps with their heading as one fact; without a list, as above.
 * - A procedure told in sentences ("To roll back, …. Then …") is one fact.
 * - Claude: only in insight windows, only sentences with an insight cue, marked as Claude's.
 * - Other roles: nothing.
 */
export const localExtractor: Extractor = {
  extract: (window) => {
    const facts = new Map<string, ExtractedFact>();
    for (const message of window.messages) {
      for (const fact of factsOf(message, window.type)) {
        const key = normalise(fact.text);
        if (!facts.has(key)) facts.set(key, fact);
      }
    }
    return [...facts.values()];
  },
};

function factsOf(message: ExtractionWindow['messages'][number], type: string | undefined): readonly ExtractedFact[] {
  if (message.role === 'assistant') return type === 'insight' ? claudesFacts(message.content) : [];
  if (message.role !== 'user') return [];
  const { content } = message;
  if (type === 'runbook') {
    const lists = stepLists(content)
      .filter((list) => list.length <= MAX_STEPS)
      .map((list) => fact(list, 'steps', 'user'));
    if (lists.length > 0) return lists;
  }
  const candidates = withSteps(sentences(content), type).filter(
    (said) => said.steps > 1 || dropReason(said.text) === undefined,
  );
  const kept = candidates.flatMap(({ text, steps }) => {
    const rule = steps > 1 ? 'procedure' : ANY_STATEMENT.find((one) => one.cue.test(text))?.id;
    return rule === undefined ? [] : [fact(text, rule, 'user')];
  });
  if (kept.length > 0 || type === undefined || type === 'insight') return kept;
  return candidates.map(({ text }) => fact(text, 'stated-in-typed-window', 'user'));
}

/**
 * Sentences, with the further steps of a procedure in the one that begins it: a step alone says nothing, and looks like an
 * errand. "First …" begins one in a runbook window only; elsewhere it begins errands too.
 */
function withSteps(said: readonly string[], type: string | undefined): readonly { text: string; steps: number }[] {
  const out: { text: string; steps: number }[] = [];
  for (const sentence of said) {
    const last = out.at(-1);
    const begins = (text: string) =>
      takes(KEEPS.runbook, text) || (type === 'runbook' && FIRST_STEP.test(text) && !isQuestion(text));
    const continues = last !== undefined && NEXT_STEP.test(sentence) && !isQuestion(sentence);
    if (continues && (last.steps > 1 || begins(last.text)) && last.text.length + sentence.length < MAX_STEPS) {
      out[out.length - 1] = { text: `${last.text} ${sentence}`, steps: last.steps + 1 };
    } else out.push({ text: sentence, steps: 1 });
  }
  return out;
}

function isQuestion(sentence: string): boolean {
  return DROPS.some(({ id, cue }) => id === 'question' && cue.test(sentence));
}

function claudesFacts(content: string): readonly ExtractedFact[] {
  return sentences(content).flatMap((sentence) => {
    if (dropReason(sentence) !== undefined) return [];
    const rule = KEEPS.insight.find((one) => one.cue.test(sentence));
    return rule === undefined ? [] : [fact(`${CLAUDE_PREFIX}${sentence}`, rule.id, 'assistant')];
  });
}

/** Why a sentence is no fact, or undefined. */
export function dropReason(sentence: string): string | undefined {
  if (sentence.length > MAX_SENTENCE) return 'too-long';
  const words = sentence.replaceAll(MARK, ' ');
  // What is left beside marks must still say something; ideographs count one each, being words of their own.
  if (
    (
      words.match(
        /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|[\p{L}\p{N}][\p{L}\p{N}._'/-]*/gu,
      ) ?? []
    ).length < MIN_WORDS
  )
    return 'too-short';
  // Tables, headings and code are not sentences.
  if (/^(?:[|#>]|```|\/\/|\$ )/.test(sentence)) return 'markup';
  const hit = DROPS.find((rule) => rule.cue.test(sentence) && rule.unless?.test(sentence) !== true);
  return hit?.id;
}

/** Does one of these rules take the sentence? For the examples of the rules. */
export function takes(rules: readonly Rule[], sentence: string): boolean {
  return dropReason(sentence) === undefined && rules.some((rule) => rule.cue.test(sentence));
}

function fact(text: string, rule: string, role: 'user' | 'assistant'): ExtractedFact {
  return { text, attributes: { extractor: 'local-rules', rule, role } };
}
