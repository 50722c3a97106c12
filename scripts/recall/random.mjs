/** Numbers that look random and are the same every time: a linear congruential generator, of which the upper bits are taken. */
export class Random {
  #state;

  constructor(seed) {
    this.#state = seed >>> 0;
  }

  /** From 0 up to, not including, `limit` (at most 65,536); whole. */
  below(limit) {
    this.#state = (Math.imul(this.#state, 1664525) + 1013904223) >>> 0;
    return Math.floor(((this.#state >>> 16) / 65_536) * limit);
  }

  pick(list) {
    return list[this.below(list.length)];
  }

  /** A version 4 UUID. */
  uuid() {
    const hex = Array.from({ length: 32 }, () => this.below(16).toString(16)).join('');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
  }
}
