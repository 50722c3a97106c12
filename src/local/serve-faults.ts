/** What may go wrong between a client and a platform, as the served platform can show it (platform contract §6: errors). */

/**
 * A number is a status with a JSON error. `throttled`: 429 with Retry-After. `html`: 500 with an HTML page. `reset`: carried
 * out, then the connection is cut; `reset-before`: cut, and nothing is done. `silent`: no answer ever. `slow-body`: the body
 * comes in pieces, half a second apart. `broken-json`: 200, and half of the body.
 */
export type Fault = NamedFault | number;
type NamedFault = 'throttled' | 'html' | 'reset' | 'reset-before' | 'silent' | 'slow-body' | 'broken-json';

/** The faults by the names under which the command takes them. */
export const FAULTS: Readonly<Record<string, Fault>> = {
  '429': 'throttled',
  '500': 'html',
  '503': 503,
  reset: 'reset',
  'reset-before': 'reset-before',
  silent: 'silent',
  'slow-body': 'slow-body',
  'wrong-json': 'broken-json',
};

/** Which requests of those that arrive have the fault: every one, or each n-th. */
export interface FaultPlan {
  readonly fault: Fault;
  readonly every: number;
}

/** Reads `KIND` or `KIND@N` (each N-th request); undefined when it is neither. */
export function parseFault(text: string): FaultPlan | undefined {
  const [, kind = '', every] = /^([\w-]+)(?:@([1-9]\d{0,5}))?$/.exec(text) ?? [];
  const fault = Object.hasOwn(FAULTS, kind) ? FAULTS[kind] : undefined;
  return fault === undefined ? undefined : { fault, every: Number(every ?? 1) };
}

/** Counts requests and says what goes wrong with each: the first plan whose turn it is. */
export function faultsOf(plans: readonly FaultPlan[]): () => Fault | undefined {
  let count = 0;
  return () => {
    count += 1;
    return plans.find(({ every }) => count % every === 0)?.fault;
  };
}

export const HTML =
  '<!doctype html><html><head><title>500</title></head><body><h1>Server Error (500)</h1></body></html>';

/** A body in at most eight pieces. */
export function pieces(body: string): readonly string[] {
  const size = Math.max(1, Math.ceil(body.length / 8));
  return Array.from({ length: Math.ceil(body.length / size) }, (_, at) => body.slice(at * size, (at + 1) * size));
}
