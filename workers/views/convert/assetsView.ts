import { combineLatest, throttleTime } from 'rxjs';
import {
  amountSign,
  amountText,
  CONVERT_ASSET,
  convertMarketId,
  D,
  priceText,
} from '../../../domain/index.ts';
import type { ConvertAssetsFrame, ConvertAssetsView } from '../../protocol.ts';
import { spotFree } from '../spotFree.ts';
import type { ViewDeps } from '../view.ts';
import { projected, sampled } from '../view.ts';
import { iconOf, lastPriceOf } from './prices.ts';

/** No reader scrolls further; a search finds the rest. */
const MOST_LINES = 100;
/** ms between two orders of the list. */
const SORT_MS = 1_000;

/** What can be converted: what the account has first by value, the rest by how much of it is traded. */
export const convertAssetsView = projected<ConvertAssetsView, unknown, ConvertAssetsFrame>({
  // Two thousand assets are not sorted for each price.
  state: (_, deps) =>
    combineLatest([
      deps.streams.tickers$.pipe(throttleTime(SORT_MS, deps.scheduler, { leading: true, trailing: true })),
      sampled(deps, () => deps.funds.version),
    ]),
  frame({ search }, _, deps) {
    const { rows, words } = deps;
    const { style } = words();
    const found = foundIn(deps, search.trim().toUpperCase());
    return {
      kind: 'convertAssets',
      lines: found.slice(0, MOST_LINES).map(({ asset, free, last }) => ({
        asset,
        iconId: iconOf(deps, asset),
        available: amountSign(free) === 1 ? amountText(free, style) : '',
        price:
          asset === CONVERT_ASSET ? '' : priceText(last, style, rows.row(convertMarketId(asset))?.market),
      })),
      isCut: found.length > MOST_LINES,
    };
  },
});

/** @param wanted a part of the name, in capital letters. */
function foundIn(deps: ViewDeps, wanted: string) {
  const { rows } = deps;
  const assets = [
    CONVERT_ASSET,
    ...rows.list
      .map(({ market }) => market)
      .filter(({ quote }) => quote === CONVERT_ASSET)
      .map(({ base }) => base),
  ];
  const found = [...new Set(assets)].flatMap((asset) => {
    const price = asset.toUpperCase().includes(wanted) ? lastPriceOf(deps, asset) : undefined;
    if (!price) return [];
    const free = spotFree(deps.funds, asset) ?? '0';
    const worth = amountSign(free) === 1 ? new D(free).times(price.last) : new D(0);
    const volume =
      asset === CONVERT_ASSET
        ? Number.POSITIVE_INFINITY
        : (rows.row(`${asset}-${CONVERT_ASSET}`)?.volume ?? 0);
    return [{ asset, free, last: price.last, worth, volume }];
  });
  return found.sort((a, b) => b.worth.cmp(a.worth) || b.volume - a.volume);
}
