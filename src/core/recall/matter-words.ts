/**
 * The words by which a matter with one value at a time is known, as data: verbs and what may follow them. English only; ours [?].
 * Out of scope: how they are applied (`matters`), and names of one kind (`kinds`).
 */

const words = (all: string): ReadonlySet<string> => new Set(all.split(' '));

/** With one of these a statement adds something, weighs it or bounds it: both may be true. */
export const NOT_FOR_ALL: ReadonlySet<string> = words(
  'also too either additionally another alongside maybe perhaps might may can could would will consider considered try tried trying temporarily until unless while if except but besides though however plan planned evaluate compare some most many few sometimes usually mostly often partly other others second | ?',
);

/** Verbs as one tells somebody to do it, and what is so when it is done, where that is not the verb with `ed`. */
const VERBS =
  'answer archive back:backed begin:begun build:built cache compress count delete document draw:drawn encrypt export format:formatted generate group hash hold:held import indent index keep:kept label list log:logged make:made mark measure merge mock name number order paginate place:placed prefix put:put publish queue rebuild:rebuilt refresh render reply return retry:retried rotate round run:run save send:sent serve set:set show:shown sign sort speak:spoken store split:split tag:tagged validate version wrap:wrapped write:written';

/** The verb by what is done. */
export const DONE: ReadonlyMap<string, string> = new Map(
  VERBS.split(' ').map((verb) => {
    const [base = '', done] = verb.split(':');
    return [done ?? (base.endsWith('e') ? `${base}d` : `${base}ed`), base];
  }),
);
export const TO_DO: ReadonlySet<string> = new Set(VERBS.split(' ').map((verb) => verb.split(':')[0] ?? ''));

/** Of these there may be several at once: who is told, what is used, how it is tested, where it is sent to. */
export const OF_SEVERAL: ReadonlySet<string> = words(
  'used called protected scanned tested checked monitored supported allowed needed required covered affected blocked caused involved included mentioned exposed shared tracked reported notified invited translated deployed hosted handled linked related added removed limited based expected tried changed fixed moved started released planned discussed',
);
/** Of these there is one moment or one interval. */
export const AT_TIMES: ReadonlySet<string> = words(
  'rebuild refresh generate recomputed updated renewed rotate archive delete purged expire cleaned synced poll export',
);
export const MOMENTS: ReadonlySet<string> = words('after every each when once nightly hourly daily weekly monthly');
/** What is put somewhere: only then does `to` name its place. */
export const PUT_TO: ReadonlySet<string> = words(
  'set pinned mapped save round backed assigned renamed capped write log',
);

/** A subject does these in one way: `begins with`, `expires after`, `lives in`. */
export const DOES: ReadonlyMap<string, string> = new Map(
  'begin start end live sit run expire come listen poll meet take last cost read hold contain return need allow wait'
    .split(' ')
    .flatMap((verb) => [
      [verb, verb],
      [`${verb}s`, verb],
    ]),
);
/** What follows these is the value, whatever it is; of other verbs only a number is. */
export const DOES_ONE: ReadonlySet<string> = words('take last cost');

/** What somebody prefers for a purpose. */
export const PREFERS: ReadonlyMap<string, string> = new Map([
  ['use', 'use'],
  ['prefer', 'prefer'],
  ['like', 'prefer'],
  ['want', 'prefer'],
]);
/** These need no object: `answer in German`. */
export const SPEAKS: ReadonlySet<string> = words('answer reply write speak');

/** Means to an end, of which a new one takes the place of the old; what is asked is somebody. */
export const MEANS: ReadonlyMap<string, string> = new Map([
  ...['run', 'use', 'execute', 'call', 'invoke', 'trigger'].map((verb) => [verb, 'do'] as const),
  ...['ask', 'contact'].map((verb) => [verb, 'ask'] as const),
]);
/** With one of these it is a step among others. */
export const STEPS: ReadonlySet<string> = words('first then next finally last before after when again');

/** "The X is Y" has one Y where X is one of these, or is said of something: `the owner of billing`. */
export const ATTRIBUTES: ReadonlySet<string> = words(
  'owner maintainer lead contact reviewer approver currency locale language colour color name title prefix suffix separator default source origin strategy policy schedule interval frequency budget deadline deadline target limit threshold timeout size length width height format style layout theme font editor shell database host region timezone zone licence license domain branch formatter linter manager runner orm bundler version path url endpoint port level algorithm unit order template provider supplier vendor registry entrypoint convention rule',
);

/** What is so on one of these days, or in one of these places, may be otherwise elsewhere. */
export const ELSEWHERE: ReadonlySet<string> = words(
  'mondays tuesdays wednesdays thursdays fridays saturdays sundays monday tuesday wednesday thursday friday saturday sunday weekdays weekends production prod staging preview test tests qa dev development main master ci local locally',
);
/** How something is, not where: beside one of these a place is no other value. */
export const MANNERS: ReadonlySet<string> = words(
  'imperative mood tense person present past lower upper lowercase uppercase case singular plural isolation parallel minor units full general detail short words order place bulk batches advance',
);
/** Kinds of how something is. */
export const KINDS_OF_HOW: ReadonlySet<string> = words('time language case format');
export const COUNTS_ONE: ReadonlySet<string> = words('one single half');
export const TIME_UNITS: ReadonlySet<string> = words(
  's ms min h second day days week weeks month months quarter quarters year years night nights',
);
