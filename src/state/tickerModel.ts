import { proxy } from 'valtio';
import type { Freshness, MarketHead, TickerFrame } from '../../workers/api.ts';
import { CellBoard } from './cells.ts';

/** One market's head: what is rendered, and what is only written. */
export class TickerModel {
  readonly state = proxy<{
    market: MarketHead | undefined;
    isKnown: boolean | undefined;
    freshness: Freshness | undefined;
  }>({
    market: undefined,
    isKnown: undefined,
    freshness: undefined,
  });
  readonly cells = new CellBoard();
  onRange: (permille: number) => void = () => undefined;

  /** The only writer of the head. */
  apply(frame: TickerFrame): void {
    const { state, cells } = this;
    if (JSON.stringify(state.market) !== JSON.stringify(frame.market)) state.market = frame.market;
    if (state.isKnown !== (frame.market !== undefined)) state.isKnown = frame.market !== undefined;
    if (
      state.freshness?.state !== frame.freshness.state ||
      state.freshness.ageText !== frame.freshness.ageText
    ) {
      state.freshness = frame.freshness;
    }
    // One colour says one thing: that of the day's change, as beside it.
    cells.write('price', frame.price, frame.isUp ? 1 : -1);
    // The same once more, for the place between bids and asks: there by its last move.
    cells.write('last', frame.price, frame.direction);
    cells.write('dollar', frame.dollar);
    cells.write('percent', frame.percent, frame.isUp ? 1 : -1);
    cells.write('high', frame.high);
    cells.write('low', frame.low);
    cells.write('volume', frame.volume);
    this.onRange(frame.rangePermille);
  }
}
