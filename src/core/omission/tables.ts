/** Typed tables for millions of numbers, of a few bytes each. Out of scope: what the numbers mean. */

/** Numbers in a typed list that grows. */
export class Numbers {
  #list = new Float64Array(1024);
  size = 0;
  push(value: number): void {
    if (this.size === this.#list.length) {
      const longer = new Float64Array(this.size * 2);
      longer.set(this.#list);
      this.#list = longer;
    }
    this.#list[this.size] = value;
    this.size += 1;
  }
  at(index: number): number {
    return this.#list[index] ?? 0;
  }
  /** The index of the last number that is not above `value`, or -1; the list ascends. */
  lastUpTo(value: number): number {
    let low = 0;
    let high = this.size;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#list[middle] ?? 0) <= value) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}

/** A set of 32-bit hashes with a number for each: open addressing over typed arrays, 4 bytes a place. */
export class HashTable {
  readonly #keys: Int32Array;
  readonly #mask: number;
  /** One bit for each of so many hashes: it stays in the processor's cache, and most words that are shown are in none. */
  readonly #bits: Uint32Array;
  readonly #bitMask: number;
  size = 0;

  constructor(expected: number) {
    let places = 1024;
    while (places < expected * 2) places *= 2;
    this.#keys = new Int32Array(places);
    this.#mask = places - 1;
    this.#bits = new Uint32Array(places / 4);
    this.#bitMask = places * 8 - 1;
  }
  get places(): number {
    return this.#keys.length;
  }
  /** Zero marks a free place, so that hash is moved. */
  add(hash: number): void {
    const key = hash === 0 ? 1 : hash;
    let place = (key >>> 7) & this.#mask;
    for (;;) {
      const there = this.#keys[place];
      if (there === key) return;
      if (there === 0) break;
      place = (place + 1) & this.#mask;
    }
    // Half of the places stay free, or looking for one that is not there would not end.
    if (this.size * 2 >= this.#keys.length) throw new RangeError('more hashes than were expected');
    this.#keys[place] = key;
    this.size += 1;
    const bit = key & this.#bitMask;
    this.#bits[bit >>> 5] = (this.#bits[bit >>> 5] ?? 0) | (1 << (bit & 31));
  }
  /** The place of a hash, or -1. */
  placeOf(hash: number): number {
    const key = hash === 0 ? 1 : hash;
    const bit = key & this.#bitMask;
    if (((this.#bits[bit >>> 5] ?? 0) & (1 << (bit & 31))) === 0) return -1;
    let place = (key >>> 7) & this.#mask;
    for (;;) {
      const there = this.#keys[place];
      if (there === key) return place;
      if (there === 0) return -1;
      place = (place + 1) & this.#mask;
    }
  }
}
