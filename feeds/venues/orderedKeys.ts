const LEAST = 64;

/**
 * Numbers in ascending order, each with the index of what it stands for. They are typed arrays, since what a change
 * moves in them is moved as bytes: an engine looks at each reference that it moves in a list.
 */
export class OrderedKeys {
  #keys = new Float64Array(LEAST);
  #slots = new Uint32Array(LEAST);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** @param place below `size`. */
  key(place: number): number {
    return this.#keys[place] ?? Number.NaN;
  }

  /** What the key stands for. @param place below `size`. */
  slot(place: number): number {
    return this.#slots[place] ?? 0;
  }

  /** @param place where all before are less, or equal, and all behind are greater, or equal. */
  insert(place: number, key: number, slot: number): void {
    if (this.#size === this.#keys.length) this.#grow();
    if (place < this.#size) {
      this.#keys.copyWithin(place + 1, place, this.#size);
      this.#slots.copyWithin(place + 1, place, this.#size);
    }
    this.#keys[place] = key;
    this.#slots[place] = slot;
    this.#size += 1;
  }

  /** Takes so many out. */
  remove(place: number, count: number): void {
    this.#keys.copyWithin(place, place + count, this.#size);
    this.#slots.copyWithin(place, place + count, this.#size);
    this.#size -= count;
  }

  #grow(): void {
    const [keys, slots] = [this.#keys, this.#slots];
    this.#keys = new Float64Array(2 * keys.length);
    this.#slots = new Uint32Array(2 * slots.length);
    this.#keys.set(keys);
    this.#slots.set(slots);
  }
}
