/**
 * The words by which two memories are compared, as data: which say nothing by themselves, which say the same as another, and
 * which begin a phrase. English only; ours [?]. Out of scope: how they are applied (`likeness`).
 */

const words = (all: string): ReadonlySet<string> => new Set(all.split(' '));

/** Words that change nothing. No word of denial, doubt, time past or quantity is among them. */
export const SMALL: ReadonlySet<string> = words(
  "a an the we our us i my me you your please just really simply always currently now must should shall let's we're i'm anymore claude:",
);

/** Small words too, but "not always" is not "not". */
export const LIMITS_DENIAL: ReadonlySet<string> = words('always just really simply currently now still');

/** Words that say the same as another, or as two. */
export const SAME_AS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    are: 'is',
    be: 'is',
    uses: 'use',
    using: 'use',
    utilize: 'use',
    utilise: 'use',
    prefers: 'prefer',
    deploys: 'deploy',
    hosts: 'host',
    runs: 'run',
    stores: 'store',
    keeps: 'keep',
    never: 'not',
    no: 'not',
    "don't": 'not',
    "doesn't": 'not',
    "mustn't": 'not',
    "shouldn't": 'not',
    avoid: 'not',
    avoids: 'not',
    "isn't": 'is not',
    "aren't": 'is not',
    "wasn't": 'was not',
    "won't": 'will not',
    "can't": 'cannot',
    "it's": 'it is',
    "that's": 'that is',
    "they're": 'they is',
    two: '2',
    three: '3',
    four: '4',
    five: '5',
    six: '6',
    seven: '7',
    eight: '8',
    nine: '9',
    ten: '10',
    twelve: '12',
    seconds: 's',
    secs: 's',
    sec: 's',
    minutes: 'min',
    minute: 'min',
    mins: 'min',
    hours: 'h',
    hour: 'h',
    milliseconds: 'ms',
    percent: '%',
    repository: 'repo',
  }),
);

/** Who is said to do something, where that is always the same. */
export const WHO: ReadonlySet<string> = words('user team project everyone everybody repo');
/** What they do: only before these does it not matter who is named. */
export const WHO_DOES: ReadonlySet<string> = words('use prefer want wants not deploy host run store keep');
/** "We decided to", "we agreed on": a decision is one with or without it. */
export const DECIDED: ReadonlySet<string> = words('decided agreed chose');
export const DECIDED_TO: ReadonlySet<string> = words('to on that');
/** Said before a comma, these answer somebody and deny nothing. */
export const INTERJECTIONS: ReadonlySet<string> = words('no yes ok okay well');

/** Words that begin a phrase of place, time or purpose. */
export const PLACING: ReadonlySet<string> = words(
  'in on for at to from into onto within inside outside during across under per via before after until by with as like',
);
/** A phrase that begins with one of these may stand at the front as well as at the end. */
export const FRONTED: ReadonlySet<string> = words('in on for at within inside during after before');
/** With one of these there is more than one statement, or a limit to it. */
export const JOINING: ReadonlySet<string> = words(
  'and or but than if when unless while except only just yet always over nor plus | ?',
);
/** What follows one of these and a subject is a reason. */
export const REASON: ReadonlySet<string> = words('because');
export const REASON_BEFORE_PRONOUN: ReadonlySet<string> = words('since as');
export const PRONOUNS: ReadonlySet<string> = words('it they this that');
/** "Only because" and "not because" limit what is said. */
export const NOT_A_REASON: ReadonlySet<string> = words('only just not even partly mostly');

/** A label in front of a statement says only of what type it is. */
export const LABEL =
  /^(?:(?:team|new|our|my|final)\s+)?(?:decisions?|conventions?|preferences?|rules?|policy|insights?|runbooks?|lessons?|gotchas?|notes?|reminder)(?: \([^)]{0,40}\))?\s*[:：]\s*/i;

/** A number with its unit in one word. */
export const NUMBER_WITH_UNIT = /^(\d+(?:\.\d+)?)(ms|s|sec|min|h|kb|mb|gb|px|%)$/;
