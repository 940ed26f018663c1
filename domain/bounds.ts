import { CYCLE_ASSET, stakeLimits } from './cycle/ticket.ts';
import type { Dec } from './decimal.ts';
import type { RefusalCode } from './errors.ts';
import { exactText, numberStyleOf } from './format/style.ts';
import type { Language } from './language.ts';
import { languageTag } from './language.ts';
import type { AssetClass, MarketFilter } from './market/market.ts';
import { SETTLEMENT_ASSET } from './perpetual/terms.ts';
import type { Bound } from './ruleError.ts';
import { RuleError } from './ruleError.ts';
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

/** Figures by the refusal that compares with them: exact decimals, or as they are shown. */
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

/** The price step of a perpetual market, for what is typed about one position: exact, or as it is shown. */
export const tickBounds = (tick: string): Bounds => ({
  orderTick: { amount: tick, asset: SETTLEMENT_ASSET },
});

/** The figures of a stake's rules. */
export const stakeBounds = (kind: AssetClass): Bounds => ({
  stakeTooSmall: { amount: stakeLimits[kind].least, asset: CYCLE_ASSET },
  stakeTooLarge: { amount: stakeLimits[kind].most, asset: CYCLE_ASSET },
});

/** The figures of a storage plan's rules. */
export const escrowBounds = ({
  asset,
  least,
  most,
}: Pick<PlanTerms, 'asset' | 'least' | 'most'>): Bounds => ({
  escrowTooSmall: { amount: least, asset },
  escrowTooLarge: { amount: most, asset },
});

/** The figures of a withdrawal's rules. */
export const withdrawalBounds = (
  { least, most, levelMost, dayLeft, fee }: Omit<WithdrawBounds, 'available' | 'withdrawable' | 'decimals'>,
  asset: string,
): Bounds => ({
  withdrawTooSmall: { amount: least, asset },
  withdrawFee: { amount: fee, asset },
  withdrawTooLarge: { amount: most, asset },
  withdrawLevelLimit: { amount: levelMost, asset },
  withdrawDayLimit: { amount: dayLeft, asset },
});

/** Says no, naming the figure of the broken rule. @throws {RuleError} where there is a refusal. */
export function throwRefusal(refusal: RefusalCode | undefined, bounds: Bounds = {}): void {
  if (refusal) throw new RuleError(refusal, { bound: bounds[refusal] });
}

/** A figure in the signs of a language, with many zeros counted. */
export const figureText = (plain: Dec, language: Language): string =>
  exactText(plain, numberStyleOf(languageTag(language)));
