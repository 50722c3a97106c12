/** Where a session belongs, by the environment of its own hooks; what is captured later is captured by this and no other. */
import type { Belonging, Place } from '../contract/state.ts';
import { hash64 } from '../core/hash.ts';
import { holdsSecret } from '../core/redaction/secret-values.ts';
import { isFor, UNSETTLED } from '../spool/belonging.ts';
import type { Runtime } from './runtime.ts';

/** `appId`: the project id that is known of the session or found in its folder; an id from the settings comes before it. */
export function belongingOf(runtime: Runtime, appId: string | undefined): Belonging {
  const set = runtime.config.appId;
  return {
    destination: runtime.destination,
    place: placeOf(runtime, appId),
    secretMarks: secretMarks(runtime),
    ...(set === undefined ? {} : { setAppId: set }),
  };
}

export function placeOf(runtime: Runtime, appId: string | undefined): Place {
  const { config } = runtime;
  const id = config.appId ?? appId;
  return {
    ...(config.userId === undefined ? {} : { userId: config.userId }),
    ...(id === undefined ? {} : { appId: id }),
    ...(config.override === undefined ? {} : { override: config.override }),
  };
}

/** The ids of what belongs there: where the settings could not be read, what was known comes before what they say now. */
export function settledPlace(runtime: Runtime, { destination, place }: Belonging): Place {
  return destination === UNSETTLED ? { ...placeOf(runtime, undefined), ...place } : place;
}

/** Whether it may go where this process sends: for the same key, or of a time when only the person's own file could have named one. */
export function isOurs(runtime: Runtime, { destination }: Belonging): boolean {
  if (destination !== UNSETTLED) return isFor(destination, runtime.destination);
  return !runtime.config.unsettled && runtime.origins.api_key.from !== 'environment';
}

/**
 * Whether this process may capture what belongs there: for its own destination, and with all the secrets to mask. Nothing while the
 * person's own file may say what must not be captured, and cannot be understood.
 */
export function mayCapture(runtime: Runtime, belongs: Belonging): boolean {
  if (runtime.config.held) return false;
  return isOurs(runtime, belongs) && missingSecrets(runtime, belongs).length === 0;
}

/** Names of the secret variables that this process lacks, or has with another value. */
export function missingSecrets(runtime: Runtime, belongs: Belonging): readonly string[] {
  const present = new Set(secretMarks(runtime));
  return belongs.secretMarks.filter((mark) => !present.has(mark)).map((mark) => mark.split(':')[0] ?? '');
}

const marksOf = new WeakMap<Runtime, readonly string[]>();

/** Of this process, once: every job that waits asks for them. */
function secretMarks(runtime: Runtime): readonly string[] {
  const marks = marksOf.get(runtime) ?? makeMarks(runtime);
  marksOf.set(runtime, marks);
  return marks;
}

/**
 * What the client makes up for one hook or one process, such as the token of a socket (client 2.1.332 gives `CLAUDE_CODE_MESSAGING_TOKEN` to
 * the start of a session and not to its end): where it is there it is masked, but no later process has it again. What a person
 * sets under that prefix are their credentials.
 */
const CLIENTS_OWN = /^CLAUDE_CODE_(?!OAUTH|CLIENT_KEY|API_KEY|GATEWAY|PROXY|AUTH_)(?!.*PASSWORD)/;

/** The key itself is part of the destination, and no mark. */
function makeMarks(runtime: Runtime): readonly string[] {
  return Object.entries(runtime.env).flatMap(([name, value]) => {
    const isKey = name === 'MEM0_API_KEY' || name === 'CLAUDE_PLUGIN_OPTION_API_KEY';
    if (isKey || CLIENTS_OWN.test(name) || !holdsSecret(name, value)) return [];
    return [`${name}:${hash64(`${name}\0${value}`).slice(0, 4)}`];
  });
}
