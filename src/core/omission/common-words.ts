/**
 * What two runs of words have in common. Out of scope: which runs are compared, and how much is enough (`quotations`).
 */
import { type Unit, type Words, weightOf } from './words.ts';

/** How many words of a unit occur in what was shown. */
export function sharedWords(unit: Unit, shown: readonly number[], words: Words): number {
  const there = new Set(shown);
  return words.hashes.slice(unit.from, unit.to).filter((hash) => there.has(hash)).length;
}

/** The heaviest common subsequence of a unit and what was shown: its weight, its words in the unit, and how far apart they were shown. */
export function sameWords(
  unit: Unit,
  shown: readonly number[],
  words: Words,
): { readonly weight: number; readonly at: readonly number[]; readonly shown: number } {
  const width = shown.length + 1;
  const length = unit.to - unit.from;
  const best = new Float64Array((length + 1) * width);
  const isSame = (row: number, column: number) => shown[column] === words.hashes[unit.from + row];
  for (let row = 0; row < length; row += 1) {
    const weight = weightOf(words, unit.from + row, unit.from + row + 1);
    for (let column = 0; column < shown.length; column += 1) {
      const both = isSame(row, column) ? (best[row * width + column] ?? 0) + weight : 0;
      const up = best[row * width + column + 1] ?? 0;
      const left = best[(row + 1) * width + column] ?? 0;
      best[(row + 1) * width + column + 1] = Math.max(both, up, left);
    }
  }
  const at: number[] = [];
  let first = 0;
  let last = -1;
  for (let row = length, column = shown.length; row > 0 && column > 0; ) {
    const here = best[row * width + column] ?? 0;
    if (here === best[(row - 1) * width + column]) row -= 1;
    else if (here === best[row * width + column - 1]) column -= 1;
    else {
      row -= 1;
      column -= 1;
      at.push(unit.from + row);
      first = column;
      last = Math.max(last, column);
    }
  }
  return { weight: best.at(-1) ?? 0, at: at.reverse(), shown: last + 1 - first };
}
