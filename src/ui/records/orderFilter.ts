import { orderSides, orderStatuses } from '../../../domain/index.ts';
import type { OrderFilter } from '../../../workers/api.ts';
import { rangeFrom } from './days.ts';

/** In place of a market in the address: all of them. */
export const ALL_MARKETS = 'all';
const MARKET = /^[A-Za-z0-9]{1,20}(-[A-Za-z0-9]{1,20}){1,3}$/;

/** Which orders are wanted, as the address says it; what makes no sense there is left out. */
export function orderFilterFrom(coinType: string, params: URLSearchParams): OrderFilter {
  const side = orderSides.find((each) => each === params.get('side'));
  const status = orderStatuses.find((each) => each === params.get('status'));
  return {
    ...(MARKET.test(coinType) ? { market: coinType } : {}),
    ...(side ? { side } : {}),
    ...(status ? { status } : {}),
    ...rangeFrom(params),
  };
}

const ORDER_ID = /^[1-9]\d{0,14}$/;

/** The order's number in an address; undefined for what is none. */
export function orderIdFrom(text: string | undefined): number | undefined {
  return text && ORDER_ID.test(text) ? Number.parseInt(text, 10) : undefined;
}
