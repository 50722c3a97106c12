import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TranscriptEntry } from '../../src/contract/transcript.ts';
import { takeIn } from '../../src/core/capture/turns.ts';
import { utterancesOf } from '../../src/core/talk/utterances.ts';
import { parseLine, Transcript } from '../../src/transcript/reader.ts';
import { type ByteDamage, byteDamage, damaged, oddJson, patience, runs } from '../support/fuzz.ts';
import { captureOf, SHOP_SECRETS, sessionStateOf, TRANSCRIPTS } from '../support/transcripts.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'damaged-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Real transcripts, each once: those of the ways to end a session hold the same lines. */
const FILES = TRANSCRIPTS.filter((path) => !/prompt-ctrl|prompt-term|sig(?:hup|int|term)/.test(path)).map((path) => ({
  name: path.slice(path.indexOf('transcripts/') + 12, -41),
  lines: readFileSync(path, 'utf8').split('\n').slice(0, -1),
}));

const GARBAGE: fc.Arbitrary<Buffer> = fc.oneof(
  fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
  oddJson.map((json) => Buffer.from(json)),
  fc
    .constantFrom('', '\r', '\0\0\0\0', '\ufeff', '{', '{}', 'null', '{"type":"user"}', '{"type":"user","uuid":"x"')
    .map((text) => Buffer.from(text)),
  fc.constantFrom(
    Buffer.from([0xff, 0xfe, 0x00]),
    Buffer.from([0xed, 0xa0, 0x80]),
    Buffer.alloc(5 * 1024 * 1024, 'x'),
    Buffer.from(JSON.stringify({ type: 'user', uuid: 'big', message: { content: 'x'.repeat(5 * 1024 * 1024) } })),
    Buffer.from(`{"type":"user","uuid":"deep","x":${'['.repeat(100_000)}`),
  ),
);

/** What is done to a line, or put before it. */
type LineDamage =
  | { readonly do: 'bytes'; readonly how: ByteDamage }
  | { readonly do: 'gone' | 'twice' | 'cr' | 'nul' | 'swap' }
  | { readonly do: 'before'; readonly bytes: Buffer };

const lineDamage: fc.Arbitrary<LineDamage> = fc.oneof(
  fc.record({ do: fc.constant('bytes' as const), how: byteDamage }),
  fc.record({ do: fc.constantFrom('gone' as const, 'twice' as const, 'cr' as const, 'nul' as const, 'swap' as const) }),
  fc.record({ do: fc.constant('before' as const), bytes: GARBAGE }),
);

/** Which lines were touched, by number, and the bytes of the whole. */
function harm(lines: readonly string[], damages: ReadonlyMap<number, LineDamage>) {
  const touched = new Set<number>();
  const pieces: Buffer[] = [];
  const put = (bytes: Buffer) => pieces.push(bytes, Buffer.from('\n'));
  for (const [n, line] of lines.entries()) {
    const bytes = Buffer.from(line);
    const damage = damages.get(n) ?? { do: 'none' };
    switch (damage.do) {
      case 'none':
        put(bytes);
        break;
      case 'bytes': {
        const now = damaged(bytes, damage.how);
        if (!now.equals(bytes)) touched.add(n);
        put(now);
        break;
      }
      case 'gone':
        touched.add(n);
        break;
      case 'twice':
        put(bytes);
        put(bytes);
        break;
      case 'cr':
        put(Buffer.concat([bytes, Buffer.from('\r')]));
        break;
      case 'nul':
        // What a file system leaves of an append that a power cut broke off: the next one goes on behind it.
        put(Buffer.concat([Buffer.alloc(300), bytes]));
        break;
      case 'before':
        put(damage.bytes);
        put(bytes);
        break;
      case 'swap': {
        const last = pieces.splice(Math.max(0, pieces.length - 2));
        put(bytes);
        pieces.push(...last);
        break;
      }
      default:
        damage satisfies never;
    }
  }
  return { touched, bytes: Buffer.concat(pieces) };
}

function linesOf(path: string) {
  const transcript = new Transcript(path);
  try {
    return [...transcript.lines()];
  } finally {
    transcript.close();
  }
}

const entryOf = (line: string): TranscriptEntry | undefined => {
  const entry = parseLine(line);
  return typeof entry === 'string' ? undefined : entry;
};
const key = (one: { readonly entryId: string; readonly text: string }) => `${one.entryId} ${one.text}`;

describe.each(FILES)('$name', ({ lines }) => {
  const entries = lines.map(entryOf);
  const numberOf = new Map(entries.flatMap((entry, n) => (entry === undefined ? [] : [[entry.uuid, n] as const])));
  const whole = takeIn(entries.flatMap((entry, n) => (entry === undefined ? [] : [{ entry, offset: n }])));
  const everything = new Set(entries.flatMap((entry) => (entry === undefined ? [] : utterancesOf(entry).map(key))));

  /** The lines from the last one up to the first, by their parents: the talk itself. */
  const chain: number[] = [];
  for (let at = entries.findLastIndex((entry) => entry !== undefined); at >= 0 && !chain.includes(at); ) {
    chain.push(at);
    const entry = entries[at];
    const parent = entry?.parentUuid ?? (entry?.type === 'system' ? entry.logicalParentUuid : undefined);
    at = numberOf.get(parent ?? '') ?? -1;
  }

  it(
    'whatever becomes of some lines, reading ends, and what the others say is still there and nothing else',
    () => {
      const path = join(folder, 'session.jsonl');
      const damages = fc.array(fc.tuple(fc.nat(lines.length - 1), lineDamage), { minLength: 1, maxLength: 6 });
      fc.assert(
        fc.property(damages, fc.constantFrom('', '\ufeff'), fc.boolean(), (all, mark, torn) => {
          const { touched, bytes } = harm(lines, new Map(all));
          const file = Buffer.concat([Buffer.from(mark), torn ? bytes.subarray(0, -1) : bytes]);
          writeFileSync(path, file);
          const read = linesOf(path);
          const talk = takeIn(read);
          const now = new Set(talk.spoken.map((one) => key({ entryId: talk.idOf(one.line), text: one.text })));
          const ids = new Set(read.map(({ entry }) => entry.uuid));
          // A line that was changed, and not destroyed, may lead the talk elsewhere: then only what hangs on whole lines is sure.
          const destroyed = [...touched].every((n) => !ids.has(entries[n]?.uuid ?? ''));
          const isOrderly = !all.some(([, damage]) => damage.do === 'swap' || damage.do === 'before');
          const firstBroken = chain.findIndex((n) => touched.has(n));
          const sure = new Set(firstBroken < 0 ? chain : chain.slice(0, firstBroken));
          const lastIsWhole = !touched.has(chain[0] ?? -1);
          for (const said of whole.spoken) {
            const one = { entryId: whole.idOf(said.line), text: said.text };
            const n = numberOf.get(one.entryId) ?? -1;
            if (touched.has(n)) continue;
            const isSure = destroyed && isOrderly ? lastIsWhole : lastIsWhole && isOrderly && sure.has(n);
            if (isSure) expect(now, `line ${n}`).toContain(key(one));
          }
          const odd = new Set([...touched].map((n) => entries[n]?.uuid));
          for (const said of talk.spoken) {
            const one = { entryId: talk.idOf(said.line), text: said.text };
            const isTouched = odd.has(one.entryId) || !numberOf.has(one.entryId);
            if (!isTouched) expect(everything).toContain(key(one));
          }
        }),
        runs(5),
      );
    },
    patience(5, 2_000),
  );

  it(
    'a capture and a session state can still be made of it',
    () => {
      const path = join(folder, 'session.jsonl');
      fc.assert(
        fc.property(fc.array(fc.tuple(fc.nat(lines.length - 1), lineDamage), { maxLength: 6 }), (all) => {
          writeFileSync(path, harm(lines, new Map(all)).bytes);
          const read = linesOf(path).map(({ entry }) => entry);
          expect(captureOf(read, { secrets: SHOP_SECRETS }).writes.length).toBeLessThanOrEqual(5);
          expect((sessionStateOf(read, { secrets: SHOP_SECRETS }) ?? '').length).toBeLessThanOrEqual(4_000);
        }),
        runs(1),
      );
    },
    patience(1, 5_000),
  );
});
