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

/** A set of 32-bit hashes with a number for each: open addressing over typed arrays, 4 bytes a place. It grows. */
export class HashTable {
  #keys = new Int32Array(1024);
  /** One bit for each of so many hashes: it stays in the processor's cache, and most words that are shown are in none. */
  #bits = new Uint32Array(256);
  size = 0;

  get places(): number {
    return this.#keys.length;
  }
  /** Zero marks a free place, so that hash is moved. Places are others once something was added. */
  add(hash: number): void {
    const key = hash === 0 ? 1 : hash;
    if (!this.#put(key)) return;
    this.size += 1;
    // Half of the places stay free, or looking for one that is not there would take long.
    if (this.size * 2 >= this.#keys.length) this.#grow();
  }
  /** @returns false where it is there already */
  #put(key: number): boolean {
    const mask = this.#keys.length - 1;
    let place = (key >>> 7) & mask;
    for (;;) {
      const there = this.#keys[place];
      if (there === key) return false;
      if (there === 0) break;
      place = (place + 1) & mask;
    }
    this.#keys[place] = key;
    const bit = key & (this.#bits.length * 32 - 1);
    this.#bits[bit >>> 5] = (this.#bits[bit >>> 5] ?? 0) | (1 << (bit & 31));
    return true;
  }
  #grow(): void {
    const keys = this.#keys;
    this.#keys = new Int32Array(keys.length * 2);
    this.#bits = new Uint32Array(this.#bits.length * 2);
    for (const key of keys) if (key !== 0) this.#put(key);
  }
  /** The place of a hash, or -1. */
  placeOf(hash: number): number {
    const key = hash === 0 ? 1 : hash;
    const bit = key & (this.#bits.length * 32 - 1);
    if (((this.#bits[bit >>> 5] ?? 0) & (1 << (bit & 31))) === 0) return -1;
    const mask = this.#keys.length - 1;
    let place = (key >>> 7) & mask;
    for (;;) {
      const there = this.#keys[place];
      if (there === key) return place;
      if (there === 0) return -1;
      place = (place + 1) & mask;
    }
  }
}
