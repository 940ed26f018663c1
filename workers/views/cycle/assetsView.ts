import { defer, finalize, map, merge, tap } from 'rxjs';
import type { CycleAssetsFrame, CycleAssetsView } from '../../protocol.ts';
import { projected } from '../view.ts';
import { assetLine, Catalogue } from './catalogue.ts';

/** All assets of cycle contracts, in the exchange's order. */
export const cycleAssetsView = projected<CycleAssetsView, Catalogue, CycleAssetsFrame>({
  state: (_, deps) =>
    defer(() => {
      const catalogue = new Catalogue(deps);
      const looked$ = deps.time$.pipe(tap(() => catalogue.look()));
      return merge(looked$, deps.streams.tickers$).pipe(
        map(() => catalogue),
        finalize(() => catalogue.close()),
      );
    }),
  frame: (_, { isKnown, failed, assets }, deps) => {
    if (!isKnown && !failed) return undefined;
    return {
      kind: 'cycleAssets',
      isKnown,
      lines: assets.map((asset) => assetLine(asset, deps)),
      ...(failed && !isKnown ? { failed } : {}),
    };
  },
});
