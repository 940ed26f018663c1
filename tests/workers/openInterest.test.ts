import { describe, expect, it } from 'vitest';
import { createWords } from '../../workers/session/words.ts';
import { interestTexts, rateLines } from '../../workers/views/perpetual/openInterest.ts';
import { market } from './world.ts';

const btc = market('BTC', 'USDT', { kind: 'perpetual', tick: '0.1', lot: '0.001' });
const words = createWords('en_us');
const AT = Date.UTC(2026, 10, 25, 16);
const interest = {
  quantity: '12.5',
  value: '1312500',
  long: { accounts: 31, quantity: '12.5' },
  short: { accounts: 18, quantity: '9.25' },
  liquidations: [
    { at: AT, side: 'long', quantity: '2', price: '60999.95' },
    { at: AT, side: 'long', quantity: '1', price: '61000' },
  ],
  liquidated: { long: { count: 2, value: '182999.9' }, short: { count: 0, value: '0' } },
} as const;
const counted = { at: AT, interest: { ...interest, liquidations: [...interest.liquidations] } };

describe('what stands open in a market, in words', () => {
  it('has both ratios with what they were made of, and a key for each liquidation of one moment', () => {
    const texts = interestTexts(counted, btc, words, 0);
    expect(texts).toMatchObject({
      ...{ quantity: '12.500', value: '1.31M' },
      accounts: { long: '31', short: '18', ratio: '1.72' },
      positions: { long: '12.500', short: '9.250', ratio: '1.35' },
      liquidated: { long: '182.99K', short: '0.00' },
      freshness: { state: 'live', ageText: '' },
    });
    const keys = texts?.liquidations.map(({ key }) => key) ?? [];
    expect(new Set(keys).size).toBe(2);
    expect(texts?.liquidations[1]).toMatchObject({ side: 'long', price: '61,000.00', value: '61.00K' });
  });
  it('says nothing of a venue whose positions are not known, and a dash where there are no shorts', () => {
    expect(interestTexts({ at: AT, interest: null }, btc, words, 0)).toBeNull();
    const long = { ...counted.interest, short: { accounts: 0, quantity: '0' }, value: null };
    expect(interestTexts({ at: AT, interest: long }, btc, words, 0)).toMatchObject({
      ...{ value: '--', accounts: { ratio: '--' } },
    });
  });
  it('says how old it is once it was not counted again', () => {
    expect(interestTexts(counted, btc, words, 15_000)?.freshness.state).toBe('live');
    expect(interestTexts(counted, btc, words, 15_001)?.freshness).toMatchObject({
      ...{ state: 'stale', ageText: words.age(15_001) },
    });
  });
  it('lists settled rates with their signs', () => {
    const row = (rate: string) => ({ at: AT, rate, mark: '61000', index: '61000' });
    const lines = rateLines({ rows: [row('0.0001'), row('-0.00025'), row('0')], next: null }, btc, words);
    expect(lines.map(({ rate, direction }) => [rate, direction])).toEqual([
      ['+0.0100%', 1],
      ['−0.0250%', -1],
      [expect.stringMatching(/^0\.0000%$/), 0],
    ]);
  });
});
