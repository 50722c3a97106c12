/** An operator's client over a fake platform that answers as a test says, without waiting. */
import type { Json, JsonObject, Send, WireRequest } from '../../src/contract/wire.ts';
import type { Scope } from '../../src/core/identity/scope.ts';
import { OperatorClient } from '../../src/mem0/operator-client.ts';

export const SCOPE: Scope = { userId: 'mara@acme.example', appId: 'acme-shop' };

/** What the fake says: a body for a 200, or a status with one. */
export type Says = Json | { readonly status: number; readonly body: Json; readonly headers?: Record<string, string> };

export function operatorWith(answer: (request: WireRequest, n: number) => Says, scope: Scope = SCOPE) {
  const requests: WireRequest[] = [];
  const pauses: number[] = [];
  const send: Send = async (request) => {
    const said = answer(request, requests.push(request));
    const { status, body, headers } = isStatus(said) ? said : { status: 200, body: said, headers: undefined };
    return { status, headers: headers ?? {}, body: JSON.stringify(body) };
  };
  const operator = new OperatorClient({
    send,
    scope,
    within: () => ({ deadline: Number.POSITIVE_INFINITY }),
    pause: async (ms) => void pauses.push(ms),
  });
  return { operator, requests, pauses };
}

function isStatus(said: Says): said is Extract<Says, { readonly status: number }> {
  return typeof said === 'object' && said !== null && 'status' in said && typeof said.status === 'number';
}

/** An id of a memory, by a number. */
export function idOf(n: number): string {
  return `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
}

export function rowOf(n: number, more: JsonObject = {}): JsonObject {
  return { id: idOf(n), memory: `memory ${n}`, user_id: SCOPE.userId, app_id: 'acme-shop', metadata: {}, ...more };
}

/** The page that a request asks for, out of these rows, as the platform gives it (§6). */
export function pageOf(request: WireRequest, rows: readonly Json[]): Says {
  const [number, size] = ['page', 'page_size'].map((name) => Number(request.query?.find(([one]) => one === name)?.[1]));
  const from = ((number ?? 1) - 1) * (size ?? 100);
  if (from > 0 && from >= rows.length) return { status: 404, body: { detail: 'Invalid page.' } };
  const results = rows.slice(from, from + (size ?? 100));
  const next = from + results.length < rows.length ? `?page=${(number ?? 1) + 1}` : null;
  return { count: rows.length, next, previous: null, results };
}
