import { proxy } from 'valtio';
import type { BookFrame, BookRow, Freshness, OwnLevelsFrame } from '../../workers/api.ts';
import { CellBoard } from './cells.ts';

const NO_ROW: BookRow = ['', '', '', 0];

/** The book's rows stand still; their texts and bars are written. */
export class BookModel {
  readonly state = proxy<{
    freshness: Freshness | undefined;
    groups: BookFrame['groups'];
    /** How much of what is shown is bid for, whole per cent. */
    balance: number;
  }>({
    freshness: undefined,
    groups: [],
    balance: 50,
  });
  readonly cells = new CellBoard();
  readonly #bars = new Map<string, HTMLElement>();
  /** Places of the levels of a side, the best first. */
  readonly places: readonly number[];
  readonly #prices = new Map<string, string>();
  #own: Readonly<Record<'bid' | 'ask', ReadonlySet<string>>> = { bid: new Set(), ask: new Set() };
  readonly #marked = new Map<string, boolean>();
  /** Thousandths of the deepest side that the bars show. */
  readonly #shares = new Map<string, number>();

  constructor(depth: number) {
    this.places = Array.from({ length: depth }, (_, place) => place);
  }

  /** The only writer of the book. */
  apply({ bids, asks, spread, groups, freshness }: BookFrame): void {
    for (const place of this.places) {
      this.#write('bid', place, bids[place] ?? NO_ROW);
      this.#write('ask', place, asks[place] ?? NO_ROW);
    }
    this.cells.write('spread', spread);
    const { state } = this;
    const balance = balanceOf(bids.slice(0, this.places.length), asks.slice(0, this.places.length));
    if (state.balance !== balance) state.balance = balance;
    if (state.groups.map(({ step }) => step).join() !== groups.map(({ step }) => step).join())
      state.groups = groups;
    if (state.freshness?.state !== freshness.state || state.freshness.ageText !== freshness.ageText)
      state.freshness = freshness;
  }

  /** Own orders rest at these levels. */
  applyOwn({ bids, asks }: OwnLevelsFrame): void {
    this.#own = { bid: new Set(bids), ask: new Set(asks) };
    for (const place of this.places) for (const side of ['bid', 'ask'] as const) this.#mark(side, place);
  }

  #mark(side: 'bid' | 'ask', place: number): void {
    const name = `${side}${place}`;
    const isOwn = this.#own[side].has(this.priceAt(name));
    if (this.#marked.get(name) === isOwn) return;
    this.#marked.set(name, isOwn);
    setOwn(this.#bars.get(name), isOwn);
  }

  /** Ties a level's bar to an element. @returns undo. */
  attachBar(name: string, element: HTMLElement): () => void {
    this.#bars.set(name, element);
    setShare(element, this.#shares.get(name) ?? 0);
    setOwn(element, this.#marked.get(name) ?? false);
    return () => {
      if (this.#bars.get(name) === element) this.#bars.delete(name);
    };
  }

  /** The price of a level as it is shown now; empty where there is none. @param name side and place, e.g. `ask0`. */
  priceAt(name: string): string {
    return this.#prices.get(name) ?? '';
  }

  #write(side: 'bid' | 'ask', place: number, [price, quantity, sum, share]: BookRow): void {
    const name = `${side}${place}`;
    this.#prices.set(name, price);
    this.cells.write(`${name}:price`, price);
    this.cells.write(`${name}:quantity`, quantity);
    this.cells.write(`${name}:sum`, sum);
    this.#mark(side, place);
    if (this.#shares.get(name) === share) return;
    this.#shares.set(name, share);
    setShare(this.#bars.get(name), share);
  }
}

/** Of the bars: the last of a side is as long as the side is deep. */
function balanceOf(bids: readonly BookRow[], asks: readonly BookRow[]): number {
  const [bid, ask] = [bids.at(-1)?.[3] ?? 0, asks.at(-1)?.[3] ?? 0];
  return bid + ask === 0 ? 50 : Math.round((100 * bid) / (bid + ask));
}

function setShare(element: HTMLElement | undefined, share: number): void {
  element?.style.setProperty('--share', `${share / 10}%`);
}

function setOwn(element: HTMLElement | undefined, isOwn: boolean): void {
  element?.toggleAttribute('data-own', isOwn);
}

/** Characters of a price's step from which a level is too long for the narrowest phone. */
const FINE_CHARACTERS = 9;

/** Whether prices have so many decimals that the narrowest phone shows them smaller. */
export const isFine = (groups: readonly { readonly step: string }[]): boolean =>
  (groups[0]?.step.length ?? 0) >= FINE_CHARACTERS;
