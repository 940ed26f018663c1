/** How busy a market is by its rank, read from a real exchange's list; between its points straight in logarithms. */
type Points = readonly (readonly [rank: number, value: number])[];

/** Day's volume of pairs against USDT, dollars. */
const VOLUME: Points = [
  [1, 1_537e6],
  [5, 711e6],
  [10, 468e6],
  [50, 74e6],
  [100, 30e6],
  [200, 9e6],
];
/** Fills a day. */
const FILLS: Points = [
  [1, 3.88e6],
  [10, 1.08e6],
  [100, 158_000],
  [300, 34_000],
];
const DAY_MINUTES = 1440;
/** Fills that one order which takes makes on average. */
export const FILLS_PER_ORDER = 3.3;
/** Ranks whose spread is one tick. */
const TIGHT_RANKS = 4;

/** The value at a rank; beyond the last point the last slope goes on. */
function at(points: Points, rank: number): number {
  const found = points.findIndex(([known]) => known >= rank);
  const end = found < 0 ? points.length - 1 : Math.max(1, found);
  const [fromRank, from] = points[end - 1] ?? [1, 1];
  const [toRank, to] = points[end] ?? [1, 1];
  const part = Math.log(rank / fromRank) / Math.log(toRank / fromRank);
  return from * (to / from) ** part;
}

/** Dollars traded in a day. @param rank 1 is the busiest; need not be whole. */
export const dayDollars = (rank: number): number => at(VOLUME, rank);

/** Orders that take in an ordinary minute. */
export const minuteOrders = (rank: number): number => at(FILLS, rank) / DAY_MINUTES / FILLS_PER_ORDER;

/** Typical distance between best bid and ask, as a fraction of the price; 0 stands for one tick. */
export const typicalSpread = (rank: number): number =>
  rank < TIGHT_RANKS ? 0 : Math.min(4, 0.4 + rank / 200) / 10_000;
