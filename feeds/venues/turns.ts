/** Work of which a few pieces are under way at a time; the rest waits, the newest request first. */
export class Turns {
  readonly #atOnce: number;
  readonly #mostWaiting: number;
  #running = 0;
  #waiting: { readonly start: () => void; readonly drop: () => void }[] = [];

  constructor(atOnce: number, mostWaiting: number) {
    this.#atOnce = atOnce;
    this.#mostWaiting = mostWaiting;
  }

  /** Rejects without having begun when too many newer ones came meanwhile. */
  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#atOnce) await this.#wait();
    this.#running += 1;
    try {
      return await work();
    } finally {
      this.#running -= 1;
      this.#waiting.pop()?.start();
    }
  }

  #wait(): Promise<void> {
    return new Promise((start, reject) => {
      this.#waiting.push({ start, drop: () => reject(new Error('too many waited')) });
      if (this.#waiting.length > this.#mostWaiting) this.#waiting.shift()?.drop();
    });
  }
}
