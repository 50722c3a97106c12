/**
 * Finds thousands of strings in a long text at once: what stands at a place is looked up by its next few signs, however many
 * strings there are. Out of scope: which strings, and what is done with them (`known-values`).
 */

/** A lookup takes so many signs at a time; no shorter string is looked for. */
export const GRAM = 6;
/** Fewer strings than this are compared one by one. [?] ours */
const MAX_LIST = 12;
/** Beyond 16 × 6 signs strings are compared as they are: few share so long a beginning. [?] ours */
const MAX_DEPTH = 16;
/** Which beginnings of three signs occur at all: most places of a text are passed by with this alone. */
const FILTER_SIZE = 1 << 16;

interface Branch<F> {
  /** Strings that end before the next gram is full, by their rest. */
  readonly tails: ReadonlyMap<string, F>;
  readonly next: ReadonlyMap<string, Node<F>>;
}
type Node<F> = Branch<F> | readonly (readonly [string, F])[];

/** An index of strings, each with what is known of it. Strings shorter than `GRAM` are left out. */
export class FormIndex<F> {
  readonly size: number;
  readonly #root: ReadonlyMap<string, Node<F>>;
  readonly #filter = new Uint8Array(FILTER_SIZE);

  constructor(forms: ReadonlyMap<string, F>) {
    const long = [...forms].filter(([text]) => text.length >= GRAM);
    this.size = long.length;
    for (const [text] of long) this.#filter[filterAt(text, 0)] = 1;
    this.#root = branches(long, 0);
  }

  /** Calls `found` for each occurrence of each string, in the order in which they begin. */
  find(text: string, found: (from: number, to: number, form: F) => void): void {
    if (this.size === 0) return;
    const last = text.length - GRAM;
    for (let at = 0; at <= last; at += 1) {
      if (this.#filter[filterAt(text, at)] === 0) continue;
      let node = this.#root.get(text.slice(at, at + GRAM));
      for (let place = at + GRAM; node !== undefined; place += GRAM) {
        if (isList(node)) {
          for (const [form, what] of node) if (standsAt(text, form, at)) found(at, at + form.length, what);
          break;
        }
        for (let more = 0; more < GRAM; more += 1) {
          const what = node.tails.get(text.slice(place, place + more));
          if (what !== undefined && place + more <= text.length) found(at, place + more, what);
        }
        node = place + GRAM > text.length ? undefined : node.next.get(text.slice(place, place + GRAM));
      }
    }
  }
}

function isList<F>(node: Node<F>): node is readonly (readonly [string, F])[] {
  return Array.isArray(node);
}

/** The end is looked at first: texts and strings that begin with the same sign over and over differ there. */
function standsAt(text: string, form: string, at: number): boolean {
  const tail = form.length - GRAM;
  for (let n = tail; n < form.length; n += 1) if (text.charCodeAt(at + n) !== form.charCodeAt(n)) return false;
  return text.startsWith(form, at);
}

function filterAt(text: string, at: number): number {
  return (text.charCodeAt(at) * 961 + text.charCodeAt(at + 1) * 31 + text.charCodeAt(at + 2)) & (FILTER_SIZE - 1);
}

function branches<F>(forms: readonly (readonly [string, F])[], depth: number): Map<string, Node<F>> {
  const groups = new Map<string, (readonly [string, F])[]>();
  for (const one of forms) {
    const gram = one[0].slice(depth * GRAM, (depth + 1) * GRAM);
    const group = groups.get(gram);
    if (group === undefined) groups.set(gram, [one]);
    else group.push(one);
  }
  const nodes = new Map<string, Node<F>>();
  for (const [gram, group] of groups) nodes.set(gram, nodeOf(group, depth + 1));
  return nodes;
}

function nodeOf<F>(group: readonly (readonly [string, F])[], depth: number): Node<F> {
  if (group.length <= MAX_LIST || depth >= MAX_DEPTH) return group;
  const until = (depth + 1) * GRAM;
  const ending = group.filter(([text]) => text.length < until);
  return {
    tails: new Map(ending.map(([text, form]) => [text.slice(depth * GRAM), form])),
    next: branches(
      group.filter(([text]) => text.length >= until),
      depth,
    ),
  };
}
