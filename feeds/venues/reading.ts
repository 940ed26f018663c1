import type { Market } from '../../domain/index.ts';
import type { Candidate } from './health.ts';
import { chosen } from './health.ts';

/** One venue with its markets. */
export interface Board extends Candidate {
  /** The same array until the list is another one. */
  markets(): readonly Market[];
}

/** A market with the venues that have it, in the order of preference. */
interface Listed<B> {
  readonly market: Market;
  readonly boards: readonly [B, ...B[]];
}

/** All markets of several venues, and from which venue each is read. */
export class Reading<B extends Board> {
  readonly #boards: readonly B[];
  readonly #read = new Map<string, B>();
  #listed = new Map<string, Listed<B>>();
  #markets: readonly Market[] = [];
  #freshness = '';

  /** @param boards in the order of preference. */
  constructor(boards: readonly B[]) {
    this.#boards = boards;
  }

  /** The same array until `list`. */
  get markets(): readonly Market[] {
    return this.#markets;
  }

  /** Another text whenever a venue fell silent or came back. */
  get freshness(): string {
    return this.#freshness;
  }

  /** As the first venue lists it that has it. */
  market(id: string): Market | undefined {
    return this.#listed.get(id)?.market;
  }

  board(id: string): B | undefined {
    return this.#read.get(id);
  }

  /** All venues that list a market. */
  boards(id: string): readonly B[] {
    return this.#listed.get(id)?.boards ?? [];
  }

  /** Takes in the lists of all venues. A market that several have is the first one's. */
  list(now: number): void {
    const listed = new Map<string, Listed<B>>();
    for (const board of this.#boards) {
      for (const market of board.markets()) {
        const known = listed.get(market.id);
        if (known) listed.set(market.id, { ...known, boards: [...known.boards, board] });
        else listed.set(market.id, { market, boards: [board] });
      }
    }
    this.#listed = listed;
    this.#markets = [...listed.values()].map(({ market }) => market);
    for (const id of this.#read.keys()) if (!listed.has(id)) this.#read.delete(id);
    this.#choose(now);
  }

  /** Looks whether venues fell silent or came back. @returns markets that are read from another venue now. */
  check(now: number): readonly string[] {
    const freshness = this.#boards
      .map(({ health }) => `${health.isFresh(now)}${health.isTrusted(now)}`)
      .join();
    if (freshness === this.#freshness) return [];
    this.#freshness = freshness;
    return this.#choose(now);
  }

  #choose(now: number): readonly string[] {
    const moved: string[] = [];
    for (const [id, { boards }] of this.#listed) {
      const before = this.#read.get(id);
      const next = chosen(boards, before, now);
      if (next === before) continue;
      this.#read.set(id, next);
      if (before) moved.push(id);
    }
    return moved;
  }
}
