import { combineLatest, map } from 'rxjs';
import type { CycleAssetsFrame, CycleAssetsView } from '../../protocol.ts';
import type { Answer } from '../requested.ts';
import { projected, seconds } from '../view.ts';
import type { CycleCatalogue } from './catalogue.ts';
import { assetLine, catalogueOf } from './catalogue.ts';

/** All assets of cycle contracts, in the exchange's order. */
export const cycleAssetsView = projected<CycleAssetsView, Answer<CycleCatalogue>, CycleAssetsFrame>({
  state: (_, deps) =>
    combineLatest([catalogueOf(deps), deps.streams.tickers$, seconds(deps)]).pipe(map(([answer]) => answer)),
  frame: (_, { data, failed }, deps) => {
    if (!data && !failed) return undefined;
    return {
      kind: 'cycleAssets',
      isKnown: data !== undefined,
      lines: data?.assets.map((asset) => assetLine(asset, deps)) ?? [],
      ...(failed && !data ? { failed } : {}),
    };
  },
});
