/**
 * How often a property of the fuzz tests is tried, and mutations of bytes and of JSON. By default few, so that `npm test` stays
 * short; `MEM0_FUZZ_RUNS` says how many instead (README). What fails is printed with its seed by fast-check.
 */
import fc from 'fast-check';

const asked = Number(process.env['MEM0_FUZZ_RUNS'] ?? '');

/** The runs of a property, for fast-check. */
export function runs(few: number): { readonly numRuns: number } {
  return { numRuns: Number.isInteger(asked) && asked > 0 ? asked : few };
}

/** As `runs`, for a property that starts processes: what fails is shown as it was found, since each smaller case costs seconds. */
export function slowRuns(few: number): { readonly numRuns: number; readonly endOnFailure: true } {
  return { ...runs(few), endOnFailure: true };
}

/** Only what hangs takes so long, in ms. */
export function patience(few: number, msEach: number): number {
  return 60_000 + runs(few).numRuns * msEach;
}

/** What is done to bytes; `at` and `to` are places, taken modulo their length. */
export interface ByteDamage {
  readonly kind: 'flip' | 'cut' | 'drop' | 'insert' | 'double' | 'zero';
  readonly at: number;
  readonly to: number;
  readonly put: Uint8Array;
}

export const byteDamage: fc.Arbitrary<ByteDamage> = fc.record({
  kind: fc.constantFrom('flip', 'cut', 'drop', 'insert', 'double', 'zero'),
  at: fc.nat(1_000_000),
  to: fc.nat(200),
  put: fc.uint8Array({ minLength: 1, maxLength: 12 }),
});

/** The bytes, damaged: what comes out is never what went in, save where a doubled part says the same. */
export function damaged(bytes: Buffer, { kind, at, to, put }: ByteDamage): Buffer {
  const from = at % Math.max(1, bytes.length);
  const end = Math.min(bytes.length, from + 1 + to);
  const part = bytes.subarray(from, end);
  switch (kind) {
    case 'cut':
      return Buffer.from(bytes.subarray(0, from));
    case 'drop':
      return Buffer.concat([bytes.subarray(0, from), bytes.subarray(end)]);
    case 'insert':
      return Buffer.concat([bytes.subarray(0, from), put, bytes.subarray(from)]);
    case 'double':
      return Buffer.concat([bytes.subarray(0, end), part, bytes.subarray(end)]);
    case 'zero':
      return Buffer.concat([bytes.subarray(0, from), Buffer.alloc(part.length), bytes.subarray(end)]);
    case 'flip': {
      const flipped = Buffer.from(bytes);
      if (flipped.length > 0) flipped[from] = (flipped[from] ?? 0) ^ (1 << ((put[0] ?? 0) % 8));
      return flipped;
    }
    default:
      return kind satisfies never;
  }
}

/** A JSON object as its keys and the JSON text of their values, so that it can hold what no object of JavaScript can. */
export type Members = readonly (readonly [key: string, json: string])[];

export function membersOf(object: Readonly<Record<string, unknown>>): Members {
  return Object.entries(object).map(([key, value]) => [key, JSON.stringify(value)]);
}

export function jsonOf(members: Members): string {
  return `{${members.map(([key, json]) => `${JSON.stringify(key)}:${json}`).join(',')}}`;
}

/** Values of JSON that no schema expects, as text. */
export const oddJson: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.json({ maxDepth: 3 }) },
  fc.string({ unit: 'binary', maxLength: 40 }).map((text) => JSON.stringify(text)),
  fc.constantFrom('null', 'true', '0', '-1', '1e999', '""', '[]', '{}', '"\\ud800"', '"a\\u0000b"', '"\\udfff\\ud800"'),
  fc.constantFrom('"__proto__"', '{"__proto__":{"cwd":"/"}}', '"constructor"', '"\\u001b[31m"', '"two\\nlines"'),
  fc.constantFrom(1_000, 100_000).map((depth) => '['.repeat(depth) + ']'.repeat(depth)),
  fc.constantFrom(1_000, 100_000).map((depth) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`),
  fc.constantFrom(4_000, 300_000).map((length) => JSON.stringify('x'.repeat(length))),
);

/** Keys removed, renamed, doubled and given other values; keys that mean something to JavaScript added. */
export function mutatedMembers(base: Members, values: fc.Arbitrary<string>): fc.Arbitrary<Members> {
  const change = fc.record({
    kind: fc.constantFrom('remove', 'rename', 'double', 'set', 'set', 'set', 'add'),
    at: fc.nat(),
    name: fc.oneof(fc.constantFrom('__proto__', 'constructor', 'toString', '', 'SESSION_ID', 'cwd '), fc.string()),
    value: values,
  });
  return fc.array(change, { minLength: 1, maxLength: 3 }).map((changes) =>
    changes.reduce<Members>((members, { kind, at, name, value }) => {
      const place = at % Math.max(1, members.length);
      const [key, json] = members[place] ?? ['', 'null'];
      const set = (...now: Members) => [...members.slice(0, place), ...now, ...members.slice(place + 1)];
      switch (kind) {
        case 'remove':
          return set();
        case 'rename':
          return set([name, json]);
        case 'double':
          return set([key, json], [key, value]);
        case 'set':
          return set([key, value]);
        default:
          return members.concat([[name, value]]);
      }
    }, base),
  );
}
