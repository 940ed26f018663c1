import type { Dec } from '../../../../domain/index.ts';
import { D, toText } from '../../../../domain/index.ts';
import type { HouseLimit } from '../../../matching/houseInventory.ts';

/** The most that the house stands against in one market, quote: what all people have together on one side. [ours] */
const HOUSE_BOUND = '20000000';

/**
 * How much the house may still take on: base units to a buyer, their worth in quote to a seller; what brings people's
 * net down is always taken. @param net of all people, base units, long positive. @param last quote per base.
 */
export function houseRoom(base: string, net: D, last: Dec): HouseLimit {
  const most = new D(HOUSE_BOUND).div(last);
  const towards = (sum: D): D => D.max(0, most.minus(sum));
  return (asset) => toText(asset === base ? towards(net) : towards(net.negated()).times(last));
}
