import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StateFolder } from '../../src/io/file-store.ts';
import { isFor, tagOf, withoutOrigin } from '../../src/spool/belonging.ts';
import { Spool } from '../../src/spool/spool.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { claimOf, spoolItem } from './items.ts';

const keyHash = fc.stringMatching(/^[0-9a-f]{16}$/);
const origin = fc.oneof(
  fc.webAuthority({ withPort: true }).map((host) => `https://${host}`),
  fc.constantFrom('https://api.mem0.ai', 'http://127.0.0.1:8765', 'http://[::1]:8765'),
);
const usable = fc.tuple(origin, keyHash).map(([host, key]) => `${host}#${key}`);
const destination = fc.oneof(
  fc.constant('local'),
  usable,
  keyHash.map((key) => `?#${key}`),
);
/** Keys and hosts that meet often. */
const crowded = fc.oneof(
  fc.constant('local'),
  fc
    .tuple(fc.constantFrom('?', 'https://api.mem0.ai', 'http://127.0.0.1:8765'), fc.constantFrom('00aa', '00ab'))
    .map(([host, key]) => `${host}#${key}`),
);

const either = fc.oneof(destination, crowded);

describe('a destination', () => {
  it('is for itself', () => {
    fc.assert(fc.property(either, (one) => isFor(one, one)));
  });

  it('is for another one only where its host could not be used and the key is the same', () => {
    fc.assert(
      fc.property(either, either, (meant, mine) => {
        const key = (one: string) => one.slice(one.indexOf('#') + 1);
        const mended = meant.startsWith('?#') && mine.includes('#') && key(meant) === key(mine);
        expect(isFor(meant, mine)).toBe(meant === mine || mended);
      }),
    );
  });

  it('whose host is known is never for one that is not', () => {
    fc.assert(fc.property(usable, (one) => !isFor(one, `?#${one.split('#')[1]}`) && !isFor(one, 'local')));
    fc.assert(fc.property(destination, (one) => isFor('local', one) === (one === 'local')));
  });

  it('has a tag for file names of its own, and one of its key alone that all of that key find', () => {
    fc.assert(
      fc.property(either, either, (meant, mine) => {
        expect(tagOf(meant)).toMatch(/^[0-9a-z]+$/);
        expect(tagOf(meant) === tagOf(mine)).toBe(meant === mine);
        const found = [mine, withoutOrigin(mine)].includes(meant);
        expect(found).toBe(isFor(meant, mine));
      }),
    );
  });
});

describe('the spool of a destination', () => {
  it('lists and claims what is for it, counts the rest, and loses nothing whoever looks', () => {
    const folder = new StateFolder(temporaryFolder());
    fc.assert(
      fc.property(fc.array(crowded, { minLength: 1, maxLength: 6 }), crowded, (meant, mine) => {
        for (const part of ['waiting', 'claimed']) folder.remove(`spool/${part}`);
        const spool = new Spool(folder, 11, mine);
        for (const [n, one] of meant.entries()) spool.enqueue(`c${n}_0`, spoolItem(`c${n}_0`, { destination: one }));
        const before = folder.list('spool/waiting');
        expect(spool.waiting().length + spool.elsewhere()).toBe(meant.length);
        const claims = meant.flatMap((_, n) => {
          const claim = spool.claim(`c${n}_0`, 1);
          return claim === undefined || claim === 'unreadable' ? [] : [claim];
        });
        const ours = meant.flatMap((one, n) => (isFor(one, mine) ? [`c${n}_0`] : []));
        expect(claims.map(({ id }) => id)).toEqual(ours);
        expect(folder.list('spool/claimed')).toHaveLength(ours.length);
        for (const claim of claims) spool.putBack(claim, {});
        expect(folder.list('spool/waiting')).toEqual(before);
      }),
      { numRuns: 50 },
    );
  });

  it('gives a claim of a process that is gone back to its own destination, whoever finds it', () => {
    const folder = new StateFolder(temporaryFolder());
    const acme = new Spool(folder, 11, 'https://api.mem0.ai#00aa');
    acme.enqueue('c1_0', spoolItem('c1_0', { destination: 'https://api.mem0.ai#00aa' }));
    expect(claimOf(acme, 'c1_0', 1).id).toBe('c1_0');
    const local = new Spool(folder, 12, 'local');
    local.takeBack(
      () => false,
      2,
      () => 500,
    );
    expect(local.waiting()).toEqual([]);
    expect(local.elsewhere()).toBe(1);
    expect(acme.peek('c1_0')).toMatchObject({ destination: 'https://api.mem0.ai#00aa', uncertain: true });
  });

  it('neither lists nor touches files whose names are not its own', () => {
    const folder = new StateFolder(temporaryFolder());
    const names = ['a.json', 'README.md', 'A.local.json', 'a.local.json.bak'];
    for (const name of names) folder.write(`spool/waiting/${name}`, 'not ours');
    for (const name of names) folder.write(`spool/claimed/${name}`, 'not ours');
    const spool = new Spool(folder, 11, 'local');
    expect([spool.waiting(), spool.elsewhere()]).toEqual([[], 0]);
    spool.takeBack(
      () => false,
      1,
      () => 1,
    );
    expect(folder.list('spool/waiting')).toEqual([...names].sort());
    expect(folder.list('spool/claimed')).toEqual([...names].sort());
  });
});
