/** What a failed connection is called: the code of the system, of TLS or of Node. Never its message, which may quote anything. */
export function connectionCode(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return connectionCode(error.errors[0]);
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^[A-Z0-9_]{1,60}$/.test(code) ? code : 'unknown';
}
