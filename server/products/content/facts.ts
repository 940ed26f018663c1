import type { Dec, NumberStyle } from '../../../domain/index.ts';
import {
  ADDRESS_REST_MS,
  absenceSeconds,
  BANK_FEE,
  BANK_QUOTE_MS,
  CHANGE_HOLD_MS,
  CODE_DIGITS,
  CONVERT_LIFE_MS,
  CONVERT_SPREAD,
  CONVERT_TOLERANCE,
  CREDIT_CONFIRMATIONS,
  CREDIT_SCORE_START,
  CYCLE_FEE,
  convertBounds,
  defaultTerms,
  depositChains,
  ENTRY_WITHIN_MS,
  exactPercentText,
  FIAT_SPREAD,
  FUNDING_CAP,
  FUNDING_CLAMP,
  FUNDING_INTEREST,
  fiatDayMost,
  HOUR_MS,
  leastDeposit,
  levelMost,
  MARK_BAND,
  MARKET_PROTECTION,
  MINUTE_MS,
  MOST_GUARDS,
  PAYOUT_MARGIN,
  PRICE_BAND,
  perpetualFees,
  playGrants,
  QUOTE_LIFE_MS,
  RATE_BOUNDS,
  REJECTION_POINTS,
  REVOKE_MS,
  SALE_CHANCES,
  SALE_CLOSES_MS,
  SALE_MARGIN,
  SMALL_WORTH,
  spotFees,
  stakeLimits,
  styleDigits,
  TEAM_RATES,
  testDeposit,
  tierSteps,
  userLimits,
  WITHDRAW_DAY_MOST,
  WITHDRAW_LEAST,
  WITHDRAW_MOST,
  windowMs,
  withdrawRoutes,
} from '../../../domain/index.ts';
import { CODE_MS } from '../../books/users/codes.ts';

/** A number of the product, written in the signs of a language. */
type Fact = (style: NumberStyle) => string;
/** Facts by the names that texts use: `{{spot.takerFee}}`, `{{app}}`. */
export type Facts = ReadonlyMap<string, Fact>;

/** What only the settings of this exchange decide. */
export interface FactSettings {
  /** What the venue is called. */
  readonly venueName: string;
  readonly fundingHours: number;
  /** Confirmations that unlock a deposit. */
  readonly unlockConfirmations: number;
  /** From block to block on a simulated network, ms. */
  readonly blockMs: number;
  /** Withdrawals of up to this amount are approved automatically, USDT. */
  readonly approveUpTo: Dec;
}

const percent =
  (fraction: Dec): Fact =>
  (style) =>
    exactPercentText(fraction, style);
const number =
  (value: Dec | number): Fact =>
  (style) =>
    styleDigits(String(value), style);

const seconds = (ms: number): Fact => number(ms / 1_000);
const minutes = (ms: number): Fact => number(ms / MINUTE_MS);
const hours = (ms: number): Fact => number(ms / HOUR_MS);

/** Every number that texts may name. Where each comes from is where it is decided; none is written here. */
export function factsOf(settings: FactSettings): Facts {
  return new Map([
    ['app', () => settings.venueName],
    ...tradingFacts(),
    ...contractFacts(),
    ...moneyFacts(settings),
    ...accountFacts(),
    ['perpetual.fundingHours', number(settings.fundingHours)],
  ]);
}

function tradingFacts(): [string, Fact][] {
  return [
    ['spot.makerFee', (style) => percent(spotFees.maker)(style)],
    ['spot.takerFee', (style) => percent(spotFees.taker)(style)],
    ['spot.marketProtection', percent(MARKET_PROTECTION)],
    ['spot.bandLeast', number(PRICE_BAND.least)],
    ['spot.bandMost', number(PRICE_BAND.most)],
  ];
}

function contractFacts(): [string, Fact][] {
  return [
    ['perpetual.makerFee', (style) => percent(perpetualFees.maker)(style)],
    ['perpetual.takerFee', (style) => percent(perpetualFees.taker)(style)],
    ['perpetual.fundingCap', percent(FUNDING_CAP)],
    ['perpetual.fundingInterest', percent(FUNDING_INTEREST)],
    ['perpetual.fundingClamp', percent(FUNDING_CLAMP)],
    ['perpetual.markBand', percent(MARK_BAND)],
    ['perpetual.firstLeverage', number(defaultTerms.leverage)],
    ['perpetual.mostGuards', number(MOST_GUARDS)],
    ['perpetual.absenceLeast', number(absenceSeconds.least)],
    ['perpetual.absenceMost', number(absenceSeconds.most)],
    ['perpetual.major.maxLeverage', number(tierSteps('major')[0]?.maxLeverage ?? 0)],
    ['cycle.fee', percent(CYCLE_FEE)],
    ['cycle.leastRate', percent(RATE_BOUNDS.least)],
    ['cycle.mostRate', percent(RATE_BOUNDS.most)],
    ['cycle.quoteSeconds', seconds(QUOTE_LIFE_MS)],
    ['cycle.margin', percent(PAYOUT_MARGIN)],
    ['cycle.saleMargin', percent(SALE_MARGIN)],
    ['cycle.saleCloses', seconds(SALE_CLOSES_MS)],
    ['cycle.saleLeastChance', percent(SALE_CHANCES.least)],
    ['cycle.saleMostChance', percent(SALE_CHANCES.most)],
    ['cycle.entrySeconds', seconds(ENTRY_WITHIN_MS)],
    ['cycle.shortWindow', seconds(windowMs('30s'))],
    ['cycle.middleWindow', seconds(windowMs('5m'))],
    ['cycle.longWindow', seconds(windowMs('1h'))],
    ['cycle.mostContracts', number(userLimits.contracts)],
    ['cycle.mostStaked', number(userLimits.staked)],
    ['cycle.cryptoLeast', number(stakeLimits.crypto.least)],
    ['cycle.cryptoMost', number(stakeLimits.crypto.most)],
    ['cycle.commodityMost', number(stakeLimits.commodity.most)],
  ];
}

function moneyFacts({ unlockConfirmations, blockMs, approveUpTo }: FactSettings): [string, Fact][] {
  return [
    ['convert.spread', percent(CONVERT_SPREAD)],
    ['convert.tolerance', percent(CONVERT_TOLERANCE)],
    ['convert.least', number(convertBounds.least)],
    ['convert.most', number(convertBounds.most)],
    ['convert.quoteSeconds', seconds(CONVERT_LIFE_MS)],
    ['convert.smallWorth', number(SMALL_WORTH)],
    ['deposit.creditConfirmations', number(CREDIT_CONFIRMATIONS)],
    ['deposit.unlockConfirmations', number(unlockConfirmations)],
    ...depositChains.map((chain): [string, Fact] => [`deposit.${chain}.least`, number(leastDeposit(chain))]),
    ['deposit.testMost', number(testDeposit.most)],
    ['deposit.practiceBlockSeconds', seconds(blockMs)],
    ['withdraw.approveUpTo', number(approveUpTo)],
    ['withdraw.addressRestHours', hours(ADDRESS_REST_MS)],
    ['bank.fee', number(BANK_FEE)],
    ['bank.quoteMinutes', minutes(BANK_QUOTE_MS)],
    ['bank.spread', percent(FIAT_SPREAD)],
    ...[1, 2].map((level): [string, Fact] => [
      `bank.level${level}Day`,
      (style) => number(fiatDayMost(level))(style),
    ]),
    ['withdraw.least', number(WITHDRAW_LEAST)],
    ['withdraw.most', number(WITHDRAW_MOST)],
    ['withdraw.dayMost', number(WITHDRAW_DAY_MOST)],
    ...[0, 1, 2].map((level): [string, Fact] => [
      `withdraw.level${level}Most`,
      (style) => number(levelMost(level))(style),
    ]),
    ...withdrawRoutes.map(({ currency, chain, fee }): [string, Fact] => [
      `withdraw.fee.${currency}.${chain}`,
      number(fee),
    ]),
    ['storage.revokeMinutes', minutes(REVOKE_MS)],
  ];
}

function accountFacts(): [string, Fact][] {
  return [
    ['account.restHours', hours(CHANGE_HOLD_MS)],
    ['account.creditStart', number(CREDIT_SCORE_START)],
    ['account.creditRejection', number(REJECTION_POINTS)],
    ['account.codeDigits', number(CODE_DIGITS)],
    ['account.codeMinutes', minutes(CODE_MS)],
    ['team.direct', percent(TEAM_RATES.direct)],
    ['team.second', percent(TEAM_RATES.second)],
    ...playGrants.map(({ account, asset, amount }): [string, Fact] => [
      `play.${account}.${asset}`,
      number(amount),
    ]),
  ];
}
