import { describe, expect, it } from 'vitest';
import { catalogue } from '../../../../server/market/simulated/catalogue.ts';
import { dayBars, emptyBars } from '../../../../server/market/simulated/minute.ts';
import { emptyDay } from '../../../../server/market/simulated/path.ts';

/** A coin far from BTC, one that is quoted in a coin, a perpetual and a commodity, of a catalogue of their own. */
const someOf = () => {
  const all = catalogue(11, 1_400);
  const kinds = [
    all.findLast(({ market }) => market.quote === 'USDT' && market.kind === 'spot' && !market.iconId),
    all.find(({ market }) => market.quote === 'BTC'),
    all.find(({ market }) => market.kind === 'perpetual'),
    all.find(({ market }) => market.asset === 'commodity'),
  ];
  return kinds.filter((market) => market !== undefined);
};
const DAYS = Array.from({ length: 20 }, (_, i) => 20_500 + i);
/** Columns as texts, which are compared at once. */
const textsOf = (columns: object) => Object.values(columns).map((column: Float64Array) => column.join());

describe('days whose arrays are used again', () => {
  it('are the same as those of which each has its own', () => {
    const fresh = someOf();
    expect(fresh).toHaveLength(4);
    const [path, bars] = [emptyDay(), emptyBars()];
    for (const [i, market] of someOf().entries()) {
      const alone = fresh[i];
      for (const day of [...DAYS, DAYS[0] ?? 0]) {
        const used = market.path.day(day, path);
        const own = alone?.path.day(day);
        if (!alone || !own) throw new Error('there is no such market');
        expect(textsOf(used)).toEqual(textsOf(own));
        expect(textsOf(dayBars(market.shape, used, day, bars))).toEqual(
          textsOf(dayBars(alone.shape, own, day)),
        );
      }
    }
  });
  it('leave a day that is kept as it was, however many pass through', () => {
    for (const { path } of someOf()) {
      const kept = path.day(20_500);
      const before = textsOf(kept);
      const into = emptyDay();
      for (const day of DAYS) path.day(day, into);
      expect(textsOf(kept)).toEqual(before);
    }
  });
});
