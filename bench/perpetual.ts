import type { CrossAccount, Dec, Market, Position } from '../domain/index.ts';
import {
  crossFrame,
  crossTotals,
  D,
  liquidationPrice,
  perpetualFees,
  positionFigures,
  solveLiquidation,
  tiersOfMarket,
  toScreenNumber,
} from '../domain/index.ts';
import { OrderBook } from '../server/matching/orderBook.ts';
import type { HeldPosition } from '../server/products/perpetual/batch/position.ts';
import { Store } from '../server/products/perpetual/batch/store.ts';
import { Scan } from '../server/products/perpetual/liquidation/scan.ts';

const MARKETS = 100;
/** Whole cents around 100, so that some positions are near their end. */
export const markOf = (market: number, tick: number): Dec =>
  new D(10_000 + ((market * 37 + tick * 13) % 200) - 100).div(100).toFixed();

function marketOf(i: number): Market {
  return {
    id: `M${i}-USDT-PERP`,
    name: `M${i}/USDT`,
    kind: 'perpetual',
    asset: 'crypto',
    base: i === 0 ? 'BTC' : `M${i}`,
    quote: 'USDT',
    iconId: null,
    tick: '0.01',
    lot: '0.001',
    minQuantity: '0.001',
    minTotal: '0',
    status: 'open',
    cycle: false,
    listedAt: 0,
    origin: 'simulated',
  };
}

export function positionOf(id: number, userId: number, market: number): HeldPosition {
  const quantity = new D((id % 900) + 1).div(10);
  const cost = quantity.times(10_000 + ((id * 17) % 300) - 150).div(100);
  const leverage = 5 + (id % 15);
  const mode = id % 2 === 0 ? 'isolated' : 'cross';
  return {
    id,
    userId,
    market: `M${market}-USDT-PERP`,
    side: id % 3 === 0 ? 'short' : 'long',
    mode,
    leverage,
    quantity: quantity.toFixed(),
    cost: cost.toFixed(),
    margin: mode === 'isolated' ? cost.div(leverage).toDecimalPlaces(8).toFixed() : '0',
    realised: { price: '0', fees: '0', funding: '0' },
    closedQuantity: '0',
    closedCost: '0',
    closedValue: '0',
    takeProfit: '0',
    stopLoss: '0',
    openedAt: 1,
    updatedAt: 1,
    closedAt: null,
    end: null,
    version: 1,
    marginRef: 1,
  };
}

export const markets = Array.from({ length: MARKETS }, (_, i) => marketOf(i));
const orderBooks = new Map(
  markets.map((market) => [market.id, new OrderBook<never>(market, () => ({ bids: [], asks: [] }))]),
);
const tables = new Map(markets.map((market) => [market.id, tiersOfMarket(market)]));
const tableOf = (market: string) => tables.get(market) ?? tiersOfMarket(marketOf(0));

/** Five positions a user, in five markets; what each account has is a fifth of what its positions cost. */
function storeOf(count: number): Store {
  const store = new Store();
  const positions = Array.from({ length: count }, (_, i) =>
    positionOf(i + 1, Math.floor(i / 5) + 1, (i * 7 + Math.floor(i / 5)) % MARKETS),
  );
  const wallets = new Map<number, D>();
  for (const { userId, cost } of positions)
    wallets.set(userId, (wallets.get(userId) ?? new D(0)).plus(new D(cost).div(5)));
  store.apply({
    positions,
    wallets: [...wallets].map(([user, posted]) => [user, { posted, held: new D(0) }] as const),
    terms: [],
    absences: [],
    warnings: [],
  });
  return store;
}

export interface ScanFigures {
  /** ms for one look at all positions: ours in float64, and the same question to the decimal rules. */
  readonly ours: number;
  readonly decimal: number;
  readonly suspects: number;
  readonly due: number;
}

/** One look at every position after a move of all marks. @param count of positions. */
export function scanBench(count: number): (tick: number) => ScanFigures {
  const store = storeOf(count);
  const scan = new Scan(store, (market) => orderBooks.get(market));
  const users = [...store.users];
  return (tick) => {
    const marks = new Map(markets.map(({ id }, i) => [id, markOf(i, tick)]));
    const seenMarks = new Map(
      [...marks].map(([id, mark]) => [id, { mark: toScreenNumber(mark), isLive: true }] as const),
    );
    const begun = performance.now();
    const suspects = scan.check((market) => seenMarks.get(market)).suspects.length;
    const seen = performance.now();
    let due = 0;
    for (const user of users) due += decimalStyle(store, user, marks);
    return { ours: seen - begun, decimal: performance.now() - seen, suspects, due };
  };
}

function crossOf(
  positions: readonly HeldPosition[],
  balance: Dec,
  marks: ReadonlyMap<string, Dec | D>,
): CrossAccount {
  return {
    balance,
    held: '0',
    positions: positions
      .filter(({ mode }) => mode === 'cross')
      .map((position) => ({
        position,
        mark: marks.get(position.market) ?? '0',
        table: tableOf(position.market),
      })),
  };
}

function decimalStyle(store: Store, user: number, marks: ReadonlyMap<string, Dec>): number {
  const positions = store.positionsOf(user);
  const isolated = positions.filter(
    (position) =>
      position.mode === 'isolated' &&
      liquidationPrice(position, position.margin, marks.get(position.market) ?? '0', tableOf(position.market))
        .kind === 'due',
  ).length;
  return (
    isolated + (crossTotals(crossOf(positions, store.wallet(user).posted.toFixed(), marks)).isDue ? 1 : 0)
  );
}

export interface FrameFigures {
  /** ms of processor time for the frames of a second: by the rules in decimals, and the same sums in float64. */
  readonly ours: number;
  readonly limit: number;
}

/** All figures of one user's positions as a screen shows them: P/L, yield, value, liquidation price, account totals. */
export function frameBench(count: number, frames: number): (tick: number) => FrameFigures {
  const positions = Array.from({ length: count }, (_, i) => positionOf(i + 1, 1, i % MARKETS));
  const balance = positions
    .reduce((sum, { cost }) => sum.plus(cost), new D(0))
    .div(5)
    .toFixed();
  let kept = 0;
  /** What other programs take of the machine meanwhile does not count. */
  const timed = (work: (marks: ReadonlyMap<string, Dec>) => number, tick: number): number => {
    const all = Array.from(
      { length: frames },
      (_, frame) => new Map(markets.map(({ id }, i) => [id, markOf(i, tick * frames + frame)])),
    );
    const before = process.cpuUsage();
    for (const marks of all) kept += work(marks);
    const { user, system } = process.cpuUsage(before);
    return kept < 0 ? 0 : (user + system) / 1_000;
  };
  return (tick) => ({
    ours: timed((marks) => decimalFrame(positions, balance, marks), tick),
    limit: timed((marks) => floatFrame(positions, marks), tick),
  });
}

function decimalFrame(
  positions: readonly HeldPosition[],
  balance: Dec,
  texted: ReadonlyMap<string, Dec>,
): number {
  const marks = new Map([...texted].map(([id, mark]) => [id, new D(mark)]));
  let texts = 0;
  for (const position of positions) {
    const mark = marks.get(position.market) ?? '0';
    const { profit, roe } = positionFigures(position, mark);
    texts += profit.length + (roe?.length ?? 0);
    if (position.mode === 'isolated')
      texts += liquidationPrice(position, position.margin, mark, tableOf(position.market)).kind.length;
  }
  const account = crossOf(positions, balance, marks);
  const { totals, liquidations } = crossFrame(account);
  return texts + totals.equity.length + liquidations.length;
}

const floats = new WeakMap<Position, readonly [quantity: number, cost: number, sign: number]>();

function floatFrame(positions: readonly HeldPosition[], marks: ReadonlyMap<string, Dec>): number {
  let sum = 0;
  for (const position of positions) {
    let own = floats.get(position);
    if (!own) {
      own = [
        toScreenNumber(position.quantity),
        toScreenNumber(position.cost),
        position.side === 'long' ? 1 : -1,
      ];
      floats.set(position, own);
    }
    const [quantity, cost, sign] = own;
    const profit = (quantity * toScreenNumber(marks.get(position.market) ?? '0') - cost) * sign;
    sum +=
      Math.abs(profit) + Math.abs((profit * position.leverage) / cost) + cost / (quantity * (0.0105 - sign));
  }
  return Math.abs(sum);
}

/** What the peers compute the same figures from: decimal text, and what the first step of the table says. */
export interface ExactCase {
  readonly positions: readonly {
    readonly quantity: Dec;
    readonly cost: Dec;
    readonly margin: Dec;
    readonly leverage: number;
    readonly sign: 1 | -1;
  }[];
  readonly rate: Dec;
  readonly fee: Dec;
}

/** Isolated positions of one market, whose values stay within the first step of its table. */
export function exactBench(count: number) {
  const table = tableOf('M0-USDT-PERP');
  const positions = Array.from({ length: count }, (_, i) => positionOf(2 * (i + 1), 1, 0));
  const given: ExactCase = {
    positions: positions.map(({ quantity, cost, margin, leverage, side }) => ({
      quantity,
      cost,
      margin,
      leverage,
      sign: side === 'long' ? 1 : -1,
    })),
    rate: table[0].rate.toFixed(),
    fee: perpetualFees.taker,
  };
  /** P/L, yield and liquidation price of each at a mark, as the product's rules say them. */
  const ours = (mark: Dec): readonly (readonly [Dec, Dec, Dec])[] => {
    const exact = new D(mark);
    return positions.map((position) => {
      const { profit, roe = '0' } = positionFigures(position, exact);
      return [profit, roe, solveLiquidation(position, position.margin, exact, table).price] as const;
    });
  };
  return { given, ours };
}
