import type { Calls, ResponseOf } from '../../../domain/contract/index.ts';
import type { ConvertSide, Dec, RefusalCode } from '../../../domain/index.ts';
import {
  amountRefusal,
  amountSign,
  amountText,
  compareDec,
  convertBounds,
  convertCost,
  convertPrice,
  convertRefusal,
  convertSpread,
  isRefusalCode,
  NO_FIGURE,
} from '../../../domain/index.ts';
import type { ConvertFrame, ConvertPart, ConvertView } from '../../protocol.ts';
import { FOCUS_STALE_MS } from '../../streams/age.ts';
import type { LiveView } from '../live.ts';
import { openChannel } from '../live.ts';
import { QuoteKeeper, refusedBy } from '../quoteKeeper.ts';
import { typedDec } from '../typed.ts';
import type { ViewDeps } from '../view.ts';
import { freeOf, iconOf, lastPriceOf, rateText, shareText, withAsset } from './prices.ts';

type Quote = ResponseOf<Calls['convert.quote']>;
interface Wish {
  readonly from: string;
  readonly to: string;
  readonly side: ConvertSide;
  readonly amount: Dec;
  readonly turn: number;
}

const RENEW_MS = 500;
const REST_MS = 300;
const SECOND_MS = 1_000;
/** Refusals of a quote that say something of what was typed. All of them are about what would be given. */
const OF_AMOUNT: ReadonlySet<RefusalCode> = new Set(['convertTooSmall', 'convertTooLarge']);

/** A conversion at a quote that renews itself while somebody looks. */
export class ConvertViewer implements LiveView<ConvertView> {
  readonly #deps: ViewDeps;
  readonly #quotes: QuoteKeeper<Wish, Quote>;
  readonly #stops: readonly (() => void)[];
  #view: ConvertView;
  #seen = '';

  constructor(view: ConvertView, deps: ViewDeps) {
    this.#view = view;
    this.#deps = deps;
    this.#quotes = new QuoteKeeper<Wish, Quote>(deps, {
      ask: ({ turn: _, ...request }) => deps.call('convert.quote', request),
      renewMs: RENEW_MS,
      restMs: REST_MS,
    });
    this.#stops = [openChannel(deps, 'tick'), deps.ages.follow('me')];
  }

  update(view: ConvertView): void {
    this.#view = view;
    this.refresh();
  }

  refresh(): void {
    this.#seen = '';
  }

  close(): void {
    this.#quotes.drop();
    for (const stop of this.#stops) stop();
  }

  frame(): ConvertFrame | undefined {
    const frame = this.#make();
    const seen = JSON.stringify(frame);
    if (seen === this.#seen) return undefined;
    this.#seen = seen;
    return frame;
  }

  #make(): ConvertFrame {
    const view = this.#view;
    const { style } = this.#deps.words();
    const { from, to, side, turn } = view;
    const typed = typedDec(view.amount, style);
    const typedError = this.#typedError(typed);
    const canAsk = typed !== undefined && typedError === undefined && this.#deps.funds.uid !== undefined;
    const quote =
      canAsk && from !== to ? this.#quotes.of({ from, to, side, amount: typed, turn }) : this.#noQuote();
    const free = freeOf(this.#deps, from);
    const errors = this.#errors(typedError, quote, free);
    const blocked = this.#blocked();
    const most = free === undefined ? undefined : smaller(free, convertBounds.most);
    const isReady = quote !== undefined && blocked === undefined && Object.keys(errors).length === 0;
    return {
      kind: 'convert',
      view,
      from: this.#part(from, quote?.fromAmount),
      to: this.#part(to, quote?.toAmount),
      ...(most !== undefined && amountSign(most) === 1 ? { mostDigits: most } : {}),
      least: amountText(convertBounds.least, style),
      most: withAsset(convertBounds.most, from, style),
      ...this.#price(quote),
      seconds: quote ? `${Math.ceil(this.#quotes.leftMs / SECOND_MS)}` : '',
      errors,
      ...(blocked === undefined ? {} : { blocked }),
      ...refusedBy(this.#quotes.failed, blocked),
      ...(isReady ? { order: { quote: quote.id } } : {}),
    };
  }

  #noQuote(): undefined {
    this.#quotes.drop();
    return undefined;
  }

  #part(asset: string, amount: Dec | undefined): ConvertPart {
    const { style } = this.#deps.words();
    const free = freeOf(this.#deps, asset);
    return {
      asset,
      iconId: iconOf(this.#deps, asset),
      available: free === undefined ? NO_FIGURE : amountText(free, style),
      amount: amount === undefined ? NO_FIGURE : amountText(amount, style),
      digits: amount ?? '',
    };
  }

  #price(quote: Quote | undefined): Pick<ConvertFrame, 'price' | 'isAbout' | 'spread' | 'cost'> {
    const { style } = this.#deps.words();
    const { from, to } = this.#view;
    const worded = (rate: Dec) => `1 ${from} = ${rateText(rate, style)} ${to}`;
    if (quote)
      return {
        price: worded(quote.price),
        isAbout: false,
        spread: shareText(convertSpread(quote), style),
        cost: withAsset(convertCost(quote.fromAmount, quote), to, style),
      };
    const [own, other] = [lastPriceOf(this.#deps, from), lastPriceOf(this.#deps, to)];
    const none = { isAbout: true, spread: NO_FIGURE, cost: NO_FIGURE };
    if (!own || !other || from === to) return { ...none, price: NO_FIGURE };
    const about = convertPrice(from, to, { from: own, to: other });
    return { ...none, price: worded(about.price), spread: shareText(convertSpread(about), style) };
  }

  /** What is wrong with what was typed, whatever the price is. */
  #typedError(typed: Dec | undefined): RefusalCode | undefined {
    return this.#view.side === 'from' ? convertRefusal(typed) : amountRefusal(typed);
  }

  #errors(
    typedError: RefusalCode | undefined,
    quote: Quote | undefined,
    free: Dec | undefined,
  ): ConvertFrame['errors'] {
    const { side } = this.#view;
    if (typedError !== undefined) return side === 'from' ? { from: typedError } : { to: typedError };
    const refused = this.#refused();
    if (refused === 'convertZero') return { to: refused };
    if (refused !== undefined && OF_AMOUNT.has(refused)) return { from: refused };
    const isShort = quote && free !== undefined && compareDec(quote.fromAmount, free) > 0;
    return isShort ? { from: 'insufficientBalance' } : {};
  }

  #refused(): RefusalCode | undefined {
    const { failed } = this.#quotes;
    return failed && isRefusalCode(failed.code) ? failed.code : undefined;
  }

  #blocked(): RefusalCode | undefined {
    const { ages, words, isCached } = this.#deps;
    const { from, to } = this.#view;
    if (from === to) return 'convertSame';
    const { state } = ages.of('tick', FOCUS_STALE_MS, words().age);
    if (isCached() || (state !== 'live' && state !== 'slow')) return 'marketStale';
    const refused = this.#refused();
    return refused !== undefined && refused !== 'convertZero' && !OF_AMOUNT.has(refused)
      ? refused
      : undefined;
  }
}

const smaller = (a: Dec, b: Dec): Dec => (compareDec(a, b) < 0 ? a : b);
