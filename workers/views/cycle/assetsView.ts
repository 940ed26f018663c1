import type { CycleAssetsFrame, CycleAssetsView } from '../../protocol.ts';
import type { LiveView } from '../live.ts';
import { openChannel } from '../live.ts';
import type { ViewDeps } from '../view.ts';
import { assetLine, Catalogue } from './catalogue.ts';

/** All assets of cycle contracts, in the exchange's order. */
export class CycleAssetsViewer implements LiveView<CycleAssetsView> {
  readonly #deps: ViewDeps;
  readonly #catalogue: Catalogue;
  readonly #leave: () => void;
  #seen = '';

  constructor(deps: ViewDeps) {
    this.#deps = deps;
    this.#catalogue = new Catalogue(deps);
    this.#leave = openChannel(deps, 'tick');
  }

  update(): void {
    this.refresh();
  }

  refresh(): void {
    this.#seen = '';
  }

  close(): void {
    this.#catalogue.close();
    this.#leave();
  }

  frame(): CycleAssetsFrame | undefined {
    const catalogue = this.#catalogue;
    catalogue.look();
    const { isKnown, failed } = catalogue;
    if (!isKnown && !failed) return undefined;
    const frame: CycleAssetsFrame = {
      kind: 'cycleAssets',
      isKnown,
      lines: catalogue.assets.map((asset) => assetLine(asset, this.#deps)),
      ...(failed && !isKnown ? { failed } : {}),
    };
    const seen = JSON.stringify(frame);
    if (seen === this.#seen) return undefined;
    this.#seen = seen;
    return frame;
  }
}
