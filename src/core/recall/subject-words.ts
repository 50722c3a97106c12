/**
 * What makes two statements speak of one subject, as data. English only; ours [?]. Out of scope: how they are applied
 * (`subjects`), and names of one kind (`kinds`).
 */

const words = (all: string): ReadonlySet<string> => new Set(all.split(' '));

/** A statement with one of these adds something, weighs it or bounds it: it says nothing of a subject as a whole. */
export const NOT_FOR_ALL: ReadonlySet<string> = words(
  'and or also too both either additionally another alongside maybe perhaps might may can could would will consider considered try tried trying temporarily until unless while if only except but besides though however plan planned evaluate compare between from some most many sometimes usually mostly first last least ? |',
);

/** What begins with a denial and one of these does not deny the whole. */
export const NOT_WHOLLY: ReadonlySet<string> = words(
  'all every everything everyone enough necessarily always just really simply currently now still',
);

/** What stands before a comma and one of these bounds it as well. */
export const BOUNDING: ReadonlySet<string> = words(
  'in on for at within inside outside during across under per when where which',
);

/** Verbs of which the object or the place is the value. */
export const DOING: ReadonlySet<string> = words(
  'use prefer deploy host run store keep log logs write format indent publish build test serve write commit name return',
);
/** Verbs that are done in one place, of whatever name. */
export const HOSTED: ReadonlySet<string> = words('deploy host');
export const IS_HOSTED: ReadonlySet<string> = words('deployed hosted');
/** Before what something runs with. */
export const RUNNING: ReadonlySet<string> = words('on with');
/** No hosts, or such as may stand on one. */
export const NO_HOST: ReadonlySet<string> = words(
  'production prod staging preview test qa dev main master kubernetes k8s docker nomad mondays tuesdays wednesdays thursdays fridays saturdays sundays monday tuesday wednesday thursday friday saturday sunday tag tags merge',
);

/** Of these there is one at a time, of whatever name. */
export const ROLES: ReadonlySet<string> = words(
  'database host hosting region timezone zone licence license domain branch limit timeout indentation formatter linter manager runner length editor shell orm bundler framework',
);

/** What is counted: a number before one of these is a quantity and no name. */
export const COUNTED: ReadonlySet<string> = words(
  'times retries attempts tries s ms min h days weeks months years kb mb gb % px characters chars columns spaces lines workers replicas instances rows items requests reviewers approvals reviews connections threads backups copies points results entries',
);
/** A number after one of these is a name. */
export const NUMBERED: ReadonlySet<string> = words(
  'step phase issue port error code status zone section chapter version ticket pr no rule option stage part case http',
);

/** A name or a number is what a value begins with, where it is not known as one of a kind: `Postgres`, `16`, `fly.io`. */
export function isNamelike(raw: string): boolean {
  const first = raw.charAt(0);
  return first !== first.toLowerCase() || isDigit(first) || /[a-z]\.[a-z]/.test(raw);
}

export function isNumber(said: string): boolean {
  return isDigit(said.charAt(0)) && /^\d+(?:\.\d+)?$/.test(said);
}

export function isVersion(said: string): boolean {
  return (said.startsWith('v') || isDigit(said.charAt(0))) && /^v?\d+(?:\.\d+)*(?:\.x)?$/.test(said);
}

function isDigit(character: string): boolean {
  return character >= '0' && character <= '9';
}

/** Verbs by which something is left for something else. */
export const LEAVING: ReadonlySet<string> = words(
  'move moved moving switch switched switching migrate migrated migrating change changed',
);
/** How what was left may have been said. */
export const LEFT_FORMS: readonly string[] = ['', 'deploy to ', 'deploy on ', 'host on ', 'run on ', 'prefer '];
