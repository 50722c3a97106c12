/**
 * What travels between a client and a platform, whichever platform it is: Mem0's API over HTTP, or `local/` in this process.
 * Out of scope: keys, hosts, connections, time limits (`mem0/transport`) and the meaning of bodies (`contract/mem0`).
 */

/** Any JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json | undefined };
export type JsonObject = { readonly [key: string]: Json | undefined };

/** One request: path begins with `/` and ends with `/` (contract §6); `query` keeps its order and may repeat a name. */
export interface WireRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly query?: readonly (readonly [name: string, value: string])[];
  readonly body?: JsonObject;
}

/** One answer as it came: header names in lower case, the body as text (a 5xx may be HTML, contract §6). */
export interface WireResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Sends one request and resolves with the answer, whatever its status. Rejects only when no complete answer came.
 * `deadline` is an instant in milliseconds since the epoch; what is `repeatable` may be sent again without a second effect.
 */
export type Send = (
  request: WireRequest,
  options: { readonly deadline: number; readonly repeatable?: boolean },
) => Promise<WireResponse>;
