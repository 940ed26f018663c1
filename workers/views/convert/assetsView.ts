import {
  amountSign,
  amountText,
  CONVERT_ASSET,
  convertMarketId,
  D,
  priceText,
} from '../../../domain/index.ts';
import type { ConvertAssetsFrame, ConvertAssetsView } from '../../protocol.ts';
import type { LiveView } from '../live.ts';
import { openChannel } from '../live.ts';
import type { ViewDeps } from '../view.ts';
import { freeOf, iconOf, lastPriceOf } from './prices.ts';

/** No reader scrolls further; a search finds the rest. */
const MOST_LINES = 100;
const LOOK_MS = 1_000;

/** What can be converted: what the person has first by worth, the rest by how much of it is traded. */
export class ConvertAssetsViewer implements LiveView<ConvertAssetsView> {
  readonly #deps: ViewDeps;
  readonly #stop: () => void;
  #view: ConvertAssetsView;
  #seen = '';
  #lookedAt = Number.NEGATIVE_INFINITY;

  constructor(view: ConvertAssetsView, deps: ViewDeps) {
    this.#view = view;
    this.#deps = deps;
    this.#stop = openChannel(deps, 'tick');
  }

  update(view: ConvertAssetsView): void {
    this.#view = view;
    this.refresh();
  }

  refresh(): void {
    this.#seen = '';
    this.#lookedAt = Number.NEGATIVE_INFINITY;
  }

  close(): void {
    this.#stop();
  }

  /** Two thousand assets are not put in order for each price. */
  frame(): ConvertAssetsFrame | undefined {
    const now = this.#deps.clock.monotonic();
    if (now - this.#lookedAt < LOOK_MS) return undefined;
    this.#lookedAt = now;
    const frame = this.#make();
    const seen = JSON.stringify(frame);
    if (seen === this.#seen) return undefined;
    this.#seen = seen;
    return frame;
  }

  #make(): ConvertAssetsFrame {
    const { rows, words } = this.#deps;
    const { style } = words();
    const found = this.#found();
    return {
      kind: 'convertAssets',
      lines: found.slice(0, MOST_LINES).map(({ asset, free, last }) => ({
        asset,
        iconId: iconOf(this.#deps, asset),
        available: amountSign(free) === 1 ? amountText(free, style) : '',
        price:
          asset === CONVERT_ASSET ? '' : priceText(last, style, rows.row(convertMarketId(asset))?.market),
      })),
      isCut: found.length > MOST_LINES,
    };
  }

  #found() {
    const { rows } = this.#deps;
    const wanted = this.#view.search.trim().toUpperCase();
    const assets = [
      CONVERT_ASSET,
      ...rows.list
        .map(({ market }) => market)
        .filter(({ quote }) => quote === CONVERT_ASSET)
        .map(({ base }) => base),
    ];
    const found = [...new Set(assets)].flatMap((asset) => {
      const price = asset.toUpperCase().includes(wanted) ? lastPriceOf(this.#deps, asset) : undefined;
      if (!price) return [];
      const free = freeOf(this.#deps, asset) ?? '0';
      const worth = amountSign(free) === 1 ? new D(free).times(price.last) : new D(0);
      const volume = asset === CONVERT_ASSET ? Number.POSITIVE_INFINITY : this.#volumeOf(asset);
      return [{ asset, free, last: price.last, worth, volume }];
    });
    return found.sort((a, b) => b.worth.cmp(a.worth) || b.volume - a.volume);
  }

  #volumeOf(asset: string): number {
    return this.#deps.rows.row(`${asset}-${CONVERT_ASSET}`)?.volume ?? 0;
  }
}
