import { combineLatest, map } from 'rxjs';
import type { Calls, ResponseOf } from '../../../domain/contract/index.ts';
import type { Result } from '../../../domain/index.ts';
import {
  amountText,
  CONVERT_ASSET,
  convertCost,
  D,
  defined,
  SMALL_WORTH,
  toText,
} from '../../../domain/index.ts';
import type { ConvertSmallFrame, ConvertSmallView } from '../../protocol.ts';
import type { Quoted } from '../quoted.ts';
import { quoted } from '../quoted.ts';
import type { ViewDeps } from '../view.ts';
import { projected, sampled } from '../view.ts';
import { iconOf, withAsset } from './prices.ts';

type Quote = ResponseOf<Calls['convert.small']>;

const RENEW_MS = 500;
/** How often small balances are requested when there were none, ms. */
const NONE_MS = 8_000;

/** Small balances at a quote that renews itself while somebody looks. */
export const convertSmallView = projected<ConvertSmallView, Quoted<Quote>, ConvertSmallFrame>({
  state(view$, deps) {
    const order$ = combineLatest([view$, sampled(deps, () => deps.funds.uid)]).pipe(
      map(([{ turn }, uid]) => (uid === undefined ? undefined : { turn, uid })),
    );
    const quoted$ = quoted(order$, deps, {
      request: () => requestSmall(deps),
      renewMs: RENEW_MS,
      restMs: 0,
    });
    return combineLatest([quoted$, sampled(deps, () => deps.rows.listVersion)]).pipe(map(([own]) => own));
  },
  frame(view, { quote, failed, seconds }, deps) {
    const { style } = deps.words();
    const rows = quote?.rows ?? [];
    const chosen = rows.filter(({ asset }) => !view.without.includes(asset));
    const total = chosen.reduce((sum, { toAmount }) => sum.plus(toAmount), new D(0));
    const cost = chosen.reduce((sum, row) => sum.plus(convertCost(row.amount, row)), new D(0));
    return {
      kind: 'convertSmall',
      view,
      isKnown: quote !== undefined,
      to: CONVERT_ASSET,
      below: withAsset(quote?.below ?? SMALL_WORTH, CONVERT_ASSET, style),
      lines: rows.map(({ asset, amount, toAmount }) => ({
        asset,
        iconId: iconOf(deps, asset),
        amount: amountText(amount, style),
        received: withAsset(toAmount, CONVERT_ASSET, style),
      })),
      total: withAsset(toText(total), CONVERT_ASSET, style),
      cost: withAsset(toText(cost), CONVERT_ASSET, style),
      seconds: rows.length > 0 ? `${seconds}` : '',
      ...defined({ failed }),
      ...(quote && chosen.length > 0
        ? { order: { quote: quote.id, assets: chosen.map(({ asset }) => asset) } }
        : {}),
    };
  },
});

/** Where there are no small balances, the answer stands for a while. */
async function requestSmall({ call }: ViewDeps): Promise<Result<Quote>> {
  const result = await call('convert.small', {});
  if (!result.ok || result.data.rows.length > 0) return result;
  return { ...result, data: { ...result.data, expiresAt: result.data.now + NONE_MS } };
}
