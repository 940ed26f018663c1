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
import type { BalanceLine, BalancesFrame, BalancesView, Freshness } from '../protocol.ts';
import { FOCUS_STALE_MS } from '../streams/age.ts';
import type { Positions } from '../streams/positions/index.ts';
import { sumsIn, usdtOf } from './convert/equity.ts';
import { iconOf } from './convert/prices.ts';
import type { LiveView } from './live.ts';
import { openChannel, openDesk } from './live.ts';
import type { ViewDeps } from './view.ts';
import { isSameFreshness } from './view.ts';

/** What stands where no price is known. */
const NO_WORTH = '--';
const BTC_DECIMALS = 8;

/** The person's money with its live worth. */
export class BalancesViewer implements LiveView<BalancesView> {
  readonly #deps: ViewDeps;
  readonly #stops: readonly (() => void)[];
  readonly #desk: Positions;
  #view: BalancesView;
  #versions = '';
  #freshness: Freshness | undefined;

  constructor(view: BalancesView, deps: ViewDeps) {
    this.#view = view;
    this.#deps = deps;
    const { desk, leave } = openDesk(deps);
    this.#desk = desk;
    this.#stops = [openChannel(deps, 'tick'), deps.ages.follow(PRIVATE_CHANNEL), leave];
  }

  update(view: BalancesView): void {
    this.#view = view;
    this.refresh();
  }

  refresh(): void {
    this.#versions = '';
    this.#freshness = undefined;
  }

  close(): void {
    for (const stop of this.#stops) stop();
  }

  frame(): BalancesFrame | undefined {
    const { funds, rows, ages, words } = this.#deps;
    const freshness = ages.of(PRIVATE_CHANNEL, FOCUS_STALE_MS, words().age);
    const { id, margin, profit } = this.#desk.snapshot();
    const versions = [funds.version, rows.tickerVersion, rows.listVersion, id].join();
    if (versions === this.#versions && isSameFreshness(this.#freshness, freshness)) return undefined;
    this.#versions = versions;
    this.#freshness = freshness;
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
      positionMargin: moneyText(this.#desk.isKnown ? margin : funds.positionMargin, style, 'up'),
      unrealizedPl: profit === undefined ? NO_WORTH : signedMoneyText(profit, style),
      unrealizedDirection: directionOf(moneyText(profit ?? '0')),
      realizedPl: gainText(funds.realizedPl, style),
      realizedDirection: directionOf(gainText(funds.realizedPl)),
      lines: this.#lines([...sums].sort(byWorth)),
      freshness,
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
    const worth = new D(total).div(price).toDecimalPlaces(BTC_DECIMALS, D.ROUND_DOWN);
    return amountText(worth.toFixed(BTC_DECIMALS), this.#deps.words().style);
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
