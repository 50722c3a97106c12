/** Where a session belongs, by the environment of its own hooks; what is captured later is captured by this and no other. */
import type { Belonging, Place } from '../contract/state.ts';
import { secretValues } from '../core/secret-values.ts';
import { isFor } from '../spool/belonging.ts';
import type { Runtime } from './runtime.ts';

/** `appId`: the project id that is known of the session or found in its folder; an id from the settings comes before it. */
export function belongingOf(runtime: Runtime, appId: string | undefined): Belonging {
  return { destination: runtime.destination, place: placeOf(runtime, appId), secretNames: secretNames(runtime) };
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

/** Whether this process may capture what belongs there: for its own destination, and with all the secrets to mask. */
export function mayCapture(runtime: Runtime, { destination, secretNames: needed }: Belonging): boolean {
  const present = new Set(secretNames(runtime));
  return isFor(destination, runtime.destination) && needed.every((name) => present.has(name));
}

/** Names of variables whose values are masked. The key itself is part of the destination. */
function secretNames(runtime: Runtime): readonly string[] {
  return Object.entries(runtime.env).flatMap(([name, value]) => {
    if (name === 'MEM0_API_KEY' || name === 'CLAUDE_PLUGIN_OPTION_API_KEY') return [];
    return secretValues({ [name]: value }, []).values.length > 0 ? [name] : [];
  });
}
