import type { Market } from '../../../domain/index.ts';
import { MINUTE_MS } from '../../../domain/index.ts';
import type { SimulatedMarket } from './plan.ts';
import { DAY_MINUTES } from './volatility.ts';

/** The list of markets as they are open or closed now. */
export interface Statuses {
  /** The same array until a market opens or closes. */
  markets(): readonly Market[];
  version(): string;
  /** Looks at the clock; does nothing within a minute. */
  refresh(): void;
}

/** @param now the market's clock, ms UTC. */
export function createStatuses(all: readonly SimulatedMarket[], now: () => number): Statuses {
  let list: readonly Market[] = all.map(({ market }) => market);
  let closedIds = '';
  let checked = Number.NEGATIVE_INFINITY;

  function refresh(): void {
    const minute = Math.floor(now() / MINUTE_MS);
    if (minute === checked) return;
    checked = minute;
    const day = Math.floor(minute / DAY_MINUTES);
    const isClosed = ({ shape }: SimulatedMarket) =>
      shape.isOpen?.(day, minute - day * DAY_MINUTES) === false;
    const ids = all
      .filter(isClosed)
      .map(({ market }) => market.id)
      .join();
    if (ids === closedIds) return;
    closedIds = ids;
    list = all.map((each) => (isClosed(each) ? { ...each.market, status: 'closed' } : each.market));
  }
  refresh();
  return { markets: () => list, version: () => `${list.length}:${closedIds}`, refresh };
}
