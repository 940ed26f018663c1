import type { Dec, Market, MarketKind } from '../../domain/index.ts';
import { D, toText } from '../../domain/index.ts';
import type { RestingOrder } from './orderBook.ts';

/**
 * A market that is not listed any more, as far as its orders show it: enough to cancel them, and to give back what they
 * hold.
 * Nothing trades in it: its steps are the smallest that its orders have.
 * @param id with its assets in front, as `BTC-USDT` or `BTC-USDT-PERP`.
 */
export function unlistedMarket(
  id: string,
  kind: MarketKind,
  orders: readonly Pick<RestingOrder, 'price' | 'quantity' | 'filled'>[],
): Market {
  const [base = '', quote = ''] = id.split('-');
  const lot = stepOf(orders.flatMap(({ quantity, filled }) => [quantity ?? '0', filled]));
  return {
    id,
    name: `${base}/${quote}`,
    kind,
    asset: 'crypto',
    base,
    quote,
    iconId: null,
    tick: stepOf(orders.map(({ price }) => price ?? '0')),
    lot,
    minQuantity: lot,
    minTotal: '0',
    status: 'closed',
    cycle: false,
    listedAt: 0,
    origin: 'simulated',
  };
}

const stepOf = (amounts: readonly Dec[]): Dec =>
  toText(new D(10).pow(-Math.max(0, ...amounts.map((amount) => new D(amount).decimalPlaces()))));
