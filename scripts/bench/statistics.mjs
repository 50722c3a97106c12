/** Medians and how far the samples lie apart. Pure. */

/** The middle one; of an even number the mean of the two in the middle. */
export function median(numbers) {
  if (numbers.length === 0) throw new RangeError('there is no median of nothing');
  const sorted = [...numbers].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

/**
 * What is told of samples: the median, the smallest, the largest, how many there are, and the spread, which is half the distance
 * between the quartiles as a share of the median (robust against a single run that something else disturbed).
 */
export function summary(numbers) {
  const middle = median(numbers);
  const sorted = [...numbers].sort((a, b) => a - b);
  const last = sorted.length - 1;
  const between = sorted[Math.ceil(last * 0.75)] - sorted[Math.floor(last * 0.25)];
  const spread = middle === 0 ? 0 : between / 2 / middle;
  return { median: middle, least: sorted[0], most: sorted[sorted.length - 1], count: sorted.length, spread };
}

/** Pair by pair: both of a pair were taken one after the other, so that what slows the machine down slows both. */
export function ratios(ours, beside) {
  if (ours.length !== beside.length) throw new RangeError(`${ours.length} samples beside ${beside.length}`);
  return ours.map((one, n) => one / beside[n]);
}
