interface Row {
  readonly id: number;
  readonly version: number;
}

/** Rows that ended lately are kept by number, so that a late, older state of one does not bring it back. */
const MOST_ENDED = 500;

/** Rows that are live, each in its newest version. */
export class Versioned<R extends Row> {
  readonly #isLive: (row: R) => boolean;
  readonly #rows = new Map<number, R>();
  readonly #ended = new Map<number, number>();
  #list: readonly R[] | undefined;

  constructor(isLive: (row: R) => boolean) {
    this.#isLive = isLive;
  }

  /** The newest first; the same array until something changes. */
  get live(): readonly R[] {
    this.#list ??= [...this.#rows.values()].sort((a, b) => b.id - a.id);
    return this.#list;
  }

  put(row: R): void {
    const known = this.#rows.get(row.id)?.version ?? this.#ended.get(row.id) ?? 0;
    if (row.version <= known) return;
    this.#list = undefined;
    if (this.#isLive(row)) {
      this.#rows.set(row.id, row);
      return;
    }
    this.#rows.delete(row.id);
    this.#ended.set(row.id, row.version);
    const [oldest] = this.#ended.keys();
    if (this.#ended.size > MOST_ENDED && oldest !== undefined) this.#ended.delete(oldest);
  }

  /** All that is live. @param before rows of which those that are not named any more are gone. */
  replace(rows: readonly R[], before: readonly R[]): void {
    const named = new Set(rows.map(({ id }) => id));
    for (const row of before)
      if (!named.has(row.id) && this.#rows.get(row.id) === row) this.#rows.delete(row.id);
    this.#list = undefined;
    for (const row of rows) this.put(row);
  }

  clear(): void {
    this.#rows.clear();
    this.#ended.clear();
    this.#list = undefined;
  }
}
