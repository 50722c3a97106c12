/** A value axis: from nothing upwards, or logarithmic where the values lie far apart. Pure. */

/** Largest over smallest from which a linear axis would hide the small ones. */
const FAR_APART = 20;
const ABOUT_TICKS = 5;

/** @returns {{ isLogarithmic: boolean, ticks: number[], position: (value: number) => number }} positions are from 0 (bottom) to 1 */
export function axisOf(values) {
  const known = values.filter((value) => Number.isFinite(value));
  const most = Math.max(...known, 0);
  const least = Math.min(...known.filter((value) => value > 0));
  if (most <= 0) return { isLogarithmic: false, ticks: [0], position: () => 0 };
  return most / least > FAR_APART ? logarithmic(least, most) : linear(most);
}

function linear(most) {
  const step = niceStep(most / ABOUT_TICKS);
  const count = Math.ceil(most / step - 1e-9);
  const top = count * step;
  // Multiplied and not added up, so that no tick is 0.30000000000000004.
  const ticks = Array.from({ length: count + 1 }, (_, n) => Number((n * step).toPrecision(12)));
  return { isLogarithmic: false, ticks, position: (value) => value / top };
}

/** 1, 2 or 5 times a power of ten. */
function niceStep(rough) {
  const power = 10 ** Math.floor(Math.log10(rough));
  return ([1, 2, 5].find((digit) => digit * power >= rough * (1 - 1e-9)) ?? 10) * power;
}

function logarithmic(least, most) {
  const low = Math.floor(Math.log10(least));
  const high = Math.ceil(Math.log10(most));
  const ticks = Array.from({ length: high - low + 1 }, (_, n) => Number((10 ** (low + n)).toPrecision(12)));
  return { isLogarithmic: true, ticks, position: (value) => (Math.log10(value) - low) / (high - low) };
}
