import type { RefusalTable } from '../protocol/apiError.ts';

/** How refusals of perpetuals are called. */
export const futuresRefusals: RefusalTable = {
  marketUnknown: [-1121, 'Invalid symbol.'],
  amountInvalid: [-4003, 'Quantity less than or equal to zero.'],
  amountZero: [-4003, 'Quantity less than or equal to zero.'],
  amountTooFine: [-1111, 'Precision is over the maximum defined for this asset.'],
  priceInvalid: [-4001, 'Price less than 0.'],
  orderTick: [-4014, 'Price not increased by tick size.'],
  orderLot: [-4023, 'Qty not increased by step size.'],
  orderMinimum: [-4004, 'Quantity less than min quantity.'],
  orderTotal: [-4164, "Order's notional is too small (unless you choose reduce only)."],
  orderBand: [-4131, "The counterparty's best price does not meet the PERCENT_PRICE filter limit."],
  ordersTooMany: [-2025, 'Reach max open order limit.'],
  guardsTooMany: [-4045, 'Reach max stop order limit.'],
  orderOptions: [-1128, 'Combination of optional parameters invalid.'],
  orderExpiry: [
    -5040,
    'The goodTillDate timestamp must be greater than the current time plus 600 seconds and smaller than 253402300799000.',
  ],
  marketClosed: [-4141, 'Symbol is closed.'],
  marketPaused: [-4141, 'Symbol is closed.'],
  marketReduceOnly: [-4140, 'Invalid symbol status for opening position.'],
  marketStale: [-4141, 'Symbol is closed.'],
  venueAway: [-4141, 'Symbol is closed.'],
  noLiquidity: [-2020, 'Unable to fill.'],
  insufficientBalance: [-2019, 'Margin is insufficient.'],
  wouldLiquidate: [-2019, 'Margin is insufficient.'],
  marginNeeded: [-2019, 'Margin is insufficient.'],
  orderWouldTake: [
    -5022,
    'Due to the order could not be executed as maker, the Post Only order will be rejected.',
  ],
  triggerPassed: [-2021, 'Order would immediately trigger.'],
  trailInvalid: [-2007, 'Invalid callBack rate.'],
  orderTriggered: [-2021, 'Order would immediately trigger.'],
  positionNone: [-2022, 'ReduceOnly Order is rejected.'],
  positionTooLarge: [-2027, 'Exceeded the maximum allowable position at current leverage.'],
  leverageInvalid: [-4028, 'Leverage is not valid.'],
  leverageTooHigh: [-4028, 'Leverage is not valid.'],
  termsFixed: [-4047, 'Margin type cannot be changed if there exists open orders or a position.'],
  marginCross: [-4054, 'Cannot add position margin: position is cross.'],
  positionLiquidating: [-2023, 'User in liquidation mode now.'],
  keyReused: [-4116, 'ClientOrderId is duplicated.'],
  accountFrozen: [-2010, 'This action is disabled on this account.'],
  orderClosed: [-2011, 'Unknown order sent.'],
  notFound: [-2013, 'Order does not exist.'],
};

export const futuresCancelRefusals: RefusalTable = {
  orderClosed: [-2011, 'Unknown order sent.'],
  notFound: [-2011, 'Unknown order sent.'],
};
