/** A version 4 UUID in lower case. Loading `node:crypto` costs a start 7 ms, and one that only reads makes no id. */
export function newUuid(): string {
  return process.getBuiltinModule('node:crypto').randomUUID();
}
