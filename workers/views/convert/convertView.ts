import { combineLatest, map } from 'rxjs';
import type { Calls, ResponseOf } from '../../../domain/contract/index.ts';
import type { Dec, RefusalCode } from '../../../domain/index.ts';
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
  defined,
  heldText,
  isRefusalCode,
  NO_FIGURE,
  typedAmount,
} from '../../../domain/index.ts';
import type { ConvertFrame, ConvertPart, ConvertView } from '../../protocol.ts';
import { FOCUS_STALE_MS } from '../../streams/age.ts';
import type { Quoted } from '../quoted.ts';
import { quoted, refusedBy } from '../quoted.ts';
import { spotFree } from '../spotFree.ts';
import type { ViewDeps } from '../view.ts';
import { projected, sampled } from '../view.ts';
import { iconOf, lastPriceOf, rateText, shareText, withAsset } from './prices.ts';

type Quote = ResponseOf<Calls['convert.quote']>;
const RENEW_MS = 500;
const REST_MS = 300;
/** Refusals of a quote that say something of what was typed. All of them are about what would be given. */
const OF_AMOUNT: ReadonlySet<RefusalCode> = new Set(['convertTooSmall', 'convertTooLarge']);

/** A conversion at a quote that renews itself while somebody looks. */
export const convertView = projected<ConvertView, Quoted<Quote>, ConvertFrame>({
  state(view$, deps) {
    const { refresh$, streams, funds, ages, words } = deps;
    const order$ = combineLatest([view$, refresh$, sampled(deps, () => funds.uid)]).pipe(
      map(([view]) => orderOf(view, deps)),
    );
    const quoted$ = quoted(order$, deps, {
      request: ({ turn: _, uid: __, ...request }) => deps.call('convert.quote', request),
      renewMs: RENEW_MS,
      restMs: REST_MS,
    });
    const age$ = sampled(deps, () => ages.of('tick', FOCUS_STALE_MS, words().age).state);
    return combineLatest([quoted$, streams.tickers$, streams.balances$, age$]).pipe(map(([own]) => own));
  },
  frame: (view, own, deps) => new Conversion(view, own, deps).frame(),
});

/** What is wrong with what was typed, whatever the price is. */
const typedErrorOf = ({ side }: ConvertView, typed: Dec | undefined): RefusalCode | undefined =>
  side === 'from' ? convertRefusal(typed) : amountRefusal(typed);

/** What a quote is requested for. `turn` parts a quote that has been used from the next one, `uid` one's from another's. */
function orderOf(view: ConvertView, { funds }: ViewDeps) {
  const { from, to, side, turn } = view;
  const amount = typedAmount(view.amount);
  if (amount === undefined || typedErrorOf(view, amount) !== undefined) return undefined;
  const { uid } = funds;
  return uid === undefined || from === to ? undefined : { from, to, side, amount, turn, uid };
}

/** What is typed, and the quote for it. */
class Conversion {
  readonly #deps: ViewDeps;
  readonly #quoted: Quoted<Quote>;
  readonly #view: ConvertView;

  constructor(view: ConvertView, own: Quoted<Quote>, deps: ViewDeps) {
    this.#view = view;
    this.#quoted = own;
    this.#deps = deps;
  }

  frame(): ConvertFrame {
    const view = this.#view;
    const { style } = this.#deps.words();
    const { from, to } = view;
    const { quote, seconds, failed } = this.#quoted;
    const typedError = typedErrorOf(view, typedAmount(view.amount));
    const free = spotFree(this.#deps.funds, from);
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
      seconds: quote ? `${seconds}` : '',
      errors,
      ...defined({ blocked }),
      ...refusedBy(failed, blocked),
      ...(isReady ? { order: { quote: quote.id } } : {}),
    };
  }

  #part(asset: string, amount: Dec | undefined): ConvertPart {
    const { style } = this.#deps.words();
    const free = spotFree(this.#deps.funds, asset);
    return {
      asset,
      iconId: iconOf(this.#deps, asset),
      available: free === undefined ? NO_FIGURE : heldText(free, asset, style),
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
    const { failed } = this.#quoted;
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
