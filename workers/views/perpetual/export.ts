import type {
  FundingRow,
  FuturesFillRow,
  FuturesOrderRow,
  LiquidationRow,
  PositionRow,
} from '../../../domain/contract/index.ts';
import type { Dec, Result } from '../../../domain/index.ts';
import { bookedCost, bookedGain, netRealised, roundToDecimals } from '../../../domain/index.ts';
import type { FuturesFilter, FuturesTab } from '../../protocol.ts';
import type { Caller } from '../../session/caller.ts';
import type { Columns } from '../../session/export.ts';
import { exported, utc } from '../../session/export.ts';
import { named } from '../pages.ts';
import type { PastRow } from './historyView.ts';
import { requestPast } from './historyView.ts';

/** Places of what is stored and not booked: rates, and prices that no order had. */
const STORED = 18;
const stored = (value: Dec): Dec => roundToDecimals(value, STORED, 'nearest');

const POSITIONS: Columns<PositionRow> = {
  id: 'id',
  market: 'market',
  side: 'side',
  mode: 'mode',
  leverage: 'leverage',
  'opened (UTC)': ({ openedAt }) => utc(openedAt),
  'closed (UTC)': ({ closedAt }) => utc(closedAt),
  end: ({ end }) => end ?? 'open',
  'open quantity': 'quantity',
  'open cost': ({ cost }) => bookedCost(cost),
  'closed quantity': 'closedQuantity',
  'closed cost': ({ closedCost }) => bookedCost(closedCost),
  'closed value': ({ closedValue }) => bookedGain(closedValue),
  'price P/L': ({ realised }) => bookedGain(realised.price),
  fees: ({ realised }) => realised.fees,
  funding: ({ realised }) => realised.funding,
  'net P/L': ({ realised }) => netRealised({ ...realised, price: bookedGain(realised.price) }),
};

const ORDERS: Columns<FuturesOrderRow> = {
  id: 'id',
  'time (UTC)': ({ createdAt }) => utc(createdAt),
  market: 'market',
  side: 'side',
  type: 'type',
  'time in force': ({ postOnly, tif }) => (postOnly ? 'post-only' : tif),
  'reduce only': ({ reduceOnly }) => (reduceOnly ? 'yes' : 'no'),
  status: 'status',
  price: 'price',
  trigger: ({ trigger }) => trigger?.price,
  'trigger kind': ({ trigger }) => trigger?.kind,
  'trigger source': ({ trigger }) => trigger?.source,
  'chase from': ({ chase }) => chase?.from,
  'chase moves': ({ chase }) => (chase ? `${chase.moves}` : undefined),
  quantity: 'quantity',
  filled: 'filled',
  'filled total': 'filledTotal',
  fee: 'fee',
  'price P/L': 'profit',
  reason: 'reason',
};

const FILLS: Columns<FuturesFillRow> = {
  id: 'id',
  'time (UTC)': ({ at }) => utc(at),
  market: 'market',
  position: 'position',
  order: 'order',
  side: 'side',
  kind: 'kind',
  role: 'role',
  price: 'price',
  quantity: 'quantity',
  fee: 'fee',
  'price P/L': 'profit',
};

const FUNDING: Columns<FundingRow> = {
  id: 'id',
  'time (UTC)': ({ at }) => utc(at),
  market: 'market',
  position: 'position',
  side: 'side',
  quantity: 'quantity',
  mark: 'mark',
  rate: ({ rate }) => stored(rate),
  amount: 'amount',
};

const LIQUIDATIONS: Columns<LiquidationRow> = {
  id: 'id',
  'time (UTC)': ({ at }) => utc(at),
  market: 'market',
  position: 'position',
  step: 'step',
  side: 'side',
  mode: 'mode',
  quantity: 'quantity',
  price: ({ price }) => (price === null ? '' : stored(price)),
  mark: 'mark',
  equity: ({ equity }) => bookedGain(equity),
  maintenance: ({ maintenance }) => bookedCost(maintenance),
  'closing fee': ({ closingFee }) => bookedCost(closingFee),
  'price P/L': 'profit',
  fee: 'fee',
  insurance: 'insurance',
};

const COLUMNS: { readonly [T in FuturesTab]: Columns<Extract<PastRow, { tab: T }>['row']> } = {
  positions: POSITIONS,
  orders: ORDERS,
  fills: FILLS,
  funding: FUNDING,
  liquidations: LIQUIDATIONS,
};

/** One tab's rows as CSV, as booked, newest first. Sums that are never rounded have the places of their asset. */
export const exportFutures = (call: Caller, filter: FuturesFilter): Promise<Result<string>> =>
  // A tab's rows are of the kind that its columns read.
  exported<PastRow['row'], number>(COLUMNS[filter.tab] as Columns<PastRow['row']>, async (part) =>
    named(await requestPast(call, filter, part.before, part.limit, 'all'), ({ row }) => row),
  );
