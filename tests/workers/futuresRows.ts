import type { FuturesOrderRow, PositionRow } from '../../domain/contract/index.ts';

/** The perpetual that these rows are of. */
export const ID = 'BTC-USDT-PERP';

/** A long position, isolated. */
export const position = (change: Partial<PositionRow> = {}): PositionRow => ({
  id: 1,
  market: ID,
  side: 'long',
  mode: 'isolated',
  leverage: 20,
  quantity: '0.04',
  cost: '2440',
  margin: '122',
  realised: { price: '0', fees: '-1.22', funding: '0' },
  closedQuantity: '0',
  closedCost: '0',
  closedValue: '0',
  takeProfit: '0',
  stopLoss: '0',
  openedAt: 1_000,
  updatedAt: 1_000,
  closedAt: null,
  end: null,
  version: 1,
  ...change,
});

/** A limit order that rests. */
export const order = (change: Partial<FuturesOrderRow> = {}): FuturesOrderRow => ({
  id: 7,
  market: ID,
  side: 'buy',
  type: 'limit',
  tif: 'GTC',
  expiresAt: null,
  scaled: null,
  postOnly: false,
  reduceOnly: false,
  price: '60000.5',
  trigger: null,
  trail: null,
  group: null,
  quantity: '0.02',
  filled: '0',
  filledTotal: '0',
  fee: '0',
  profit: '0',
  held: '0',
  filledAt: null,
  takeProfit: '0',
  stopLoss: '0',
  guardSource: 'last',
  mode: 'cross',
  leverage: 20,
  origin: 'ticket',
  status: 'open',
  reason: null,
  version: 1,
  createdAt: 1_000,
  updatedAt: 1_000,
  ...change,
});
