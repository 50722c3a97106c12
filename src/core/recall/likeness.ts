/**
 * What a memory says, in a form in which two that say the same are equal: other letter case, punctuation, small words, the place of
 * a phrase, a label or a trailing reason make no difference; numbers, names, paths, words of denial and the order of everything
 * else do. A duplicate in the pack is a blemish, a false merge hides a truth: in doubt two memories are not alike. Ours [?].
 * Out of scope: which of two that are alike stands (`winnow`), and what excludes what (`subjects`).
 */
import {
  toDoBehind,
  withConditionLast,
  withoutHere,
  withPlainRole,
  withPlainSubject,
  withRejectionLast,
} from './forms.ts';
import { shareKind } from './kinds.ts';
import * as known from './likeness-words.ts';
import { type Border, type Lexicon, type Piece, piecesOf, type Word } from './said-words.ts';

/** Longer texts are compared letter by letter: they are no single statements. [?] */
const MAX_COMPARED = 600;

export interface Told {
  /** Equal in all memories that say the same, apart from the three below. */
  readonly key: string;
  /** What follows "because"; empty without. */
  readonly reason: string;
  /** The alternative that is turned down ("not npm"); empty without. */
  readonly rejects: string;
  /** Words such as `userId`, in which letter case tells names apart. */
  readonly cased: string;
  /** The alternative goes without saying: who uses pnpm does not use npm. */
  readonly rejectsImplied: boolean;
  /** The first clause with its verbs, for those who look what it is about; empty where there is none. */
  readonly clause: readonly Word[];
  /** There is more than the first clause, a reason and an alternative. */
  readonly more: readonly Word[];
  /** The words of the alternative. */
  readonly rejected: readonly Word[];
}

/** Too long to be read as a statement. */
export function isVerbatim(line: string): boolean {
  return line.length > MAX_COMPARED;
}

/**
 * Reads one harmless line. `general` statements hold in every project, so that "here" says something in them.
 */
export function told(line: string, lexicon: Lexicon, general = false): Told {
  if (isVerbatim(line)) return verbatim(line);
  const text = withoutLabel(line);
  const pieces: Piece[] = [];
  for (const word of text.split(' ')) for (const piece of piecesOf(word, lexicon)) pieces.push(piece);
  const sentences = sentencesOf(withoutLead(pieces));
  const reasons: string[] = [];
  const mains: (readonly Piece[])[] = [];
  for (const sentence of sentences) {
    const at = reasonAt(sentence, mains.length > 0);
    if (at < sentence.length) reasons.push(keyOf(sentence.slice(at)));
    if (at > 0) mains.push(sentence.slice(0, at));
  }
  const [first = [], ...others] = mains;
  const local = general || others.length > 0 ? (words: readonly Piece[]) => words : withoutHere;
  const whole = withRejectionLast(local(first));
  const rejectedAt = rejectionAt(whole);
  const rest = local(whole.slice(0, rejectedAt));
  const main = others.length > 0 ? rest : withPlainRole(withPlainSubject(rest));
  const rejected = whole.slice(rejectedAt).filter(({ said }) => !REJECTING.has(said));
  const key = [ordered(main), ...others.map(keyOf)].join(' | ');
  if (key.trim() === '') return verbatim(line);
  const end = borderOf(main);
  return {
    key,
    reason: reasons.join(' | '),
    rejects: keyOf(rejected),
    cased: casedOf(pieces),
    rejectsImplied: rejected.length > 0 && shareKind(namesIn(main), namesIn(rejected)),
    clause: main.slice(0, end),
    more: [...main.slice(end), ...others.flat()],
    rejected,
  };
}

/** A label has a colon, which few memories have. */
export function withoutLabel(line: string): string {
  return line.includes(':') || line.includes('：') ? line.replace(known.LABEL, '') : line;
}

/** Do two say the same? A reason more or less counts where it is no part of the fact itself. */
export function alike(one: Told, other: Told, reasonsCount: boolean): boolean {
  return (
    one.key === other.key &&
    isCompatible(one.cased, other.cased) &&
    (one.reason === other.reason || (!reasonsCount && isCompatible(one.reason, other.reason))) &&
    (one.rejects === other.rejects ||
      (one.rejects === '' && other.rejectsImplied) ||
      (other.rejects === '' && one.rejectsImplied))
  );
}

/** Does `richer` say all that `poorer` says, and more? */
export function saysMore(richer: Told, poorer: Told): boolean {
  if (richer.key !== poorer.key || !isCompatible(richer.cased, poorer.cased)) return false;
  const reasons = richer.reason === poorer.reason || poorer.reason === '';
  const rejects = richer.rejects === poorer.rejects || poorer.rejects === '';
  return reasons && rejects && (richer.reason !== poorer.reason || richer.rejects !== poorer.rejects);
}

function isCompatible(one: string, other: string): boolean {
  return one === other || one === '' || other === '';
}

function verbatim(line: string): Told {
  const empty = { reason: '', rejects: '', cased: '', rejectsImplied: false, clause: [], more: [], rejected: [] };
  return { key: `= ${line.toLowerCase()}`, ...empty };
}

/** Without small words, whose borders pass to the word before, and without who decided it. */
function withoutLead(pieces: readonly Piece[]): readonly Piece[] {
  const kept: Piece[] = [];
  for (const piece of pieces) {
    const last = kept.at(-1);
    if (last !== undefined && (piece.opens || piece.said === '')) {
      const border = Math.max(last.border, piece.opens ? 1 : 0, piece.said === '' ? piece.border : 0) as Border;
      if (border !== last.border) kept[kept.length - 1] = { ...last, border };
    }
    const limits = last?.said === 'not' && known.LIMITS_DENIAL.has(piece.raw.toLowerCase());
    if (piece.said === '' && !limits) continue;
    if (last?.said === 'not' && piece.said === 'longer') continue;
    // "Do not" denies as "never" does; what "is used" is what we use.
    if (piece.said === 'not' && (last?.said === 'do' || last?.said === 'does') && last.border === 0) kept.pop();
    if (piece.said === 'used' && last?.said === 'is') kept[kept.length - 1] = piece;
    else kept.push(limits ? { ...piece, said: piece.raw.toLowerCase() } : piece);
  }
  return kept.slice(leadOf(kept));
}

function leadOf(words: readonly Piece[]): number {
  let at = 0;
  const word = () => words[at]?.said ?? '';
  if (known.INTERJECTIONS.has(words[at]?.raw.toLowerCase() ?? '') && words[at]?.border === 1) at += 1;
  if (known.WHO.has(word()) && known.WHO_DOES.has(words[at + 1]?.said ?? '')) at += 1;
  if (known.DECIDED.has(word()) && known.DECIDED_TO.has(words[at + 1]?.said ?? '')) at += 2;
  return at;
}

function sentencesOf(words: readonly Piece[]): readonly (readonly Piece[])[] {
  const sentences: Piece[][] = [];
  let now: Piece[] = [];
  for (const word of words) {
    now.push(word);
    if (word.border !== 2) continue;
    sentences.push(now);
    now = [];
  }
  return now.length === 0 ? sentences : [...sentences, now];
}

/** Where the reason begins; the length of the sentence when there is none. */
function reasonAt(sentence: readonly Piece[], mayBegin: boolean): number {
  const at = sentence.findIndex(({ said }, i) => {
    if (i === 0 && !mayBegin) return false;
    if (known.NOT_A_REASON.has(sentence[i - 1]?.said ?? '')) return false;
    if (known.REASON.has(said)) return true;
    return known.REASON_BEFORE_PRONOUN.has(said) && known.PRONOUNS.has(sentence[i + 1]?.said ?? '');
  });
  return at < 0 ? sentence.length : at;
}

const REJECTING: ReadonlySet<string> = new Set(['not', 'use', 'instead', 'of', 'rather', 'than']);

/** Where an alternative of one to three words begins that is turned down at the end; else the length. */
function rejectionAt(words: readonly Piece[]): number {
  for (let at = Math.max(1, words.length - 5); at < words.length; at++) {
    const [one, two] = [words[at]?.said, words[at + 1]?.said];
    const after =
      one === 'not' && words[at - 1]?.border === 1
        ? at + (two === 'use' ? 2 : 1)
        : (one === 'instead' && two === 'of') || (one === 'rather' && two === 'than')
          ? at + 2
          : words.length;
    const named = words.slice(after);
    if (named.length === 0 || named.length > 3) continue;
    // "Not in YAML" is an exception, and "not npm and yarn" is for somebody else to read.
    if (named.some(({ said }) => known.PLACING.has(said) || known.JOINING.has(said) || REJECTING.has(said))) continue;
    if (named.slice(0, -1).some(({ border }) => border > 0)) continue;
    if (words.slice(0, at).some(({ said }) => said === 'not')) continue;
    return at;
  }
  return words.length;
}

/** The words in an order of their own where moving a phrase changes nothing: "in tests, use Vitest" is "use Vitest in tests". */
function ordered(words: readonly Piece[]): string {
  const conditional = withConditionLast(words);
  if (conditional !== undefined) return keyOf(conditional);
  if (words.some(({ said }, at) => known.JOINING.has(said) || (said === 'not' && at > 0))) return keyOf(words);
  const commas = words.slice(0, -1).flatMap(({ border }, at) => (border > 0 ? [at] : []));
  const [comma = -1] = commas;
  const front = comma >= 0 ? comma + 1 : toDoBehind(words);
  const isFronted = front > 0 && front <= 5 && known.FRONTED.has(words[0]?.said ?? '');
  if (commas.length > (isFronted ? 1 : 0)) return keyOf(words);
  const moved = isFronted ? [...words.slice(front), ...words.slice(0, front)] : words;
  const phrases: Piece[][] = [[]];
  for (const word of moved) {
    if (known.PLACING.has(word.said)) phrases.push([word]);
    else phrases.at(-1)?.push(word);
  }
  const [head = [], ...placed] = phrases;
  const begins = new Set(placed.map(([word]) => word?.said));
  const ends = placed.map(keyOf);
  return [keyOf(head), ...(begins.size === placed.length ? ends.sort() : ends)].join(' ').trim();
}

function keyOf(words: readonly Word[]): string {
  let key = '';
  for (const { said } of words) if (said !== 'use' && said !== 'is') key += key === '' ? said : ` ${said}`;
  return key;
}

function borderOf(words: readonly Piece[]): number {
  const at = words.findIndex(({ border }) => border > 0);
  return at < 0 ? words.length : at + 1;
}

function casedOf(words: readonly Piece[]): string {
  let cased = '';
  for (const { raw, said } of words) if (raw !== said && /[a-z0-9][A-Z]/.test(raw)) cased += `${raw} `;
  return cased;
}

function namesIn(words: readonly Word[]): readonly string[] {
  return words.map(({ said }) => said);
}
