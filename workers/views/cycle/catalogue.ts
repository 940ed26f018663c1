import type { Observable } from 'rxjs';
import { of } from 'rxjs';
import type { Calls, ResponseOf } from '../../../domain/contract/index.ts';
import {
  changePercent,
  countdownText,
  D,
  NO_FIGURE,
  percentText,
  signOf,
  toText,
  tradePriceText,
} from '../../../domain/index.ts';
import type { CycleAssetHead, CycleAssetLine } from '../../protocol.ts';
import type { Answer } from '../requested.ts';
import { polled } from '../requested.ts';
import type { ViewDeps } from '../view.ts';

export type CycleCatalogue = ResponseOf<Calls['cycle.assets']>;
export type CycleAsset = CycleCatalogue['assets'][number];

/** How often the state of all assets is requested, ms; sooner when one opens or closes. */
const EVERY_MS = 15_000;
const RETRY_MS = 3_000;

/** What contracts are written on, as the exchange said it last. */
export const catalogueOf = (deps: ViewDeps): Observable<Answer<CycleCatalogue>> =>
  polled(of(undefined), deps, {
    request: () => deps.call('cycle.assets', {}),
    isDue(_, { data, failed, sentAt }, now) {
      const serverNow = deps.ages.serverNow();
      const hasTurned = data?.assets.some(({ changesAt }) => changesAt !== null && changesAt <= serverNow);
      return now - sentAt >= (hasTurned || failed ? RETRY_MS : EVERY_MS);
    },
  });

/** An asset as users read it. */
export function assetHead(asset: CycleAsset, { ages, words }: ViewDeps): CycleAssetHead {
  const isShut = asset.status === 'closed' && asset.changesAt !== null;
  return {
    id: asset.id,
    name: asset.name,
    base: asset.base,
    iconId: asset.iconId,
    assetClass: asset.kind,
    status: asset.status,
    opensIn: isShut ? countdownText((asset.changesAt ?? 0) - ages.serverNow()) : '',
    opensAt: isShut ? words().barTime(asset.changesAt ?? 0, false) : '',
  };
}

/** The same with its live price. */
export function assetLine(asset: CycleAsset, deps: ViewDeps): CycleAssetLine {
  const { style } = deps.words();
  const row = deps.rows.row(asset.id);
  const ticker = row?.ticker;
  const percent = percentText(ticker && changePercent(ticker.last, ticker.open24), style);
  return {
    ...assetHead(asset, deps),
    price: ticker ? tradePriceText(ticker.last, row?.market, style) : NO_FIGURE,
    percent,
    direction: ticker ? signOf(toText(new D(ticker.last).minus(ticker.open24))) : 0,
  };
}
