/**
 * Drain: delivers the spool, oldest first, one request at a time (design §3). Later words do not overtake earlier ones, with two
 * exceptions: an item whose fate is unknown, which is looked for by its capture id before it is sent again, and one whose refusal
 * may be about it alone (`course`). Out of scope: one drain at a time (`background`), files (`spool`), the retry rule.
 */
import type { Failure } from '../contract/failure.ts';
import type { SpoolItem } from '../contract/state.ts';
import { Course, isPassedBy, isSuspect } from './course.ts';
import { countRefusal, type DrainPorts, deliver, isPassed, type Step } from './deliver.ts';
import type { Claim } from './ports.ts';

/** One request may take this long: adds answer at once (platform contract §3), a slow line gets its chance. */
const REQUEST_MS = 30_000;

/** How long a drain waits, in all, for items that may be sent again soon; what needs more is for a later run. */
const PATIENCE_MS = 60_000;

/** No verdict waits longer (a `Retry-After` is cut to a day, `mem0/errors`): what is further off was set by a wrong clock. */
const LONGEST_WAIT_MS = 24 * 60 * 60 * 1000;

/** Delivers until nothing is due, something stops it, or `until` has come. Resolves with the last reason to stop, if any. */
export async function drain<C extends Claim>(ports: DrainPorts<C>, until: number): Promise<Failure | undefined> {
  // Counted by what was waited, not by the clock: a clock that jumps must not make it wait for days.
  let patience = PATIENCE_MS;
  const course = new Course();
  for (;;) {
    const { next, failure } = await goThrough(ports, course, until);
    if (next === undefined) return failure;
    const wait = Math.max(0, next - ports.now());
    if (next > until || wait > patience) return failure;
    patience -= wait;
    await ports.sleep(wait);
    // Whoever has changed the settings meanwhile may have denied what waits: a process that reads them anew goes on.
    if (ports.isStale?.() === true) return failure;
  }
}

/** Goes once through what waits. `next`: when something is due again; undefined where this run is to end. */
async function goThrough<C extends Claim>(
  ports: DrainPorts<C>,
  course: Course,
  until: number,
): Promise<{ readonly next?: number; readonly failure?: Failure | undefined }> {
  let failure: Failure | undefined;
  let next = Number.POSITIVE_INFINITY;
  const notBefore = (at: number) => {
    next = Math.min(next, at);
  };
  let last: Step | undefined;
  for (const id of inOrder(ports, course, notBefore)) {
    if (ports.now() >= until || ports.isStale?.() === true) return { failure };
    const outcome = await meet(id, ports, course, until);
    const { step, at } = outcome;
    last = step;
    // Where others go through, a refusal of this one is no reason to stop anything.
    failure = step === 'refused' && course.delivered ? undefined : outcome.failure;
    if (step === 'stop' || course.isRefused()) return { failure: outcome.failure };
    if (at !== undefined) notBefore(at);
    // What is behind it would meet the same trouble, and later words must not overtake earlier ones.
    if (step === 'later') return { next, failure };
    const left = step === 'refused' ? ports.spool.peek(id) : undefined;
    if (left !== undefined && isSuspect(left, ports.now())) course.suspects.add(id);
    const over = step === 'delivered' ? await askAgain(ports, course, until) : undefined;
    if (over !== undefined) return over;
  }
  // Those that stand behind the last one that went through.
  const over = course.delivered ? await askAgain(ports, course, until, last) : undefined;
  if (over !== undefined) return over;
  const own = course.ends();
  if (own !== undefined) countRefusal(own, ports);
  return { next, failure };
}

async function meet<C extends Claim>(id: string, ports: DrainPorts<C>, course: Course, until: number) {
  const outcome = await deliver(id, ports, { deadline: Math.min(until, ports.now() + REQUEST_MS) });
  const own = course.met(id, outcome.step);
  if (own !== undefined) countRefusal(own, ports);
  return outcome;
}

/**
 * Ids of what is due, oldest first. What was refused before comes last, and only while nothing has gone through: a few of them
 * must not keep all others waiting, and where others go through they are asked for anyway (`askAgain`).
 */
function* inOrder<C extends Claim>(
  ports: DrainPorts<C>,
  course: Course,
  notBefore: (at: number) => void,
): Generator<string> {
  const { spool, now } = ports;
  const refused: string[] = [];
  for (const id of spool.waiting()) {
    const item = spool.peek(id);
    // It holds up nothing that is behind it.
    if (isPassed(item, ports)) continue;
    const early = item !== undefined && isEarly(item, now());
    if (early) notBefore(item.notBefore);
    if (item !== undefined && isPassedBy(item)) {
      if (!early) refused.push(id);
      if (!early || isSuspect(item, now())) course.suspects.add(id);
      continue;
    }
    if (!early) yield id;
    // One that may have arrived is passed by. Any other keeps its place, in this run and in every later one.
    else if (!item.uncertain) break;
  }
  for (const id of refused) if (!course.delivered) yield id;
}

/**
 * What was refused is asked for again right after another has gone through, due or not, and no further than to the next refusal:
 * a world that was mended meanwhile takes all of it, and a refusal that is given now may be its own. `before`: how the last one ended.
 * @returns what ends this run, if anything does
 */
async function askAgain<C extends Claim>(
  ports: DrainPorts<C>,
  course: Course,
  until: number,
  before: Step | undefined = 'delivered',
) {
  let last = before;
  for (const id of course.suspects) {
    if (ports.now() >= until) return {};
    course.suspects.delete(id);
    const { step, at, failure } = await meet(id, ports, course, until);
    if (step === 'stop' || step === 'later') return { failure };
    // Only where what came right before it had gone through, is it one of its own.
    if (step === 'refused' && at !== undefined && failure !== undefined) {
      if (last === 'delivered') course.refusedAlone({ id, failure, at });
      return undefined;
    }
    last = step;
  }
  return undefined;
}

/** Whether an item is not due yet. */
export function isEarly({ notBefore }: Pick<SpoolItem, 'notBefore'>, now: number): boolean {
  return notBefore > now && notBefore - now <= LONGEST_WAIT_MS;
}
