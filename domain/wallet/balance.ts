import type { Dec } from '../decimal.ts';
import { D, toText } from '../decimal.ts';

/** Accounts of a user; the house's and the outside world's are the exchange's own matter. */
export const accountKinds = ['spot', 'futures'] as const;
export type AccountKind = (typeof accountKinds)[number];
/** The same, and the account that storage orders hold: a user's, but nothing is moved from or to it by hand. */
export const balanceKinds = [...accountKinds, 'escrow'] as const;
export type BalanceKind = (typeof balanceKinds)[number];

/** Why money moved: the code of a journal entry. */
export const movementKinds = [
  'playGrant',
  'playReturn',
  'transfer',
  'trade',
  'fee',
  'realizedPl',
  'cycle',
  'funding',
  'liquidation',
  'deposit',
  'depositReversed',
  'debtPaid',
  'withdrawal',
  'convert',
  'storage',
  'interest',
  'reward',
] as const;
export type MovementKind = (typeof movementKinds)[number];

/** Why money is held: what a hold stands for. */
export const holdKinds = ['order', 'withdrawal', 'margin', 'storage', 'cycle'] as const;
export type HoldKind = (typeof holdKinds)[number];

/** One account's money in one asset. Both amounts in units of the asset, 0 ≤ held ≤ posted. */
export interface Balance {
  readonly account: BalanceKind;
  readonly asset: string;
  /** Everything that is booked, what is held included. */
  readonly posted: Dec;
  /** Frozen for orders, withdrawals, margin and the like; all of what is in escrow. */
  readonly held: Dec;
  /** Rises with each booking; an older state never replaces a newer one. */
  readonly version: number;
}

/** Decimal places in which every asset is booked. */
export const ASSET_SCALE = 8;
/** The unit of totals. */
export const TOTAL_ASSET = 'USDT';

/** What a new practice account starts with: play money in both accounts. */
export const playGrants: readonly { account: AccountKind; asset: string; amount: Dec }[] = [
  { account: 'spot', asset: 'USDT', amount: '10000' },
  { account: 'spot', asset: 'BTC', amount: '0.1' },
  { account: 'spot', asset: 'ETH', amount: '2' },
  { account: 'futures', asset: 'USDT', amount: '10000' },
];

/** What can be used: booked less held. */
export function available({ posted, held }: Pick<Balance, 'posted' | 'held'>): Dec {
  return toText(new D(posted).minus(held));
}

/** One asset over several accounts, in units of the asset: `total` = `available` + `frozen`. */
export interface AssetSum {
  readonly asset: string;
  readonly total: Dec;
  readonly available: Dec;
  readonly frozen: Dec;
  /** In USDT, cut down to cents' hundredths; undefined while no price is known. */
  readonly worth: Dec | undefined;
}

/** Sums of each asset over the given balances, and their worth. @param priceOf USDT per unit. */
export function sumsOf(
  balances: readonly Balance[],
  priceOf: (asset: string) => Dec | undefined,
): readonly AssetSum[] {
  const sums = new Map<string, { posted: D; held: D }>();
  for (const { asset, posted, held } of balances) {
    const sum = sums.get(asset) ?? { posted: new D(0), held: new D(0) };
    sums.set(asset, { posted: sum.posted.plus(posted), held: sum.held.plus(held) });
  }
  return [...sums].map(([asset, { posted, held }]) => {
    const price = priceOf(asset);
    return {
      asset,
      total: toText(posted),
      available: toText(posted.minus(held)),
      frozen: toText(held),
      worth: price === undefined ? undefined : worthOf(posted, price),
    };
  });
}

/** Worth in USDT, rounded down: nobody is shown more than there is. */
function worthOf(amount: D, price: Dec): Dec {
  return toText(amount.times(price).toDecimalPlaces(8, D.ROUND_DOWN));
}

/** Sum of what has a price. `isWhole`: everything that is owned has one. */
export function totalWorth(sums: readonly AssetSum[]): { readonly total: Dec; readonly isWhole: boolean } {
  const priced = sums.filter(({ worth }) => worth !== undefined);
  const total = priced.reduce((sum, { worth }) => sum.plus(worth ?? 0), new D(0));
  return { total: toText(total), isWhole: priced.length === sums.length };
}

/** Whether an amount has no more decimal places than the exchange books. */
export function fitsScale(amount: Dec): boolean {
  return new D(amount).decimalPlaces() <= ASSET_SCALE;
}
