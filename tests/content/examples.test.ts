import { describe, expect, it } from 'vitest';
import type { Dec, Language, Position } from '../../domain/index.ts';
import {
  compareDec,
  convertCost,
  convertPrice,
  convertResult,
  cyclePayout,
  D,
  exactPercentText,
  FUNDING_INTEREST,
  feeOf,
  fundingPayment,
  fundingRate,
  initialMargin,
  languages,
  languageTag,
  liquidationPrice,
  marketBound,
  markPrice,
  netAfter,
  netOf,
  numberStyleOf,
  outcomeOf,
  perpetualFees,
  priceForProfit,
  priceForRoe,
  profitOf,
  redemptionAfter,
  requirementOf,
  roundToDecimals,
  settlementPrice,
  spotFees,
  styleDigits,
  teamReward,
  tiersOfMarket,
  toText,
  totalInterest,
} from '../../domain/index.ts';
import { alertReturn } from '../../domain/notifications/alerts.ts';
import { isWritten, textOf } from './texts.ts';

const BTC = tiersOfMarket({ asset: 'crypto', base: 'BTC' });
/** Long 0.1 BTC from 60,000 USDT at 20: the position of all examples. */
const long: Position = {
  side: 'long',
  mode: 'isolated',
  leverage: 20,
  quantity: '0.1',
  cost: '6000',
  margin: '300',
  realised: { price: '0', fees: '0', funding: '0' },
};
const cents = (text: Dec): Dec => roundToDecimals(text, 2, 'nearest');

/** @param wallet what stands behind it, USDT. */
function liquidationAt(wallet: Dec): Dec {
  const found = liquidationPrice(long, wallet, '60000', BTC);
  if (found.kind !== 'at') throw new Error('never liquidated');
  return cents(found.price);
}

/** What closing at the liquidation price leaves, and what that is made of. */
function atLiquidation(): readonly Dec[] {
  const price = liquidationAt('300');
  const value = cents(feeOf('0.1', price, '1'));
  const loss = profitOf('long', value, long.cost).replace('-', '');
  const { maintenance, fee } = requirementOf(value, BTC);
  const left = cents(profitOf('long', '300', loss));
  return [price, loss, left, cents(maintenance), cents(fee)].map(cents);
}

const convert = convertPrice('BTC', 'USDT', {
  from: { last: '60000', bid: '59995', ask: '60005' },
  to: { last: '1', bid: '1', ask: '1' },
});
const plan = { rate: '0.0003', days: 30, share: '0.8' };
const left = redemptionAfter('1000', plan, 10);
/** 0.4 ETH at 2,998 USDT and 0.6 ETH at 3,000. */
const paid = toText(new D('0.4').times('2998').plus(new D('0.6').times('3000')));
const rates = ['0.0003', '0.001', '-0.001'].map((premium) => fundingRate(premium));
const mean = (...points: Dec[]): Dec => settlementPrice(points, 3) ?? 'void';
const percents = (fractions: readonly Dec[]): readonly string[] =>
  fractions.map((each) => exactPercentText(each).replace('%', ''));

/** Numbers of the examples, computed as the product does. */
const examples: Readonly<Record<string, readonly string[]>> = {
  'help/market-orders': [marketBound('buy', '60000', '0.1')],
  'help/partial-fills': [
    ...percents([spotFees.taker, spotFees.maker]),
    netOf('0.4', 'taker').fee,
    netOf('0.6', 'maker').fee,
    netAfter('1', '0.00088').net,
    paid,
    toText(new D('3000').minus(paid)),
  ],
  'help/mark-price': [markPrice('60000', '-2000', '0.1')],
  'help/liquidation': [
    ...atLiquidation(),
    initialMargin('0.1', '60000', 20),
    initialMargin('0.1', '60000', 10),
    liquidationAt('600'),
    perpetualFees.taker,
  ],
  'help/cross-isolated': [liquidationAt('300'), liquidationAt('1000')],
  'help/transfer': [liquidationAt('1000'), liquidationAt('600')],
  'help/funding': [fundingPayment('short', '0.1', '60000', FUNDING_INTEREST), ...percents(rates)],
  'help/take-profit-stop-loss': [
    priceForProfit(long, '60', '0.1') ?? 'none',
    priceForProfit(long, '-30', '0.1') ?? 'none',
  ],
  'help/cycle-settlement': [cyclePayout('win', '100', '0.85').payout, mean('60010', '60012', '60011')],
  'help/convert': [convert.price, convertResult('0.1', convert.price), convertCost('0.1', convert)],
  'help/storage-plan': [
    totalInterest('1000', { rate: plan.rate, days: 1 }),
    totalInterest('1000', plan),
    left.interest,
    left.cost,
    left.back,
  ],
  'help/team-rewards': [
    teamReward('10', 'direct'),
    teamReward('10', 'second'),
    feeOf('1', '20000', perpetualFees.taker),
  ],
  'help/price-alerts': [alertReturn('above', '61000').level],
  'help/records-csv': [netOf('0.1', 'taker').net, netOf('0.1', 'taker').fee],
};

/** A number at its end: not as a part of a longer one. Two places after the point may be filled with zeros. */
function holds(text: string, number: string, language: Language): boolean {
  const style = numberStyleOf(languageTag(language));
  const forms = [number, number.includes('.') ? `${number}0` : `${number}.00`, number.replace(/0$/, '')];
  return forms.some((form) => {
    const shown = styleDigits(form, style).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    return new RegExp(`(?<![\\d.,])${shown}(?![\\d]|[.,]\\d)`).test(text);
  });
}

const written = Object.keys(examples).flatMap((slug) =>
  languages.filter((language) => isWritten(slug, language)).map((language) => [slug, language] as const),
);

describe('examples', () => {
  it.each(written)('of %s are computed right in %s', (slug, language) => {
    const { body } = textOf(slug, language);
    const missing = (examples[slug] ?? []).filter((number) => !holds(body, number, language));
    expect(missing).toEqual([]);
  });

  it('rest on what they say', () => {
    expect(priceForRoe(long, '0.2', '0.1')).toBe(priceForProfit(long, '60', '0.1'));
    expect(outcomeOf('up', '60000', mean('59999', '60000', '60001'))).toBe('tie');
    expect(outcomeOf('up', '60000', mean('60010', '60012', '60011'))).toBe('win');
    expect([settlementPrice(['1', '1'], 3), settlementPrice(['1'], 3)]).toEqual(['1', undefined]);
    for (const [expected, least] of [
      [15, 8],
      [60, 30],
    ] as const) {
      expect(settlementPrice(Array<Dec>(least).fill('1'), expected)).toBe('1');
      expect(settlementPrice(Array<Dec>(least - 1).fill('1'), expected)).toBeUndefined();
    }
    expect(compareDec(left.net, '0.6')).toBe(0);
  });
});
