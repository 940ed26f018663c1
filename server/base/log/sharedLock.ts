interface Waiting {
  readonly isShared: boolean;
  readonly enter: () => void;
}

/** A lock of this process, given in the order of requests: to one alone, or to several that share it. */
export class SharedLock {
  readonly #waiting: Waiting[] = [];
  #sharing = 0;
  #isAlone = false;

  /** Runs work while nobody else has the lock. */
  alone<T>(work: () => Promise<T>): Promise<T> {
    return this.#run(false, work);
  }

  /** Runs work while nobody has the lock alone. */
  shared<T>(work: () => Promise<T>): Promise<T> {
    return this.#run(true, work);
  }

  async #run<T>(isShared: boolean, work: () => Promise<T>): Promise<T> {
    await new Promise<void>((enter) => {
      this.#waiting.push({ isShared, enter });
      this.#admit();
    });
    try {
      return await work();
    } finally {
      if (isShared) this.#sharing -= 1;
      else this.#isAlone = false;
      this.#admit();
    }
  }

  #admit(): void {
    for (let next = this.#waiting[0]; next && this.#mayEnter(next); next = this.#waiting[0]) {
      this.#waiting.shift();
      if (next.isShared) this.#sharing += 1;
      else this.#isAlone = true;
      next.enter();
    }
  }

  #mayEnter({ isShared }: Waiting): boolean {
    return !this.#isAlone && (isShared || this.#sharing === 0);
  }
}
