import { describe, expect, it } from 'vitest';
import { parseChannel } from '../../../../domain/contract/index.ts';
import { D, filterBreach, isCommodityOpen } from '../../../../domain/index.ts';
import { catalogue } from '../../../../server/market/simulated/catalogue.ts';
import { dayDollars, minuteOrders, typicalSpread } from '../../../../server/market/simulated/liquidity.ts';
import { unitsText } from '../../../../server/market/simulated/text.ts';

const all = catalogue(1, 2_000);
const byId = new Map(all.map((each) => [each.market.id, each]));
const DAY = Math.floor(Date.UTC(2026, 10, 18) / 86_400_000);

/** Price at a minute of DAY, quote per base. */
function priceAt(id: string, minute: number): number {
  const market = byId.get(id);
  if (!market) throw new Error(`no ${id}`);
  const { shape, path, tickDecimals } = market;
  return (shape.anchorTicks * Math.exp(path.day(DAY).level[minute] ?? 0)) / 10 ** tickDecimals;
}

describe('the list of simulated markets', () => {
  it('has as many as asked for, each under one name that a channel can carry', () => {
    expect(all).toHaveLength(2_000);
    expect(byId.size).toBe(2_000);
    expect(all.every(({ market }) => parseChannel(`book:${market.id}`) !== undefined)).toBe(true);
    for (const count of [20, 50, 333]) expect(catalogue(1, count)).toHaveLength(count);
  });

  it('has the same markets for every seed, at other prices', () => {
    const other = catalogue(2, 2_000);
    expect(other.slice(0, 90).map(({ market }) => market)).toEqual(
      all.slice(0, 90).map(({ market }) => market),
    );
    expect(other[0]?.path.day(DAY).level).not.toEqual(all[0]?.path.day(DAY).level);
  });

  it('gives pictures to the coins and commodities that have one', () => {
    const icons = new Map(all.map(({ market }) => [market.base, market.iconId]));
    const wanted = {
      BTC: 1,
      ETH: 2,
      BNB: 3,
      SOL: 4,
      XRP: 5,
      DOGE: 6,
      ADA: 7,
      TRX: 8,
      LTC: 9,
      BCH: 10,
      DOT: 11,
    };
    const more = { LINK: 12, AVAX: 13, SHIB: 14, UNI: 15, ATOM: 16, PEPE: null };
    const futures = { XAU: 1001, XAG: 1002, WTI: 1003, BRENT: 1004, NATGAS: 1005, US500: 2001, DE40: 2002 };
    for (const [base, icon] of Object.entries({ ...wanted, ...more, ...futures }))
      expect([base, icons.get(base)]).toEqual([base, icon]);
  });

  it('writes cycle contracts on the largest coins and on all commodities', () => {
    const cycle = all.filter(({ market }) => market.cycle).map(({ market }) => market);
    expect(cycle.filter(({ asset }) => asset === 'commodity')).toHaveLength(7);
    expect(cycle.filter(({ asset, quote }) => asset === 'crypto' && quote === 'USDT')).toHaveLength(12);
    expect(cycle).toHaveLength(19);
  });

  it('has steps that orders can keep to, from a thousandth of a cent up', () => {
    for (const { market, shape, tickDecimals } of all) {
      expect([market.id, shape.anchorTicks >= 100]).toEqual([market.id, true]);
      const price = unitsText(Math.round(shape.anchorTicks), tickDecimals);
      const least = new D(market.minTotal).div(price).div(market.lot).ceil().times(market.lot);
      expect(filterBreach(market, price, D.max(least, market.minQuantity).toFixed())).toBeUndefined();
    }
    expect(byId.get('BTC-USDT')?.market).toMatchObject({ tick: '0.01', lot: '0.00001', minTotal: '5' });
    expect(byId.get('BTC-USDT-PERP')?.market).toMatchObject({ tick: '0.1', lot: '0.001' });
    expect(byId.get('SHIB-USDT')?.market).toMatchObject({ tick: '0.00000001', lot: '1' });
    expect(byId.get('ETH-BTC')?.market.minTotal).toBe('0.0001');
  });

  it('holds quoted pairs at the quotient of the dollar pairs', () => {
    for (const minute of [0, 700, 1_440]) {
      const quotient = priceAt('ETH-USDT', minute) / priceAt('BTC-USDT', minute);
      expect(priceAt('ETH-BTC', minute) / quotient).toBeCloseTo(1, 5);
    }
  });

  it('holds a perpetual within some basis points of its index', () => {
    const basis = Array.from(
      { length: 1_441 },
      (_, minute) => 10_000 * Math.log(priceAt('SOL-USDT-PERP', minute) / priceAt('SOL-USDT', minute)),
    );
    expect(Math.max(...basis.map(Math.abs))).toBeLessThan(20);
    expect(Math.max(...basis.map(Math.abs))).toBeGreaterThan(1);
  });

  it.each(['BTC-USDT', 'NEAR-USDT', 'LINK-ETH', 'ETH-USDT-PERP', 'BRENT-USD'])(
    'joins the days of %s',
    (id) => {
      const path = byId.get(id)?.path;
      for (let day = DAY; day < DAY + 9; day++) {
        const end = path?.day(day).level[1_440] ?? Number.NaN;
        expect(path?.day(day + 1).level[0]).toBeCloseTo(end, 6);
      }
    },
  );
});

describe('how busy a market is', () => {
  it('follows the measured list by rank', () => {
    expect(dayDollars(1)).toBeCloseTo(1_537e6, -3);
    expect(dayDollars(50)).toBeCloseTo(74e6, -3);
    expect(minuteOrders(1) * 1_440 * 3.3).toBeCloseTo(3.88e6, -3);
    for (let rank = 1; rank < 4_000; rank += 13) {
      expect(dayDollars(rank + 13)).toBeLessThan(dayDollars(rank));
      expect(minuteOrders(rank + 13)).toBeLessThan(minuteOrders(rank));
      expect(typicalSpread(rank + 13)).toBeGreaterThanOrEqual(typicalSpread(rank));
    }
    expect(typicalSpread(4_000)).toBe(0.0004);
  });
});

describe('the hours of commodities', () => {
  const isOpenAt = (text: string) => {
    const at = Date.parse(text);
    const day = Math.floor(at / 86_400_000);
    return isCommodityOpen(day, (at - day * 86_400_000) / 60_000);
  };
  it.each([
    ['2026-11-16T00:00Z', true],
    ['2026-11-17T21:59Z', true],
    ['2026-11-17T22:00Z', false],
    ['2026-11-17T22:59Z', false],
    ['2026-11-17T23:00Z', true],
    ['2026-11-20T21:59Z', true],
    ['2026-11-20T22:00Z', false],
    ['2026-11-20T23:30Z', false],
    ['2026-11-21T12:00Z', false],
    ['2026-11-22T22:59Z', false],
    ['2026-11-22T23:00Z', true],
  ])('at %s: open %s', (text, isOpen) => {
    expect(isOpenAt(text)).toBe(isOpen);
  });
});
