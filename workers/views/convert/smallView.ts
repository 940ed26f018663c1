import type { Calls, ResponseOf } from '../../../domain/contract/index.ts';
import { amountText, CONVERT_ASSET, convertCost, D, SMALL_WORTH, toText } from '../../../domain/index.ts';
import type { ConvertSmallFrame, ConvertSmallView } from '../../protocol.ts';
import type { LiveView } from '../live.ts';
import { QuoteKeeper } from '../quoteKeeper.ts';
import type { ViewDeps } from '../view.ts';
import { iconOf, withAsset } from './prices.ts';

type Quote = ResponseOf<Calls['convert.small']>;

const RENEW_MS = 500;
const SECOND_MS = 1_000;
/** How often it is asked again whether there are small balances, when there were none, ms. */
const NONE_MS = 8_000;

/** Small balances at a quote that renews itself while somebody looks. */
export class ConvertSmallViewer implements LiveView<ConvertSmallView> {
  readonly #deps: ViewDeps;
  readonly #quotes: QuoteKeeper<number, Quote>;
  #view: ConvertSmallView;
  #seen = '';

  constructor(view: ConvertSmallView, deps: ViewDeps) {
    this.#view = view;
    this.#deps = deps;
    this.#quotes = new QuoteKeeper<number, Quote>(deps, {
      ask: async () => {
        const result = await deps.call('convert.small', {});
        const isNone = result.ok && result.data.rows.length === 0;
        return isNone
          ? { ...result, data: { ...result.data, expiresAt: result.data.now + NONE_MS } }
          : result;
      },
      renewMs: RENEW_MS,
      restMs: 0,
    });
  }

  update(view: ConvertSmallView): void {
    this.#view = view;
    this.refresh();
  }

  refresh(): void {
    this.#seen = '';
  }

  close(): void {
    this.#quotes.drop();
  }

  frame(): ConvertSmallFrame | undefined {
    const frame = this.#make();
    const seen = JSON.stringify(frame);
    if (seen === this.#seen) return undefined;
    this.#seen = seen;
    return frame;
  }

  #make(): ConvertSmallFrame {
    const view = this.#view;
    const { style } = this.#deps.words();
    const quote = this.#deps.funds.uid === undefined ? undefined : this.#quotes.of(view.turn);
    const rows = quote?.rows ?? [];
    const chosen = rows.filter(({ asset }) => !view.without.includes(asset));
    const total = chosen.reduce((sum, { toAmount }) => sum.plus(toAmount), new D(0));
    const cost = chosen.reduce((sum, row) => sum.plus(convertCost(row.amount, row)), new D(0));
    const { failed } = this.#quotes;
    return {
      kind: 'convertSmall',
      view,
      isKnown: quote !== undefined,
      to: CONVERT_ASSET,
      below: withAsset(quote?.below ?? SMALL_WORTH, CONVERT_ASSET, style),
      lines: rows.map(({ asset, amount, toAmount }) => ({
        asset,
        iconId: iconOf(this.#deps, asset),
        amount: amountText(amount, style),
        received: withAsset(toAmount, CONVERT_ASSET, style),
      })),
      total: withAsset(toText(total), CONVERT_ASSET, style),
      cost: withAsset(toText(cost), CONVERT_ASSET, style),
      seconds: rows.length > 0 ? `${Math.ceil(this.#quotes.leftMs / SECOND_MS)}` : '',
      ...(failed && !quote ? { failed } : {}),
      ...(quote && chosen.length > 0
        ? { order: { quote: quote.id, assets: chosen.map(({ asset }) => asset) } }
        : {}),
    };
  }
}
