import type { Book, Dec, Level } from '../../domain/index.ts';
import {
  amountSign,
  D,
  depthText,
  fixedPriceText,
  isZeroDec,
  roundToStep,
  stepDecimals,
  tickPriceText,
  tradeDecimals,
} from '../../domain/index.ts';
import type { BookFrame, BookRow, BookView, Freshness } from '../protocol.ts';
import { FOCUS_STALE_MS } from '../streams/freshness.ts';
import type { LiveView, ViewDeps } from './view.ts';
import { isSameFreshness, openChannel } from './view.ts';

const GROUP_FACTORS = ['1', '10', '100', '1000'] as const;
/** A step above this part of the price leaves too few levels. */
const COARSEST = '0.01';

/** One market's book, grouped and summed. */
export class BookViewer implements LiveView<BookView> {
  readonly #deps: ViewDeps;
  #view: BookView;
  #leave: () => void;
  #stop: () => void;
  #book: Book | undefined;
  #isDirty = true;
  #freshness: Freshness | undefined;

  constructor(view: BookView, deps: ViewDeps) {
    this.#view = view;
    this.#deps = deps;
    this.#leave = openChannel(deps, this.#channel);
    const subscription = deps.feed.events$.subscribe((event) => {
      if (event.kind !== 'book' || event.id !== this.#view.id) return;
      this.#book = event.book;
      this.#isDirty = true;
    });
    this.#stop = () => subscription.unsubscribe();
  }

  get #channel(): string {
    return `book:${this.#view.id}`;
  }

  update(view: BookView): void {
    if (view.id !== this.#view.id) {
      this.#leave();
      this.#view = view;
      this.#book = undefined;
      this.#leave = openChannel(this.#deps, this.#channel);
    }
    this.#view = view;
    this.refresh();
  }

  refresh(): void {
    this.#isDirty = true;
    this.#freshness = undefined;
  }

  close(): void {
    this.#leave();
    this.#stop();
  }

  frame(): BookFrame | undefined {
    const { rows, beats, words } = this.#deps;
    const market = rows.row(this.#view.id)?.market;
    if (!market || !this.#book) return undefined;
    const freshness = beats.of(this.#channel, FOCUS_STALE_MS, words().age);
    if (!this.#isDirty && isSameFreshness(this.#freshness, freshness)) return undefined;
    this.#isDirty = false;
    this.#freshness = freshness;
    const { group } = this.#view;
    const step = group !== undefined && amountSign(group) === 1 ? group : market.tick;
    const { style } = words();
    const best = this.#book.bids[0]?.[0] ?? this.#book.asks[0]?.[0] ?? '0';
    const decimals = step === market.tick ? tradeDecimals(best, market) : stepDecimals(step);
    const bids = groupSide(this.#book.bids, step, 'down').slice(0, this.#view.depth);
    const asks = groupSide(this.#book.asks, step, 'up').slice(0, this.#view.depth);
    const deepest = D.max(sumOf(bids), sumOf(asks));
    const texts = (side: readonly Level[]): BookRow[] => {
      let sum = new D(0);
      return side.map(([price, quantity]) => {
        sum = sum.plus(quantity);
        const share = deepest.isZero() ? 0 : sum.div(deepest).times(1_000).round().toNumber();
        return [
          fixedPriceText(price, decimals, style),
          depthText(quantity, market.lot, style),
          depthText(sum.toFixed(), market.lot, style),
          share,
        ];
      });
    };
    return {
      kind: 'book',
      bids: texts(bids),
      asks: texts(asks),
      spread: this.#spread(market.tick),
      groups: groupsOf(market.tick, this.#book).map((each) => ({
        step: each,
        text: tickPriceText(each, each, style),
      })),
      freshness,
    };
  }

  #spread(tick: Dec): string {
    const bid = this.#book?.bids[0]?.[0];
    const ask = this.#book?.asks[0]?.[0];
    if (bid === undefined || ask === undefined) return '--';
    return tickPriceText(new D(ask).minus(bid).toFixed(), tick, this.#deps.words().style);
  }
}

/**
 * Levels joined into steps: bids fall to the step below and asks rise to the step above, so that a grouped book
 * never promises a better price than it has. @param side best first.
 */
export function groupSide(side: readonly Level[], step: Dec, mode: 'down' | 'up'): Level[] {
  const grouped: Level[] = [];
  for (const [price, quantity] of side) {
    const rounded = roundToStep(price, step, mode);
    const last = grouped.at(-1);
    // A bid below one step would stand at zero, which is no price.
    const at = isZeroDec(rounded) ? price : rounded;
    if (last?.[0] === at) grouped[grouped.length - 1] = [at, new D(last[1]).plus(quantity).toFixed()];
    else grouped.push([at, quantity]);
  }
  return grouped;
}

const sumOf = (side: readonly Level[]): D => side.reduce((sum, [, quantity]) => sum.plus(quantity), new D(0));

function groupsOf(tick: Dec, book: Book): Dec[] {
  const price = new D(book.bids[0]?.[0] ?? book.asks[0]?.[0] ?? '0');
  const steps = GROUP_FACTORS.map((factor) => new D(tick).times(factor));
  return steps
    .filter((step, i) => i === 0 || step.lte(price.times(COARSEST)))
    .map((step) => step.toFixed(Math.max(0, stepDecimals(step.toFixed()))));
}
