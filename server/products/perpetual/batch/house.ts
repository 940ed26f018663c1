import type { Dec } from '../../../../domain/index.ts';
import { D, toText } from '../../../../domain/index.ts';
import type { HouseLimit } from '../../../matching/houseInventory.ts';

/** The house's largest net exposure in one market, quote. [ours] */
const HOUSE_BOUND = '20000000';

/**
 * How much more the house may take on: base units to a buyer, their value in quote to a seller; trades that
 * reduce users' net position are always taken.
 * @param net of all users, base units, long positive. @param last quote per base.
 */
export function houseRoom(base: string, net: D, last: Dec): HouseLimit {
  const most = new D(HOUSE_BOUND).div(last);
  const towards = (sum: D): D => D.max(0, most.minus(sum));
  return (asset) => toText(asset === base ? towards(net) : towards(net.negated()).times(last));
}
