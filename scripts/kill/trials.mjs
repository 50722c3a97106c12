/** Which trials there are. Each has a title, the row and the column of the table that it counts in, and what it does. */
import { TROUBLES } from './platform.mjs';
import { checkpointTrial, sessionTrial } from './trial.mjs';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Moments of the processes, in the order in which they come; `nth`: the how many-th time. */
const MOMENTS = [
  ...['before job', 'after job', 'after spawn'].map((moment) => ({ role: 'session-end', moment })),
  ...[
    'after lock',
    'after begin',
    'before journal',
    'after journal',
    'after enqueue',
    'after receipt',
    'after cursor',
  ].map((moment) => ({ role: 'drain', moment })),
  ...['after settled', 'after job-done', 'before claim', 'after claim', 'arrived', 'carried out', 'after put-back'].map(
    (moment) => ({ role: 'drain', moment }),
  ),
  ...[
    'before accepted',
    'after accepted',
    'before acknowledge',
    'after acknowledge',
    'before followed',
    'after followed',
  ].map((moment) => ({ role: 'drain', moment })),
  { role: 'drain', moment: 'arrived', nth: 2 },
  { role: 'drain', moment: 'after acknowledge', nth: 3 },
  { role: 'drain', moment: 'before reconcile', ends: false },
  { role: 'drain', moment: 'after reconcile', ends: false },
];
const CHECKPOINT_MOMENTS = [
  ...['before due', 'after due', 'after spawn'].map((moment) => ({ role: 'pre-compact', moment })),
  ...['after begin', 'before state', 'after state', 'before enqueue', 'after enqueue', 'before made', 'after made']
    .concat(['after claim', 'arrived', 'carried out', 'before acknowledge', 'after acknowledge'])
    .map((moment) => ({ role: 'checkpoint', moment })),
];
const STRIKES = ['SIGTERM', 'SIGINT', 'SIGKILL'].flatMap((signal) =>
  ['process', 'group', 'tree'].map((to) => ({ signal, to })),
);
/** These come only where the platform puts something off. */
const RARE = /put-back/;

/** The kill matrix; `quick`: one signal instead of nine. */
export function matrix(quick) {
  const strikes = quick ? [{ signal: 'SIGKILL', to: 'tree' }] : STRIKES;
  return TROUBLES.flatMap((trouble) => [
    { title: `${trouble} · no signal`, row: 'no signal', trouble, act: sessionTrial },
    { title: `${trouble} · no signal, no end`, row: 'no signal, no end', trouble, ends: false, act: sessionTrial },
    { title: `${trouble} · pre-compact, no signal`, row: 'pre-compact: no signal', trouble, act: checkpointTrial },
    ...MOMENTS.flatMap(({ ends = true, nth = 1, ...moment }) =>
      strikes.map((strike) => struckAt({ ...moment, nth }, strike, trouble, { ends, act: sessionTrial })),
    ),
    ...CHECKPOINT_MOMENTS.flatMap((moment) =>
      strikes.map((strike) => struckAt({ ...moment, nth: 1 }, strike, trouble, { act: checkpointTrial })),
    ),
  ]);
}

function struckAt(moment, strike, trouble, more) {
  const name = `${moment.role}: ${moment.moment}${moment.nth > 1 ? ` (${moment.nth})` : ''}`;
  return {
    title: `${trouble} · ${name} · ${strike.signal} to the ${strike.to}`,
    row: name,
    trouble,
    // Where the platform never answers well, there is no moment after its answer.
    stop: { ...moment, ...strike, optional: trouble !== 'fine' || RARE.test(moment.moment) },
    ...more,
  };
}

/** A disk that is full from a moment on, and clocks that jump there. */
export function brokenWorlds() {
  return ['fine', 'reset after', '503'].flatMap((trouble) =>
    MOMENTS.filter(({ role, moment }) => !/arrived|carried/.test(moment) || role !== 'drain').flatMap(
      ({ ends = true, nth = 1, ...moment }) =>
        [
          ['the disk is full', { fullDisk: true }],
          ['the clock goes on by 40 days', { jumpMs: 40 * DAY_MS }],
          ['the clock goes back by 40 days', { jumpMs: -40 * DAY_MS }],
        ].map(([what, stop]) => ({
          title: `${trouble} · ${moment.role}: ${moment.moment} · ${what}`,
          row: what,
          trouble,
          ends,
          act: sessionTrial,
          stop: { ...moment, nth, ...stop, optional: true },
        })),
    ),
  );
}

/** Twenty sessions that end at once in one state folder, and processes that are killed among them. */
export function crowds() {
  return ['fine', '503', 'reset after', 'away'].flatMap((trouble) => [
    { title: `${trouble} · twenty at once`, row: 'twenty at once', trouble, sessions: 20, act: sessionTrial },
    ...['after lock', 'after journal', 'after claim', 'after acknowledge'].map((moment) => ({
      ...struckAt({ role: 'drain', moment, nth: 1 }, { signal: 'SIGKILL', to: 'tree' }, trouble, { act: sessionTrial }),
      title: `${trouble} · twenty at once · ${moment}`,
      row: 'twenty at once, one killed',
      sessions: 20,
    })),
  ]);
}

/** Kills at random instants, after an end and after the next start. The same seed gives the same instants. */
export function random(count, seed) {
  const next = numbersFrom(seed);
  const oneOf = (list) => list[Math.floor(next() * list.length)];
  return Array.from({ length: count }, (_, n) => {
    const trouble = oneOf(TROUBLES);
    const strikes = [0, 1].map(() => ({ afterMs: Math.floor(next() ** 2 * 1_500), all: next() < 0.5 }));
    const sessions = oneOf([1, 1, 1, 3]);
    const title = `${trouble} · random ${n + 1} · after ${strikes.map(({ afterMs }) => afterMs).join(' and ')} ms`;
    return { title, row: 'at random', trouble, ends: next() < 0.8, sessions, strikes, act: sessionTrial };
  });
}

/** Mulberry32: small, and the same everywhere. */
function numbersFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
