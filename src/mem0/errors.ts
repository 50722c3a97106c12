/**
 * A platform's answers and silences as failures. What a server echoes passes an allow-list: of a body only short error
 * texts of the known shapes are looked at, and they decide the reason; none of it is kept (platform contract §6).
 */
import { Failure, type FailureReason } from '../contract/failure.ts';
import type { WireResponse } from '../contract/wire.ts';

/** Longest wait that a `Retry-After` may ask for: a day. A larger value is a mistake or an attack. */
const MAX_RETRY_AFTER_MS = 24 * 60 * 60 * 1000;

/** The failure that a status other than 2xx means. `now` (ms) turns a `Retry-After` date into a wait. */
export function failureOf(response: WireResponse, now: number): Failure {
  const { status } = response;
  const retryAfterMs = retryAfter(response.headers['retry-after'], now);
  return new Failure(reasonOf(status), `the platform answered with status ${status}`, {
    status,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });
}

function reasonOf(status: number): FailureReason {
  if (status === 401 || status === 403) return 'bad-key';
  if (status === 402) return 'quota';
  if (status === 429) return 'throttled';
  if (status === 408 || status >= 500) return 'unavailable';
  // A redirect is never followed with a key; 1xx does not end a request. Neither is an answer of this platform.
  if (status < 400) return 'odd-answer';
  return 'refused';
}

/** `Retry-After` in milliseconds: seconds or an HTTP date (RFC 9110 §10.2.3); undefined when absent or unreadable. */
export function retryAfter(value: string | undefined, now: number): number | undefined {
  const text = value?.trim();
  if (text === undefined || text === '') return undefined;
  const wait = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  if (!Number.isFinite(wait)) return undefined;
  return Math.min(Math.max(0, Math.ceil(wait)), MAX_RETRY_AFTER_MS);
}
