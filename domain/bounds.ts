import { CYCLE_ASSET, stakeLimits } from './cycle/ticket.ts';
import type { Dec } from './decimal.ts';
import { D, toText } from './decimal.ts';
import type { RefusalCode } from './errors.ts';
import { numberStyleOf, styleDigits } from './format/style.ts';
import { countedZeros } from './format/zeros.ts';
import type { Language } from './language.ts';
import { languageTag } from './language.ts';
import type { AssetClass, MarketFilter } from './market/market.ts';
import { SETTLEMENT_ASSET } from './perpetual/terms.ts';
import type { Bound } from './ruleError.ts';
import type { PlanTerms } from './storage/plan.ts';
import type { WithdrawBounds } from './wallet/withdrawal.ts';

/** Refusals that compare with one figure; where it is at hand, their words name it. */
export const boundedCodes = [
  'orderTick',
  'orderLot',
  'orderMinimum',
  'orderTotal',
  'stakeTooSmall',
  'stakeTooLarge',
  'escrowTooSmall',
  'escrowTooLarge',
  'withdrawTooSmall',
  'withdrawTooLarge',
  'withdrawFee',
  'withdrawLevelLimit',
  'withdrawDayLimit',
] as const satisfies readonly RefusalCode[];

export type Bounds = Readonly<Partial<Record<RefusalCode, Bound>>>;

/** The figures of a market's rules about orders. */
export function marketBounds({
  base,
  quote,
  tick,
  lot,
  minQuantity,
  minTotal,
}: MarketFilter & { readonly base: string; readonly quote: string }): Bounds {
  return {
    orderTick: { amount: tick, asset: quote },
    orderLot: { amount: lot, asset: base },
    orderMinimum: { amount: minQuantity, asset: base },
    orderTotal: { amount: minTotal, asset: quote },
  };
}

/** The price step of a perpetual market, for what is typed about one position. */
export const tickBounds = (tick: Dec): Bounds => ({ orderTick: { amount: tick, asset: SETTLEMENT_ASSET } });

/** The figures of a stake's rules. */
export const stakeBounds = (kind: AssetClass): Bounds => ({
  stakeTooSmall: { amount: stakeLimits[kind].least, asset: CYCLE_ASSET },
  stakeTooLarge: { amount: stakeLimits[kind].most, asset: CYCLE_ASSET },
});

/** The figures of a storage plan's rules. */
export const escrowBounds = ({ asset, least, most }: PlanTerms): Bounds => ({
  escrowTooSmall: { amount: least, asset },
  escrowTooLarge: { amount: most, asset },
});

/** The figures of a withdrawal's rules: the least rounded up to what can be sent, the most down. */
export function withdrawalBounds(bounds: WithdrawBounds, asset: string): Bounds {
  const { least, decimals } = bounds;
  const most = (amount: Dec): Bound => ({
    amount: toText(new D(amount).toDecimalPlaces(decimals, D.ROUND_DOWN)),
    asset,
  });
  return {
    withdrawTooSmall: { amount: toText(new D(least).toDecimalPlaces(decimals, D.ROUND_UP)), asset },
    withdrawFee: { amount: bounds.fee, asset },
    withdrawTooLarge: most(bounds.most),
    withdrawLevelLimit: most(bounds.levelMost),
    withdrawDayLimit: most(bounds.dayLeft),
  };
}

/** A figure in the signs of a language, with many zeros counted. */
export const figureText = (plain: Dec, language: Language): string =>
  styleDigits(countedZeros(plain), numberStyleOf(languageTag(language)));
