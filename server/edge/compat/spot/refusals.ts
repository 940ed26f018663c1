import type { RefusalTable } from '../protocol/apiError.ts';

/** How refusals of spot orders are called. */
export const spotRefusals: RefusalTable = {
  marketUnknown: [-1121, 'Invalid symbol.'],
  amountInvalid: [-1013, 'Invalid quantity.'],
  amountZero: [-1013, 'Invalid quantity.'],
  amountTooFine: [-1111, 'Precision is over the maximum defined for this asset.'],
  priceInvalid: [-1013, 'Invalid price.'],
  orderTick: [-1013, 'Filter failure: PRICE_FILTER'],
  orderLot: [-1013, 'Filter failure: LOT_SIZE'],
  orderMinimum: [-1013, 'Filter failure: LOT_SIZE'],
  orderTotal: [-1013, 'Filter failure: NOTIONAL'],
  orderBand: [-1013, 'Filter failure: PERCENT_PRICE_BY_SIDE'],
  ordersTooMany: [-1013, 'Filter failure: MAX_NUM_ORDERS'],
  orderOptions: [-1128, 'Combination of optional parameters invalid.'],
  marketClosed: [-1013, 'Market is closed.'],
  marketPaused: [-1013, 'Market is closed.'],
  marketStale: [-1013, 'Market is closed.'],
  venueAway: [-1013, 'Market is closed.'],
  noLiquidity: [-1112, 'No orders on book for symbol.'],
  insufficientBalance: [-2010, 'Account has insufficient balance for requested action.'],
  orderWouldTake: [-2010, 'Order would immediately match and take.'],
  orderTriggered: [-2010, 'Stop price would trigger immediately.'],
  ocoLimit: [-2010, 'The relationship of the prices for the orders is not correct.'],
  ocoStop: [-2010, 'The relationship of the prices for the orders is not correct.'],
  orderUnfillable: [-2010, 'Order would not be filled as a whole.'],
  keyReused: [-2010, 'Duplicate order sent.'],
  accountFrozen: [-2010, 'This action is disabled on this account.'],
  orderClosed: [-2011, 'Unknown order sent.'],
  notFound: [-2013, 'Order does not exist.'],
};

/** Of cancels, an order that is not there is called by another code. */
export const cancelRefusals: RefusalTable = {
  orderClosed: [-2011, 'Unknown order sent.'],
  notFound: [-2011, 'Unknown order sent.'],
};
