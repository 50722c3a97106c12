/** Takes the samples of a row: ours and what it is beside by turns, in one run, after one of each that does not count. */
import { ratios, summary } from './statistics.mjs';

/** Rounds without `--rounds`; a row may ask for fewer. */
const ROUNDS = 21;
const QUICK_ROUNDS = 3;

/** @returns what was measured, for the table and the file. A row that cannot be measured here says why. */
export async function measureRow(row, bench) {
  const { name, what, beside, goals, unit } = row;
  const shown = {
    name,
    what,
    ...(beside === undefined ? {} : { beside }),
    ...(goals === undefined ? {} : { goals }),
    ...(unit === undefined ? {} : { unit }),
  };
  const missing = await row.missing?.(bench);
  if (missing !== undefined) return { ...shown, notMeasured: missing };
  const { ours, other, tell } = await row.prepare(bench);
  if (ours === undefined) return { ...shown, told: await tell() };
  const taken = await samples({ ours, other }, roundsOf(row, bench));
  const figure = (one) => (unit === 'MB' ? one.mb : one.ms);
  const mine = taken.ours.map(figure);
  const theirs = taken.other.map(figure);
  const memory = taken.ours.flatMap(({ mb }) => (mb === undefined || unit === 'MB' ? [] : [mb]));
  return {
    ...shown,
    ours: summary(mine),
    ...(theirs.length === 0 ? {} : { other: summary(theirs), ratio: summary(ratios(mine, theirs)) }),
    ...(memory.length === 0 ? {} : { memory: summary(memory) }),
    ...(tell === undefined ? {} : { told: await tell() }),
  };
}

function roundsOf(row, { rounds, quick }) {
  if (quick) return Math.min(QUICK_ROUNDS, row.rounds ?? QUICK_ROUNDS);
  return rounds ?? row.rounds ?? ROUNDS;
}

/** Each round begins with the other one, so that neither always comes second. */
export async function samples({ ours, other }, rounds) {
  const taken = { ours: [], other: [] };
  await ours();
  await other?.();
  for (let round = 0; round < rounds; round += 1) {
    const order = round % 2 === 0 ? ['ours', 'other'] : ['other', 'ours'];
    for (const which of order) {
      const take = which === 'ours' ? ours : other;
      if (take !== undefined) taken[which].push(await take());
    }
  }
  return taken;
}
