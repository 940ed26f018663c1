import { proxy } from 'valtio';
import type { BalanceLine, BalancesFrame, Freshness } from '../../workers/api.ts';
import { CellBoard } from './cells.ts';

export const totalUnits = ['USDT', 'BTC'] as const;

/** How the assets are looked at, kept while the page is open. */
export const assetsLook = proxy<{ unit: (typeof totalUnits)[number]; hidesZero: boolean }>({
  unit: 'USDT',
  hidesZero: false,
});

/** What stands still in a row of the assets. */
export interface AssetHead {
  readonly asset: string;
  readonly iconId: number | null;
  readonly isFrozen: boolean;
  readonly isZero: boolean;
}

interface BalancesState {
  isKnown: boolean;
  isWhole: boolean;
  heads: readonly AssetHead[];
  freshness: Freshness | undefined;
}

/** What the screen of the assets shows: still parts to render, live amounts to write. */
export class BalancesModel {
  readonly state = proxy<BalancesState>({
    isKnown: false,
    isWhole: true,
    heads: [],
    freshness: undefined,
  });
  readonly cells = new CellBoard();

  /** The only writer of the balances. */
  apply(frame: BalancesFrame): void {
    const { state } = this;
    const { isKnown, isWhole, lines, freshness } = frame;
    // What belonged to another login leaves the page with it.
    if (isKnown) this.#write(frame);
    else this.cells.clear();
    if (state.isKnown !== isKnown) state.isKnown = isKnown;
    if (state.isWhole !== isWhole) state.isWhole = isWhole;
    const heads = lines.map(headOf);
    if (!areSame(state.heads, heads)) state.heads = heads;
    if (state.freshness?.state !== freshness.state || state.freshness.ageText !== freshness.ageText)
      state.freshness = freshness;
  }

  #write(frame: BalancesFrame): void {
    const { cells } = this;
    cells.write('total:USDT', frame.total);
    cells.write('total:BTC', frame.totalBtc);
    cells.write('positionMargin', frame.positionMargin);
    cells.write('unrealizedPl', frame.unrealizedPl, frame.unrealizedDirection);
    cells.write('realizedPl', frame.realizedPl, frame.realizedDirection);
    for (const { account, worth } of frame.accounts) cells.write(`account:${account}`, worth);
    for (const { asset, total, available, frozen, worth } of frame.lines) {
      cells.write(`${asset}:total`, total);
      cells.write(`${asset}:available`, available);
      cells.write(`${asset}:frozen`, frozen);
      cells.write(`${asset}:worth`, worth);
    }
  }
}

/** A total is written with all its digits: one without any digit but 0 is nothing. */
function headOf({ asset, iconId, isFrozen, total }: BalanceLine): AssetHead {
  return { asset, iconId, isFrozen, isZero: !/[1-9]/.test(total) };
}

function areSame(before: readonly AssetHead[], after: readonly AssetHead[]): boolean {
  return (
    before.length === after.length &&
    before.every((head, place) => {
      const next = after[place];
      return (
        head.asset === next?.asset &&
        head.iconId === next.iconId &&
        head.isFrozen === next.isFrozen &&
        head.isZero === next.isZero
      );
    })
  );
}
