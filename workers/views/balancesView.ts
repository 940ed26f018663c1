import { combineLatest, map } from 'rxjs';
import { PRIVATE_CHANNEL } from '../../domain/contract/index.ts';
import type { AssetSum, Balance, Dec } from '../../domain/index.ts';
import {
  amountText,
  balanceKinds,
  D,
  directionOf,
  gainText,
  moneyText,
  signedMoneyText,
  signOf,
  toText,
  totalWorth,
  worthText,
  worthTexts,
} from '../../domain/index.ts';
import type { BalanceLine, BalancesFrame, BalancesView } from '../protocol.ts';
import { FOCUS_STALE_MS } from '../streams/age.ts';
import type { Positions } from '../streams/positions/index.ts';
import { positionsIn } from '../streams/positions/index.ts';
import { sumsIn, usdtOf } from './convert/equity.ts';
import { iconOf } from './convert/prices.ts';
import type { ViewDeps } from './view.ts';
import { ageKey, projected, seconds, withAge } from './view.ts';

/** What stands where no price is known. */
const NO_WORTH = '--';
const BTC_DECIMALS = 8;

/** The user's money with its live worth. */
export const balancesView = projected<BalancesView, Positions, BalancesFrame>({
  state: (_, deps) => {
    const { balances$, tickers$ } = deps.streams;
    const positions$ = positionsIn(deps.streams).pipe(withAge(deps, PRIVATE_CHANNEL, FOCUS_STALE_MS));
    return combineLatest([positions$, balances$, tickers$, seconds(deps)]).pipe(map(([{ value }]) => value));
  },
  key: (_, positions, deps) => {
    const { funds, rows } = deps;
    const { id } = positions.snapshot();
    return [funds.version, rows.tickerVersion, rows.listVersion, id, ageKey(ageOf(deps))].join();
  },
  frame: (view, positions, deps) => new Money(view, positions, deps).frame(),
});

const ageOf = ({ ages, words }: ViewDeps) => ages.of(PRIVATE_CHANNEL, FOCUS_STALE_MS, words().age);

/** Balances with what they are worth now. */
class Money {
  readonly #deps: ViewDeps;
  readonly #positions: Positions;
  readonly #view: BalancesView;

  constructor(view: BalancesView, positions: Positions, deps: ViewDeps) {
    this.#view = view;
    this.#positions = positions;
    this.#deps = deps;
  }

  frame(): BalancesFrame {
    const { funds, words } = this.#deps;
    const { margin, profit } = this.#positions.snapshot();
    const all = funds.balances;
    const { account } = this.#view;
    const sums = this.#sums(account ? all.filter((balance) => balance.account === account) : all);
    const { total, isWhole } = this.#total(sums, account !== 'spot', profit);
    const { style } = words();
    const worths = balanceKinds.map(
      (each) =>
        this.#total(this.#sums(all.filter((balance) => balance.account === each)), each === 'futures', profit)
          .total,
    );
    const whole = account ? toText(worths.reduce((sum, worth) => sum.plus(worth), new D(0))) : total;
    const split = worthTexts(worths, whole, style);
    return {
      kind: 'balances',
      isKnown: funds.uid !== undefined,
      total: worthText(total, style),
      totalBtc: this.#inBtc(total),
      isWhole,
      accounts: balanceKinds.map((each, place) => ({ account: each, worth: split[place] ?? NO_WORTH })),
      positionMargin: moneyText(this.#positions.isKnown ? margin : funds.positionMargin, style, 'up'),
      unrealizedPl: profit === undefined ? NO_WORTH : signedMoneyText(profit, style),
      unrealizedDirection: directionOf(moneyText(profit ?? '0')),
      realizedPl: gainText(funds.realizedPl, style),
      realizedDirection: directionOf(gainText(funds.realizedPl)),
      lines: this.#lines([...sums].sort(byWorth)),
      freshness: ageOf(this.#deps),
    };
  }

  #sums(balances: readonly Balance[]): readonly AssetSum[] {
    return sumsIn(this.#deps, balances);
  }

  /** What is booked, and of the futures account what open positions would bring now. */
  #total(sums: readonly AssetSum[], hasFutures: boolean, profit: Dec | undefined) {
    const { total, isWhole } = totalWorth(sums);
    if (!hasFutures) return { total, isWhole };
    return { total: toText(new D(total).plus(profit ?? 0)), isWhole: isWhole && profit !== undefined };
  }

  #inBtc(total: Dec): string {
    const price = usdtOf(this.#deps, 'BTC');
    if (price === undefined || signOf(price) === 0) return NO_WORTH;
    // As in dollars: no more than there is, and no debt as less.
    const worth = new D(total).div(price).toDecimalPlaces(BTC_DECIMALS, D.ROUND_FLOOR);
    return amountText(toText(worth), this.#deps.words().style);
  }

  /** Worths of the lines add up to what is booked, as it is shown. */
  #lines(sums: readonly AssetSum[]): readonly BalanceLine[] {
    const priced = sums.flatMap((sum) => (sum.worth === undefined ? [] : [{ ...sum, worth: sum.worth }]));
    const worths = priced.map(({ worth }) => worth);
    const texts = worthTexts(worths, totalWorth(priced).total, this.#deps.words().style);
    const shown = new Map(priced.map(({ asset }, place) => [asset, texts[place]]));
    return sums.map((sum) => this.#line(sum, shown.get(sum.asset) ?? NO_WORTH));
  }

  #line({ asset, total, available, frozen }: AssetSum, worth: string): BalanceLine {
    const { style } = this.#deps.words();
    return {
      asset,
      iconId: iconOf(this.#deps, asset),
      total: amountText(total, style),
      available: amountText(available, style),
      frozen: amountText(frozen, style),
      isFrozen: signOf(frozen) !== 0,
      worth,
    };
  }
}

function byWorth(a: AssetSum, b: AssetSum): number {
  const difference = new D(b.worth ?? '0').cmp(a.worth ?? '0');
  return difference !== 0 ? difference : a.asset < b.asset ? -1 : 1;
}
