import { describe, expect, it } from 'vitest';
import { D, deleveragingScore, effectiveLeverage, toText } from '../../../domain/index.ts';

/** The example of help.zubr.io, "Auto-Deleverage Ranking": return, effective leverage, rank and place in the queue. */
const PUBLISHED = [
  ['0.10', '4', '0.4', 5],
  ['0.05', '0.5', '0.025', 10],
  ['0.20', '1.2', '0.24', 7],
  ['0.05', '10', '0.5', 3],
  ['0.15', '2', '0.3', 6],
  ['0.03', '4', '0.12', 8],
  ['0.12', '5', '0.6', 2],
  ['0.06', '0.8', '0.048', 9],
  ['0.11', '11', '1.21', 1],
  ['0.07', '6', '0.42', 4],
] as const;

describe('the queue of auto-deleveraging', () => {
  it('stands as a venue has published it', () => {
    const scores = PUBLISHED.map(([rate, leverage]) => {
      const position = { side: 'long', quantity: '1', cost: '1000' } as const;
      const mark = toText(new D(1).plus(rate).times(1000));
      return new D(deleveragingScore(position, mark, toText(new D(mark).div(leverage))));
    });
    expect(scores.map((score) => score.toDecimalPlaces(6).toFixed())).toEqual(
      PUBLISHED.map(([, , rank]) => rank),
    );
    const places = scores.map((score) => 1 + scores.filter((other) => other.gt(score)).length);
    expect(places).toEqual(PUBLISHED.map(([, , , place]) => place));
  });
  it('puts losses behind all gains, and of two equal losses the one with less leverage behind', () => {
    const loss = { side: 'short', quantity: '2', cost: '100' } as const;
    // −20 % of the entry value; 120 of value on 60 and on 12 of equity.
    expect(deleveragingScore(loss, '60', '60')).toBe('-0.1');
    expect(deleveragingScore(loss, '60', '12')).toBe('-0.02');
    expect(deleveragingScore(loss, '50', '60')).toBe('0');
    expect(new D(deleveragingScore(loss, '49.99', '1000')).gt(0)).toBe(true);
  });
  it('counts an account that has nothing left as the first of those that gain alike', () => {
    expect(effectiveLeverage('100', '-5')).toBe(effectiveLeverage('100', '0'));
    expect(new D(effectiveLeverage('100', '0')).gt(effectiveLeverage('100', '0.01'))).toBe(true);
  });
});
