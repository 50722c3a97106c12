/**
 * Puts an element behind the others of a list in the text of JSON, or takes one out, and leaves every other byte as it is; beside
 * `json-edit`, which does so with members of objects. Pure. Out of scope: whether the text is JSON (whoever calls has parsed it).
 */
import { afterSpace, afterValue, layoutOf, membersOf, newLine } from './json-edit.ts';

/** Names of members, and numbers of elements. */
export type Way = readonly (string | number)[];

interface Span {
  readonly from: number;
  readonly to: number;
}

/** The text with `value` as the last element of the list at `way`; undefined where there is no list. */
export function withElement(text: string, way: Way, value: unknown): string | undefined {
  const list = spanAt(text, way);
  if (list === undefined || text[list.from] !== '[') return undefined;
  const open = text.indexOf('{');
  const layout = layoutOf(text, membersOf(text, open)[0], open);
  const lines = JSON.stringify(value, null, layout.step).split('\n');
  const written = newLine(layout, way.length + 1) + lines.join(newLine(layout, way.length + 1));
  const last = elementsOf(text, list.from).at(-1);
  if (last !== undefined) return `${text.slice(0, last.to)},${written}${text.slice(last.to)}`;
  return `${text.slice(0, list.from)}[${written}${newLine(layout, way.length)}]${text.slice(list.to)}`;
}

/** The text without the element at `way`, whose last part is its number, and without the comma that would be left over. */
export function withoutElement(text: string, way: readonly [...Way, number]): string {
  const number = Number(way.at(-1));
  const list = spanAt(text, way.slice(0, -1));
  if (list === undefined || text[list.from] !== '[') return text;
  const elements = elementsOf(text, list.from);
  const [before, gone, after] = [elements[number - 1], elements[number], elements[number + 1]];
  if (gone === undefined) return text;
  const [from, to] =
    before !== undefined
      ? [before.to, gone.to]
      : after !== undefined
        ? [gone.from, after.from]
        : [list.from + 1, list.to - 1];
  return text.slice(0, from) + text.slice(to);
}

/** Where the value at `way` lies. Of a key that stands there twice the last one counts, as JSON is read. */
function spanAt(text: string, way: Way): Span | undefined {
  const open = text.indexOf('{');
  let at: Span | undefined = { from: open, to: afterValue(text, open) };
  for (const part of way) {
    if (at === undefined) return undefined;
    if (typeof part === 'number') at = text[at.from] === '[' ? elementsOf(text, at.from)[part] : undefined;
    else {
      const member = text[at.from] === '{' ? membersOf(text, at.from).findLast(({ key }) => key === part) : undefined;
      at = member && { from: member.valueFrom, to: member.to };
    }
  }
  return at;
}

function elementsOf(text: string, open: number): readonly Span[] {
  const elements: Span[] = [];
  for (let from = afterSpace(text, open + 1); from < text.length && text[from] !== ']'; ) {
    const to = afterValue(text, from);
    elements.push({ from, to });
    const next = afterSpace(text, to);
    if (text[next] !== ',') break;
    from = afterSpace(text, next + 1);
  }
  return elements;
}
